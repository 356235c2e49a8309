// SPDX-License-Identifier: MIT OR Apache-2.0
// How a proof fits into the memory of a device: which chunks the points of each query are taken in,
// and how much working memory that needs. Everything follows from the shape of the circuit and the
// bytes at hand; nothing is tried out on the device.
//
// Partitions are started in groups: of one where the queries are resident, and where they are
// streamed of as many as the memory for their inputs allows, because L, A, B1 and B2 are streamed
// once for the whole group, and H once for each h_group of it.
//
// Working memory holds the assignments of two partitions, or of one group of those that are
// streamed, the vectors h of an h_group, and behind them, one after the other, what the quotient
// needs (another vector and the table of roots) and the scratch of the sum H. The other sums of
// resident queries have a region of their own, since they run beside all that, one after the other;
// those of streamed queries run before the quotients of their group, behind the place of h. A ring
// of two buffers feeds streamed sums: while one chunk is added the next is copied. The second
// buffer stands beside the quotient if it fits, else behind h.
//
// Larger chunks cost fewer additions: each takes up the buckets again.
#pragma once

#include <array>
#include <vector>

#include "groth16/gpu_prover.h"
#include "groth16/query_chunks.h"
#include "msm/gpu_msm.h"

namespace cuzk::groth16 {

// The buffers of streamed points, and how many of them stand beside the quotient's memory.
struct RingShape {
  size_t buffers = 0, ahead = 0;
};

struct CircuitShape {
  unsigned log_domain;
  uint64_t num_inputs, num_words, num_wide;
  QueryCounts counts;
  const QueryForm* l;
  const QueryForm* a;
  const QueryForm* b;
  uint64_t input_bytes;  // of the program that writes assignments

  uint64_t rows() const { return uint64_t{1} << log_domain; }
  // Null for kH, whose points all have scalars of their own.
  const QueryForm* form(Query query) const;
};

struct QueryPlan {
  std::vector<QueryChunk> chunks;
  msm::GpuMsmShape shape;
};

struct GpuPlan {
  size_t group = 1;
  size_t h_group = 1;
  size_t slots = 1;  // partitions in flight, each with memory for its assignment
  std::array<QueryPlan, kQueries> queries;
  RingShape ring;
  uint64_t ring_bytes = 0;  // of one buffer
  uint64_t side_bytes = 0;  // of the region for all sums but H; 0 for streamed queries
  uint64_t arena_bytes = 0;
};

// A plan that takes at most `bytes`: for groups of `group_max` partitions if possible, then with
// large chunks, then with a large h_group. The smallest plan if none fits.
GpuPlan make_plan(const CircuitShape& shape, Placement placement, size_t group_max, uint64_t bytes);

}  // namespace cuzk::groth16
