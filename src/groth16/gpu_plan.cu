// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_plan.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace cuzk::groth16 {
namespace {

// Points of a piece, as powers of two: resident queries are taken whole if they fit.
constexpr unsigned kLogPieceWhole = 28;
constexpr unsigned kLogPieceStreamed = 23;
constexpr unsigned kLogPieceMin = 12;

// In the order of preference, for each size of pieces.
constexpr std::array<RingShape, 2> kRings = {{{8, 8}, {4, 2}}};
constexpr std::array<RingShape, 1> kNoRing = {};

// Items of a pass that keep the device busy where the pieces are smaller.
constexpr uint64_t kItems = uint64_t{1} << 25;

std::vector<QueryPiece> dense_pieces(uint64_t count, uint64_t points_max) {
  std::vector<QueryPiece> out;
  for (uint64_t first = 0; first < count; first += points_max) {
    uint64_t points = std::min(points_max, count - first);
    out.push_back(
        {0, 0, static_cast<uint32_t>(first), static_cast<uint32_t>(points), first, points});
  }
  return out;
}

QueryPlan plan_query(const CircuitShape& shape, Query query, uint64_t points_max) {
  QueryPlan plan;
  uint64_t scalars = 0, scalars_piece = 0, ones_piece = 0, words_piece = 0;
  const QueryForm* form = shape.form(query);
  uint64_t count = shape.counts[static_cast<size_t>(query)];
  plan.pieces = form != nullptr ? form->pieces(std::max(points_max, 64 + uint64_t{form->inputs}))
                                : dense_pieces(count, points_max);
  for (const QueryPiece& piece : plan.pieces) {
    scalars += piece.scalars;
    scalars_piece = std::max(scalars_piece, piece.scalars);
    words_piece = std::max(words_piece, piece.words);
    if (form != nullptr) ones_piece = std::max<uint64_t>(ones_piece, piece.points);
  }
  // Wide values are added at once, after the last piece.
  const uint64_t calls = form != nullptr ? 1 : plan.pieces.size();
  if (form != nullptr) scalars_piece = scalars;
  uint64_t items = std::min(std::max(points_max, kItems), 32 * std::max<uint64_t>(count, 1));
  plan.shape =
      msm::GpuSumShape::plan(scalars, calls, scalars_piece, ones_piece, words_piece, items);
  plan.shape.accumulation = msm::Accumulation::kXyzz;  // which takes more memory than the other
  return plan;
}

uint64_t sum_bytes(Query query, const QueryPlan& plan) {
  gpu::Arena measure;
  if (query == Query::kBG2) {
    msm::GpuSum<Fp2> sum(measure, plan.shape);
  } else {
    msm::GpuSum<Fp> sum(measure, plan.shape);
  }
  return measure.peak();
}

uint64_t points_max(Query query, unsigned log_piece) {
  return (uint64_t{1} << log_piece) / (query == Query::kBG2 ? 2 : 1);
}

// Of the largest piece.
uint64_t piece_bytes(const CircuitShape& shape, unsigned log_piece) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    const QueryForm* form = shape.form(query);
    uint64_t points = points_max(query, log_piece);
    if (form != nullptr) points = std::max(points, 64 + uint64_t{form->inputs});
    points = std::min(points, shape.counts[i]);
    bytes = std::max(bytes, points * point_bytes(query));
  }
  return bytes;
}

GpuPlan plan_pieces(const CircuitShape& shape, RingShape ring, size_t in_flight,
                    unsigned log_piece) {
  GpuPlan plan;
  const bool is_streamed = ring.buffers > 0;
  gpu::Arena arena;
  const auto take_buffers = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) arena.take<char>(plan.ring_bytes);
  };
  if (is_streamed) {
    plan.ring = ring;
    plan.ring_bytes = piece_bytes(shape, log_piece);
  }
  arena.take<Fr>(in_flight * (shape.num_inputs + shape.num_wide));
  arena.take<uint64_t>(in_flight * shape.num_words);
  arena.take<char>(in_flight * 3 * gpu::Arena::kAlignment);
  std::array<uint64_t, kQueries> sums{};
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    plan.queries[i] = plan_query(shape, query, points_max(query, log_piece));
    const QueryForm* form = shape.form(query);
    uint64_t own =
        form != nullptr ? form->references.size() * (sizeof(Fr) + point_bytes(query)) : 0;
    sums[i] = own + 2 * gpu::Arena::kAlignment + sum_bytes(query, plan.queries[i]);
  }
  const uint64_t sum_h = sums[static_cast<size_t>(Query::kH)];
  if (!is_streamed) {
    plan.side_bytes = *std::max_element(sums.begin() + 1, sums.end());
    arena.take<char>(plan.side_bytes);
  }
  take_buffers(ring.ahead);
  arena.take<Fr>(shape.rows());
  {
    gpu::Arena::Scope quotient(arena);
    arena.take<Fr>(shape.rows());
    arena.take<Fr>(shape.rows());
  }
  take_buffers(ring.buffers - ring.ahead);
  arena.take<char>(is_streamed ? std::accumulate(sums.begin(), sums.end(), uint64_t{0}) : sum_h);
  plan.arena_bytes = arena.peak();
  return plan;
}

}  // namespace

const QueryForm* CircuitShape::form(Query query) const {
  switch (query) {
    case Query::kH: return nullptr;
    case Query::kL: return l;
    case Query::kA: return a;
    case Query::kBG1:
    case Query::kBG2: return b;
  }
  return nullptr;
}

GpuPlan make_plan(const CircuitShape& shape, Placement placement, size_t in_flight,
                  uint64_t bytes) {
  const bool is_streamed = placement == Placement::kHost;
  const std::span<const RingShape> rings =
      is_streamed ? std::span<const RingShape>(kRings) : std::span<const RingShape>(kNoRing);
  GpuPlan plan;
  unsigned log_piece = is_streamed ? kLogPieceStreamed : kLogPieceWhole;
  for (; log_piece >= kLogPieceMin; --log_piece) {
    for (RingShape ring : rings) {
      plan = plan_pieces(shape, ring, in_flight, log_piece);
      if (plan.arena_bytes <= bytes) return plan;
    }
  }
  return plan;
}

}  // namespace cuzk::groth16
