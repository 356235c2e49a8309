// SPDX-License-Identifier: MIT OR Apache-2.0
// What points in mapped slabs cost against points in one allocation (residency.md RS-203).
#include <algorithm>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "bench/gpu_micro_times.h"
#include "curve/curve.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "gpu/slab.h"
#include "ntt/gpu_domain.h"
#include "ntt/gpu_vector.cuh"

namespace cuzk::bench {
namespace {

using curve::G1Affine;

MicroTimes times_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

// One point a thread, from anywhere: as words, so that any bytes will do.
__global__ void gather(const uint4* points, uint64_t count, uint64_t gathers, uint32_t seed,
                       uint32_t* out) {
  constexpr unsigned kWords = sizeof(G1Affine) / sizeof(uint4);
  uint64_t i = gpu::thread_index();
  if (i >= gathers) return;
  const uint4* point = points + ntt::scattered(i + (uint64_t{seed} << 40)) % count * kWords;
  uint32_t sum = 0;
#pragma unroll
  for (unsigned word = 0; word < kWords; ++word) {
    uint4 value = point[word];
    sum ^= value.x ^ value.y ^ value.z ^ value.w;
  }
  if (sum == seed) atomicAdd(out, 1);  // so that no load is left out
}

// Slabs, all mapped into one range.
class MappedSlabs {
 public:
  MappedSlabs(gpu::Device& device, size_t count) : range_(device, count) {
    for (size_t i = 0; i < count; ++i) range_.map(i, slabs_.emplace_back(device));
    range_.open(0, count);
  }
  ~MappedSlabs() {
    for (size_t i = 0; i < range_.places(); ++i) range_.unmap(i);
  }
  MappedSlabs(const MappedSlabs&) = delete;
  MappedSlabs& operator=(const MappedSlabs&) = delete;

  void* data() const { return range_.data(); }

 private:
  std::vector<gpu::Slab> slabs_;
  gpu::SlabRange range_;
};

// Seconds of the host for each slab.
struct StepSeconds {
  std::vector<double> create, map, open, unmap, release;
};

std::vector<MicroSlabStep> steps(gpu::Device& device, size_t count) {
  StepSeconds seconds;
  gpu::SlabRange range(device, count);
  std::vector<gpu::Slab> slabs;
  slabs.reserve(count);
  const auto timed = [](std::vector<double>& out, const auto& work) {
    base::Stopwatch watch;
    work();
    out.push_back(watch.seconds());
  };
  for (size_t i = 0; i < count; ++i) timed(seconds.create, [&] { slabs.emplace_back(device); });
  for (size_t i = 0; i < count; ++i) timed(seconds.map, [&] { range.map(i, slabs[i]); });
  for (size_t i = 0; i < count; ++i) timed(seconds.open, [&] { range.open(i, 1); });
  for (size_t i = 0; i < count; ++i) timed(seconds.unmap, [&] { range.unmap(i); });
  // And access for all of them in one call.
  for (size_t i = 0; i < count; ++i) range.map(i, slabs[i]);
  std::vector<double> open_all;
  timed(open_all, [&] { range.open(0, count); });
  for (size_t i = 0; i < count; ++i) range.unmap(i);
  while (!slabs.empty()) timed(seconds.release, [&] { slabs.pop_back(); });
  return {{"create", 1, times_of(seconds.create)},
          {"map", 1, times_of(seconds.map)},
          {"set access, one by one", 1, times_of(seconds.open)},
          {"set access, all at once", count, times_of(open_all)},
          {"unmap", 1, times_of(seconds.unmap)},
          {"release", 1, times_of(seconds.release)}};
}

// Both kinds of memory in turn, so that what drifts meets both.
void measure_gathers(gpu::Device& device, const SlabEffort& effort, MicroSlabs& out) {
  gpu::Stream stream(device);
  const size_t count = gpu::slab_count(effort.gather_bytes);
  const uint64_t bytes = count * gpu::kSlabBytes;
  const uint64_t points = bytes / sizeof(G1Affine);
  gpu::DeviceMemory allocated(device, bytes);
  const MappedSlabs mapped(device, count);
  gpu::DeviceMemory found(device, sizeof(uint32_t));
  stream.clear(static_cast<char*>(allocated.data()), bytes);
  stream.clear(static_cast<char*>(mapped.data()), bytes);
  gpu::Event begin(device), end(device);
  uint32_t seed = 0;
  const auto seconds = [&](const void* data) {
    begin.record(stream);
    gpu::launch(stream, "gather", gather, effort.gathers, static_cast<const uint4*>(data), points,
                effort.gathers, seed + 1, static_cast<uint32_t*>(found.data()));
    end.record(stream);
    end.wait();
    return end.seconds_since(begin);
  };
  std::vector<double> of_allocated, of_mapped, ratios;
  for (unsigned run = 0; run <= effort.repeats; ++run, ++seed) {
    const double first = seconds(allocated.data());
    const double second = seconds(mapped.data());
    if (run == 0) continue;
    of_allocated.push_back(first);
    of_mapped.push_back(second);
    ratios.push_back(second / first);
  }
  out.gather_bytes = bytes;
  out.gathers = effort.gathers;
  out.allocated = times_of(of_allocated);
  out.mapped = times_of(of_mapped);
  out.ratio = times_of(ratios);
}

// A sequence of transforms and gathers on the device, with and without slabs that the host maps,
// opens and unmaps meanwhile.
void measure_delay(gpu::Device& device, const SlabEffort& effort, MicroSlabs& out) {
  gpu::Stream stream(device);
  ntt::DeviceVector table(stream, uint64_t{1} << effort.log_transform);
  ntt::DeviceVector values(stream, uint64_t{1} << effort.log_transform);
  gpu::DeviceMemory found(device, sizeof(uint32_t));
  const ntt::GpuDomain domain(stream, effort.log_transform, table.data());
  ntt::fill_pseudo_random(stream, values, 1);
  const uint64_t points = values.size() * sizeof(field::Fr) / sizeof(G1Affine);
  gpu::SlabRange range(device, effort.remapped);
  std::vector<gpu::Slab> slabs;
  for (size_t i = 0; i < effort.remapped; ++i) slabs.emplace_back(device);
  gpu::Event begin(device), end(device);
  double host_seconds = 0;
  const auto remap = [&] {
    base::Stopwatch watch;
    for (size_t i = 0; i < slabs.size(); ++i) range.map(i, slabs[i]);
    range.open(0, slabs.size());
    for (size_t i = 0; i < slabs.size(); ++i) range.unmap(i);
    host_seconds = watch.seconds();
  };
  const auto seconds = [&](bool remaps) {
    begin.record(stream);
    for (unsigned step = 0; step < effort.sequence; ++step) {
      domain.to_values(stream, values.data(), ntt::Ring::kCyclic);
      gpu::launch(stream, "gather", gather, points, reinterpret_cast<const uint4*>(values.data()),
                  points, points, step, static_cast<uint32_t*>(found.data()));
    }
    end.record(stream);
    if (remaps) remap();
    end.wait();
    return end.seconds_since(begin);
  };
  std::vector<double> undisturbed, delays, hosts;
  for (unsigned run = 0; run <= effort.repeats; ++run) {
    const double without = seconds(false);
    const double with = seconds(true);
    if (run == 0) continue;
    undisturbed.push_back(without);
    delays.push_back(with - without);
    hosts.push_back(host_seconds);
  }
  out.remapped = effort.remapped;
  out.undisturbed = times_of(undisturbed);
  out.delay = times_of(delays);
  out.remap = times_of(hosts);
}

}  // namespace

MicroSlabs micro_slabs(gpu::Device& device, const SlabEffort& effort) {
  MicroSlabs out;
  out.slab_bytes = gpu::kSlabBytes;
  out.is_supported = gpu::has_slabs(device);
  if (!out.is_supported) return out;
  const uint64_t remapped_bytes = effort.remapped * gpu::kSlabBytes;
  const uint64_t transform_bytes = 2 * sizeof(field::Fr) << effort.log_transform;
  out.device_bytes = std::max(2 * gpu::slab_count(effort.gather_bytes) * gpu::kSlabBytes,
                              remapped_bytes + transform_bytes);
  out.fits = fits(device, out.device_bytes);
  if (!out.fits) return out;
  out.steps = steps(device, effort.remapped);
  measure_gathers(device, effort, out);
  measure_delay(device, effort, out);
  return out;
}

}  // namespace cuzk::bench
