// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_synthetic.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "filecoin/merkle.h"
#include "filecoin/sparse_tree.h"
#include "filecoin/update_statement.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

constexpr unsigned kLowBits = 3;

// What a pseudo-random value is for.
enum Purpose : uint64_t { kCommC, kOldLabel, kNewData };

}  // namespace

SectorUpdate make_update(const UpdateShape& shape, const UpdateContents& contents) {
  const LeafBits bits{update_h(shape.log_nodes), kLowBits};
  const StructuredTree old_replica(NodeHash::kPoseidon, shape.tree_arities, bits,
                                   contents.old_label);
  const StructuredTree data(NodeHash::kSha256, std::vector<unsigned>(shape.log_nodes, 2), bits,
                            contents.data);
  SectorUpdate out;
  out.commitments.comm_r_old = replica_commitment(contents.comm_c, old_replica.root());
  out.commitments.comm_d_new = data.root();
  const Fr phi = update_phi(out.commitments);
  const StructuredTree new_replica(
      NodeHash::kPoseidon, shape.tree_arities, bits, [&](uint64_t high, uint64_t low) {
        return contents.old_label(high, low) + contents.data(high, low) * update_rho(phi, high);
      });
  out.commitments.comm_r_new = replica_commitment(contents.comm_c, new_replica.root());

  const uint64_t apex_leaves = uint64_t{1} << shape.log_apex_leaves;
  for (unsigned k = 0; k < 1u << shape.log_partitions; ++k) {
    UpdatePartition& partition = out.partitions.emplace_back();
    partition.comm_c = contents.comm_c;
    for (uint64_t i = 0; i < apex_leaves; ++i) {
      partition.apex_leaves.push_back(data.node(shape.data_levels(), k * apex_leaves + i));
    }
    for (uint64_t node : update_challenges(shape, out.commitments.comm_r_new, k)) {
      partition.challenges.push_back(
          {old_replica.open(node), data.open(node), new_replica.open(node)});
    }
  }
  return out;
}

SectorUpdate make_synthetic_update(const UpdateProof& proof, uint64_t seed) {
  const PseudoRandom random{
      base::sha256(fmt::format("cuzk synthetic update {} {}", proof.sector_name, seed))};
  const auto values = [&](Purpose purpose) {
    return [&random, purpose](uint64_t high, uint64_t low) {
      return random.value(purpose, high, low);
    };
  };
  SectorUpdate out = make_update(
      update_shape(proof),
      {.comm_c = random.value(kCommC), .old_label = values(kOldLabel), .data = values(kNewData)});
  out.proof = &proof;
  return out;
}

}  // namespace cuzk::filecoin
