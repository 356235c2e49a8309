// SPDX-License-Identifier: MIT OR Apache-2.0
// Times of the transforms on the device: median, least and greatest of seven runs by events, each
// size after one run to warm up, and what registers alone reach: products and butterflies a second,
// and the latency of an inverse. Arguments: the least and the greatest log_n, 20 and 27 by default.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "field/fp.h"
#include "gpu/device.h"
#include "ntt/gpu_domain.h"
#include "ntt/gpu_quotient.h"
#include "ntt/gpu_vector.cuh"

namespace cuzk::ntt {
namespace {

using field::Fp;

constexpr unsigned kRuns = 7;

constexpr unsigned kWidth = 4;  // independent operations of a thread
constexpr unsigned kRepeats = 500;
constexpr unsigned kThreads = 128;

struct Times {
  double median, least, greatest;  // ms
};

Times measure(const gpu::Stream& stream, const std::function<void()>& enqueue) {
  gpu::Event begin(stream.device());
  gpu::Event end(stream.device());
  std::vector<double> times;
  for (unsigned run = 0; run <= kRuns; ++run) {
    begin.record(stream);
    enqueue();
    end.record(stream);
    end.wait();
    if (run > 0) times.push_back(end.seconds_since(begin) * 1e3);
  }
  std::sort(times.begin(), times.end());
  return {times[kRuns / 2], times.front(), times.back()};
}

void print_times(const char* name, unsigned log_n, const Times& times, double butterflies) {
  std::printf("%-24s 2^%u  %8.3f ms (%.3f to %.3f)  %.3g butterflies/s\n", name, log_n,
              times.median, times.least, times.greatest, butterflies / times.median * 1e3);
}

template <class F, bool kSquares>
__global__ void __launch_bounds__(kThreads, 4) products_kernel(Fr* values) {
  F* own = reinterpret_cast<F*>(values) + kWidth * (blockIdx.x * kThreads + threadIdx.x);
  F x[kWidth];
  for (unsigned i = 0; i < kWidth; ++i) x[i] = F::from_canonical(own[i].montgomery_limbs());
#pragma unroll 1
  for (unsigned repeat = 0; repeat < kRepeats; ++repeat) {
    for (unsigned i = 0; i < kWidth; ++i)
      x[i] = kSquares ? x[i].square() : x[i] * x[(i + 1) % kWidth];
  }
  for (unsigned i = 0; i < kWidth; ++i) own[i] = x[i];
}

// The same without the last subtraction of each product.
__global__ void __launch_bounds__(kThreads, 4) lazy_products_kernel(Fr* values) {
  Fr* own = values + kWidth * (blockIdx.x * kThreads + threadIdx.x);
  const Fr factor = load(own);
  LazyFr x[kWidth];
  for (unsigned i = 0; i < kWidth; ++i) x[i] = load(own + i);
#pragma unroll 1
  for (unsigned repeat = 0; repeat < kRepeats; ++repeat) {
    for (unsigned i = 0; i < kWidth; ++i) x[i] = x[i] * factor;
  }
  for (unsigned i = 0; i < kWidth; ++i) store(own + i, x[i].reduced());
}

template <class Step>
__global__ void __launch_bounds__(kThreads, 4) butterflies_kernel(Fr* values) {
  Fr* own = values + kWidth * (blockIdx.x * kThreads + threadIdx.x);
  const Fr root = load(own);
  LazyFr x[kWidth];
  for (unsigned i = 0; i < kWidth; ++i) x[i] = load(own + i);
#pragma unroll 1
  for (unsigned repeat = 0; repeat < kRepeats; ++repeat) {
    Step::step(x[0], x[1], root);
    Step::step(x[2], x[3], root);
    Step::step(x[1], x[2], root);
    Step::step(x[3], x[0], root);
  }
  for (unsigned i = 0; i < kWidth; ++i) store(own + i, x[i].reduced());
}

template <class F>
__global__ void inverse_kernel(F* values, bool by_power) {
  F x = F::from_u64(threadIdx.x + uint64_t{0x123456789});
  constexpr auto exponent = field::derive::minus(F::M::kModulus, typename F::Canonical{2});
  values[threadIdx.x] = by_power ? x.pow(exponent) : x.inverse();
}

void registers(const gpu::Stream& stream) {
  const unsigned blocks = 4 * stream.device().info().multiprocessors * 4;
  const double operations = double{kWidth} * kRepeats * blocks * kThreads;
  DeviceVector values(stream, uint64_t{kWidth} * blocks * kThreads * sizeof(Fp) / sizeof(Fr));
  fill_pseudo_random(stream, values, 1);
  auto print_rate = [&](const char* name, void (*kernel)(Fr*)) {
    Times times = measure(stream, [&] {
      kernel<<<blocks, kThreads, 0, stream.get()>>>(values.data());
      stream.check_launch(name);
    });
    std::printf("%-24s %.3g/s (%.3f ms, %.3f to %.3f)\n", name, operations / times.median * 1e3,
                times.median, times.least, times.greatest);
  };
  print_rate("products in Fr", products_kernel<Fr, false>);
  print_rate("lazy products in Fr", lazy_products_kernel);
  print_rate("butterflies down", butterflies_kernel<Down>);
  print_rate("butterflies up", butterflies_kernel<Up>);
  print_rate("products in Fp", products_kernel<Fp, false>);
  print_rate("squares in Fp", products_kernel<Fp, true>);
}

template <class F>
void inverse_latency(const gpu::Stream& stream, const char* name) {
  DeviceVector memory(stream, 128);
  fill_pseudo_random(stream, memory, 1);
  F* values = reinterpret_cast<F*>(memory.data());
  for (bool by_power : {false, true}) {
    Times times = measure(stream, [&] {
      inverse_kernel<<<1, 32, 0, stream.get()>>>(values, by_power);
      stream.check_launch("inverse_kernel");
    });
    std::printf("inverse in %s by %s   %.1f us\n", name, by_power ? "power" : "divisor",
                times.median * 1e3);
  }
}

void transforms(const gpu::Stream& stream, unsigned log_n) {
  const uint64_t size = uint64_t{1} << log_n;
  const double butterflies = 0.5 * static_cast<double>(size) * log_n;
  DeviceVector table(stream, size);
  DeviceVector a(stream, size);
  DeviceVector b(stream, size);
  Times filling = measure(stream, [&] { GpuDomain domain(stream, log_n, table.data()); });
  std::printf("%-24s 2^%u  %8.3f ms\n", "table", log_n, filling.median);
  GpuDomain domain(stream, log_n, table.data());
  fill_pseudo_random(stream, a, 1);
  fill_pseudo_random(stream, b, 2);
  for (Ring ring : {Ring::kCyclic, Ring::kNegacyclic}) {
    bool cyclic = ring == Ring::kCyclic;
    print_times(cyclic ? "to values" : "to values, negacyclic", log_n,
                measure(stream, [&] { domain.to_values(stream, a.data(), ring); }), butterflies);
    print_times(cyclic ? "to coefficients" : "to coefficients, neg.", log_n,
                measure(stream, [&] { domain.to_coefficients(stream, a.data(), ring); }),
                butterflies);
  }
  print_times(
      "negacyclic product", log_n,
      measure(stream, [&] { enqueue_negacyclic_product(stream, domain, a.data(), b.data()); }),
      5 * butterflies);
  print_times("quotient", log_n,
              measure(stream, [&] { enqueue_quotient(stream, domain, a.data(), b.data()); }),
              butterflies);
}

}  // namespace
}  // namespace cuzk::ntt

int main(int argc, char** argv) {
  unsigned log_min = argc > 2 ? static_cast<unsigned>(std::atoi(argv[1])) : 20;
  unsigned log_max = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 27;
  cuzk::gpu::Device device(0);
  cuzk::gpu::Stream stream(device);
  cuzk::ntt::registers(stream);
  cuzk::ntt::inverse_latency<cuzk::field::Fr>(stream, "Fr");
  cuzk::ntt::inverse_latency<cuzk::field::Fp>(stream, "Fp");
  for (unsigned log_n = log_min; log_n <= log_max; ++log_n) {
    cuzk::ntt::transforms(stream, log_n);
  }
  return 0;
}
