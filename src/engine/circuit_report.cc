// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_report.h"

#include <tbb/task_group.h>

#include <span>

#include "base/clock.h"
#include "engine/partition_prover.h"
#include "groth16/device_synthesis.h"
#include "r1cs/circuit_file.h"
#include "r1cs/evaluate.h"

namespace cuzk::engine {
namespace {

using r1cs::Matrix;

constexpr Matrix kMatrices[] = {Matrix::kA, Matrix::kB, Matrix::kC};

r1cs::Circuit record(const KindCircuit& kind_circuit, const base::Progress& progress) {
  base::report(progress, "record", 0, 1);
  r1cs::Circuit circuit = kind_circuit.record();
  base::report(progress, "record", 1, 1);
  return circuit;
}

groth16::Synthesis synthesise_on_host(const r1cs::Circuit& circuit, const CheckedCase& checked,
                                      size_t partition) {
  base::Stopwatch clock;
  groth16::Synthesis out;
  out.assignment = std::get<r1cs::Assignment>(checked.input(partition, BackendKind::kCpu));
  out.program_seconds = clock.lap_seconds();
  for (size_t i = 0; i < 3; ++i) {
    out.rows[i] = r1cs::evaluate(circuit, kMatrices[i], out.assignment);
  }
  out.rows_seconds = clock.lap_seconds();
  return out;
}

groth16::Synthesis synthesise_on_device(gpu::Device& device, const KindCircuit& kind_circuit,
                                        const r1cs::Circuit& circuit, const CheckedCase& checked,
                                        size_t partition) {
  const PartitionInput input = checked.input(partition, BackendKind::kGpu);
  const Workload workload{circuit, 1, kind_circuit.device_program};
  return groth16::synthesise(device, circuit, program_of(workload, device),
                             pack_input(circuit, input));
}

}  // namespace

CircuitReport describe_circuit(const KindCircuit& kind_circuit, const base::Progress& progress) {
  base::Stopwatch clock;
  const r1cs::Circuit circuit = record(kind_circuit, progress);
  CircuitReport report;
  report.record_seconds = clock.lap_seconds();
  report.num_constraints = circuit.num_constraints();
  report.num_rows = circuit.num_rows();
  report.num_inputs = circuit.num_inputs();
  report.num_aux = circuit.num_aux();
  report.num_wide = circuit.num_wide();
  report.log_domain = circuit.log_domain();
  for (size_t i = 0; i < 3; ++i) report.non_zeros[i] = circuit.non_zeros(kMatrices[i]);
  report.a_aux_density = circuit.a_aux_density().popcount();
  report.b_aux_density = circuit.b_aux_density().popcount();
  report.b_input_density = circuit.b_input_density().popcount();
  report.memory_bytes = circuit.memory_bytes();
  report.file_bytes = r1cs::circuit_file_bytes(circuit);
  clock.lap_seconds();
  report.digest = r1cs::digest(circuit, progress);
  report.digest_seconds = clock.lap_seconds();
  return report;
}

std::vector<WitnessReport> describe_witness(const KindCircuit& kind_circuit,
                                            const CheckedCase& checked,
                                            const std::vector<size_t>& partitions,
                                            gpu::Device* device, const base::Progress& progress) {
  const r1cs::Circuit circuit = record(kind_circuit, progress);
  std::vector<WitnessReport> reports;
  for (size_t k : partitions) {
    base::report(progress, "witness", reports.size(), partitions.size());
    const groth16::Synthesis made =
        device == nullptr ? synthesise_on_host(circuit, checked, k)
                          : synthesise_on_device(*device, kind_circuit, circuit, checked, k);
    const std::array<std::vector<field::Fr>, 3>& rows = made.rows;
    WitnessReport report;
    report.partition = k;
    report.witness_seconds = made.program_seconds;
    report.rows_seconds = made.rows_seconds;
    report.inputs = made.assignment.inputs;
    report.first_unsatisfied = r1cs::first_unsatisfied(rows[0], rows[1], rows[2]);
    // Each digest is a chain; they take most of the time.
    tbb::task_group digests;
    digests.run([&] { report.aux = r1cs::digest_aux(circuit, made.assignment); });
    for (size_t i = 0; i < 3; ++i) {
      const std::span<const field::Fr> vector(rows[i]);
      const auto from_circuit = vector.first(circuit.num_constraints());
      digests.run([&report, i, vector] { report.rows[i] = r1cs::digest_values(vector); });
      digests.run([&report, i, from_circuit] {
        report.rows_without_closing[i] = r1cs::digest_values(from_circuit).whole;
      });
    }
    digests.wait();
    reports.push_back(std::move(report));
    base::report(progress, "witness", reports.size(), partitions.size());
  }
  return reports;
}

}  // namespace cuzk::engine
