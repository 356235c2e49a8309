// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/device_synthesis.h"

#include <algorithm>

#include "gpu/memory.h"
#include "gpu/stream.h"
#include "r1cs/gpu_rows.h"

namespace cuzk::groth16 {
namespace {

using field::Fr;

constexpr int kRuns = 5;

// Declared after memory that the stream's work uses: that work is over before the memory goes.
struct Settled {
  const gpu::Stream& stream;
  ~Settled() { stream.settle(); }
};

template <class F>
double median_seconds(const gpu::Stream& stream, F&& enqueue) {
  std::vector<double> seconds;
  for (int run = 0; run < kRuns; ++run) {
    gpu::Event begin(stream.device()), end(stream.device());
    begin.record(stream);
    enqueue();
    end.record(stream);
    stream.wait();
    seconds.push_back(end.seconds_since(begin));
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[kRuns / 2];
}

// Row j stands at the reverse of its bits.
std::vector<Fr> natural_order(const std::vector<Fr>& values, uint64_t rows, unsigned log_domain) {
  std::vector<Fr> out(rows);
  uint64_t position = 0;
  for (uint64_t row = 0; row < rows; ++row) {
    out[row] = values[position];
    // The next number in reversed order: carry from the highest bit down.
    uint64_t bit = uint64_t{1} << log_domain >> 1;
    for (; (position & bit) != 0; bit >>= 1) position ^= bit;
    position |= bit;
  }
  return out;
}

}  // namespace

Synthesis synthesise(gpu::Device& device, const r1cs::Circuit& circuit,
                     const AssignmentProgram& program, const PackInput& pack) {
  gpu::Stream stream(device);
  const uint64_t num_words = (circuit.num_aux() + 63) / 64;
  gpu::PinnedMemory packed(device, program.input_bytes);
  gpu::DeviceMemory input(device, program.input_bytes);
  gpu::DeviceMemory inputs(device, circuit.num_inputs() * sizeof(Fr));
  gpu::DeviceMemory wide(device, circuit.num_wide() * sizeof(Fr));
  gpu::DeviceMemory bits(device, num_words * sizeof(uint64_t));
  const DeviceAssignment out = {static_cast<Fr*>(inputs.data()),
                                static_cast<uint64_t*>(bits.data()), static_cast<Fr*>(wide.data())};
  const Settled settled{stream};
  pack(packed.as<char>());
  stream.copy(static_cast<char*>(input.data()), packed.as<const char>(), program.input_bytes);

  Synthesis result;
  result.program_seconds =
      median_seconds(stream, [&] { program.write(stream, input.data(), out); });
  r1cs::Assignment& assignment = result.assignment;
  assignment.inputs.resize(circuit.num_inputs());
  assignment.wide.resize(circuit.num_wide());
  assignment.bits = base::BitVector(circuit.num_aux());
  stream.copy(assignment.inputs.data(), static_cast<const Fr*>(out.inputs), circuit.num_inputs());
  stream.copy(assignment.wide.data(), static_cast<const Fr*>(out.wide), circuit.num_wide());
  stream.copy(assignment.bits.words().data(), static_cast<const uint64_t*>(out.bits), num_words);
  stream.wait();

  const r1cs::GpuAssignment on_device = {out.inputs, out.bits, out.wide};
  const uint64_t domain = uint64_t{1} << circuit.log_domain();
  gpu::DeviceMemory row_values(device, domain * sizeof(Fr));
  Fr* values = static_cast<Fr*>(row_values.data());
  std::vector<Fr> reversed(domain);
  const auto bring = [&](size_t matrix) {
    stream.copy(reversed.data(), static_cast<const Fr*>(values), domain);
    stream.wait();
    result.rows[matrix] = natural_order(reversed, circuit.num_rows(), circuit.log_domain());
  };
  r1cs::GpuCircuit ab(device, stream, circuit);
  for (size_t matrix : {0, 1}) {
    auto which = matrix == 0 ? r1cs::RowValues::kA : r1cs::RowValues::kB;
    result.rows_seconds +=
        median_seconds(stream, [&] { ab.enqueue_rows(stream, on_device, which, values); });
    bring(matrix);
  }
  r1cs::GpuCircuit c(device, stream, circuit, r1cs::StoredMatrices::kC);
  c.enqueue_rows(stream, on_device, r1cs::RowValues::kB, values);
  bring(2);
  return result;
}

}  // namespace cuzk::groth16
