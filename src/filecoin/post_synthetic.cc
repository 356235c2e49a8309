// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_synthetic.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <map>

#include "base/digest.h"
#include "filecoin/merkle.h"
#include "filecoin/post_statement.h"
#include "filecoin/sparse_tree.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

// What a pseudo-random value is for.
enum Purpose : uint64_t { kLeaf, kCommC, kTree };

PostRecord make_record(const SyntheticPost& wanted, uint64_t number, uint64_t sector_index) {
  const PostProof& proof = *wanted.proof;
  const PseudoRandom random{base::sha256(
      fmt::format("cuzk synthetic PoSt {} {} {}", proof.sector->name, number, wanted.seed))};
  const std::vector<uint64_t> challenges =
      post_challenges(wanted.randomness, number, sector_index, openings_per_record(proof.kind),
                      proof.sector->nodes, proof.api);
  std::map<uint64_t, Fr> leaves;
  for (uint64_t leaf : challenges) leaves.emplace(leaf, random.value(kLeaf, leaf));
  const SparseTree tree(random, kTree, tree_r_arities(*proof.sector), leaves);
  PostRecord out{.sector_number = number,
                 .comm_r = {},
                 .comm_c = random.value(kCommC),
                 .comm_r_last = tree.root(),
                 .openings = {}};
  out.comm_r = replica_commitment(out.comm_c, out.comm_r_last);
  for (uint64_t leaf : challenges) out.openings.push_back(tree.open(leaf));
  return out;
}

}  // namespace

std::vector<PostRecord> make_synthetic_post(const SyntheticPost& wanted) {
  const uint64_t first = wanted.partition * records_max(wanted.proof->kind, *wanted.proof->sector);
  std::vector<PostRecord> out(wanted.sectors);
  tbb::parallel_for(size_t{0}, out.size(), [&](size_t i) {
    out[i] = make_record(wanted, wanted.first_sector + i, first + i);
  });
  return out;
}

base::Bytes32 synthetic_randomness(uint64_t seed) {
  base::Bytes32 out = base::sha256(fmt::format("cuzk synthetic PoSt randomness {}", seed));
  out[31] &= 0x3f;
  return out;
}

}  // namespace cuzk::filecoin
