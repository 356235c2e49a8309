// SPDX-License-Identifier: MIT OR Apache-2.0
// How a proof fits into the memory of a device: which pieces the points of each query are taken in,
// and how much working memory that needs. Everything follows from the shape of the circuit and the
// bytes at hand; nothing is tried out on the device.
//
// Working memory holds the input of kInFlight assignments, the vector h, and behind it, one after
// the other, what the quotient needs (another vector and the table of roots, 96 bytes a row of the
// domain in all) and the scratch of the sum H. The other sums of resident queries have a region of
// their own, since they run beside all that, one after the other. Streamed queries are all summed
// behind the quotient, side by side, piece by piece in turn, because H has much to compute for each
// byte that is copied and the others little. A ring of buffers feeds them: eight, if they fit
// beside the quotient, so that they fill while it is at work; else four, of which two stand beside
// it.
//
// Larger pieces cost fewer additions; below 2^24 points a piece it begins to show.
#pragma once

#include <array>
#include <vector>

#include "groth16/gpu_parameters.h"
#include "groth16/query_pieces.h"
#include "msm/gpu_sum.h"

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

  uint64_t rows() const { return uint64_t{1} << log_domain; }
  // Null for kH, whose points all have scalars of their own.
  const QueryForm* form(Query query) const;
};

struct QueryPlan {
  std::vector<QueryPiece> pieces;
  msm::GpuSumShape shape;
};

struct GpuPlan {
  std::array<QueryPlan, kQueries> queries;
  RingShape ring;
  uint64_t ring_bytes = 0;  // of one buffer
  uint64_t side_bytes = 0;  // of the region for all sums but H; 0 for streamed queries
  uint64_t arena_bytes = 0;
};

// The plan with the largest pieces that takes at most `bytes`; the smallest plan if none does.
GpuPlan make_plan(const CircuitShape& shape, Placement placement, size_t in_flight, uint64_t bytes);

}  // namespace cuzk::groth16
