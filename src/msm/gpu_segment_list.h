// SPDX-License-Identifier: MIT OR Apache-2.0
// Lists of point references in segments, and how they shrink: the part of a segmented sum that does
// not look at points (gpu_segmented_reduction.h).
//
// Items are (key, reference); the key is the number of the segment. The items of segment s stand
// side by side from starts[s] on, lengths[s] of them; what stands elsewhere is ignored.
//
// A level cuts each segment into the fewest parts of at most `part_max` items, whose lengths differ
// by one at most, the longer ones first; with part_max = 2 these are pairs and an odd last item.
// A part of two or more items is a group: points to be added up. The reference of its sum takes its
// place in the next level's list; a part of one item moves there as it is. On the first level sums
// go to new extra points; later the first operand of a group is always such a point, because an
// item that moved is the last of its segment, and the sum replaces it. So extra points for half of
// the items suffice for all levels.
//
// Counts stay on the device and launches are made for the largest possible ones; levels after the
// last group find nothing to do. A segment of length n is a single item after about log(n) /
// log(part_max) levels. Cost of a level: 16 bytes read and 16 written an item, two of the three
// about a millisecond for 2^27 items.
//
// Constructors take memory from an arena, which may only measure; builds without CUDA have them too
// (gpu_scratch.cc). Lists belong to one stream.
#pragma once

#include <cstdint>

#include "gpu/arena.h"

// CUDA's; eight bytes.
struct uint2;

namespace cuzk::gpu {
class Stream;
}

namespace cuzk::msm {

// Device memory for lists of at most `item_max` items in `segment_max` segments.
struct SegmentList {
  SegmentList(gpu::Arena& arena, uint64_t item_max, uint64_t segment_max);

  uint64_t item_max;
  uint64_t segment_max;
  uint32_t* keys;
  uint32_t* references;
  uint32_t* other_keys;  // the next level's, or the other side of a sort
  uint32_t* other_references;
  uint32_t* starts;   // segment_max + 1
  uint32_t* lengths;  // segment_max + 1; the last one used is 0
  void* temporary;    // of scans and sorts
  uint64_t temporary_bytes;

  void swap_sides();
  // To be called once before the first list: keys behind the items in use are read too.
  void enqueue_clear(const gpu::Stream& stream) const;
};

// One level's groups.
struct GroupLevel {
  GroupLevel(gpu::Arena& arena, uint64_t item_max, uint64_t segment_max);

  uint2* groups;
  uint64_t* offsets;  // segment_max + 1: groups before a segment in the high half, items in the low
};

// What orders a level's groups by their length, longest first.
struct GroupOrder {
  GroupOrder(gpu::Arena& arena, uint64_t segment_max);

  uint2* slots;       // of a segment's first longer and first shorter part
  uint32_t* cursors;  // of each length
};

// The list of the present level in `list` becomes that of the next, and level.groups says what is
// to be added up; the number of groups is the high half of level.offsets[segments]. `segments` of
// them are in use; `new_reference` is the reference of the first new extra point on the first
// level, and is 0 on later ones. The sum of group q is new extra point q.
//
// Pairs: a group is the references of its operands; groups stand in the order of the items.
void enqueue_pairs(const gpu::Stream& stream, SegmentList& list, const GroupLevel& level,
                   uint64_t item_bound, uint32_t segments, uint32_t new_reference);
// Parts: a group is the index of its first item, in what is afterwards list.other_references, and
// their number; groups stand by number, largest first. Requires: 3 <= part_max <= kPartMax.
void enqueue_parts(const gpu::Stream& stream, SegmentList& list, const GroupLevel& level,
                   const GroupOrder& order, uint64_t item_bound, uint32_t segments,
                   uint32_t part_max, uint32_t new_reference);

// Sorts the first `count` items by their keys below 2^key_bits; stable.
void enqueue_sort(const gpu::Stream& stream, SegmentList& list, uint64_t count, unsigned key_bits);

// Sets starts and lengths of segments [0, segments) from the first `count` items, sorted by key.
void enqueue_bounds(const gpu::Stream& stream, const SegmentList& list, uint64_t count,
                    uint32_t segments);

}  // namespace cuzk::msm
