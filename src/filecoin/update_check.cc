// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_check.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <span>
#include <string_view>

#include "base/error.h"
#include "filecoin/merkle.h"
#include "filecoin/update_statement.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

constexpr size_t kNamedMismatches = 8;

class Mismatches {
 public:
  explicit Mismatches(std::string place) : place_(std::move(place)) {}

  void compare(std::string_view what, const Fr& expected, const Fr& found) {
    if (expected == found) return;
    add(what, base::to_hex(expected.to_bytes_le()), base::to_hex(found.to_bytes_le()));
  }
  void compare(std::string_view what, uint64_t expected, uint64_t found) {
    if (expected != found) add(what, std::to_string(expected), std::to_string(found));
  }
  std::vector<std::string> take() { return std::move(texts_); }

 private:
  void add(std::string_view what, const std::string& expected, const std::string& found) {
    texts_.push_back(fmt::format("{}{}: expected {}, found {}", place_, what, expected, found));
  }

  std::string place_;
  std::vector<std::string> texts_;
};

class PartitionChecker {
 public:
  PartitionChecker(const UpdateShape& shape, const SectorUpdate& update, unsigned k)
      : shape_(shape),
        commitments_(update.commitments),
        partition_(update.partitions[k]),
        k_(k),
        phi_(update_phi(commitments_)),
        nodes_(update_challenges(shape, commitments_.comm_r_new, k)),
        data_arities_(shape.log_nodes, 2) {}

  std::vector<std::string> check_shared() const;
  std::vector<std::string> check_challenge(size_t c) const;

 private:
  const UpdateChallenge& first() const { return partition_.challenges.front(); }
  std::span<const Fr> upper_siblings(const UpdateChallenge& challenge) const {
    return std::span(challenge.data.siblings).last(shape_.log_partitions);
  }
  void check_replica(Mismatches& out, std::string_view name, const Opening& opening,
                     const Opening& first_opening, uint64_t node) const;
  void check_data(Mismatches& out, const UpdateChallenge& challenge, uint64_t node) const;

  const UpdateShape& shape_;
  const UpdateCommitments& commitments_;
  const UpdatePartition& partition_;
  const unsigned k_;
  const Fr phi_;
  const std::vector<uint64_t> nodes_;
  const std::vector<unsigned> data_arities_;
};

std::vector<std::string> PartitionChecker::check_shared() const {
  Mismatches out(fmt::format("partition {}: ", k_));
  out.compare("comm_r_old, the hash of comm_c and the old root", commitments_.comm_r_old,
              replica_commitment(partition_.comm_c, first().old_replica.root));
  out.compare("comm_r_new, the hash of comm_c and the new root", commitments_.comm_r_new,
              replica_commitment(partition_.comm_c, first().new_replica.root));
  std::vector<Fr> row = partition_.apex_leaves;
  for (; row.size() > 1; row.resize(row.size() / 2)) {
    for (size_t i = 0; i < row.size() / 2; ++i) row[i] = tree_d_node(row[2 * i], row[2 * i + 1]);
  }
  const std::vector<unsigned> arities(shape_.log_partitions, 2);
  out.compare("comm_d_new, over the apex leaves and the path of challenge 0",
              commitments_.comm_d_new,
              merkle_fold(NodeHash::kSha256, arities, row[0], upper_siblings(first()),
                          path_indices(arities, k_)));
  return out.take();
}

// The circuit takes the index from the challenge, not from the record.
void PartitionChecker::check_replica(Mismatches& out, std::string_view name, const Opening& opening,
                                     const Opening& first_opening, uint64_t node) const {
  const auto what = [&](std::string_view part) { return fmt::format("{}, {}", name, part); };
  out.compare(what("leaf index"), node, leaf_index(shape_.tree_arities, opening.indices));
  out.compare(what("root as in challenge 0"), first_opening.root, opening.root);
  out.compare(what("hash of the path"), first_opening.root,
              merkle_fold(NodeHash::kPoseidon, shape_.tree_arities, opening.leaf, opening.siblings,
                          path_indices(shape_.tree_arities, node)));
}

void PartitionChecker::check_data(Mismatches& out, const UpdateChallenge& challenge,
                                  uint64_t node) const {
  const Opening& opening = challenge.data;
  out.compare("proof_d_new, leaf index", node, leaf_index(data_arities_, opening.indices));
  out.compare("proof_d_new, root (comm_d_new)", commitments_.comm_d_new, opening.root);
  const std::vector<uint8_t> indices = path_indices(data_arities_, node);
  out.compare(
      "proof_d_new, hash of the path (comm_d_new)", commitments_.comm_d_new,
      merkle_fold(NodeHash::kSha256, data_arities_, opening.leaf, opening.siblings, indices));
  const unsigned levels = shape_.data_levels();
  const uint64_t apex = (node >> levels) % partition_.apex_leaves.size();
  out.compare(
      fmt::format("proof_d_new, hash of its lower levels (apex leaf {})", apex),
      partition_.apex_leaves[apex],
      merkle_fold(NodeHash::kSha256, std::span(data_arities_).first(levels), opening.leaf,
                  std::span(opening.siblings).first(levels), std::span(indices).first(levels)));
  const std::span<const Fr> own = upper_siblings(challenge), others = upper_siblings(first());
  for (size_t i = 0; i < own.size(); ++i) {
    out.compare(fmt::format("proof_d_new, sibling of level {} as in challenge 0",
                            shape_.challenge_bits() + i),
                others[i], own[i]);
  }
}

std::vector<std::string> PartitionChecker::check_challenge(size_t c) const {
  const UpdateChallenge& challenge = partition_.challenges[c];
  const uint64_t node = nodes_[c];
  Mismatches out(fmt::format("partition {}, challenge {} (node {}): ", k_, c, node));
  check_replica(out, "proof_r_old", challenge.old_replica, first().old_replica, node);
  check_data(out, challenge, node);
  check_replica(out, "proof_r_new", challenge.new_replica, first().new_replica, node);
  const uint64_t high = node >> (shape_.log_nodes - update_h(shape_.log_nodes));
  out.compare("proof_r_new, leaf: the old label plus the data times rho",
              challenge.old_replica.leaf + challenge.data.leaf * update_rho(phi_, high),
              challenge.new_replica.leaf);
  return out.take();
}

}  // namespace

std::vector<std::string> update_mismatches(const SectorUpdate& update) {
  const UpdateShape shape = update_shape(*update.proof);
  std::vector<PartitionChecker> checkers;
  for (unsigned k = 0; k < update.partitions.size(); ++k) checkers.emplace_back(shape, update, k);
  const size_t each = shape.challenges + 1;  // what is shared, then the challenges
  std::vector<std::vector<std::string>> found(checkers.size() * each);
  tbb::parallel_for(size_t{0}, found.size(), [&](size_t i) {
    const PartitionChecker& checker = checkers[i / each];
    found[i] = i % each == 0 ? checker.check_shared() : checker.check_challenge(i % each - 1);
  });
  std::vector<std::string> out;
  for (std::vector<std::string>& some : found) {
    for (std::string& text : some) out.push_back(std::move(text));
  }
  return out;
}

void check_statement(const SectorUpdate& update) {
  const std::vector<std::string> found = update_mismatches(update);
  if (found.empty()) return;
  std::string text = "vanilla proof";
  for (size_t i = 0; i < found.size() && i < kNamedMismatches; ++i) {
    text += (i == 0 ? ": " : "; ") + found[i];
  }
  if (found.size() > kNamedMismatches) {
    text += fmt::format("; and {} more", found.size() - kNamedMismatches);
  }
  throw base::Error(base::ErrorCode::kVanillaMismatch, text);
}

}  // namespace cuzk::filecoin
