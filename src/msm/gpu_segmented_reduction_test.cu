// SPDX-License-Identifier: MIT OR Apache-2.0
// Segmented sums are those of the host, in both groups and with both accumulations: segments of any
// length around the length of a part, all items in one segment, all segments of two items (the
// most sums that a list can have), empty segments, items of no segment, and operands that are
// equal, opposite, infinite or kept from an earlier sum.
#include <gtest/gtest.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <numeric>

#include "gpu/memory.h"
#include "gpu/stream.h"
#include "msm/gpu_calibration.h"
#include "msm/gpu_points.cuh"
#include "msm/msm_samples.h"

namespace cuzk::msm {
namespace {

constexpr uint64_t kArenaBytes = uint64_t{3} << 30;

template <class Field, Accumulation kAccumulation>
struct Case {
  using F = Field;
  static constexpr Accumulation accumulation = kAccumulation;
};

// Segments of these lengths with references to `points`, each followed by an item of no segment.
struct MadeUpList {
  MadeUpList(const std::vector<uint32_t>& all_lengths, uint32_t points) : lengths(all_lengths) {
    std::mt19937_64 engine(lengths.size());
    for (uint32_t segment = 0; segment < lengths.size(); ++segment) {
      starts.push_back(static_cast<uint32_t>(keys.size()));
      for (uint32_t i = 0; i <= lengths[segment]; ++i) {
        keys.push_back(i < lengths[segment] ? segment : 0xffffffff);
        references.push_back(static_cast<uint32_t>(engine() % points) |
                             (engine() % 2 == 0 ? kNegated : 0));
      }
    }
    starts.push_back(0);
    lengths.push_back(0);
  }

  uint32_t segments() const { return static_cast<uint32_t>(lengths.size() - 1); }

  std::vector<uint32_t> lengths, starts, keys, references;
};

template <class C>
class SegmentedReductionTest : public testing::Test {
 protected:
  using F = typename C::F;

  SegmentedReductionTest() : device_(0), stream_(device_), memory_(device_, kArenaBytes) {
    // What was not written shows.
    gpu::check_cuda(device_, cudaMemset(memory_.data(), 0x5a, memory_.bytes()), "cudaMemset");
  }

  // The last `kept` points are given as kept extra points.
  void expect_sums(const std::vector<uint32_t>& lengths, const std::vector<Affine<F>>& points,
                   uint32_t kept) {
    MadeUpList in(lengths, static_cast<uint32_t>(points.size()));
    gpu::Arena arena(memory_.data(), memory_.bytes());
    SegmentList list(arena, in.keys.size(), in.segments());
    SegmentedReduction<F> sums(arena, in.keys.size(), in.segments(), kept, C::accumulation);
    auto count = static_cast<uint32_t>(points.size() - kept);
    auto* device_points = arena.take<Affine<F>>(count);
    list.enqueue_clear(stream_);
    stream_.copy(device_points, points.data(), count);
    stream_.copy(sums.extra(), points.data() + count, kept);
    stream_.copy(list.keys, in.keys.data(), in.keys.size());
    stream_.copy(list.references, in.references.data(), in.keys.size());
    stream_.copy(list.starts, in.starts.data(), in.starts.size());
    stream_.copy(list.lengths, in.lengths.data(), in.lengths.size());
    uint32_t length_max = *std::max_element(lengths.begin(), lengths.end());
    auto* out = arena.take<Affine<F>>(in.segments());
    sums.enqueue(stream_, {device_points, count, kept, in.keys.size(), in.segments(), length_max},
                 list, out);
    std::vector<Affine<F>> found(in.segments());
    stream_.copy(found.data(), static_cast<const Affine<F>*>(out), found.size());
    stream_.wait();
    for (uint32_t segment = 0; segment < in.segments(); ++segment) {
      Jacobian<F> sum = Jacobian<F>::infinity();
      for (uint32_t i = in.starts[segment]; i < in.starts[segment] + in.lengths[segment]; ++i) {
        const Affine<F>& point = points[in.references[i] & ~kNegated];
        sum = add_mixed(sum, (in.references[i] & kNegated) != 0 ? point.negated() : point);
      }
      ASSERT_EQ(Jacobian<F>::from_affine(found[segment]), sum)
          << "segment " << segment << " of " << in.segments();
      ASSERT_EQ(found[segment].x.is_zero(), sum.is_infinity());
    }
  }

  gpu::Device device_;
  gpu::Stream stream_;
  gpu::DeviceMemory memory_;
};

using Cases =
    testing::Types<Case<field::Fp, Accumulation::kAffine>, Case<field::Fp, Accumulation::kXyzz>,
                   Case<field::Fp2, Accumulation::kAffine>, Case<field::Fp2, Accumulation::kXyzz>>;
TYPED_TEST_SUITE(SegmentedReductionTest, Cases);

TYPED_TEST(SegmentedReductionTest, AnyLength) {
  using F = typename TypeParam::F;
  std::vector<uint32_t> lengths(601);
  std::iota(lengths.begin(), lengths.end(), 0);
  std::shuffle(lengths.begin(), lengths.end(), std::mt19937_64(1));
  this->expect_sums(lengths, mixed_points<F>(1000), 100);
  lengths.resize(100);
  for (size_t points : {1, 2, 5}) this->expect_sums(lengths, mixed_points<F>(points), 0);
}

TYPED_TEST(SegmentedReductionTest, FewItems) {
  using F = typename TypeParam::F;
  for (uint32_t length = 0; length < 40; ++length) {
    this->expect_sums({length}, mixed_points<F>(20), 1);
    this->expect_sums({0, length, 1, length / 2}, mixed_points<F>(20), 0);
  }
}

TYPED_TEST(SegmentedReductionTest, OneLongSegment) {
  using F = typename TypeParam::F;
  auto points = mixed_points<F>(1000);
  for (uint32_t segments : {1, 1000}) {
    std::vector<uint32_t> lengths(segments, 0);
    lengths[segments / 2] = 60001;
    this->expect_sums(lengths, points, 1);
    lengths.front() = 20000;
    lengths.back() = 1;
    this->expect_sums(lengths, points, 0);
  }
}

TYPED_TEST(SegmentedReductionTest, ManyShortSegments) {
  using F = typename TypeParam::F;
  auto points = mixed_points<F>(1000);
  for (uint32_t length : {1, 2, 3, 16, 17}) {
    this->expect_sums(std::vector<uint32_t>(3000, length), points, 5);
  }
}

// The bytes that are computed for CUB's scratch on the host are enough on this device, and not many
// more than it asks for.
TEST(SegmentListTest, TemporaryMemoryIsWhatCubAsksFor) {
  for (uint64_t items : {uint64_t{1}, uint64_t{100}, uint64_t{5000}, (uint64_t{1} << 20) + 3,
                         uint64_t{61'341'696}, (uint64_t{1} << 28) - (1 << 14), uint64_t{1} << 28,
                         (uint64_t{1} << 30) + 1, (uint64_t{1} << 32) - 1}) {
    SCOPED_TRACE(items);
    gpu::Arena measure;
    const SegmentList list(measure, items, items);
    cub::DoubleBuffer<uint32_t> keys, values;
    size_t sort_bytes = 0, scan_bytes = 0;
    ASSERT_EQ(cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys, values,
                                              static_cast<int64_t>(items), 0, 32),
              cudaSuccess);
    ASSERT_EQ(cub::DeviceScan::ExclusiveSum(
                  nullptr, scan_bytes, static_cast<const uint64_t*>(nullptr),
                  static_cast<uint64_t*>(nullptr), static_cast<int64_t>(items) + 1),
              cudaSuccess);
    EXPECT_GE(list.temporary_bytes, std::max(sort_bytes, scan_bytes));
    EXPECT_LE(list.temporary_bytes, std::max(sort_bytes, scan_bytes) * 3 + (1 << 14));
  }
}

TEST(CalibrationTest, AnswersAndGivesMemoryBack) {
  gpu::Device device(0);
  gpu::Stream stream(device);
  gpu::Arena measure;
  EXPECT_EQ(faster_accumulation(stream, measure), Accumulation::kAffine);
  EXPECT_LE(measure.peak(), kArenaBytes);
  gpu::DeviceMemory memory(device, measure.peak());
  gpu::Arena arena(memory.data(), memory.bytes());
  Accumulation found = faster_accumulation(stream, arena);
  EXPECT_TRUE(found == Accumulation::kAffine || found == Accumulation::kXyzz);
  EXPECT_EQ(arena.used(), 0u);
}

}  // namespace
}  // namespace cuzk::msm
