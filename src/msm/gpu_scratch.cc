// SPDX-License-Identifier: MIT OR Apache-2.0
// What the sums on the device take from an arena. Host code, so that plans are made and tested
// without a device.
#include <algorithm>

#include "msm/gpu_chain_shape.h"
#include "msm/gpu_msm.h"

namespace cuzk::msm {
namespace {

// A memory block of eight bytes for each item, which sources of the device see as uint2.
uint2* take_pairs(gpu::Arena& arena, uint64_t count) {
  return reinterpret_cast<uint2*>(arena.take<uint64_t>(count));
}

uint64_t rounded(uint64_t bytes) {
  constexpr uint64_t kBlock = gpu::Arena::kAlignment;
  return (bytes + kBlock - 1) / kBlock * kBlock;
}

uint64_t quotient(uint64_t count, uint64_t each) { return (count + each - 1) / each; }

// What cub::DeviceRadixSort takes beside keys and values of 32 bits, in passes of 8 bits: bins and
// counters of each pass and portion of nearly 2^28 items, and the bins of each tile. Tiles are the
// smallest of compute capability 7.5 to 12.0, 384 threads of 17 items. The call itself refuses
// memory that is too small.
uint64_t sort_bytes(uint64_t items) {
  constexpr uint64_t kTile = 384 * 17, kBins = 256, kPasses = 4;
  constexpr uint64_t kPortion = (uint64_t{1} << 28) - (1 << 14);
  const uint64_t portions = quotient(items, kPortion);
  const uint64_t tiles = quotient(std::min(items, kPortion + (1 << 14)), kTile);
  return rounded(portions * kPasses * kBins * sizeof(uint64_t)) +
         rounded(tiles * kBins * sizeof(uint32_t)) +
         rounded(portions * kPasses * sizeof(uint32_t)) + gpu::Arena::kAlignment - 1;
}

// And cub::DeviceScan over sums of 64 bits: a word of 16 bytes a tile and one for each lane of a
// warp. Tiles are the smallest there too, 128 threads of 15 items of 32 bits, which makes 7 of 64.
uint64_t scan_bytes(uint64_t count) {
  constexpr uint64_t kTile = 128 * 7;
  return rounded((quotient(count, kTile) + kWarp) * 16) + gpu::Arena::kAlignment - 1;
}

}  // namespace

SegmentList::SegmentList(gpu::Arena& arena, uint64_t items, uint64_t segments)
    : item_max(items),
      segment_max(segments),
      keys(arena.take<uint32_t>(items)),
      references(arena.take<uint32_t>(items)),
      other_keys(arena.take<uint32_t>(items)),
      other_references(arena.take<uint32_t>(items)),
      starts(arena.take<uint32_t>(segments + 1)),
      lengths(arena.take<uint32_t>(segments + 1)),
      temporary_bytes(std::max(scan_bytes(segments + 1), sort_bytes(items))) {
  temporary = arena.take<char>(temporary_bytes);
}

GroupLevel::GroupLevel(gpu::Arena& arena, uint64_t item_max, uint64_t segment_max)
    : groups(take_pairs(arena, item_max / 2 + 1)), offsets(arena.take<uint64_t>(segment_max + 1)) {}

GroupOrder::GroupOrder(gpu::Arena& arena, uint64_t segment_max)
    : slots(take_pairs(arena, segment_max)), cursors(arena.take<uint32_t>(kPartMax)) {}

template <class F>
SegmentedReduction<F>::SegmentedReduction(gpu::Arena& arena, uint64_t item_max,
                                          uint64_t segment_max, uint64_t kept_max,
                                          Accumulation accumulation)
    : accumulation_(accumulation),
      level_(arena, item_max, segment_max),
      order_(arena, accumulation == Accumulation::kXyzz ? segment_max : 0),
      extra_(arena.take<Affine<F>>(kept_max + item_max / 2)),
      range_max_(std::max<uint64_t>(item_max / 4, 1)) {
  // Rounded up to whole tiles of the longest chain.
  uint64_t pairs = item_max / 2 + kWarp * kChainMax;
  products_ = arena.take<F>(pairs);
  uint64_t lanes = Chains::tiles_max(pairs) * kWarp;
  totals_ = arena.take<F>(lanes);
  before_ = arena.take<F>(lanes);
}

template <class F>
GpuMsm<F>::GpuMsm(gpu::Arena& arena, const GpuMsmShape& shape)
    : shape_(shape),
      set_buckets_(shape.bucket_count()),
      kept_(shape.sets * set_buckets_),
      sets_(shape.sets),
      list_(arena, shape.items_max, shape.segments_max()),
      sums_(arena, shape.items_max, shape.segments_max(), kept_, shape.accumulation),
      ranks_(arena.take<uint32_t>(shape.words_max + 1)),
      lines_(arena.take<Affine<F>>(uint64_t{shape.digits().windows()} * shape.grid().lines() +
                                   kBooleanSegments)),
      results_(arena.take<Affine<F>>(shape.result_points())),
      is_unfinished_(arena.take<uint32_t>(shape.sets)) {}

template SegmentedReduction<field::Fp>::SegmentedReduction(gpu::Arena&, uint64_t, uint64_t,
                                                           uint64_t, Accumulation);
template SegmentedReduction<field::Fp2>::SegmentedReduction(gpu::Arena&, uint64_t, uint64_t,
                                                            uint64_t, Accumulation);
template GpuMsm<field::Fp>::GpuMsm(gpu::Arena&, const GpuMsmShape&);
template GpuMsm<field::Fp2>::GpuMsm(gpu::Arena&, const GpuMsmShape&);

}  // namespace cuzk::msm
