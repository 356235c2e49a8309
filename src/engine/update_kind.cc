// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/update_kind.h"

#include <fmt/format.h>

#include "base/error.h"
#include "filecoin/merkle.h"
#include "filecoin/update_bincode.h"
#include "filecoin/update_check.h"
#include "filecoin/update_circuit.h"
#include "filecoin/update_statement.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::UpdateProof;

const ProofKind& row() { return filecoin::proof_kind_of(filecoin::ParameterKind::kUpdate); }

std::string circuit_name_of(const UpdateProof& proof) {
  return filecoin::circuit_name(row(), proof.sector());
}

// What the records of an update take when they have been decoded.
uint64_t decoded_bytes(const UpdateProof& proof) {
  const filecoin::UpdateShape shape = filecoin::update_shape(proof);
  const uint64_t siblings = 2 * filecoin::sibling_count(shape.tree_arities) + shape.log_nodes;
  const uint64_t indices = 2 * shape.tree_arities.size() + shape.log_nodes;
  const uint64_t challenge =
      siblings * sizeof(field::Fr) + indices + sizeof(filecoin::UpdateChallenge);
  const uint64_t partition = sizeof(filecoin::UpdatePartition) +
                             proof.apex_leaves() * sizeof(field::Fr) + shape.challenges * challenge;
  return proof.partitions() * partition;
}

KindCircuit circuit_of(const UpdateProof& proof) {
  const filecoin::UpdateShape shape = filecoin::update_shape(proof);
  return {.name = circuit_name_of(proof),
          .file_name = fmt::format("{}-{}", row().short_name, proof.sector_name),
          .parameters = filecoin::parameter_name(row().parameters, proof.sector()),
          .sector_bytes = proof.sector().bytes,
          .partitions = proof.partitions(),
          .packed_bytes = 0,
          .record = [shape] { return filecoin::compile_update(shape); },
          .device_program = {},
          .row_name = [shape](uint64_t line) { return filecoin::update_row_name(shape, line); }};
}

filecoin::UpdateBytes bytes_of(const Request& request) {
  return {.registered_proof = request.registered_proof,
          .records = request.vanilla_proofs,
          .comm_r_old = request.comm_r_old,
          .comm_r_new = request.comm_r_new,
          .comm_d_new = request.comm_d_new};
}

RequestSize size_of(const Request& request) {
  const UpdateProof& proof = filecoin::check_update_bytes(bytes_of(request), request.label);
  const uint64_t sector_bytes = proof.sector().bytes;
  if (request.sector_size != 0 && request.sector_size != sector_bytes) {
    throw Error(
        ErrorCode::kBadArgument,
        fmt::format("{}: sector_size: expected {} bytes, the size of registered_proof {}, or "
                    "0, found {}",
                    request.label, sector_bytes, proof.id, request.sector_size));
  }
  return {.circuit = circuit_name_of(proof),
          .partitions = proof.partitions(),
          .statement_bytes = decoded_bytes(proof),
          .reading_bytes = 0};
}

CheckedCase read(const Request& request) {
  return update_case(std::make_shared<const filecoin::SectorUpdate>(
      filecoin::read_update(bytes_of(request), request.label)));
}

}  // namespace

CheckedCase update_case(std::shared_ptr<const filecoin::SectorUpdate> update) {
  filecoin::check_statement(*update);
  const UpdateProof& proof = *update->proof;
  const filecoin::UpdateShape shape = filecoin::update_shape(proof);
  return {.circuit = circuit_name_of(proof),
          .partitions = update->partitions.size(),
          .bytes = decoded_bytes(proof),
          .input = [update, shape](size_t k, BackendKind) -> PartitionInput {
            return filecoin::update_witness(shape, filecoin::update_values(*update, k));
          },
          .public_inputs =
              [update, shape](size_t k) {
                return filecoin::public_inputs(shape, update->commitments,
                                               static_cast<unsigned>(k));
              },
          .broken_row =
              [update, shape](size_t k) {
                return filecoin::check_update(shape, filecoin::update_values(*update, k));
              }};
}

Kind update_kind() {
  Kind kind{.row = &row(), .circuits = {}, .size = size_of, .read = read};
  for (const UpdateProof& proof : filecoin::update_proofs()) {
    kind.circuits.push_back(circuit_of(proof));
  }
  return kind;
}

}  // namespace cuzk::engine
