// SPDX-License-Identifier: MIT OR Apache-2.0
// The witness that a device makes is that of the host, word for word, for all sector sizes, for
// sealed sectors and for values that do not satisfy the circuit, whatever the memory held before.
#include "filecoin/porep_gpu_witness.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "filecoin/gpu_witness_testing.h"
#include "filecoin/porep_regions_testing.h"

namespace cuzk::filecoin {
namespace {

class PorepGpuWitnessTest : public testing::Test {
 protected:
  void expect_same(const PorepShape& shape, const PorepValues& values) {
    const PorepGpuWitness witness(device_, shape);
    GpuWitnessRun run(device_, stream_, witness);
    run.upload(values);
    run.enqueue();
    run.expect_equal(porep_witness(shape, values));
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

    const PorepGpuWitness witness(device_, shape);
    GpuWitnessRun run(device_, stream_, witness);
    run.upload(porep_values(sector, 1));
    const Milliseconds times = run.milliseconds();
    RecordProperty(std::string(size) + " ms", std::to_string(times.median()));
    printf("%s: median %.3f ms of %.3f to %.3f\n", size, times.median(), times.sorted.front(),
           times.sorted.back());
  }
}

}  // namespace
}  // namespace cuzk::filecoin
