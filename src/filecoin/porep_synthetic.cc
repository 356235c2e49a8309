// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_synthetic.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/error.h"
#include "filecoin/label.h"
#include "filecoin/merkle.h"
#include "filecoin/porep_graph.h"
#include "filecoin/porep_statement.h"
#include "filecoin/sparse_tree.h"

namespace cuzk::filecoin {
namespace {

using Columns = std::map<uint64_t, std::vector<Fr>>;

// What a pseudo-random value is for.
enum Purpose : uint64_t { kData, kTicket, kSeed, kLabel, kTreeC, kTreeR };

constexpr size_t kDataPeriod = 8;

struct Parents {
  std::array<uint32_t, Graph::kBaseDegree> base;
  std::array<uint32_t, Graph::kExpansionDegree> expander;
};

using Challenged = std::map<uint64_t, Parents>;  // ascending: a label needs those of smaller nodes

Challenged find_parents(const SealProof& proof,
                        const std::vector<std::vector<uint64_t>>& challenged) {
  const Graph graph(porep_id(proof), proof.sector->nodes, proof.api);
  Challenged out;
  for (const std::vector<uint64_t>& partition : challenged) {
    for (const uint64_t node : partition)
      out[node] = {graph.base_parents(node), graph.expander_parents(node)};
  }
  return out;
}

Columns make_columns(const SealProof& proof, const Challenged& challenged, const Fr& replica,
                     const PseudoRandom& random) {
  const unsigned layers = proof.sector->layers;
  Columns columns;
  const auto add = [&](uint64_t node) {
    std::vector<Fr>& rows = columns[node];
    if (!rows.empty()) return;
    for (unsigned layer = 1; layer <= layers; ++layer)
      rows.push_back(random.value(kLabel, layer, node));
  };
  for (const auto& [node, parents] : challenged) {
    add(node);
    for (const uint32_t parent : parents.base) add(parent);
    for (const uint32_t parent : parents.expander) add(parent);
  }
  for (unsigned layer = 1; layer <= layers; ++layer) {
    for (const auto& [node, parents] : challenged) {
      std::vector<Fr> labels;
      for (const uint32_t parent : parents.base) labels.push_back(columns[parent][layer - 1]);
      if (layer > 1) {
        for (const uint32_t parent : parents.expander) labels.push_back(columns[parent][layer - 2]);
      }
      columns[node][layer - 1] = label(replica, layer, node, labels);
    }
  }
  return columns;
}

std::map<uint64_t, Fr> hash_columns(const Columns& columns) {
  std::vector<std::pair<uint64_t, const std::vector<Fr>*>> list;
  for (const auto& [node, rows] : columns) list.push_back({node, &rows});
  std::vector<Fr> hashes(list.size());
  tbb::parallel_for(size_t{0}, list.size(),
                    [&](size_t i) { hashes[i] = column_hash(*list[i].second); });
  std::map<uint64_t, Fr> out;
  for (size_t i = 0; i < list.size(); ++i) out.emplace(list[i].first, hashes[i]);
  return out;
}

// The trees and columns of the sector; opens what a challenge asks for.
struct Sealed {
  const PeriodicTree& data;
  const SparseTree& replica;
  const SparseTree& column;
  const Columns& columns;

  ColumnOpening open_column(uint64_t node) const {
    return {node, columns.at(node), column.open(node)};
  }

  ChallengeProof open(uint64_t node, const Parents& parents) const {
    ChallengeProof out;
    out.node = node;
    out.data = data.open(node);
    out.replica = replica.open(node);
    out.column = open_column(node);
    for (size_t i = 0; i < out.drg_parents.size(); ++i)
      out.drg_parents[i] = open_column(parents.base[i]);
    for (size_t i = 0; i < out.exp_parents.size(); ++i)
      out.exp_parents[i] = open_column(parents.expander[i]);
    return out;
  }
};

void require_interactive(const SealProof& proof) {
  if (proof.feature == Feature::kNone) return;
  throw base::Error(
      base::ErrorCode::kNotSupported,
      fmt::format("synthetic sector: expected an interactive seal proof, found {}; its challenges "
                  "depend on "
                  "comm_r, which depends on the labels at the challenges, so only a real sealing "
                  "makes one. The circuit is the same: use the interactive proof of {}",
                  proof.name, proof.sector->name));
}

}  // namespace

SealCommitOne make_synthetic_porep(const SealProof& proof, uint64_t miner, uint64_t sector_number,
                                   uint64_t seed) {
  require_interactive(proof);
  const Sector& sector = *proof.sector;
  const PseudoRandom random{base::sha256(fmt::format(
      "cuzk synthetic sector {} {} {} {} {}", sector.name, proof.id, miner, sector_number, seed))};
  SealCommitOne out;
  out.proof = &proof;
  out.sector_number = sector_number;
  out.ticket = random.value(kTicket).to_bytes_le();
  out.seed = random.value(kSeed).to_bytes_le();

  std::vector<Fr> period;
  for (uint64_t i = 0; i < kDataPeriod; ++i) period.push_back(random.value(kData, i));
  const PeriodicTree data(period, sector.log_nodes);
  out.comm_d = data.root();
  out.replica_id =
      replica_id(prover_id(miner), sector_number, out.ticket, out.comm_d, porep_id(proof));

  const PorepStatement statement =
      porep_statement(proof, out.replica_id, out.comm_d, Fr{}, out.seed);
  std::vector<std::vector<uint64_t>> nodes;
  for (unsigned k = 0; k < sector.partitions; ++k) nodes.push_back(challenges(statement, k));
  const Challenged challenged = find_parents(proof, nodes);
  const Columns columns = make_columns(proof, challenged, out.replica_id, random);
  const SparseTree tree_c(random, kTreeC, tree_r_arities(sector), hash_columns(columns));
  std::map<uint64_t, Fr> replica_leaves;
  for (const auto& [node, unused] : challenged) {
    replica_leaves.emplace(node, encode(columns.at(node).back(), period[node % kDataPeriod]));
  }
  const SparseTree tree_r(random, kTreeR, tree_r_arities(sector), replica_leaves);
  out.comm_r = replica_commitment(tree_c.root(), tree_r.root());

  const Sealed sealed{data, tree_r, tree_c, columns};
  for (const std::vector<uint64_t>& partition : nodes) {
    std::vector<ChallengeProof>& proofs = out.partitions.emplace_back();
    for (const uint64_t node : partition) proofs.push_back(sealed.open(node, challenged.at(node)));
  }
  return out;
}

}  // namespace cuzk::filecoin
