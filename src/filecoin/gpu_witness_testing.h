// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of witnesses that a device makes (porep_gpu_witness.h, post_gpu_witness.h): their
// memory on the device, filled with dirt beforehand, the comparison with the host's assignment, and
// times. `Witness` is one of those classes; a test passes the values that its `pack` takes.
//
// One thread; needs a device.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "field/fr.h"
#include "gpu/stream.h"
#include "r1cs/assignment.h"

namespace cuzk::filecoin {

// Of eleven runs, sorted.
struct Milliseconds {
  std::vector<double> sorted;
  double median() const { return sorted[sorted.size() / 2]; }
};

template <class Witness>
class GpuWitnessRun {
 public:
  using Fr = field::Fr;

  GpuWitnessRun(gpu::Device& device, gpu::Stream& stream, const Witness& witness)
      : device_(device),
        stream_(stream),
        witness_(witness),
        input_(device, witness.input_bytes()),
        inputs_(device, uint64_t{witness.size().input} * sizeof(Fr)),
        bits_(device, (uint64_t{witness.size().aux} + 63) / 64 * sizeof(uint64_t)),
        wide_(device, uint64_t{witness.size().wide} * sizeof(Fr)) {
    for (const gpu::DeviceMemory* part : {&inputs_, &bits_, &wide_}) {
      gpu::check_cuda(device, cudaMemsetAsync(part->data(), 0xa5, part->bytes(), stream.get()),
                      "cudaMemsetAsync");
    }
  }

  template <class Values>
  void upload(const Values& values) {
    std::vector<uint64_t> packed((witness_.input_bytes() + 7) / 8);
    witness_.pack(values, packed.data());
    stream_.copy(static_cast<char*>(input_.data()), reinterpret_cast<const char*>(packed.data()),
                 witness_.input_bytes());
    stream_.wait();
  }

  void enqueue() {
    witness_.enqueue(stream_, input_.data(), static_cast<Fr*>(inputs_.data()),
                     static_cast<uint64_t*>(bits_.data()), static_cast<Fr*>(wide_.data()));
  }

  void expect_equal(const r1cs::Assignment& expected) {
    ASSERT_EQ(witness_.size().aux, expected.bits.size());
    ASSERT_EQ(witness_.size().wide, expected.wide.size());
    ASSERT_EQ(witness_.size().input, expected.inputs.size());
    compare(expected.inputs, inputs_, "inputs");
    compare(expected.bits.words(), bits_, "bits");
    compare(expected.wide, wide_, "wide values");
  }

  Milliseconds milliseconds() {
    Milliseconds out;
    for (int i = 0; i < 11; ++i) {
      gpu::Event begin(device_), end(device_);
      begin.record(stream_);
      enqueue();
      end.record(stream_);
      end.wait();
      out.sorted.push_back(end.seconds_since(begin) * 1e3);
    }
    std::sort(out.sorted.begin(), out.sorted.end());
    return out;
  }

 private:
  // In pieces, as the values of a 32 GiB WindowPoSt partition are 4 GB.
  template <class T>
  void compare(const std::vector<T>& expected, const gpu::DeviceMemory& memory, const char* what) {
    ASSERT_EQ(expected.size() * sizeof(T), memory.bytes()) << what;
    constexpr uint64_t kPiece = uint64_t{1} << 22;
    std::vector<T> actual(std::min<uint64_t>(kPiece, expected.size()));
    for (uint64_t first = 0; first < expected.size(); first += kPiece) {
      const uint64_t count = std::min<uint64_t>(kPiece, expected.size() - first);
      stream_.copy(actual.data(), static_cast<const T*>(memory.data()) + first, count);
      stream_.wait();
      const auto begin = expected.begin() + static_cast<ptrdiff_t>(first);
      ASSERT_TRUE(std::equal(begin, begin + static_cast<ptrdiff_t>(count), actual.begin()))
          << what << " from " << first;
    }
  }

  gpu::Device& device_;
  gpu::Stream& stream_;
  const Witness& witness_;
  gpu::DeviceMemory input_, inputs_, bits_, wide_;
};

}  // namespace cuzk::filecoin
