// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums of [k_i] P_i with points that stay on the device. P_i = [p_i] G for pseudo-random p_i, so
// that the sum is [k_0 p_0 + k_1 p_1 + ...] G.
#include <algorithm>
#include <optional>
#include <vector>

#include "bench/gpu_micro_times.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "msm/gpu_fixed_base.h"
#include "msm/gpu_msm.h"
#include "ntt/gpu_vector.cuh"

namespace cuzk::bench {
namespace {

using curve::Affine;
using field::Fp;
using field::Fp2;
using field::Fr;
using msm::GpuMsm;
using msm::GpuMsmShape;
using ntt::DeviceVector;

enum class Kind { kRandom, kEqual, kBits, kSmall, kWitness };

constexpr const char* kKindNames[] = {"random", "all equal", "0 or 1", "32 bits",
                                      "bits, 1 % random"};
// Of the mixture every kWideEach-th scalar is random; the others are bits.
constexpr uint64_t kWideEach = 100;
constexpr uint64_t kPointSeed = 1, kScalarSeed = 2;

// Items of a pass, as a proof takes them where memory allows.
template <class F>
constexpr uint64_t kItems = uint64_t{1} << (sizeof(F) == sizeof(Fp) ? 28 : 27);

// Points that are made at once.
constexpr uint64_t kChunk = uint64_t{1} << 18;

__device__ Fr make_scalar(Kind kind, uint64_t index) {
  const Fr random = ntt::pseudo_random(kScalarSeed, index);
  const uint64_t word = random.montgomery_limbs()[0];
  switch (kind) {
    case Kind::kRandom: return random;
    case Kind::kEqual: return ntt::pseudo_random(kScalarSeed, 0);
    case Kind::kBits: return Fr::from_u64(word & 1);
    case Kind::kSmall: return Fr::from_u64(word & 0xffffffff);
    case Kind::kWitness: return index % kWideEach == 0 ? random : Fr::from_u64(word & 1);
  }
  return random;
}

__global__ void fill_point_scalars(uint64_t first, uint64_t count, Fr* out) {
  uint64_t i = gpu::thread_index();
  if (i < count) out[i] = ntt::pseudo_random(kPointSeed, first + i);
}

__global__ void fill_scalars(Kind kind, uint64_t count, Fr* out) {
  uint64_t i = gpu::thread_index();
  if (i < count) out[i] = make_scalar(kind, i);
}

// The mixture as a proof holds it: bits by the word, the other scalars with their references.
struct Mixture {
  uint64_t *bits, *mask, *density;
  uint32_t* ranks;
  uint32_t* references;
  Fr* wide;
};
__global__ void fill_words(Mixture out, const Fr* scalars, uint64_t words) {
  uint64_t word = gpu::thread_index();
  if (word >= words) return;
  uint64_t bits = 0;
  uint64_t mask = 0;
  for (uint64_t i = 0; i < 64; ++i) {
    uint64_t index = 64 * word + i;
    if (index % kWideEach == 0) continue;
    mask |= uint64_t{1} << i;
    if (!scalars[index].is_zero()) bits |= uint64_t{1} << i;
  }
  out.bits[word] = bits;
  out.mask[word] = mask;
  out.density[word] = ~uint64_t{0};
  out.ranks[word] = static_cast<uint32_t>(64 * word);
}
__global__ void fill_wide(Mixture out, const Fr* scalars, uint64_t count) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  out.references[i] = static_cast<uint32_t>(i * kWideEach);
  out.wide[i] = scalars[i * kWideEach];
}

// Threads that go through all scalars together, each with the steps of a stride.
constexpr uint64_t kStride = uint64_t{1} << 16;
static_assert(kStride % gpu::kThreads == 0);

// counter += the digits that are not zero; of the mixture's bits, the set ones.
__global__ void count_additions(Kind kind, msm::SignedDigits digits, const Fr* scalars,
                                uint64_t count, unsigned long long* counter) {
  unsigned long long own = 0;
  for (uint64_t i = gpu::thread_index(); i < count; i += kStride) {
    if (kind == Kind::kWitness && i % kWideEach != 0) {
      own += scalars[i].is_zero() ? 0 : 1;
      continue;
    }
    const auto prepared = digits.prepare(scalars[i]);
    for (unsigned w = 0; w < digits.windows(); ++w) own += digits.digit(prepared, w) != 0 ? 1 : 0;
  }
  atomicAdd(counter, own);
}

// parts[t] = the sum of scalars[i] * p_i over i = t, t + kStride, ...
__global__ void multiply_by_points(const Fr* scalars, uint64_t count, Fr* parts) {
  Fr sum = Fr::zero();
  for (uint64_t i = gpu::thread_index(); i < count; i += kStride) {
    sum += scalars[i] * ntt::pseudo_random(kPointSeed, i);
  }
  parts[gpu::thread_index()] = sum;
}

template <class F>
const Affine<F>& generator() {
  if constexpr (sizeof(F) == sizeof(Fp)) {
    return curve::g1_generator();
  } else {
    return curve::g2_generator();
  }
}

uint64_t wide_count(uint64_t count) { return (count + kWideEach - 1) / kWideEach; }

GpuMsmShape shape_of(Kind kind, uint64_t count, uint64_t items) {
  if (kind != Kind::kWitness) return GpuMsmShape::plan(count, 1, count, 0, 0, items);
  uint64_t wide = wide_count(count);
  return GpuMsmShape::plan(wide, 1, wide, count, count / 64, items);
}

template <class F>
uint64_t sum_bytes(const GpuMsmShape& shape) {
  gpu::Arena measure;
  GpuMsm<F> plan(measure, shape);
  return measure.peak();
}

Mixture take_mixture(gpu::Arena& arena, uint64_t count) {
  const uint64_t words = count / 64;
  return {arena.take<uint64_t>(words),
          arena.take<uint64_t>(words),
          arena.take<uint64_t>(words),
          arena.take<uint32_t>(words),
          arena.take<uint32_t>(wide_count(count)),
          arena.take<Fr>(wide_count(count))};
}
uint64_t mixture_bytes(Kind kind, uint64_t count) {
  if (kind != Kind::kWitness) return 0;
  gpu::Arena measure;
  take_mixture(measure, count);
  return measure.peak();
}

// The points of the largest size and what is measured with them.
template <class F>
class MsmBench {
 public:
  MsmBench(gpu::Device& device, const MicroEffort& effort)
      : device_(device), effort_(effort), stream_(device), base_(generator<F>(), UINT32_MAX) {}

  // Bytes for all sums up to this size, with passes as short as they can be.
  uint64_t bytes_needed(unsigned log_size) const {
    const uint64_t count = uint64_t{1} << log_size;
    const uint64_t sums = 2 * count * sizeof(Fr) + sum_bytes<F>(shape_of(Kind::kRandom, count, 1));
    return count * sizeof(Affine<F>) + std::max(sums, maker_bytes(count));
  }

  void make_points(unsigned log_size);
  MicroMsm run(Kind kind, unsigned log_size) const;

 private:
  // Working memory for making `count` points.
  uint64_t maker_bytes(uint64_t count) const;

  GpuMsmShape longest_passes(Kind kind, uint64_t count) const;
  Mixture fill_mixture(gpu::Arena& arena, const DeviceVector& scalars) const;
  double additions(Kind kind, const GpuMsmShape& shape, const DeviceVector& scalars) const;
  bool is_sum(const DeviceVector& scalars, const GpuMsmShape& shape,
              const gpu::PinnedMemory& results) const;

  Affine<F>* points() const { return static_cast<Affine<F>*>(points_.data()); }

  gpu::Device& device_;
  MicroEffort effort_;
  gpu::Stream stream_;
  msm::FixedBase<F> base_;
  gpu::DeviceMemory points_;
};

template <class F>
uint64_t MsmBench<F>::maker_bytes(uint64_t count) const {
  const uint64_t chunk = std::min(count, kChunk);
  gpu::Arena measure;
  measure.take<Fr>(chunk);
  msm::GpuFixedBase<F> plan(stream_, measure, base_, chunk);
  return measure.peak();
}

template <class F>
void MsmBench<F>::make_points(unsigned log_size) {
  const uint64_t count = uint64_t{1} << log_size;
  const uint64_t chunk = std::min(count, kChunk);
  points_ = gpu::DeviceMemory(device_, count * sizeof(Affine<F>));
  gpu::DeviceMemory memory(device_, maker_bytes(count));
  gpu::Arena arena(memory.data(), memory.bytes());
  Fr* scalars = arena.take<Fr>(chunk);
  msm::GpuFixedBase<F> products(stream_, arena, base_, chunk);
  for (uint64_t first = 0; first < count; first += chunk) {
    gpu::launch(stream_, "fill_point_scalars", fill_point_scalars, chunk, first, chunk, scalars);
    products.enqueue(stream_, scalars, chunk, points() + first);
  }
  stream_.wait();
}

template <class F>
GpuMsmShape MsmBench<F>::longest_passes(Kind kind, uint64_t count) const {
  uint64_t items = std::min(kItems<F>, 32 * count);
  GpuMsmShape shape = shape_of(kind, count, items);
  while (items > count && !fits(device_, sum_bytes<F>(shape) + mixture_bytes(kind, count))) {
    items /= 2;
    shape = shape_of(kind, count, items);
  }
  return shape;
}

template <class F>
Mixture MsmBench<F>::fill_mixture(gpu::Arena& arena, const DeviceVector& scalars) const {
  const uint64_t count = scalars.size();
  Mixture out = take_mixture(arena, count);
  gpu::launch(stream_, "fill_words", fill_words, count / 64, out, scalars.data(), count / 64);
  gpu::launch(stream_, "fill_wide", fill_wide, wide_count(count), out, scalars.data(),
              wide_count(count));
  return out;
}

template <class F>
double MsmBench<F>::additions(Kind kind, const GpuMsmShape& shape,
                              const DeviceVector& scalars) const {
  gpu::DeviceMemory memory(device_, sizeof(unsigned long long));
  auto* counter = static_cast<unsigned long long*>(memory.data());
  stream_.clear(counter, 1);
  gpu::launch(stream_, "count_additions", count_additions, kStride, kind, shape.digits(),
              scalars.data(), scalars.size(), counter);
  unsigned long long out = 0;
  stream_.copy(&out, static_cast<const unsigned long long*>(counter), 1);
  stream_.wait();
  return static_cast<double>(out);
}

template <class F>
bool MsmBench<F>::is_sum(const DeviceVector& scalars, const GpuMsmShape& shape,
                         const gpu::PinnedMemory& results) const {
  DeviceVector parts(stream_, kStride);
  gpu::launch(stream_, "multiply_by_points", multiply_by_points, kStride, scalars.data(),
              scalars.size(), parts.data());
  Fr multiple = Fr::zero();
  for (const Fr& part : parts.to_host(stream_)) multiple += part;
  const curve::Jacobian<F> sum =
      msm::fold<F>(shape, {results.as<Affine<F>>(), shape.result_points()});
  return sum == curve::multiply(generator<F>(), multiple);
}

template <class F>
MicroMsm MsmBench<F>::run(Kind kind, unsigned log_size) const {
  constexpr bool kIsG1 = sizeof(F) == sizeof(Fp);
  const uint64_t count = uint64_t{1} << log_size;
  DeviceVector scalars(stream_, count);
  gpu::launch(stream_, "fill_scalars", fill_scalars, count, kind, count, scalars.data());
  stream_.wait();
  GpuMsmShape shape = longest_passes(kind, count);
  shape.is_uniform = kind == Kind::kRandom;
  const uint64_t scratch_bytes = sum_bytes<F>(shape);
  gpu::DeviceMemory memory(device_, scratch_bytes + mixture_bytes(kind, count));
  gpu::Arena arena(memory.data(), memory.bytes());
  GpuMsm<F> sum(arena, shape);
  typename GpuMsm<F>::Terms terms;
  terms.points = points();
  terms.point_count = static_cast<uint32_t>(count);
  Mixture mixture{};
  DeviceVector used_up(stream_, kind == Kind::kWitness ? 0 : count);
  if (kind == Kind::kWitness) {
    mixture = fill_mixture(arena, scalars);
    terms.scalars = {mixture.wide, mixture.references, wide_count(count), 0};
    terms.booleans = {mixture.bits, mixture.mask, mixture.density, mixture.ranks, count / 64, 0};
    terms.boolean_bound = count;
  } else {
    terms.scalars = {used_up.data(), nullptr, count, 0};
  }
  gpu::PinnedMemory results(device_, shape.result_points() * sizeof(Affine<F>));
  gpu::PinnedMemory is_unfinished(device_, sizeof(uint32_t));
  MicroTimes times = measure(
      stream_, effort_.repeats,
      [&] {
        sum.add(stream_, terms);
        sum.finish(stream_, results.as<Affine<F>>(), is_unfinished.as<uint32_t>());
      },
      [&] {
        if (kind == Kind::kWitness) {
          gpu::launch(stream_, "fill_wide", fill_wide, wide_count(count), mixture, scalars.data(),
                      wide_count(count));
        } else {
          stream_.copy(used_up.data(), static_cast<const Fr*>(scalars.data()), count);
        }
      });
  return {.group = kIsG1 ? "G1" : "G2",
          .scalars = kKindNames[static_cast<size_t>(kind)],
          .log_size = log_size,
          .device_bytes = bytes_needed(log_size),
          .fits = true,
          .digit_bits = shape.digit_bits,
          .windows = shape.digits().windows(),
          .scratch_bytes = scratch_bytes,
          .additions = additions(kind, shape, scalars),
          .wide = kIsG1 ? kWideAffineG1 : kWideAffineG2,
          .times = times,
          .is_right = is_sum(scalars, shape, results)};
}

template <class F>
std::vector<MicroMsm> run_all(gpu::Device& device, LogSizes sizes, const MicroEffort& effort,
                              std::initializer_list<Kind> other_kinds) {
  MsmBench<F> bench(device, effort);
  std::optional<unsigned> largest;
  for (unsigned log_size = sizes.min; log_size <= sizes.max; ++log_size) {
    if (fits(device, bench.bytes_needed(log_size))) largest = log_size;
  }
  if (largest) bench.make_points(*largest);
  std::vector<MicroMsm> out;
  for (unsigned log_size = sizes.min; log_size <= sizes.max; ++log_size) {
    if (largest && log_size <= *largest) {
      out.push_back(bench.run(Kind::kRandom, log_size));
    } else {
      MicroMsm skipped;
      skipped.group = sizeof(F) == sizeof(Fp) ? "G1" : "G2";
      skipped.scalars = kKindNames[0];
      skipped.log_size = log_size;
      skipped.device_bytes = bench.bytes_needed(log_size);
      out.push_back(skipped);
    }
  }
  if (!largest) return out;
  for (Kind kind : other_kinds) out.push_back(bench.run(kind, std::min(*largest, kMicroLogKinds)));
  return out;
}

}  // namespace

std::vector<MicroMsm> micro_sums_g1(gpu::Device& device, LogSizes sizes,
                                    const MicroEffort& effort) {
  return run_all<Fp>(device, sizes, effort,
                     {Kind::kEqual, Kind::kBits, Kind::kSmall, Kind::kWitness});
}

std::vector<MicroMsm> micro_sums_g2(gpu::Device& device, LogSizes sizes,
                                    const MicroEffort& effort) {
  return run_all<Fp2>(device, sizes, effort, {});
}

}  // namespace cuzk::bench
