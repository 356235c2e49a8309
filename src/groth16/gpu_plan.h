// SPDX-License-Identifier: MIT OR Apache-2.0
// How a proof fits into the memory of a device: which queries are resident, which chunks the points
// of each are taken in, and how much working memory that needs (residency.md RS-204, RS-207).
// Everything follows from the shape of the circuit and the bytes at hand; nothing is tried out, and
// no device is needed.
//
// A circuit takes memory in two places: the region in which partitions are worked on
// (gpu_layout.h), which circuits may share, and its own bytes, which are the assignments of
// partitions in flight and its resident points.
//
// Partitions are started in groups: of one where all queries are resident, else of as many as the
// memory for their assignments allows, because L, A, B1 and B2 are streamed once for the whole
// group, and H once for each h_group of it. If all queries are resident and the region is large
// enough, the MSMs L, A, B1 and B2 run beside the quotient and H; else they run before the
// quotients of their group.
//
// Larger chunks cost fewer additions: every chunk reads each bucket again.
#pragma once

#include "groth16/gpu_layout.h"

namespace cuzk::groth16 {

struct GpuPlan {
  GpuChoice choice;
  uint64_t region_bytes = 0;      // of GpuLayout
  uint64_t assignment_bytes = 0;  // of AssignmentLayout
  uint64_t point_bytes = 0;       // of resident queries

  uint64_t own_bytes() const { return assignment_bytes + point_bytes; }
  uint64_t bytes() const { return region_bytes + own_bytes(); }
};

// For a circuit that has `bytes` of a device to itself: all queries are resident if that fits,
// unless their chunks are small and those of streamed queries larger; else all are streamed, for
// groups of `group_max` partitions if possible, then with large chunks, then with a large h_group.
// The smallest plan if none fits.
GpuPlan plan_alone(const CircuitShape& shape, size_t group_max, uint64_t bytes);

// For a circuit that works in a region of `region_bytes` and may take `own_bytes` beside it. Whole
// queries are resident as far as they fit, H first. The smallest plan if none fits.
GpuPlan plan_in_region(const CircuitShape& shape, size_t group_max, uint64_t region_bytes,
                       uint64_t own_bytes);

// What plan_in_region needs of its two places. Any region between the least and the largest gives a
// plan with any own bytes from the least on; above the largest nothing is gained.
struct PlanSizes {
  uint64_t region_bytes_min = 0;        // all streamed, chunks of 2^12 points
  uint64_t region_bytes_preferred = 0;  // all streamed, a full group, chunks of 2^23 points
  uint64_t region_bytes_in_line = 0;    // all resident, taken whole, one MSM after the other
  uint64_t region_bytes_max = 0;        // all resident, taken whole, two windows of H a pass
  uint64_t own_bytes_min = 0;           // nothing resident, one partition in flight
  uint64_t own_bytes_max = 0;           // all resident
};
PlanSizes plan_sizes(const CircuitShape& shape, size_t group_max);

}  // namespace cuzk::groth16
