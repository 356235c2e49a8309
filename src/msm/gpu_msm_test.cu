// SPDX-License-Identifier: MIT OR Apache-2.0
// Sums on the device are those of the host, in both groups: any length, extreme and equal scalars,
// equal, opposite and infinite points, points in one chunk and in several, passes of one window and
// of many, bits with gaps in their density, and products of one point. Each test of sums runs with
// both accumulations.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "gpu/memory.h"
#include "gpu/stream.h"
#include "msm/bucket_msm.h"
#include "msm/gpu_fixed_base.h"
#include "msm/gpu_msm.h"
#include "msm/msm_samples.h"

namespace cuzk::msm {
namespace {

constexpr uint64_t kArenaBytes = uint64_t{3} << 30;

template <class T>
T* upload(const gpu::Stream& stream, gpu::Arena& arena, const std::vector<T>& values) {
  T* out = arena.take<T>(values.size());
  stream.copy(out, values.data(), values.size());
  return out;
}

template <class Field, Accumulation kAccumulation>
struct Case {
  using F = Field;
  static constexpr Accumulation accumulation = kAccumulation;
};

template <class C>
class GpuMsmTest : public testing::Test {
 protected:
  using F = typename C::F;

  GpuMsmTest() : device_(0), stream_(device_), memory_(device_, kArenaBytes) {
    // What was not written shows.
    gpu::check_cuda(device_, cudaMemset(memory_.data(), 0x5a, memory_.bytes()), "cudaMemset");
  }

  // In `chunks` equal chunks, with passes of about `items` items.
  Jacobian<F> sum(const std::vector<Affine<F>>& points, const std::vector<Fr>& scalars,
                  uint64_t chunks, uint64_t items) {
    uint64_t chunk = (points.size() + chunks - 1) / chunks;
    GpuMsmShape shape = GpuMsmShape::plan(points.size(), chunks, chunk, 0, 0, items);
    shape.accumulation = C::accumulation;
    shape.is_uniform = is_uniform_;
    gpu::Arena arena(memory_.data(), memory_.bytes());
    GpuMsm<F> sum(arena, shape);
    Affine<F>* device_points = upload(stream_, arena, points);
    Fr* device_scalars = upload(stream_, arena, scalars);
    for (uint64_t first = 0; first < points.size(); first += chunk) {
      uint64_t count = std::min<uint64_t>(chunk, points.size() - first);
      sum.add(stream_, {.points = device_points + first,
                        .point_count = static_cast<uint32_t>(count),
                        .scalars = {device_scalars + first, nullptr, count, 0},
                        .booleans = {},
                        .boolean_bound = 0});
    }
    return result(sum);
  }

  Jacobian<F> result(GpuMsm<F>& sum, uint32_t set = 0) {
    gpu::PinnedMemory host(device_, sum.shape().result_points() * sizeof(Affine<F>));
    gpu::PinnedMemory flag(device_, sizeof(uint32_t));
    sum.finish(stream_, host.as<Affine<F>>(), flag.as<uint32_t>(), set);
    stream_.wait();
    is_unfinished_ = *flag.template as<uint32_t>() != 0;
    return fold<F>(sum.shape(), {host.as<Affine<F>>(), sum.shape().result_points()});
  }

  gpu::Device device_;
  gpu::Stream stream_;
  gpu::DeviceMemory memory_;
  bool is_uniform_ = false;     // what sums are told
  bool is_unfinished_ = false;  // what the last sum told
};

using Cases =
    testing::Types<Case<field::Fp, Accumulation::kAffine>, Case<field::Fp, Accumulation::kXyzz>,
                   Case<field::Fp2, Accumulation::kAffine>, Case<field::Fp2, Accumulation::kXyzz>>;
TYPED_TEST_SUITE(GpuMsmTest, Cases);

TYPED_TEST(GpuMsmTest, AnyLength) {
  using F = typename TypeParam::F;
  for (size_t count : {0, 1, 2, 3, 4, 5, 31, 32, 33, 64, 100, 255, 333, 512, 777, 1000}) {
    auto points = mixed_points<F>(count);
    auto scalars = mixed_scalars(count);
    Jacobian<F> expected = scalar_sum<F>(points, scalars);
    EXPECT_EQ(this->sum(points, scalars, 1, 1 << 20), expected) << count;
    if (count > 0) EXPECT_EQ(this->sum(points, scalars, 1, 1), expected) << count;
    if (count > 2) EXPECT_EQ(this->sum(points, scalars, 3, 1 << 10), expected) << count;
  }
}

TYPED_TEST(GpuMsmTest, LargeAndOdd) {
  using F = typename TypeParam::F;
  const size_t count = sizeof(F) == sizeof(field::Fp) ? 100003 : 20011;
  auto points = mixed_points<F>(count);
  auto scalars = mixed_scalars(count);
  Jacobian<F> expected = scalar_sum<F>(points, scalars);
  EXPECT_EQ(this->sum(points, scalars, 1, 1 << 22), expected);
  EXPECT_EQ(this->sum(points, scalars, 1, 1), expected);
  EXPECT_EQ(this->sum(points, scalars, 4, 1 << 17), expected);
}

TYPED_TEST(GpuMsmTest, EqualScalarsAndPowersOfTwo) {
  using F = typename TypeParam::F;
  constexpr size_t kCount = 3001;
  auto points = mixed_points<F>(kCount);
  std::vector<Fr> cases = {Fr::zero(), Fr::one(), -Fr::one(), Fr::from_u64(0x8000),
                           mixed_scalars(64)[40]};
  for (const Fr& scalar : cases) {
    std::vector<Fr> scalars(kCount, scalar);
    EXPECT_EQ(this->sum(points, scalars, 1, 1 << 20), scalar_sum<F>(points, scalars));
  }
  std::vector<Fr> powers(kCount);
  for (size_t i = 0; i < kCount; ++i) powers[i] = Fr::from_u64(2).pow(uint64_t{i % 256});
  EXPECT_EQ(this->sum(points, powers, 1, 1 << 20), scalar_sum<F>(points, powers));
  EXPECT_EQ(this->sum(points, powers, 2, 1 << 14), scalar_sum<F>(points, powers));
}

// Few points with signs: equal, opposite and infinite operands occur on every level.
TYPED_TEST(GpuMsmTest, FewPointsRepeated) {
  using F = typename TypeParam::F;
  constexpr size_t kCount = 20000;
  for (size_t distinct : {1, 4, 32}) {
    auto few = mixed_points<F>(distinct);
    std::mt19937_64 engine(distinct);
    std::vector<Affine<F>> points;
    std::vector<Fr> scalars;
    for (size_t i = 0; i < kCount; ++i) {
      const Affine<F>& point = few[engine() % distinct];
      points.push_back(engine() % 2 == 0 ? point : point.negated());
      scalars.push_back(Fr::from_u64(engine() % 5 + 1));
    }
    EXPECT_EQ(this->sum(points, scalars, 1, 1 << 20), scalar_sum<F>(points, scalars)) << distinct;
  }
}

// Bits of kWords * 64 variables, of which some have no point and some a scalar of their own.
struct BitsAndScalars {
  static constexpr size_t kWords = 40;
  static constexpr uint32_t kFirst = 5;  // points before those of the variables

  // `share` of the bits is set: none, half or all. Which variables there are does not depend on it.
  explicit BitsAndScalars(double share) : bits(kWords), density(kWords), mask(kWords) {
    std::mt19937_64 engine(3);
    uint32_t rank = 0;
    for (size_t w = 0; w < kWords; ++w) {
      density[w] = engine() | engine();
      uint64_t wide = density[w] & engine() & engine();
      mask[w] = density[w] & ~wide;
      uint64_t half = engine();
      bits[w] = share == 0.5 ? half : share == 0.0 ? 0 : ~uint64_t{0};
      ranks.push_back(rank);
      for (uint64_t left = density[w]; left != 0; left &= left - 1, ++rank) {
        uint64_t bit = left & (~left + 1);
        if ((wide & bit) != 0) references.push_back(kFirst + rank);
        if ((mask[w] & bits[w] & bit) != 0) boolean_points.push_back(kFirst + rank);
      }
    }
    ranks.push_back(rank);
    scalars = mixed_scalars(references.size());
    std::rotate(scalars.begin(), scalars.begin() + static_cast<int>(share * 10), scalars.end());
  }

  uint32_t points() const { return kFirst + ranks.back(); }

  template <class F>
  Jacobian<F> sum(const std::vector<Affine<F>>& points) const {
    std::vector<Affine<F>> own;
    for (uint32_t reference : references) own.push_back(points[reference]);
    Jacobian<F> out = scalar_sum<F>(own, scalars);
    for (uint32_t point : boolean_points) out = add_mixed(out, points[point]);
    return out;
  }

  std::vector<uint64_t> bits, density, mask;
  std::vector<uint32_t> ranks;
  std::vector<uint32_t> references = {0, 1, 4}, boolean_points;
  std::vector<Fr> scalars;
};

// Three sums at once over the same chunks.
TYPED_TEST(GpuMsmTest, BooleansAndScalarsInChunks) {
  using F = typename TypeParam::F;
  constexpr size_t kRegionWords = 16;
  const BitsAndScalars cases[] = {BitsAndScalars(0.0), BitsAndScalars(0.5), BitsAndScalars(1.0)};
  const BitsAndScalars& in = cases[0];
  auto points = mixed_points<F>(in.points());
  GpuMsmShape shape =
      GpuMsmShape::plan(in.scalars.size(), 3, in.scalars.size(), points.size(), in.kWords, 1 << 14);
  shape.accumulation = TypeParam::accumulation;
  shape.sets = 3;
  gpu::Arena arena(this->memory_.data(), this->memory_.bytes());
  GpuMsm<F> sum(arena, shape);
  auto* device_points = upload(this->stream_, arena, points);
  auto* mask = upload(this->stream_, arena, in.mask);
  auto* density = upload(this->stream_, arena, in.density);
  auto* ranks = upload(this->stream_, arena, in.ranks);
  auto* references = upload(this->stream_, arena, in.references);
  std::vector<const uint64_t*> bits;
  std::vector<Fr*> scalars;
  for (const BitsAndScalars& one : cases) {
    bits.push_back(upload(this->stream_, arena, one.bits));
    scalars.push_back(upload(this->stream_, arena, one.scalars));
  }
  this->stream_.wait();
  for (size_t w = 0, scalar = 0; w < in.kWords; w += kRegionWords) {
    size_t words = std::min(kRegionWords, in.kWords - w);
    uint32_t first = w == 0 ? 0 : in.kFirst + in.ranks[w];
    uint32_t end = in.kFirst + in.ranks[w + words];
    size_t scalar_end = static_cast<size_t>(
        std::lower_bound(in.references.begin(), in.references.end(), end) - in.references.begin());
    for (uint32_t set = 0; set < 3; ++set) {
      sum.add(
          this->stream_,
          {.points = device_points + first,
           .point_count = end - first,
           .scalars = {scalars[set] + scalar, references + scalar, scalar_end - scalar, first},
           .booleans = {bits[set] + w, mask + w, density + w, ranks + w, words, in.kFirst - first},
           .boolean_bound = end - first},
          set);
    }
    scalar = scalar_end;
  }
  for (uint32_t set = 0; set < 3; ++set) {
    EXPECT_EQ(this->result(sum, set), cases[set].sum(points)) << set;
  }
}

// MSMs that expect uniform digits are right for those, and say when digits are not.
TYPED_TEST(GpuMsmTest, TellsWhetherDigitsWereUniform) {
  using F = typename TypeParam::F;
  constexpr size_t kCount = 20000;
  auto points = mixed_points<F>(kCount);
  std::mt19937_64 engine(7);
  std::vector<Fr> scalars;
  for (size_t i = 0; i < kCount; ++i) scalars.push_back(field::sample_random<Fr>(engine));
  this->is_uniform_ = true;
  for (uint64_t chunks : {1, 4}) {
    EXPECT_EQ(this->sum(points, scalars, chunks, 1 << 18), scalar_sum<F>(points, scalars));
    EXPECT_FALSE(this->is_unfinished_);
  }
  std::vector<Fr> equal(kCount, scalars[0]);
  this->sum(points, equal, 1, 1 << 18);
  EXPECT_TRUE(this->is_unfinished_);
  this->sum(points, std::vector<Fr>(kCount, Fr::zero()), 1, 1 << 18);
  EXPECT_FALSE(this->is_unfinished_);
  this->is_uniform_ = false;
  EXPECT_EQ(this->sum(points, equal, 1, 1 << 18), scalar_sum<F>(points, equal));
  EXPECT_FALSE(this->is_unfinished_);
}

TYPED_TEST(GpuMsmTest, FixedBase) {
  using F = typename TypeParam::F;
  const Affine<F>& generator = curve::generator<F>();
  FixedBase<F> base(generator, 100000);
  gpu::Arena arena(this->memory_.data(), this->memory_.bytes());
  GpuFixedBase<F> products(this->stream_, arena, base, 1000);
  for (size_t count : {1, 2, 999, 1000}) {
    auto scalars = mixed_scalars(count);
    auto* device_scalars = upload(this->stream_, arena, scalars);
    auto* out = arena.take<Affine<F>>(count);
    products.enqueue(this->stream_, device_scalars, count, out);
    std::vector<Affine<F>> found(count), expected(count);
    this->stream_.copy(found.data(), static_cast<const Affine<F>*>(out), count);
    base.multiply(scalars, expected);
    this->stream_.wait();
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(found[i], expected[i]) << count << " " << i;
  }
}

}  // namespace
}  // namespace cuzk::msm
