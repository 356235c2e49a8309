// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_check.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "filecoin/label.h"
#include "filecoin/merkle.h"
#include "filecoin/porep_graph.h"

namespace cuzk::filecoin {
namespace {

// What does not fit, as text; empty when all does.
using Mismatch = std::string;

Mismatch compare(std::string_view what, const Fr& expected, const Fr& found) {
  if (expected == found) return {};
  return fmt::format("{}: expected {}, found {}", what, base::to_hex(expected.to_bytes_le()),
                     base::to_hex(found.to_bytes_le()));
}

Mismatch compare(std::string_view what, uint64_t expected, uint64_t found) {
  if (expected == found) return {};
  return fmt::format("{}: expected {}, found {}", what, expected, found);
}

// A tree as the openings are checked against it.
struct Tree {
  std::string_view name;       // "tree C"
  std::string_view root_name;  // "comm_c"
  NodeHash hash;
  std::vector<unsigned> arities;
  Fr root;
};

Mismatch check_opening(const Tree& tree, std::string_view whose, const Opening& opening,
                       uint64_t node) {
  const auto what = [&](std::string_view part) {
    return fmt::format("{} path of the {}, {}", tree.name, whose, part);
  };
  Mismatch found = compare(what("leaf index"), node, leaf_index(tree.arities, opening.indices));
  if (found.empty())
    found = compare(what(fmt::format("root ({})", tree.root_name)), tree.root, opening.root);
  if (found.empty()) {
    const Fr folded =
        merkle_fold(tree.hash, tree.arities, opening.leaf, opening.siblings, opening.indices);
    found = compare(what(fmt::format("hash of the path ({})", tree.root_name)), tree.root, folded);
  }
  return found;
}

class Checker {
 public:
  explicit Checker(const SealCommitOne& c1)
      : c1_(c1),
        sector_(*c1.proof->sector),
        statement_(porep_statement(*c1.proof, c1.replica_id, c1.comm_d, c1.comm_r, c1.seed)),
        graph_(statement_.porep_id, sector_.nodes, c1.proof->api) {
    const ChallengeProof& first = c1.partitions[0][0];
    tree_d_ = {"tree D", "comm_d", NodeHash::kSha256, tree_d_arities(sector_), c1.comm_d};
    tree_c_ = {"tree C", "comm_c", NodeHash::kPoseidon, tree_r_arities(sector_),
               first.column.path.root};
    tree_r_ = {"tree R", "comm_r_last", NodeHash::kPoseidon, tree_r_arities(sector_),
               first.replica.root};
  }

  Mismatch check_roots() const {
    return compare("comm_r, the hash of comm_c and comm_r_last",
                   replica_commitment(tree_c_.root, tree_r_.root), c1_.comm_r);
  }

  std::vector<uint64_t> expected_challenges(unsigned k) const { return challenges(statement_, k); }

  Mismatch check_challenge(const ChallengeProof& proof, uint64_t node) const;

 private:
  Mismatch check_nodes(const ChallengeProof& proof, uint64_t node) const;
  Mismatch check_labels(const ChallengeProof& proof) const;
  Mismatch check_column(const ColumnOpening& column, std::string_view whose) const;

  const SealCommitOne& c1_;
  const Sector& sector_;
  const PorepStatement statement_;
  const Graph graph_;
  Tree tree_d_;
  Tree tree_c_;
  Tree tree_r_;
};

std::string parent_name(std::string_view kind, size_t i) {
  return fmt::format("{} parent {}", kind, i);
}

Mismatch Checker::check_nodes(const ChallengeProof& proof, uint64_t node) const {
  Mismatch found =
      compare("challenged node, as replica_id and randomness give it", node, proof.node);
  if (found.empty()) found = compare("node of column c_x", node, proof.column.node);
  if (!found.empty()) return found;
  const auto base = graph_.base_parents(node);
  for (size_t i = 0; i < base.size() && found.empty(); ++i) {
    found = compare(parent_name("base", i) + ", node", base[i], proof.drg_parents[i].node);
  }
  const auto expander = graph_.expander_parents(node);
  for (size_t i = 0; i < expander.size() && found.empty(); ++i) {
    found = compare(parent_name("expander", i) + ", node", expander[i], proof.exp_parents[i].node);
  }
  return found;
}

Mismatch Checker::check_column(const ColumnOpening& column, std::string_view whose) const {
  Mismatch found = compare(fmt::format("column hash of the {}", whose), column_hash(column.rows),
                           column.path.leaf);
  if (found.empty()) found = check_opening(tree_c_, whose, column.path, column.node);
  return found;
}

Mismatch Checker::check_labels(const ChallengeProof& proof) const {
  Mismatch found;
  for (unsigned layer = 1; layer <= sector_.layers && found.empty(); ++layer) {
    const Fr expected = label(c1_.replica_id, layer, proof.node, parent_labels(proof, layer));
    found =
        compare(fmt::format("label of layer {}", layer), expected, proof.column.rows[layer - 1]);
  }
  return found;
}

Mismatch Checker::check_challenge(const ChallengeProof& proof, uint64_t node) const {
  Mismatch found = check_nodes(proof, node);
  if (found.empty()) found = check_opening(tree_d_, "data", proof.data, node);
  for (size_t i = 0; i < proof.drg_parents.size() && found.empty(); ++i) {
    found = check_column(proof.drg_parents[i], parent_name("base", i));
  }
  for (size_t i = 0; i < proof.exp_parents.size() && found.empty(); ++i) {
    found = check_column(proof.exp_parents[i], parent_name("expander", i));
  }
  if (found.empty()) found = check_labels(proof);
  if (found.empty()) found = check_column(proof.column, "challenged node");
  if (found.empty()) {
    const Fr replica = encode(proof.column.rows.back(), proof.data.leaf);
    found = compare("replica leaf, the last label plus the data", replica, proof.replica.leaf);
  }
  if (found.empty()) found = check_opening(tree_r_, "replica", proof.replica, node);
  return found;
}

void throw_if(const Mismatch& found, size_t k, size_t i, uint64_t node) {
  if (found.empty()) return;
  throw base::Error(
      base::ErrorCode::kVanillaMismatch,
      fmt::format("vanilla proof: partition {}, challenge {} (node {}): {}", k, i, node, found));
}

Fr replica_of(const SealCommitOne& c1, const StatementIdentity& identity) {
  return replica_id(prover_id(identity.miner), identity.sector_number, c1.ticket, c1.comm_d,
                    porep_id(*c1.proof));
}

void check_identity(const SealCommitOne& c1, const StatementIdentity& identity) {
  const Fr expected = replica_of(c1, identity);
  const Mismatch found =
      compare(fmt::format("replica_id for miner {}, sector {}, seal proof {}", identity.miner,
                          identity.sector_number, c1.proof->name),
              expected, c1.replica_id);
  if (found.empty()) return;
  throw base::Error(
      base::ErrorCode::kVanillaMismatch,
      fmt::format("vanilla proof: all partitions and challenges: {}; the sector was sealed for "
                  "another miner, number, ticket or seal proof",
                  found));
}

}  // namespace

void check_statement(const SealCommitOne& c1, const StatementIdentity* identity) {
  if (identity != nullptr) check_identity(c1, *identity);
  const Checker checker(c1);
  throw_if(checker.check_roots(), 0, 0, c1.partitions[0][0].node);

  const size_t in_partition = c1.proof->sector->challenges;
  std::vector<uint64_t> nodes;
  for (unsigned k = 0; k < c1.partitions.size(); ++k) {
    const std::vector<uint64_t> some = checker.expected_challenges(k);
    nodes.insert(nodes.end(), some.begin(), some.end());
  }
  std::vector<Mismatch> found(nodes.size());
  tbb::parallel_for(size_t{0}, nodes.size(), [&](size_t j) {
    found[j] = checker.check_challenge(c1.partitions[j / in_partition][j % in_partition], nodes[j]);
  });
  for (size_t j = 0; j < nodes.size(); ++j) {
    const size_t k = j / in_partition, i = j % in_partition;
    throw_if(found[j], k, i, c1.partitions[k][i].node);
  }
}

PorepStatement statement_of(const SealCommitOne& c1, const StatementIdentity* identity) {
  return porep_statement(*c1.proof, identity != nullptr ? replica_of(c1, *identity) : c1.replica_id,
                         c1.comm_d, c1.comm_r, c1.seed);
}

}  // namespace cuzk::filecoin
