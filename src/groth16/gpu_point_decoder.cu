// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_point_decoder.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <span>
#include <string>

#include "base/check.h"
#include "gpu/arena.h"
#include "gpu/launch.h"
#include "gpu/memory.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kChunkBytes = uint64_t{192} << 18;  // 50 MB
constexpr uint64_t kNone = UINT64_MAX;

__device__ uint64_t byte_reversed(uint64_t value) {
  uint32_t low = __byte_perm(static_cast<uint32_t>(value), 0, 0x0123);
  uint32_t high = __byte_perm(static_cast<uint32_t>(value >> 32), 0, 0x0123);
  return uint64_t{low} << 32 | high;
}

// 48 big-endian bytes as six words. False unless the value is below p.
__device__ bool decode_coordinate(const uint64_t* words, Fp& out) {
  constexpr field::Limbs<6> modulus = Fp::M::kModulus;
  field::Limbs<6> limbs{};
  for (size_t i = 0; i < 6; ++i) limbs[5 - i] = byte_reversed(words[i]);
  out = Fp::from_canonical(limbs);
  return field::derive::is_less(limbs, modulus);
}
// c1 stands first.
__device__ bool decode_coordinate(const uint64_t* words, Fp2& out) {
  bool c1 = decode_coordinate(words, out.c1);
  return decode_coordinate(words + 6, out.c0) && c1;
}

// first_bad becomes the least number of a refused point. Flags are the highest three bits, which a
// coordinate below p leaves clear; infinity has one of them.
template <class F>
__global__ void decode_encoded(const uint64_t* bytes, uint64_t first, uint64_t count,
                               Affine<F>* out, unsigned long long* first_bad) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  constexpr size_t kWords = kPointBytes<F> / 8;
  Affine<F> point;
  bool is_good = decode_coordinate(bytes + i * kWords, point.x);
  is_good = decode_coordinate(bytes + i * kWords + kWords / 2, point.y) && is_good;
  is_good = is_good && !point.is_infinity() && curve::is_on_curve(point);
  out[i] = point;
  if (!is_good) atomicMin(first_bad, first + i);
}

template <class F>
__global__ void test_subgroup(const Affine<F>* points, uint64_t first, uint64_t count,
                              unsigned long long* first_bad) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  constexpr field::Limbs<4> order = Fr::M::kModulus;
  Affine<F> point = points[i];
  Jacobian<F> multiple = Jacobian<F>::infinity();
#pragma unroll 1
  for (unsigned bit = Fr::kBits; bit-- > 0;) {
    multiple = multiple.doubled();
    if ((order[bit / 64] >> (bit % 64) & 1) != 0) multiple = curve::add_mixed(multiple, point);
  }
  if (!multiple.is_infinity()) atomicMin(first_bad, first + i);
}

// By many threads, since one does not read a file as fast as the bus takes it.
void read_in_parallel(const ParamsFile& file, Query query, uint64_t offset,
                      std::span<uint8_t> out) {
  constexpr uint64_t kGrain = uint64_t{1} << 20;
  tbb::parallel_for(tbb::blocked_range<uint64_t>(0, out.size(), kGrain), [&](const auto& range) {
    file.read_encoded(query, offset + range.begin(), out.subspan(range.begin(), range.size()));
  });
}

}  // namespace

struct PointDecoder::State {
  explicit State(gpu::Device& device)
      : stream(device),
        memory(device, 4 * kChunkBytes + gpu::Arena::kAlignment),
        staging(device, 2 * kChunkBytes + sizeof(uint64_t)),
        sent{gpu::Event(device), gpu::Event(device)} {}

  // The k-th of the chunks that are on their way at the same time.
  uint64_t* device_bytes(size_t k) {
    return reinterpret_cast<uint64_t*>(static_cast<uint8_t*>(memory.data()) + k * kChunkBytes);
  }
  template <class F>
  Affine<F>* device_points(size_t k) {
    return reinterpret_cast<Affine<F>*>(device_bytes(2 + k));
  }
  unsigned long long* first_bad() { return reinterpret_cast<unsigned long long*>(device_bytes(4)); }

  gpu::Stream stream;
  gpu::DeviceMemory memory;
  gpu::PinnedMemory staging;
  gpu::Event sent[2];
};

PointDecoder::PointDecoder(gpu::Device& device) : state_(std::make_unique<State>(device)) {}
PointDecoder::~PointDecoder() { state_->stream.settle(); }

template <class F>
void PointDecoder::decode(const ParamsFile& file, Query query, SubgroupTest test, Affine<F>* out,
                          const base::Progress& progress) {
  State& s = *state_;
  constexpr uint64_t kChunk = kChunkBytes / kPointBytes<F>;
  const uint64_t count = file.count(query);
  std::string stage = std::string(out != nullptr ? "read " : "check ") + query_name(query);
  gpu::check_cuda(s.stream.device(),
                  cudaMemsetAsync(s.first_bad(), 0xff, sizeof(uint64_t), s.stream.get()),
                  "cudaMemsetAsync");
  for (uint64_t first = 0; first < count; first += kChunk) {
    size_t side = first / kChunk % 2;
    uint64_t points = std::min(kChunk, count - first);
    uint8_t* staged = s.staging.as<uint8_t>() + side * kChunkBytes;
    if (first >= 2 * kChunk) s.sent[side].wait();
    const uint64_t bytes = points * kPointBytes<F>;
    read_in_parallel(file, query, first * kPointBytes<F>, {staged, bytes});
    s.stream.copy(reinterpret_cast<uint8_t*>(s.device_bytes(side)),
                  static_cast<const uint8_t*>(staged), bytes);
    s.sent[side].record(s.stream);
    gpu::launch(s.stream, "decode_encoded", decode_encoded<F>, points, s.device_bytes(side), first,
                points, s.device_points<F>(side), s.first_bad());
    if (test == SubgroupTest::kYes) {
      gpu::launch(s.stream, "test_subgroup", test_subgroup<F>, points, s.device_points<F>(side),
                  first, points, s.first_bad());
    }
    if (out != nullptr)
      s.stream.copy(out + first, static_cast<const Affine<F>*>(s.device_points<F>(side)), points);
    base::report(progress, stage, first + points, count);
  }
  auto* bad = reinterpret_cast<unsigned long long*>(s.staging.as<uint8_t>() + 2 * kChunkBytes);
  s.stream.copy(bad, static_cast<const unsigned long long*>(s.first_bad()), 1);
  s.stream.wait();
  if (*bad == kNone) return;
  Affine<F> refused;
  file.read<F>(query, *bad, std::span(&refused, 1), test);
  base::check(false, "a point that the device refuses is refused by the host");
}

template void PointDecoder::decode(const ParamsFile&, Query, SubgroupTest, G1Affine*,
                                   const base::Progress&);
template void PointDecoder::decode(const ParamsFile&, Query, SubgroupTest, G2Affine*,
                                   const base::Progress&);

void check_points(gpu::Device& device, const ParamsFile& file, SubgroupTest test,
                  const base::Progress& progress) {
  PointDecoder decoder(device);
  for (Query query : {Query::kH, Query::kL, Query::kA, Query::kBG1}) {
    decoder.decode<Fp>(file, query, test, nullptr, progress);
  }
  decoder.decode<Fp2>(file, Query::kBG2, test, nullptr, progress);
}

}  // namespace cuzk::groth16
