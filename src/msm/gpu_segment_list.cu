// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/gpu_segment_list.h"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <utility>

#include "base/check.h"
#include "gpu/launch.h"
#include "msm/gpu_tuning.h"

namespace cuzk::msm {
namespace {

using gpu::check_cuda;
using gpu::launch;
using gpu::thread_index;

// How a segment is cut into parts.
struct Cut {
  uint32_t parts, groups;

  __host__ __device__ Cut(uint32_t length, uint32_t part_max)
      : parts((length + part_max - 1) / part_max),
        // All parts have two items or more, or those beyond one a part.
        groups(parts < length - parts ? parts : length - parts) {}
};

// The lengths of parts: the first `longer` ones have each + 1 items, the others `each`.
struct PartLengths {
  uint32_t parts, each, longer;

  __device__ PartLengths(uint32_t length, uint32_t part_max)
      : parts(Cut(length, part_max).parts),
        each(parts > 1 ? length / parts : length),
        longer(length - each * parts) {}
};

// Groups in the high half, items of the next level in the low half.
struct CountGroups {
  const uint32_t* lengths;
  uint32_t part_max;

  __host__ __device__ uint64_t operator()(uint64_t segment) const {
    Cut cut(lengths[segment], part_max);
    return static_cast<uint64_t>(cut.groups) << 32 | cut.parts;
  }
};

auto group_counts(const uint32_t* lengths, uint32_t part_max) {
  return thrust::make_transform_iterator(thrust::make_counting_iterator<uint64_t>(0),
                                         CountGroups{lengths, part_max});
}

struct ListView {
  const uint32_t* keys;
  const uint32_t* references;
  uint32_t* next_keys;
  uint32_t* next_references;
  const uint32_t* starts;
  const uint32_t* lengths;
  const uint64_t* offsets;
  uint2* groups;
  uint64_t item_bound;
  uint32_t segments;
  uint32_t new_reference;

  ListView(const SegmentList& list, const GroupLevel& level, uint64_t bound, uint32_t used,
           uint32_t reference)
      : keys(list.keys),
        references(list.references),
        next_keys(list.other_keys),
        next_references(list.other_references),
        starts(list.starts),
        lengths(list.lengths),
        offsets(level.offsets),
        groups(level.groups),
        item_bound(bound),
        segments(used),
        new_reference(reference) {}
};

// An item of the list: where it stands in its segment, or rank = length = 0 if it is in none.
struct SegmentPosition {
  uint32_t key = 0, length = 0;
  uint64_t rank = 0;

  __device__ SegmentPosition(const ListView& list, uint64_t item) {
    if (item >= list.item_bound) return;
    key = list.keys[item];
    if (key >= list.segments) return;
    length = list.lengths[key];
    rank = item - list.starts[key];  // wraps round before the segment
  }
};

// One item a thread; the first of a pair, and an item without a partner, write.
__global__ void make_pairs(ListView list) {
  uint64_t item = thread_index();
  SegmentPosition place(list, item);
  if (place.rank >= place.length || place.rank % 2 == 1) return;
  uint64_t offset = list.offsets[place.key];
  uint32_t half = static_cast<uint32_t>(place.rank / 2);
  uint32_t pair = static_cast<uint32_t>(offset >> 32) + half;
  uint32_t next = static_cast<uint32_t>(offset) + half;
  uint32_t reference = list.references[item];
  if (place.rank + 1 < place.length) {
    list.groups[pair] = {reference, list.references[item + 1]};
    reference = list.new_reference != 0 ? list.new_reference + pair : reference;
  }
  list.next_keys[next] = place.key;
  list.next_references[next] = reference;
}

// One item a thread; the first of a part writes.
__global__ void make_parts(ListView list, const uint2* slots, uint32_t part_max) {
  uint64_t item = thread_index();
  SegmentPosition place(list, item);
  if (place.rank >= place.length) return;
  PartLengths lengths(place.length, part_max);
  auto rank = static_cast<uint32_t>(place.rank);
  uint32_t edge = lengths.longer * (lengths.each + 1);
  bool is_longer = rank < edge;
  uint32_t length = is_longer ? lengths.each + 1 : lengths.each;
  rank = is_longer ? rank : rank - edge;
  uint32_t part = rank / length;
  if (rank != part * length) return;
  uint32_t reference = list.references[item];
  if (length > 1) {
    uint2 first = slots[place.key];
    uint32_t slot = (is_longer ? first.x : first.y) + part;
    list.groups[slot] = {static_cast<uint32_t>(item), length};
    reference = list.new_reference != 0 ? list.new_reference + slot : reference;
  }
  uint32_t next =
      static_cast<uint32_t>(list.offsets[place.key]) + (is_longer ? part : lengths.longer + part);
  list.next_keys[next] = place.key;
  list.next_references[next] = reference;
}

// The parts of a block's segments by their lengths, longest first.
struct LengthBins {
  uint32_t* bins;  // kPartMax, shared

  __device__ void clear() const {
    for (uint32_t bin = threadIdx.x; bin < kPartMax; bin += blockDim.x) bins[bin] = 0;
    __syncthreads();
  }
  __device__ static uint32_t bin(uint32_t length) { return kPartMax - length; }
  // The numbers, in their bins, of the first longer and of the first shorter part.
  __device__ uint2 add(const PartLengths& lengths) const {
    uint2 ranks = {0, 0};
    if (lengths.longer > 0) ranks.x = atomicAdd(&bins[bin(lengths.each + 1)], lengths.longer);
    if (lengths.each > 1) {
      ranks.y = atomicAdd(&bins[bin(lengths.each)], lengths.parts - lengths.longer);
    }
    return ranks;
  }
};

__global__ void count_lengths(const uint32_t* lengths, uint32_t segments, uint32_t part_max,
                              uint32_t* counts) {
  __shared__ uint32_t shared[kPartMax];
  LengthBins bins = {shared};
  bins.clear();
  uint64_t segment = thread_index();
  if (segment < segments) bins.add(PartLengths(lengths[segment], part_max));
  __syncthreads();
  for (uint32_t bin = threadIdx.x; bin < kPartMax; bin += blockDim.x) {
    if (shared[bin] > 0) atomicAdd(&counts[bin], shared[bin]);
  }
}

// In one block of kPartMax threads: counts become the slots where their lengths begin.
__global__ void start_lengths(uint32_t* counts) {
  using Scan = cub::BlockScan<uint32_t, kPartMax>;
  __shared__ typename Scan::TempStorage shared;
  uint32_t count = counts[threadIdx.x];
  Scan(shared).ExclusiveSum(count, count);
  counts[threadIdx.x] = count;
}

__global__ void place_segments(const uint32_t* lengths, uint32_t segments, uint32_t part_max,
                               uint32_t* cursors, uint2* slots) {
  __shared__ uint32_t shared[kPartMax];
  LengthBins bins = {shared};
  bins.clear();
  uint64_t segment = thread_index();
  PartLengths parts(segment < segments ? lengths[segment] : 0, part_max);
  uint2 ranks = bins.add(parts);
  __syncthreads();
  for (uint32_t bin = threadIdx.x; bin < kPartMax; bin += blockDim.x) {
    if (shared[bin] > 0) shared[bin] = atomicAdd(&cursors[bin], shared[bin]);
  }
  __syncthreads();
  if (segment >= segments) return;
  if (parts.longer > 0) ranks.x += shared[LengthBins::bin(parts.each + 1)];
  if (parts.each > 1) ranks.y += shared[LengthBins::bin(parts.each)];
  slots[segment] = ranks;
}

__global__ void advance_segments(uint32_t* starts, uint32_t* lengths, const uint64_t* offsets,
                                 uint32_t segments, uint32_t part_max) {
  uint64_t segment = thread_index();
  if (segment >= segments) return;
  starts[segment] = static_cast<uint32_t>(offsets[segment]);
  lengths[segment] = Cut(lengths[segment], part_max).parts;
}

__device__ uint32_t lower_bound(const uint32_t* keys, uint64_t count, uint32_t key) {
  uint64_t begin = 0;
  while (count > 0) {
    uint64_t half = count / 2;
    bool is_below = keys[begin + half] < key;
    begin = is_below ? begin + half + 1 : begin;
    count = is_below ? count - half - 1 : half;
  }
  return static_cast<uint32_t>(begin);
}

__global__ void find_bounds(const uint32_t* keys, uint64_t count, uint32_t* starts,
                            uint32_t* lengths, uint32_t segments) {
  uint64_t segment = thread_index();
  if (segment > segments) return;
  uint32_t key = static_cast<uint32_t>(segment);
  uint32_t start = lower_bound(keys, count, key);
  starts[segment] = start;
  lengths[segment] = segment == segments ? 0 : lower_bound(keys, count, key + 1) - start;
}

void enqueue_offsets(const gpu::Stream& stream, const SegmentList& list, const GroupLevel& level,
                     uint32_t segments, uint32_t part_max) {
  size_t bytes = list.temporary_bytes;
  check_cuda(stream.device(),
             cub::DeviceScan::ExclusiveSum(list.temporary, bytes,
                                           group_counts(list.lengths, part_max), level.offsets,
                                           static_cast<int64_t>(segments) + 1, stream.get()),
             "cub::DeviceScan");
}

void enqueue_advance(const gpu::Stream& stream, SegmentList& list, const GroupLevel& level,
                     uint32_t segments, uint32_t part_max) {
  launch(stream, "advance_segments", advance_segments, segments, list.starts, list.lengths,
         level.offsets, segments, part_max);
  list.swap_sides();
}

}  // namespace

void SegmentList::swap_sides() {
  std::swap(keys, other_keys);
  std::swap(references, other_references);
}

void SegmentList::enqueue_clear(const gpu::Stream& stream) const {
  for (uint32_t* side : {keys, other_keys}) {
    check_cuda(stream.device(),
               cudaMemsetAsync(side, 0xff, item_max * sizeof(uint32_t), stream.get()),
               "cudaMemsetAsync");
  }
}

void enqueue_pairs(const gpu::Stream& stream, SegmentList& list, const GroupLevel& level,
                   uint64_t item_bound, uint32_t segments, uint32_t new_reference) {
  enqueue_offsets(stream, list, level, segments, 2);
  launch(stream, "make_pairs", make_pairs, item_bound,
         ListView(list, level, item_bound, segments, new_reference));
  enqueue_advance(stream, list, level, segments, 2);
}

void enqueue_parts(const gpu::Stream& stream, SegmentList& list, const GroupLevel& level,
                   const GroupOrder& order, uint64_t item_bound, uint32_t segments,
                   uint32_t part_max, uint32_t new_reference) {
  base::check(part_max > 2 && part_max <= kPartMax, "parts have a length of their own to sort by");
  enqueue_offsets(stream, list, level, segments, part_max);
  stream.clear(order.cursors, kPartMax);
  launch(stream, "count_lengths", count_lengths, segments, list.lengths, segments, part_max,
         order.cursors);
  start_lengths<<<1, kPartMax, 0, stream.get()>>>(order.cursors);
  stream.check_launch("start_lengths");
  launch(stream, "place_segments", place_segments, segments, list.lengths, segments, part_max,
         order.cursors, order.slots);
  launch(stream, "make_parts", make_parts, item_bound,
         ListView(list, level, item_bound, segments, new_reference), order.slots, part_max);
  enqueue_advance(stream, list, level, segments, part_max);
}

void enqueue_sort(const gpu::Stream& stream, SegmentList& list, uint64_t count, unsigned key_bits) {
  cub::DoubleBuffer<uint32_t> keys(list.keys, list.other_keys);
  cub::DoubleBuffer<uint32_t> references(list.references, list.other_references);
  size_t bytes = list.temporary_bytes;
  check_cuda(stream.device(),
             cub::DeviceRadixSort::SortPairs(list.temporary, bytes, keys, references,
                                             static_cast<int64_t>(count), 0,
                                             static_cast<int>(key_bits), stream.get()),
             "cub::DeviceRadixSort");
  base::check(keys.selector == references.selector, "both buffers end on one side");
  if (keys.selector == 1) list.swap_sides();
}

void enqueue_bounds(const gpu::Stream& stream, const SegmentList& list, uint64_t count,
                    uint32_t segments) {
  launch(stream, "find_bounds", find_bounds, uint64_t{segments} + 1, list.keys, count, list.starts,
         list.lengths, segments);
}

}  // namespace cuzk::msm
