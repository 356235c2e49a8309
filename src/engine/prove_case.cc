// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/prove_case.h"

#include <fmt/format.h>

#include <numeric>

#include "base/clock.h"
#include "base/error.h"
#include "base/resident.h"
#include "engine/circuit_cache.h"
#include "engine/circuit_footprint.h"
#include "engine/verify_partitions.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;

std::vector<size_t> wanted_partitions(size_t count, const std::optional<size_t>& only) {
  if (only && *only >= count) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("partition {}: this proof has {} partitions, 0 to {}", *only, count,
                            count - 1));
  }
  if (only) return {*only};
  std::vector<size_t> all(count);
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

[[noreturn]] void throw_unsatisfied(size_t partition, uint64_t row, const std::string& name) {
  throw Error(ErrorCode::kUnsatisfied,
              fmt::format("partition {}: constraint {}, '{}', does not hold; the vanilla proof may "
                          "be damaged, or the hardware is faulty",
                          partition, row, name));
}

void check_fits(const KindCircuit& kind_circuit, const r1cs::Circuit& circuit,
                const CheckedCase& checked, const Backend& backend, uint64_t budget_bytes) {
  if (budget_bytes == 0) return;
  CircuitFootprint footprint = circuit_footprint(kind_circuit, circuit, {.kind = backend.kind});
  if (backend.kind == BackendKind::kGpu) {
    gpu::Device device(backend.device);
    const std::vector<SetupCircuit> circuits = {setup_circuit(
        kind_circuit.name, {circuit, checked.partitions, kind_circuit.device_program}, device)};
    const DeviceSetup setup = set_up_device(device_budget(backend, device), circuits);
    footprint = with_need(std::move(footprint), device_need(circuits[0], {&setup, 1}));
  }
  Budget("host memory", budget_bytes)
      .check_fits(checked.bytes + footprint.circuit_bytes + footprint.prepared_bytes,
                  "a proof over " + kind_circuit.name);
}

struct CaseProver {
  const KindCircuit& kind_circuit;
  const CheckedCase& checked;
  BackendKind backend;
  PartitionProver& prover;
  const base::Progress& progress;

  // All partitions, an input while the ones before are proved.
  std::vector<ProofBytes> prove_all(const std::vector<size_t>& partitions,
                                    std::vector<PartitionTimes>& all_times) const {
    std::vector<ProofBytes> proofs;
    for (size_t k : partitions) {
      base::Stopwatch clock;
      const std::string stage = fmt::format("witness of partition {}", k);
      base::report(progress, stage, 0, 1);
      const PartitionInput input = checked.input(k, backend);
      base::report(progress, stage, 1, 1);
      all_times.push_back({.partition = k, .witness_seconds = clock.seconds(), .prove = {}});
      if (prover.in_flight() == prover.in_flight_max()) {
        proofs.push_back(finish_one(all_times[proofs.size()]));
        base::report(progress, "prove partitions", proofs.size(), partitions.size());
      }
      prover.start(input, progress);
    }
    while (prover.in_flight() > 0) {
      proofs.push_back(finish_one(all_times[proofs.size()]));
      base::report(progress, "prove partitions", proofs.size(), partitions.size());
    }
    return proofs;
  }

  ProofBytes finish_one(PartitionTimes& times) const {
    // A device says which row it is.
    if (auto row = prover.first_unsatisfied()) {
      throw_unsatisfied(times.partition, *row, kind_circuit.row_name(*row));
    }
    const groth16::ProofBytes bytes = groth16::encode_proof(prover.finish(&times.prove));
    times.host_bytes = base::resident_bytes();
    times.device_bytes = prover.device_bytes_in_use();
    return {bytes.begin(), bytes.end()};
  }
};

}  // namespace

CaseResult prove_case(const KindCircuit& kind_circuit, const CheckedCase& checked,
                      const ParametersSource& parameters, const Backend& backend,
                      const CaseOptions& options, const base::Progress& progress) {
  CaseResult result;
  base::Stopwatch clock;
  const std::vector<size_t> partitions = wanted_partitions(checked.partitions, options.partition);
  auto [circuit, origin] = compiled_circuit(kind_circuit, options.circuit_cache, progress);
  result.circuit_origin = origin;
  result.circuit_seconds = clock.lap_seconds();
  check_fits(kind_circuit, circuit, checked, backend, options.host_budget_bytes);
  if (parameters.file) {
    check_parameters(groth16::ParamsFile(*parameters.file), circuit, kind_circuit,
                     options.circuit_cache, progress);
  }

  if (options.check_witness && backend.kind == BackendKind::kCpu) {
    for (size_t k : partitions) {
      if (auto broken = checked.broken_row(k)) throw_unsatisfied(k, broken->row, broken->name);
    }
  }
  Backend checking = backend;
  checking.check_rows = options.check_witness;
  PartitionProver prover(Workload{circuit, partitions.size(), kind_circuit.device_program},
                         checking, parameters, progress);
  result.backend = prover.report();
  clock.lap_seconds();
  const CaseProver work{kind_circuit, checked, backend.kind, prover, progress};
  const std::vector<ProofBytes> proofs = work.prove_all(partitions, result.partitions);
  result.prove_seconds = clock.lap_seconds();

  base::report(progress, "verify", 0, 1);
  for (size_t i = 0; i < proofs.size(); ++i) {
    result.proof.insert(result.proof.end(), proofs[i].begin(), proofs[i].end());
    result.inputs.push_back(checked.public_inputs(partitions[i]));
  }
  const auto verify = verify_with(std::make_shared<const groth16::PreparedKey>(prover.key()),
                                  checked.public_inputs);
  if (const auto bad = bad_partitions(verify, partitions, proofs); !bad.empty()) {
    suspect_circuit(kind_circuit, options.circuit_cache, progress);
    throw Error(ErrorCode::kProofInvalid, bad_proof_text(bad, 1));
  }
  base::report(progress, "verify", 1, 1);
  result.verify_seconds = clock.lap_seconds();
  return result;
}

}  // namespace cuzk::engine
