// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/update_bincode.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>

#include "base/bytes.h"
#include "base/error.h"
#include "filecoin/record_bincode.h"

namespace cuzk::filecoin {
namespace {

using base::Error;
using base::ErrorCode;
using field::Fr;

constexpr uint64_t kCount = RecordReader::kCount, kElement = RecordReader::kElement;

RecordTree data_tree(const UpdateShape& shape) {
  return {std::vector<unsigned>(shape.log_nodes, 2), shape.log_nodes};
}

RecordTree replica_tree(const UpdateShape& shape) {
  return {shape.tree_arities, shape.base_levels};
}

Fr commitment(std::string_view field, std::string_view bytes, std::string_view label) {
  base::Bytes32 value;
  if (bytes.size() != value.size()) {
    throw Error(
        ErrorCode::kCommitmentLength,
        fmt::format("{}: {}: expected {} bytes, found {}; give the digest itself, not a CID", label,
                    field, value.size(), bytes.size()));
  }
  std::copy(bytes.begin(), bytes.end(), value.begin());
  if (const std::optional<Fr> out = Fr::from_bytes_le(value)) return *out;
  throw Error(ErrorCode::kCommitmentNotCanonical,
              fmt::format("{}: {}: expected a little-endian integer below the field modulus, found "
                          "{}; it is no commitment",
                          label, field, base::to_hex(value)));
}

UpdateCommitments commitments(const UpdateBytes& bytes, std::string_view label) {
  return {.comm_r_old = commitment("comm_r_old", bytes.comm_r_old, label),
          .comm_r_new = commitment("comm_r_new", bytes.comm_r_new, label),
          .comm_d_new = commitment("comm_d_new", bytes.comm_d_new, label)};
}

}  // namespace

uint64_t update_record_bytes(const UpdateShape& shape) {
  const uint64_t challenge =
      2 * replica_tree(shape).opening_bytes() + data_tree(shape).opening_bytes();
  return kElement + kCount + (kElement << shape.log_apex_leaves) + kCount +
         shape.challenges * challenge;
}

UpdatePartition read_update_record(const UpdateShape& shape, std::span<const uint8_t> bytes,
                                   std::string_view label) {
  RecordReader reader(bytes, update_record_bytes(shape), label);
  const auto named = [](const char* name) { return [name] { return std::string(name); }; };
  UpdatePartition out;
  out.comm_c = reader.element(named("comm_c"));
  const uint64_t leaves = uint64_t{1} << shape.log_apex_leaves;
  reader.expect(named("number of apex_leafs"), kCount, leaves, ErrorCode::kRecordCount);
  for (uint64_t i = 0; i < leaves; ++i) {
    out.apex_leaves.push_back(reader.element([i] { return fmt::format("apex_leafs[{}]", i); }));
  }
  reader.expect(named("number of challenge_proofs"), kCount, shape.challenges,
                ErrorCode::kRecordCount);
  const RecordTree data = data_tree(shape), replica = replica_tree(shape);
  for (unsigned c = 0; c < shape.challenges; ++c) {
    const auto opening = [&](const char* name, const RecordTree& tree) {
      return reader.opening([&] { return fmt::format("challenge_proofs[{}].{}", c, name); }, tree);
    };
    UpdateChallenge& challenge = out.challenges.emplace_back();
    challenge.old_replica = opening("proof_r_old", replica);
    challenge.data = opening("proof_d_new", data);
    challenge.new_replica = opening("proof_r_new", replica);
  }
  return out;
}

std::string write_update_record(const UpdateShape& shape, const UpdatePartition& partition) {
  RecordWriter out;
  const RecordTree data = data_tree(shape), replica = replica_tree(shape);
  out.element(partition.comm_c);
  out.number(partition.apex_leaves.size(), kCount);
  for (const Fr& leaf : partition.apex_leaves) out.element(leaf);
  out.number(partition.challenges.size(), kCount);
  for (const UpdateChallenge& challenge : partition.challenges) {
    out.opening(challenge.old_replica, replica);
    out.opening(challenge.data, data);
    out.opening(challenge.new_replica, replica);
  }
  return out.take();
}

const UpdateProof& check_update_bytes(const UpdateBytes& bytes, std::string_view label) {
  const UpdateProof* proof = find_update_proof(bytes.registered_proof);
  if (proof == nullptr) {
    throw Error(
        ErrorCode::kBadArgument,
        fmt::format("{}: registered_proof: expected the number of an update proof, 0 to {}, "
                    "found {}",
                    label, update_proofs().size() - 1, bytes.registered_proof));
  }
  if (bytes.records.size() != proof->partitions()) {
    throw Error(
        ErrorCode::kRecordCount,
        fmt::format("{}: vanilla_proofs: expected {} records, one for each partition of {}, "
                    "found {}",
                    label, proof->partitions(), proof->sector_name, bytes.records.size()));
  }
  const uint64_t expected = update_record_bytes(update_shape(*proof));
  for (size_t k = 0; k < bytes.records.size(); ++k) {
    if (bytes.records[k].size() == expected) continue;
    throw Error(
        ErrorCode::kRecordLength,
        fmt::format("{}: vanilla_proofs[{}]: length: expected {} bytes for {}, found {}; the "
                    "record is cut off or of another sector size",
                    label, k, expected, proof->sector_name, bytes.records[k].size()));
  }
  commitments(bytes, label);
  return *proof;
}

SectorUpdate read_update(const UpdateBytes& bytes, std::string_view label) {
  SectorUpdate out;
  out.proof = &check_update_bytes(bytes, label);
  out.commitments = commitments(bytes, label);
  const UpdateShape shape = update_shape(*out.proof);
  out.partitions.resize(bytes.records.size());
  tbb::parallel_for(size_t{0}, bytes.records.size(), [&](size_t k) {
    const std::string& text = bytes.records[k];
    out.partitions[k] =
        read_update_record(shape, {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
                           fmt::format("{}: vanilla_proofs[{}]", label, k));
  });
  return out;
}

}  // namespace cuzk::filecoin
