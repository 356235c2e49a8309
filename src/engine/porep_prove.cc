// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/porep_prove.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

#include "base/clock.h"
#include "base/error.h"
#include "base/resident.h"
#include "engine/circuit_cache.h"
#include "engine/porep_input.h"
#include "filecoin/porep_circuit.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::SealCommitOne;
using groth16::Proof;

std::vector<size_t> wanted_partitions(const PorepRequest& request) {
  size_t count = request.sector.partitions.size();
  if (request.partition && *request.partition >= count) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("partition {}: this proof has {} partitions, 0 to {}",
                            *request.partition, count, count - 1));
  }
  if (request.partition) return {*request.partition};
  std::vector<size_t> all(count);
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

// As a whole first; if that fails, one by one to name the bad ones. `suspect` looks at the circuit
// before the parameters are blamed.
void verify_all(const groth16::VerifyingKey& key, const std::vector<Proof>& proofs,
                const std::vector<size_t>& partitions,
                const std::vector<std::vector<groth16::Fr>>& inputs,
                const std::function<void()>& suspect) {
  groth16::PreparedKey prepared(key);
  bool valid = proofs.size() == 1 ? groth16::verify(prepared, proofs[0], inputs[0])
                                  : groth16::verify_batch(prepared, proofs, inputs);
  if (valid) return;
  std::vector<size_t> bad;
  for (size_t i = 0; i < proofs.size(); ++i) {
    if (!groth16::verify(prepared, proofs[i], inputs[i])) bad.push_back(partitions[i]);
  }
  suspect();
  throw Error(ErrorCode::kProofInvalid,
              fmt::format("the proof of partition {} does not verify against the statement; the "
                          "parameters may belong to another circuit, or the hardware is faulty",
                          fmt::join(bad, ", ")));
}

[[noreturn]] void throw_unsatisfied(size_t partition, uint64_t row, const std::string& name) {
  throw Error(ErrorCode::kUnsatisfied,
              fmt::format("partition {}: constraint {}, '{}', does not hold; the vanilla proof may "
                          "be damaged, or the hardware is faulty",
                          partition, row, name));
}

// On the host the checker names the constraint itself; a device says which row it is.
void check_on_host(const filecoin::PorepShape& shape, const SealCommitOne& sector, size_t k) {
  auto broken = filecoin::check_porep(shape, filecoin::porep_values(sector, k));
  if (broken) throw_unsatisfied(k, broken->row, broken->name);
}

// Proves all partitions, a witness while the ones before are proved.
std::vector<Proof> prove_all(PartitionProver& prover, BackendKind backend,
                             const filecoin::PorepShape& shape, const SealCommitOne& sector,
                             const std::vector<size_t>& partitions,
                             std::vector<PartitionTimes>& all_times,
                             const base::Progress& progress) {
  std::vector<Proof> proofs;
  const auto finish_one = [&] {
    PartitionTimes& times = all_times[proofs.size()];
    if (auto row = prover.first_unsatisfied()) {
      throw_unsatisfied(times.partition, *row, filecoin::porep_row_name(shape, *row));
    }
    proofs.push_back(prover.finish(&times.prove));
    times.host_bytes = base::resident_bytes();
    times.device_bytes = prover.device_bytes_in_use();
    base::report(progress, "prove partitions", proofs.size(), partitions.size());
  };
  for (size_t k : partitions) {
    base::Stopwatch clock;
    std::string stage = fmt::format("witness of partition {}", k);
    base::report(progress, stage, 0, 1);
    PartitionInput input = porep_input(shape, filecoin::porep_values(sector, k), backend);
    base::report(progress, stage, 1, 1);
    all_times.push_back({.partition = k, .witness_seconds = clock.seconds(), .prove = {}});
    if (prover.in_flight() == prover.in_flight_max()) finish_one();
    prover.start(input, progress);
  }
  while (prover.in_flight() > 0) finish_one();
  return proofs;
}

}  // namespace

PorepResult prove_porep(const PorepRequest& request, const ParametersSource& parameters,
                        const Backend& backend, const base::Progress& progress) {
  PorepResult result;
  base::Stopwatch clock;
  const SealCommitOne& sector = request.sector;
  std::vector<size_t> partitions = wanted_partitions(request);

  base::report(progress, "check statement", 0, 1);
  const filecoin::StatementIdentity* identity = request.identity ? &*request.identity : nullptr;
  filecoin::check_statement(sector, identity);
  base::report(progress, "check statement", 1, 1);
  result.check_seconds = clock.lap_seconds();

  filecoin::PorepShape shape = filecoin::porep_shape(*sector.proof->sector);
  auto [circuit, origin] = porep_circuit(*sector.proof->sector, request.circuit_cache, progress);
  result.circuit_origin = origin;
  result.circuit_seconds = clock.lap_seconds();

  const auto suspect = [&] {
    suspect_circuit(*sector.proof->sector, request.circuit_cache, progress);
  };
  if (parameters.file && !groth16::ParamsFile(*parameters.file).fits(circuit)) suspect();

  if (request.check_witness && backend.kind == BackendKind::kCpu) {
    for (size_t k : partitions) check_on_host(shape, sector, k);
  }
  Backend checking = backend;
  checking.check_rows = request.check_witness;
  PartitionProver prover(porep_workload(circuit, shape, partitions.size()), checking, parameters,
                         progress);
  result.backend = prover.report();
  clock.lap_seconds();
  std::vector<Proof> proofs =
      prove_all(prover, backend.kind, shape, sector, partitions, result.partitions, progress);
  result.prove_seconds = clock.lap_seconds();

  filecoin::PorepStatement statement = filecoin::statement_of(sector, identity);
  for (size_t i = 0; i < proofs.size(); ++i) {
    groth16::ProofBytes bytes = groth16::encode_proof(proofs[i]);
    result.proof.insert(result.proof.end(), bytes.begin(), bytes.end());
    result.inputs.push_back(
        filecoin::public_inputs(statement, static_cast<unsigned>(partitions[i])));
  }
  base::report(progress, "verify", 0, 1);
  verify_all(prover.key(), proofs, partitions, result.inputs, suspect);
  base::report(progress, "verify", 1, 1);
  result.verify_seconds = clock.lap_seconds();
  return result;
}

}  // namespace cuzk::engine
