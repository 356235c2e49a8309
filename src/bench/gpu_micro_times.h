// SPDX-License-Identifier: MIT OR Apache-2.0
// The stopwatch of the measurements of gpu_micro.h: median, least and greatest time of some runs
// of the same work on a stream, by events, after one run that is not counted.
//
// Between two events there is nothing but what is measured. The work may be queued again without
// harm; what it computes may change from run to run. For .cu files.
#pragma once

#include <algorithm>
#include <vector>

#include "bench/gpu_micro.h"
#include "gpu/stream.h"

namespace cuzk::bench {

// `prepare` is put on the stream before each run and not measured.
template <class Enqueue, class Prepare>
MicroTimes measure(const gpu::Stream& stream, unsigned repeats, const Enqueue& enqueue,
                   const Prepare& prepare) {
  gpu::Event begin(stream.device());
  gpu::Event end(stream.device());
  std::vector<double> seconds;
  for (unsigned run = 0; run <= repeats; ++run) {
    prepare();
    begin.record(stream);
    enqueue();
    end.record(stream);
    end.wait();
    if (run > 0) seconds.push_back(end.seconds_since(begin));
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

template <class Enqueue>
MicroTimes measure(const gpu::Stream& stream, unsigned repeats, const Enqueue& enqueue) {
  return measure(stream, repeats, enqueue, [] {});
}

// Memory is left to CUDA itself.
inline bool fits(const gpu::Device& device, uint64_t bytes) {
  constexpr uint64_t kHeadroom = uint64_t{256} << 20;
  return bytes + kHeadroom <= device.free_bytes();
}

}  // namespace cuzk::bench
