// SPDX-License-Identifier: MIT OR Apache-2.0
// Copies and transforms; arithmetic and sums have files of their own.
#include "bench/gpu_micro.h"

#include <cstring>

#include "bench/gpu_micro_times.h"
#include "gpu/memory.h"
#include "ntt/gpu_domain.h"
#include "ntt/gpu_plan.cuh"
#include "ntt/gpu_vector.cuh"

namespace cuzk::bench {
namespace {

using ntt::DeviceVector;
using ntt::Ring;

}  // namespace

MicroCopy micro_device_copy(gpu::Device& device, const MicroEffort& effort) {
  gpu::Stream stream(device);
  gpu::DeviceMemory from(device, effort.copy_bytes);
  gpu::DeviceMemory to(device, effort.copy_bytes);
  stream.clear(static_cast<char*>(from.data()), from.bytes());
  return {"within the device, read and write", 2.0 * static_cast<double>(effort.copy_bytes),
          measure(stream, effort.repeats, [&] {
            stream.copy(static_cast<char*>(to.data()), static_cast<const char*>(from.data()),
                        from.bytes());
          })};
}

std::vector<MicroCopy> micro_copies(gpu::Device& device, const MicroEffort& effort) {
  gpu::Stream stream(device);
  const uint64_t bytes = effort.copy_bytes;
  gpu::DeviceMemory memory(device, bytes);
  auto* on_device = static_cast<char*>(memory.data());
  std::vector<MicroCopy> out;
  auto both_ways = [&](char* on_host, const char* up, const char* down) {
    std::memset(on_host, 1, bytes);  // pages are there before they are copied
    auto add = [&](const char* name, char* to, const char* from) {
      MicroTimes times = measure(stream, effort.repeats, [&] { stream.copy(to, from, bytes); });
      out.push_back({name, static_cast<double>(bytes), times});
    };
    add(up, on_device, on_host);
    add(down, on_host, on_device);
  };
  {
    gpu::PinnedMemory pinned(device, bytes);
    both_ways(pinned.as<char>(), "host to device, pinned", "device to host, pinned");
  }
  std::vector<char> pageable(bytes);
  both_ways(pageable.data(), "host to device, pageable", "device to host, pageable");
  return out;
}

std::vector<MicroTransform> micro_transforms(gpu::Device& device, LogSizes sizes,
                                             const MicroEffort& effort) {
  gpu::Stream stream(device);
  std::vector<MicroTransform> out;
  for (unsigned log_size = sizes.min; log_size <= sizes.max; ++log_size) {
    const uint64_t size = uint64_t{1} << log_size;
    MicroTransform row;
    row.log_size = log_size;
    row.device_bytes = 2 * size * sizeof(field::Fr);
    row.butterflies = static_cast<double>(size) / 2 * log_size;
    row.bytes = 2.0 * ntt::pass_count(log_size) * static_cast<double>(size * sizeof(field::Fr));
    row.fits = fits(device, row.device_bytes);
    if (!row.fits) {
      out.push_back(row);
      continue;
    }
    DeviceVector table(stream, size);
    DeviceVector values(stream, size);
    const ntt::GpuDomain domain(stream, log_size, table.data());
    ntt::fill_pseudo_random(stream, values, 1);
    auto add = [&](const char* name, auto transform, Ring ring) {
      row.name = name;
      row.times = measure(stream, effort.repeats,
                          [&] { (domain.*transform)(stream, values.data(), ring); });
      out.push_back(row);
    };
    add("to values, cyclic", &ntt::GpuDomain::to_values, Ring::kCyclic);
    add("to coefficients, cyclic", &ntt::GpuDomain::to_coefficients, Ring::kCyclic);
    add("to values, negacyclic", &ntt::GpuDomain::to_values, Ring::kNegacyclic);
    add("to coefficients, negacyclic", &ntt::GpuDomain::to_coefficients, Ring::kNegacyclic);
  }
  return out;
}

}  // namespace cuzk::bench
