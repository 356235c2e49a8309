// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/post_kind.h"

#include <fmt/format.h>

#include "base/error.h"
#include "engine/device_witness.h"
#include "filecoin/merkle.h"
#include "filecoin/post_bincode.h"
#include "filecoin/post_check.h"
#include "filecoin/post_circuit.h"
#include "filecoin/post_gpu_witness.h"
#include "filecoin/post_packed.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::PostKind;
using filecoin::PostProof;
using filecoin::PostRecord;
using filecoin::PostShape;

using Records = std::vector<PostRecord>;

std::string circuit_of(const PostProof& proof) {
  return filecoin::circuit_name(filecoin::proof_kind_of(proof.kind), *proof.sector);
}

// Of records when they have been decoded.
uint64_t decoded_bytes(const PostProof& proof, size_t records) {
  const std::vector<unsigned> arities = filecoin::tree_r_arities(*proof.sector);
  const uint64_t opening = sizeof(filecoin::Opening) + arities.size() +
                           filecoin::sibling_count(arities) * sizeof(field::Fr);
  return records * (sizeof(PostRecord) + filecoin::openings_per_record(proof.kind) * opening);
}

KindCircuit kind_circuit(PostKind kind, const filecoin::Sector& sector) {
  const PostShape shape = filecoin::post_shape(kind, sector);
  const ProofKind& row = filecoin::proof_kind_of(kind);
  return {.name = filecoin::circuit_name(row, sector),
          .file_name = fmt::format("{}-{}", row.short_name, sector.name),
          .parameters = filecoin::parameter_name(row.parameters, sector),
          .sector_bytes = sector.bytes,
          .partitions = 1,
          .packed_bytes = word_bytes(filecoin::PackedPostShape(shape).bytes()),
          .record = [shape] { return filecoin::compile_post(shape); },
          .device_program =
              [shape](gpu::Device& device) {
                return witness_program<filecoin::PostGpuWitness>(device, shape);
              },
          .row_name = [shape](uint64_t line) { return filecoin::post_row_name(shape, line); }};
}

const PostProof& proof_of(const Request& request, PostKind kind) {
  const PostProof* proof = filecoin::find_post_proof(request.registered_proof);
  if (proof == nullptr || proof->kind != kind) {
    std::string expected;
    for (const PostProof& row : filecoin::post_proofs()) {
      if (row.kind != kind) continue;
      expected += fmt::format("{}{}", expected.empty() ? "" : ", ", row.id);
    }
    throw Error(ErrorCode::kBadArgument,
                fmt::format("registered proof: expected one of {} ({}), found {}{}", expected,
                            filecoin::proof_kind_of(kind).name, request.registered_proof,
                            proof ? fmt::format(" ({})", proof->name) : std::string()));
  }
  if (request.sector_size != 0 && proof->sector->bytes != request.sector_size) {
    throw Error(
        ErrorCode::kBadArgument,
        fmt::format("sector size: expected {} bytes, that of registered proof {} ({}), or 0, "
                    "found {}",
                    proof->sector->bytes, proof->id, proof->name, request.sector_size));
  }
  return *proof;
}

// POST-10: nothing is masked.
base::Bytes32 randomness_of(const Request& request) {
  base::Bytes32 bytes{};
  if (request.randomness.size() != bytes.size()) {
    throw Error(ErrorCode::kBadArgument, fmt::format("randomness: expected {} bytes, found {}",
                                                     bytes.size(), request.randomness.size()));
  }
  std::copy(request.randomness.begin(), request.randomness.end(), bytes.begin());
  if (!field::Fr::from_bytes_le(bytes)) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("randomness: expected a number below the field's modulus, found {}; "
                            "callers clear the two top bits of the last byte",
                            base::to_hex(bytes)));
  }
  return bytes;
}

// What numbers and lengths tell.
PostClaim claim_of(const Request& request, PostKind kind) {
  const PostProof& proof = proof_of(request, kind);
  const size_t records = request.vanilla_proofs.size();
  const size_t records_max = filecoin::records_max(kind, *proof.sector);
  if (records == 0 || records > records_max) {
    throw Error(ErrorCode::kRecordCount,
                fmt::format("vanilla proofs: expected {}, one for each sector of the partition, "
                            "found {}",
                            records_max == 1 ? "1" : fmt::format("1 to {}", records_max), records));
  }
  if (kind == PostKind::kWinning && request.partition_index != 0) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("partition index: expected 0, as {} has one partition, found {}",
                            filecoin::proof_kind_of(kind).name, request.partition_index));
  }
  const uint64_t bytes = filecoin::post_record_bytes(proof);
  for (size_t i = 0; i < records; ++i) {
    const uint64_t found = request.vanilla_proofs[i].size();
    if (found == bytes) continue;
    throw Error(ErrorCode::kRecordLength,
                fmt::format("vanilla proof {}: length: expected {} bytes, those of {}, found {}", i,
                            bytes, proof.name, found));
  }
  return {&proof, randomness_of(request), request.partition_index};
}

template <PostKind kKind>
RequestSize size_of(const Request& request) {
  const PostClaim claim = claim_of(request, kKind);
  return {.circuit = circuit_of(*claim.proof),
          .partitions = 1,
          .statement_bytes = decoded_bytes(*claim.proof, request.vanilla_proofs.size()),
          .reading_bytes = 0};
}

// One after the other, so that of several that cannot be read the first is named; a full partition
// of 32 GiB takes a quarter of a second.
Records read_records(const PostProof& proof, const Request& request) {
  Records records;
  records.reserve(request.vanilla_proofs.size());
  for (const std::string& text : request.vanilla_proofs) {
    records.push_back(filecoin::read_post_record(
        proof, {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
        fmt::format("{}: vanilla proof {}", request.label, records.size())));
  }
  return records;
}

template <PostKind kKind>
CheckedCase read(const Request& request) {
  const PostClaim claim = claim_of(request, kKind);
  return post_case(claim, std::make_shared<const Records>(read_records(*claim.proof, request)));
}

template <PostKind kKind>
Kind kind_of() {
  Kind kind{.row = &filecoin::proof_kind_of(kKind),
            .circuits = {},
            .size = size_of<kKind>,
            .read = read<kKind>};
  for (const PostProof& proof : filecoin::post_proofs()) {
    // Versions differ in challenges alone, not in circuits (POST-4).
    if (proof.kind != kKind || find_circuit({kind}, circuit_of(proof)) != nullptr) continue;
    kind.circuits.push_back(kind_circuit(kKind, *proof.sector));
  }
  return kind;
}

}  // namespace

CheckedCase post_case(const PostClaim& claim, std::shared_ptr<const Records> records) {
  const PostProof& proof = *claim.proof;
  filecoin::check_post_records(proof, claim.randomness, claim.partition, *records);
  const PostShape shape = filecoin::post_shape(proof.kind, *proof.sector);
  const auto values = [shape, records, kind = proof.kind] {
    return filecoin::post_values(kind, shape, *records);
  };
  return {.circuit = circuit_of(proof),
          .partitions = 1,
          .bytes = decoded_bytes(proof, records->size()),
          .input = [shape, values](size_t, BackendKind backend) -> PartitionInput {
            if (backend == BackendKind::kCpu) return filecoin::post_witness(shape, values());
            const filecoin::PackedPostShape packed(shape);
            return packed_values(
                packed.bytes(), [&](uint64_t* out) { filecoin::pack_post(packed, values(), out); });
          },
          .public_inputs =
              [claim, records](size_t) {
                return filecoin::post_public_inputs(*claim.proof, claim.randomness, claim.partition,
                                                    *records);
              },
          .broken_row = [shape, values](size_t) { return filecoin::check_post(shape, values()); }};
}

Kind window_post_kind() { return kind_of<PostKind::kWindow>(); }
Kind winning_post_kind() { return kind_of<PostKind::kWinning>(); }

}  // namespace cuzk::engine
