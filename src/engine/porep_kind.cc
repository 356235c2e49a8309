// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/porep_kind.h"

#include <fmt/format.h>

#include "base/error.h"
#include "engine/device_witness.h"
#include "filecoin/c1_reader.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/porep_gpu_witness.h"
#include "filecoin/porep_packed.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::Sector;

constexpr uint64_t kC1Copies = 3;  // of a C1 file while it is parsed

const ProofKind& row() { return filecoin::proof_kind_of(filecoin::ParameterKind::kPorep); }

// What the vanilla proofs of a sector take when they have been decoded.
uint64_t decoded_bytes(const Sector& sector, uint64_t partitions) {
  uint64_t path = 0;
  for (unsigned arity : filecoin::tree_r_arities(sector)) path += arity - 1;
  constexpr uint64_t kColumns = 1 + 6 + 8;  // of a challenge: itself and its parents
  const uint64_t nodes = sector.log_nodes + path + kColumns * (sector.layers + path + 2);
  const uint64_t challenge = nodes * sizeof(field::Fr) + sizeof(filecoin::ChallengeProof);
  return partitions * sector.challenges * challenge;
}

KindCircuit circuit_of(const Sector& sector) {
  const filecoin::PorepShape shape = filecoin::porep_shape(sector);
  return {.name = filecoin::circuit_name(row(), sector),
          .file_name = fmt::format("{}-{}", row().short_name, sector.name),
          .parameters = filecoin::parameter_name(row().parameters, sector),
          .sector_bytes = sector.bytes,
          .partitions = sector.partitions,
          .packed_bytes = word_bytes(filecoin::PackedShape(shape).bytes()),
          .record = [shape] { return filecoin::compile_porep(shape); },
          .device_program =
              [shape](gpu::Device& device) {
                return witness_program<filecoin::PorepGpuWitness>(device, shape);
              },
          .row_name = [shape](uint64_t line) { return filecoin::porep_row_name(shape, line); }};
}

RequestSize size_of(const Request& request) {
  if (request.vanilla_proofs.size() != 1) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("vanilla proofs: expected 1, found {}", request.vanilla_proofs.size()));
  }
  const Sector* sector = filecoin::find_sector(request.sector_size);
  if (sector == nullptr) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("sector size: {} bytes is no size of a sector", request.sector_size));
  }
  const filecoin::SealProof* proof = filecoin::find_seal_proof(request.registered_proof);
  const size_t partitions =
      filecoin::partition_count(*sector, proof ? proof->feature : filecoin::Feature::kNone);
  return {.circuit = filecoin::circuit_name(row(), *sector),
          .partitions = partitions,
          .statement_bytes = decoded_bytes(*sector, partitions),
          .reading_bytes = kC1Copies * request.bytes()};
}

CheckedCase read(const Request& request) {
  const std::string& text = request.vanilla_proofs[0];
  auto c1 = std::make_shared<const filecoin::SealCommitOne>(filecoin::read_c1(
      {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, request.label));
  const Sector& sector = *c1->proof->sector;
  if (sector.bytes != request.sector_size) {
    throw Error(ErrorCode::kC1SizeMismatch,
                fmt::format("{}: sector size: the request says {} bytes, the file {}",
                            request.label, request.sector_size, sector.name));
  }
  const size_t partitions = size_of(request).partitions;
  if (c1->partitions.size() != partitions) {
    throw Error(ErrorCode::kC1PartitionCount,
                fmt::format("{}: expected {} partitions, found {}", request.label, partitions,
                            c1->partitions.size()));
  }
  const filecoin::StatementIdentity identity{request.miner_id, request.sector_number};
  return porep_case(std::move(c1), &identity);
}

}  // namespace

CheckedCase porep_case(std::shared_ptr<const filecoin::SealCommitOne> c1,
                       const filecoin::StatementIdentity* identity) {
  filecoin::check_statement(*c1, identity);
  const Sector& sector = *c1->proof->sector;
  const filecoin::PorepShape shape = filecoin::porep_shape(sector);
  return {.circuit = filecoin::circuit_name(row(), sector),
          .partitions = c1->partitions.size(),
          .bytes = decoded_bytes(sector, c1->partitions.size()),
          .input = [c1, shape](size_t k, BackendKind backend) -> PartitionInput {
            const filecoin::PorepValues values = filecoin::porep_values(*c1, k);
            if (backend == BackendKind::kCpu) return filecoin::porep_witness(shape, values);
            const filecoin::PackedShape packed(shape);
            return packed_values(packed.bytes(),
                                 [&](uint64_t* out) { filecoin::pack_porep(packed, values, out); });
          },
          .public_inputs =
              [statement = filecoin::statement_of(*c1, identity)](size_t k) {
                return filecoin::public_inputs(statement, static_cast<unsigned>(k));
              },
          .broken_row =
              [c1, shape](size_t k) {
                return filecoin::check_porep(shape, filecoin::porep_values(*c1, k));
              }};
}

Kind porep_kind() {
  Kind kind{.row = &row(), .circuits = {}, .size = size_of, .read = read};
  for (const Sector& sector : filecoin::sectors()) kind.circuits.push_back(circuit_of(sector));
  return kind;
}

}  // namespace cuzk::engine
