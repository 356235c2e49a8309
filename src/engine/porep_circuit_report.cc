// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/porep_circuit_report.h"

#include <tbb/task_group.h>

#include <span>

#include "base/clock.h"
#include "engine/porep_input.h"
#include "filecoin/porep_circuit.h"
#include "groth16/device_synthesis.h"
#include "r1cs/circuit_file.h"
#include "r1cs/evaluate.h"

namespace cuzk::engine {
namespace {

using r1cs::Matrix;

constexpr Matrix kMatrices[] = {Matrix::kA, Matrix::kB, Matrix::kC};

groth16::Synthesis synthesise_on_host(const r1cs::Circuit& circuit,
                                      const filecoin::PorepShape& shape,
                                      const filecoin::PorepValues& values) {
  base::Stopwatch clock;
  groth16::Synthesis out;
  out.assignment = filecoin::porep_witness(shape, values);
  out.program_seconds = clock.lap_seconds();
  for (size_t i = 0; i < 3; ++i) {
    out.rows[i] = r1cs::evaluate(circuit, kMatrices[i], out.assignment);
  }
  out.rows_seconds = clock.lap_seconds();
  return out;
}

groth16::Synthesis synthesise_on_device(gpu::Device& device, const r1cs::Circuit& circuit,
                                        const filecoin::PorepShape& shape,
                                        const filecoin::PorepValues& values) {
  const auto packed = std::get<PackedValues>(porep_input(shape, values, BackendKind::kGpu));
  return groth16::synthesise(device, circuit,
                             porep_workload(circuit, shape, 1).device_program(device),
                             pack_values(packed));
}

}  // namespace

CircuitReport describe_porep_circuit(const filecoin::Sector& sector,
                                     const base::Progress& progress) {
  base::Stopwatch clock;
  base::report(progress, "record", 0, 1);
  r1cs::Circuit circuit = filecoin::compile_porep(filecoin::porep_shape(sector));
  base::report(progress, "record", 1, 1);
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

std::vector<WitnessReport> describe_porep_witness(const filecoin::SealCommitOne& sector,
                                                  const std::vector<size_t>& partitions,
                                                  gpu::Device* device,
                                                  const base::Progress& progress) {
  filecoin::PorepShape shape = filecoin::porep_shape(*sector.proof->sector);
  base::report(progress, "record", 0, 1);
  r1cs::Circuit circuit = filecoin::compile_porep(shape);
  base::report(progress, "record", 1, 1);
  std::vector<WitnessReport> reports;
  for (size_t k : partitions) {
    base::report(progress, "witness", reports.size(), partitions.size());
    const filecoin::PorepValues values = filecoin::porep_values(sector, k);
    const groth16::Synthesis made = device == nullptr
                                        ? synthesise_on_host(circuit, shape, values)
                                        : synthesise_on_device(*device, circuit, shape, values);
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
