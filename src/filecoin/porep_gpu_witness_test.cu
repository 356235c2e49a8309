// SPDX-License-Identifier: MIT OR Apache-2.0
// The witness that a device makes is that of the host, word for word, for all sector sizes, for
// sealed sectors and for values that do not satisfy the circuit, whatever the memory held before.
#include "filecoin/porep_gpu_witness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "filecoin/porep_regions_testing.h"
#include "gpu/stream.h"

namespace cuzk::filecoin {
namespace {

class PorepGpuWitnessTest : public testing::Test {
 protected:
  struct Memory {
    Memory(gpu::Device& device, const PorepGpuWitness& witness)
        : input(device, witness.input_bytes()),
          inputs(device, witness.size().input * sizeof(Fr)),
          bits(device, (witness.size().aux + 63) / 64 * sizeof(uint64_t)),
          wide(device, witness.size().wide * sizeof(Fr)) {}

    gpu::DeviceMemory input, inputs, bits, wide;
  };

  template <class T>
  void fetch(std::vector<T>& out, const gpu::DeviceMemory& memory) {
    out.resize(memory.bytes() / sizeof(T));
    stream_.copy(out.data(), static_cast<const T*>(memory.data()), out.size());
  }

  void enqueue(const PorepGpuWitness& witness, const Memory& memory) {
    witness.enqueue(stream_, memory.input.data(), static_cast<Fr*>(memory.inputs.data()),
                    static_cast<uint64_t*>(memory.bits.data()),
                    static_cast<Fr*>(memory.wide.data()));
  }

  void upload(const PorepGpuWitness& witness, const PorepValues& values, const Memory& memory) {
    std::vector<uint64_t> packed((witness.input_bytes() + 7) / 8);
    witness.pack(values, packed.data());
    stream_.copy(static_cast<char*>(memory.input.data()),
                 reinterpret_cast<const char*>(packed.data()), witness.input_bytes());
    stream_.wait();
  }

  void expect_same(const PorepShape& shape, const PorepValues& values) {
    PorepGpuWitness witness(device_, shape);
    r1cs::Assignment expected = porep_witness(shape, values);
    ASSERT_EQ(witness.size().aux, expected.bits.size());
    ASSERT_EQ(witness.size().wide, expected.wide.size());
    ASSERT_EQ(witness.size().input, expected.inputs.size());
    Memory memory(device_, witness);
    for (const gpu::DeviceMemory* part : {&memory.inputs, &memory.bits, &memory.wide}) {
      std::vector<uint8_t> dirt(part->bytes(), 0xa5);
      stream_.copy(static_cast<uint8_t*>(part->data()), dirt.data(), dirt.size());
      stream_.wait();
    }
    upload(witness, values, memory);
    enqueue(witness, memory);
    std::vector<Fr> inputs, wide;
    std::vector<uint64_t> bits;
    fetch(inputs, memory.inputs);
    fetch(bits, memory.bits);
    fetch(wide, memory.wide);
    stream_.wait();
    EXPECT_TRUE(inputs == expected.inputs);
    EXPECT_TRUE(bits == expected.bits.words());
    EXPECT_TRUE(wide == expected.wide);
  }

  UsePartition same() {
    return
        [this](const PorepShape& shape, const PorepValues& values) { expect_same(shape, values); };
  }

  gpu::Device device_{0};
  gpu::Stream stream_{device_};
};

TEST_F(PorepGpuWitnessTest, OneSmallSector) { for_each_synthetic_partition("2KiB", 1, same()); }

TEST_F(PorepGpuWitnessTest, SealedSectors) { for_each_sealed_partition(same()); }

TEST_F(PorepGpuWitnessTest, SmallSectors) {
  for (const char* size : {"2KiB", "4KiB", "16KiB", "32KiB", "8MiB", "16MiB", "512MiB", "1GiB"}) {
    SCOPED_TRACE(size);
    for (uint64_t seed : {2, 3}) for_each_synthetic_partition(size, seed, same());
  }
}

TEST_F(PorepGpuWitnessTest, ValuesThatDoNotSatisfyTheCircuit) {
  for (const char* size : {"2KiB", "16MiB"}) for_each_altered_sector(size, same());
}

// A partition each of three sectors, and the time of another in the test's record.
TEST_F(PorepGpuWitnessTest, LargeSectors) {
  for (const char* size : {"32GiB", "64GiB"}) {
    SCOPED_TRACE(size);
    SealCommitOne sector = synthetic_sector(size, 4);
    PorepShape shape = porep_shape(*sector.proof->sector);
    expect_same(shape, porep_values(sector, 0));
    expect_same(shape, porep_values(synthetic_sector(size, 5), 4));
    expect_same(shape, porep_values(synthetic_sector(size, 6), 9));

    PorepGpuWitness witness(device_, shape);
    Memory memory(device_, witness);
    upload(witness, porep_values(sector, 1), memory);
    std::vector<double> milliseconds;
    for (int i = 0; i < 11; ++i) {
      gpu::Event begin(device_), end(device_);
      begin.record(stream_);
      enqueue(witness, memory);
      end.record(stream_);
      end.wait();
      milliseconds.push_back(end.seconds_since(begin) * 1e3);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    RecordProperty(std::string(size) + " ms", std::to_string(milliseconds[5]));
    printf("%s: median %.3f ms of %.3f to %.3f\n", size, milliseconds[5], milliseconds.front(),
           milliseconds.back());
  }
}

}  // namespace
}  // namespace cuzk::filecoin
