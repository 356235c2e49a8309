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
    GpuCircuit c_on_device(device, stream, circuit, StoredMatrices::kC);
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
      std::vector<Fr> actual(count, Fr::from_u64(0xbad));
      stream.copy(values, actual.data(), count);
      c_on_device.enqueue_rows(stream, uploaded.get(), RowValues::kB, values);
      stream.copy(actual.data(), values, count);
      stream.wait();
      EXPECT_TRUE(actual == as_on_device(circuit, evaluate(circuit, Matrix::kC, assignment)));
    }
  }
}

// Two rows are altered; the one with the lower number is found, wherever it stands.
TEST(GpuRows, FindTheFirstUnsatisfiedRow) {
  gpu::Device device(0);
  gpu::Stream stream(device);
  constexpr unsigned kLogRows = 10;
  constexpr size_t kRows = size_t{1} << kLogRows;
  std::vector<Fr> a, b, c;
  for (size_t i = 0; i < kRows; ++i) {
    a.push_back(Fr::from_u64(i));
    b.push_back(-Fr::from_u64(i + 1));
    c.push_back(a[i] * b[i]);
  }
  gpu::DeviceMemory device_a = upload(stream, a), device_b = upload(stream, b);
  gpu::DeviceMemory found = upload(stream, std::vector<uint32_t>{0});
  const auto first = [&] {
    gpu::DeviceMemory device_c = upload(stream, c);
    enqueue_first_unsatisfied(stream, kLogRows, static_cast<const Fr*>(device_a.data()),
                              static_cast<const Fr*>(device_b.data()),
                              static_cast<const Fr*>(device_c.data()),
                              static_cast<uint32_t*>(found.data()));
    uint32_t row = 0;
    stream.copy(&row, static_cast<const uint32_t*>(found.data()), 1);
    stream.wait();
    return row;
  };
  EXPECT_EQ(first(), kAllSatisfied);
  c[1] += Fr::one();  // row 512 in bit-reversed order
  EXPECT_EQ(first(), 512u);
  c[kRows - 4] = Fr::zero();  // row 255
  EXPECT_EQ(first(), 255u);
  c[0] = Fr::one();
  EXPECT_EQ(first(), 0u);
}

}  // namespace
}  // namespace cuzk::r1cs
