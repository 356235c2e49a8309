// SPDX-License-Identifier: MIT OR Apache-2.0
// Row values on the device are those of `evaluate` on the host, over the whole domain, whatever
// the output held before, for random circuits of many shapes.
#include <gtest/gtest.h>

#include "r1cs/circuit_testing.h"
#include "r1cs/gpu_rows.h"

namespace cuzk::r1cs {
namespace {

template <class T>
gpu::DeviceMemory upload(const gpu::Stream& stream, const std::vector<T>& values) {
  gpu::DeviceMemory memory(stream.device(), std::max<size_t>(values.size(), 1) * sizeof(T));
  stream.copy(static_cast<T*>(memory.data()), values.data(), values.size());
  stream.wait();
  return memory;
}

class DeviceAssignment {
 public:
  DeviceAssignment(const gpu::Stream& stream, const Assignment& assignment)
      : inputs_(upload(stream, assignment.inputs)),
        bits_(upload(stream, assignment.bits.words())),
        wide_(upload(stream, assignment.wide)) {}

  GpuAssignment get() const {
    return {static_cast<const Fr*>(inputs_.data()), static_cast<const uint64_t*>(bits_.data()),
            static_cast<const Fr*>(wide_.data())};
  }

 private:
  gpu::DeviceMemory inputs_, bits_, wide_;
};

TEST(GpuRows, AreTheValuesOfEvaluate) {
  gpu::Device device(0);
  gpu::Stream stream(device);
  uint64_t seed = 0;
  for (const std::vector<BlockShape>& shapes : test_shapes()) {
    SCOPED_TRACE("shapes " + std::to_string(seed));
    RandomCircuit random(++seed, shapes);
    Circuit circuit = random.circuit();
    GpuCircuit on_device(device, stream, circuit);
    EXPECT_GT(on_device.device_bytes(), 0u);
    EXPECT_EQ(on_device.log_domain(), circuit.log_domain());
    size_t count = size_t{1} << circuit.log_domain();
    gpu::DeviceMemory out(device, count * sizeof(Fr));
    Fr* values = static_cast<Fr*>(out.data());
    for (int round = 0; round < 2; ++round) {
      Assignment assignment = random.assignment();
      DeviceAssignment uploaded(stream, assignment);
      for (RowValues which : {RowValues::kA, RowValues::kB, RowValues::kProduct}) {
        std::vector<Fr> actual(count, Fr::from_u64(0xbad));
        stream.copy(values, actual.data(), count);
        on_device.enqueue_rows(stream, uploaded.get(), which, values);
        stream.copy(actual.data(), values, count);
        stream.wait();
        EXPECT_TRUE(actual == expected_rows(circuit, assignment, which))
            << "values " << static_cast<int>(which);
      }
    }
  }
}

}  // namespace
}  // namespace cuzk::r1cs
