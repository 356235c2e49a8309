// SPDX-License-Identifier: MIT OR Apache-2.0
// Arithmetic in registers: every thread repeats an operation on a few values of its own, enough
// threads for all multiprocessors. The shapes of the blocks are those of the kernels that use the
// operations.
#include <vector>

#include "bench/gpu_micro_times.h"
#include "curve/curve.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "msm/gpu_points.cuh"
#include "ntt/gpu_vector.cuh"

namespace cuzk::bench {
namespace {

using curve::G1Affine;
using field::Fp;
using field::Fr;
using field::LazyFr;

constexpr unsigned kThreads = 128;
constexpr unsigned kWaves = 8;  // of the blocks that fill a device
constexpr unsigned kCachedPoints = 32;

// What a step finds beside its own values.
struct Surroundings {
  const G1Affine* points;  // kCachedPoints of them
  unsigned thread;
};

// An operation has the values of a thread, steps that change all of them, and the number of
// operations and of blocks a multiprocessor. Values start from `seed`, which is pseudo-random.

// Six products of a carry chain for each accumulator; each one is a factor of the other.
struct WideMultiplyAdds {
  static constexpr const char* kName = "multiply-add 32x32+64";
  static constexpr double kWide = 1;
  static constexpr unsigned kEach = 96, kBlocks = 8;

  uint32_t a[12], b[12];

  __device__ void begin(const Fr& seed, const Surroundings& around) {
#pragma unroll
    for (unsigned i = 0; i < 12; ++i) {
      a[i] = static_cast<uint32_t>(seed.montgomery_limbs()[i % 4] >> i) | 1;
      b[i] = a[i] * 0x9e3779b9 + around.thread;
    }
  }
  __device__ __forceinline__ static void chain(uint32_t (&sum)[12], const uint32_t (&factor)[12]) {
    asm("mad.lo.cc.u32 %0, %12, %18, %0;  madc.hi.cc.u32 %1, %12, %18, %1;\n\t"
        "madc.lo.cc.u32 %2, %13, %18, %2;  madc.hi.cc.u32 %3, %13, %18, %3;\n\t"
        "madc.lo.cc.u32 %4, %14, %18, %4;  madc.hi.cc.u32 %5, %14, %18, %5;\n\t"
        "madc.lo.cc.u32 %6, %15, %18, %6;  madc.hi.cc.u32 %7, %15, %18, %7;\n\t"
        "madc.lo.cc.u32 %8, %16, %18, %8;  madc.hi.cc.u32 %9, %16, %18, %9;\n\t"
        "madc.lo.cc.u32 %10, %17, %18, %10;  madc.hi.u32 %11, %17, %18, %11;"
        : "+&r"(sum[0]), "+&r"(sum[1]), "+&r"(sum[2]), "+&r"(sum[3]), "+&r"(sum[4]), "+&r"(sum[5]),
          "+&r"(sum[6]), "+&r"(sum[7]), "+&r"(sum[8]), "+&r"(sum[9]), "+&r"(sum[10]), "+&r"(sum[11])
        : "r"(factor[0]), "r"(factor[2]), "r"(factor[4]), "r"(factor[6]), "r"(factor[8]),
          "r"(factor[10]), "r"(factor[1]));
  }
  __device__ __forceinline__ void step(const Surroundings&, unsigned) {
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
      chain(a, b);
      chain(b, a);
    }
  }
  __device__ Fr end() const {
    uint64_t sum = 0;
    for (unsigned i = 0; i < 12; ++i) sum += uint64_t{a[i]} * b[i];
    return Fr::from_montgomery({sum, sum, sum, 0});
  }
};

// Operations on some field elements of each thread.
template <class F, unsigned kCount>
struct Values {
  F x[kCount];

  __device__ void begin(const Fr& seed, const Surroundings&) {
#pragma unroll  // or the values stand in memory
    for (unsigned i = 0; i < kCount; ++i) x[i] = F::from_u64(seed.montgomery_limbs()[i] | 1);
  }
  __device__ Fr end() const {
    F sum = x[0];
#pragma unroll
    for (unsigned i = 1; i < kCount; ++i) sum += x[i];
    const auto& limbs = sum.montgomery_limbs();
    return Fr::from_montgomery({limbs[0], limbs[1], limbs[2], 0});
  }
};

template <class F>
struct Products : Values<F, 4> {
  static constexpr bool kIsFr = F::kLimbs == 4;
  static constexpr const char* kName = kIsFr ? "product in Fr" : "product in Fp";
  static constexpr double kWide = kIsFr ? kWideFr : kWideFp;
  static constexpr unsigned kEach = 4, kBlocks = 4;

  __device__ __forceinline__ void step(const Surroundings&, unsigned) {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) this->x[i] = this->x[i] * this->x[(i + 1) % 4];
  }
};

struct FpSquares : Values<Fp, 3> {
  static constexpr const char* kName = "square in Fp";
  static constexpr double kWide = kWideFpSquare;
  static constexpr unsigned kEach = 3, kBlocks = 4;

  __device__ __forceinline__ void step(const Surroundings&, unsigned) {
#pragma unroll
    for (Fp& value : x) value = value.square();
  }
};

struct FpInverses : Values<Fp, 2> {
  static constexpr const char* kName = "inverse in Fp";
  static constexpr double kWide = 0;
  static constexpr unsigned kEach = 1, kBlocks = 3;

  __device__ __forceinline__ void step(const Surroundings&, unsigned) {
    x[0] = x[0].inverse() + x[1];
  }
};

struct Butterflies {
  static constexpr const char* kName = "butterfly in Fr";
  static constexpr double kWide = kWideFr;
  static constexpr unsigned kEach = 4, kBlocks = 4;

  LazyFr x[4];
  Fr root;

  __device__ void begin(const Fr& seed, const Surroundings&) {
    root = seed;
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) x[i] = Fr::from_u64(seed.montgomery_limbs()[i]);
  }
  __device__ __forceinline__ void step(const Surroundings&, unsigned) {
    ntt::Down::step(x[0], x[1], root);
    ntt::Down::step(x[2], x[3], root);
    ntt::Down::step(x[1], x[2], root);
    ntt::Down::step(x[3], x[0], root);
  }
  __device__ Fr end() const {
    return (x[0].reduced() + x[1].reduced()) + (x[2].reduced() + x[3].reduced());
  }
};

struct MixedAdditions {
  static constexpr const char* kName = "mixed addition in G1, XYZZ";
  static constexpr double kWide = 8 * kWideFp + 2 * kWideFpSquare;
  static constexpr unsigned kEach = 1, kBlocks = 3;

  curve::G1Xyzz sum;

  __device__ void begin(const Fr&, const Surroundings& around) {
    sum = curve::G1Xyzz::from_affine(around.points[around.thread % kCachedPoints]);
  }
  __device__ __forceinline__ void step(const Surroundings& around, unsigned number) {
    const G1Affine* point = around.points + (around.thread + number + 1) % kCachedPoints;
    sum = add_mixed(sum, G1Affine{msm::load_words(&point->x), msm::load_words(&point->y)});
  }
  __device__ Fr end() const {
    const auto limbs = ((sum.x + sum.y) + (sum.zz + sum.zzz)).montgomery_limbs();
    return Fr::from_montgomery({limbs[0], limbs[1], limbs[2], 0});
  }
};

template <class Operation>
__global__ void __launch_bounds__(kThreads, Operation::kBlocks)
    repeat_kernel(Fr* values, const G1Affine* points, unsigned steps) {
  const uint64_t thread = gpu::thread_index();
  const Surroundings around = {points, static_cast<unsigned>(thread)};
  Operation operation;
  operation.begin(values[thread], around);
#pragma unroll 1
  for (unsigned number = 0; number < steps; ++number) operation.step(around, number);
  values[thread] = operation.end();
}

class Bench {
 public:
  Bench(gpu::Device& device, const MicroEffort& effort)
      : device_(device),
        effort_(effort),
        stream_(device),
        values_(stream_, uint64_t{kThreads} * kWaves * kBlocksMax * device.info().multiprocessors),
        points_(device, kCachedPoints * sizeof(G1Affine)) {
    std::vector<curve::G1Jacobian> multiples;
    for (unsigned i = 0; i < kCachedPoints; ++i) {
      multiples.push_back(
          curve::multiply(curve::g1_generator(), Fr::from_u64(1000003 + 7919 * i).square()));
    }
    const std::vector<G1Affine> affine = curve::batch_to_affine(multiples);
    stream_.copy(points(), affine.data(), affine.size());
    stream_.wait();
  }

  template <class Operation>
  MicroRate rate() const {
    static_assert(Operation::kBlocks <= kBlocksMax);
    const unsigned blocks = kWaves * Operation::kBlocks * device_.info().multiprocessors;
    ntt::fill_pseudo_random(stream_, values_, 1);
    MicroTimes times = measure(stream_, effort_.repeats, [&] {
      repeat_kernel<Operation>
          <<<blocks, kThreads, 0, stream_.get()>>>(values_.data(), points(), effort_.steps);
      stream_.check_launch(Operation::kName);
    });
    double operations = 1.0 * Operation::kEach * effort_.steps * blocks * kThreads;
    return {Operation::kName, operations, Operation::kWide, times};
  }

 private:
  static constexpr unsigned kBlocksMax = 8;

  G1Affine* points() const { return static_cast<G1Affine*>(points_.data()); }

  gpu::Device& device_;
  MicroEffort effort_;
  gpu::Stream stream_;
  ntt::DeviceVector values_;
  gpu::DeviceMemory points_;
};

}  // namespace

MicroRate micro_multiplier(gpu::Device& device, const MicroEffort& effort) {
  MicroEffort longer = effort;
  longer.steps *= 2;  // a step is short
  return Bench(device, longer).rate<WideMultiplyAdds>();
}

std::vector<MicroRate> micro_arithmetic(gpu::Device& device, const MicroEffort& effort) {
  const Bench bench(device, effort);
  MicroEffort shorter = effort;
  shorter.steps = effort.steps / 32 + 1;  // a step is long
  return {bench.rate<Products<Fr>>(),   bench.rate<Butterflies>(),
          bench.rate<Products<Fp>>(),   bench.rate<FpSquares>(),
          bench.rate<MixedAdditions>(), Bench(device, shorter).rate<FpInverses>()};
}

}  // namespace cuzk::bench
