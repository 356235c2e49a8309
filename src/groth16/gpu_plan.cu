// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_plan.h"

#include <algorithm>
#include <span>

namespace cuzk::groth16 {
namespace {

// Points of a chunk, as powers of two: resident queries are taken whole if they fit.
constexpr unsigned kLogChunkWhole = 28;
constexpr unsigned kLogChunkStreamed = 25;
constexpr unsigned kLogChunkOfGroups = 21;  // below this smaller groups are better
constexpr unsigned kLogChunkMin = 12;

// In the order of preference, for each size of chunks.
constexpr std::array<RingShape, 2> kRings = {{{2, 2}, {2, 1}}};
constexpr std::array<RingShape, 1> kNoRing = {};

// Partitions in flight where queries are resident.
constexpr size_t kSlotsResident = 2;

// Items of a pass: a pass costs about 1.5 ms of an H200 beside its additions.
constexpr unsigned kLogItemsMin = 25;
constexpr unsigned kLogItemsMax = 27;

std::vector<QueryChunk> dense_chunks(uint64_t count, uint64_t points_max) {
  std::vector<QueryChunk> out;
  for (uint64_t first = 0; first < count; first += points_max) {
    uint64_t points = std::min(points_max, count - first);
    out.push_back(
        {0, 0, static_cast<uint32_t>(first), static_cast<uint32_t>(points), first, points});
  }
  return out;
}

// What is chosen; the rest of a plan follows.
struct Choice {
  size_t group, h_group;
  RingShape ring;
  unsigned log_chunk, log_items;
};

uint64_t points_max(Query query, unsigned log_chunk) {
  return (uint64_t{1} << log_chunk) / (query == Query::kBG2 ? 2 : 1);
}

QueryPlan plan_query(const CircuitShape& shape, Query query, const Choice& choice) {
  const uint64_t points = points_max(query, choice.log_chunk);
  QueryPlan plan;
  uint64_t scalars = 0, scalars_chunk = 0, booleans_chunk = 0, words_chunk = 0;
  const QueryForm* form = shape.form(query);
  uint64_t count = shape.counts[static_cast<size_t>(query)];
  plan.chunks = form != nullptr ? form->chunks(std::max(points, 64 + uint64_t{form->inputs}))
                                : dense_chunks(count, points);
  for (const QueryChunk& chunk : plan.chunks) {
    scalars += chunk.scalars;
    scalars_chunk = std::max(scalars_chunk, chunk.scalars);
    words_chunk = std::max(words_chunk, chunk.words);
    if (form != nullptr) booleans_chunk = std::max<uint64_t>(booleans_chunk, chunk.points);
  }
  // Wide values are added at once, after the last chunk.
  const uint64_t calls = form != nullptr ? 1 : plan.chunks.size();
  if (form != nullptr) scalars_chunk = scalars;
  uint64_t items = std::min(std::max(points, uint64_t{1} << choice.log_items),
                            32 * std::max<uint64_t>(count, 1));
  plan.shape =
      msm::GpuMsmShape::plan(scalars, calls, scalars_chunk, booleans_chunk, words_chunk, items);
  plan.shape.sets = static_cast<uint32_t>(query == Query::kH ? choice.h_group : choice.group);
  plan.shape.accumulation = msm::Accumulation::kXyzz;  // which takes more memory than the other
  return plan;
}

uint64_t sum_bytes(Query query, const QueryPlan& plan) {
  gpu::Arena measure;
  if (query == Query::kBG2) {
    msm::GpuMsm<Fp2> sum(measure, plan.shape);
  } else {
    msm::GpuMsm<Fp> sum(measure, plan.shape);
  }
  return measure.peak();
}

// Of the largest chunk.
uint64_t chunk_bytes(const CircuitShape& shape, unsigned log_chunk) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    const QueryForm* form = shape.form(query);
    uint64_t points = points_max(query, log_chunk);
    if (form != nullptr) points = std::max(points, 64 + uint64_t{form->inputs});
    points = std::min(points, shape.counts[i]);
    bytes = std::max(bytes, points * point_bytes(query));
  }
  return bytes;
}

GpuPlan plan_for(const CircuitShape& shape, const Choice& choice) {
  GpuPlan plan = {.group = choice.group, .h_group = choice.h_group, .ring = choice.ring};
  const bool is_streamed = choice.ring.buffers > 0;
  plan.slots = is_streamed ? choice.group : kSlotsResident;
  gpu::Arena arena;
  const auto take_buffers = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) arena.take<char>(plan.ring_bytes);
  };
  if (is_streamed) plan.ring_bytes = chunk_bytes(shape, choice.log_chunk);
  arena.take<char>(shape.input_bytes);
  arena.take<uint32_t>(1);  // the first row that does not hold
  for (size_t i = 0; i < plan.slots; ++i) {
    arena.take<Fr>(shape.num_inputs);
    arena.take<Fr>(shape.num_wide);
    arena.take<uint64_t>(shape.num_words);
  }
  std::array<uint64_t, kQueries> sums{};
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    plan.queries[i] = plan_query(shape, query, choice);
    const QueryForm* form = shape.form(query);
    uint64_t own =
        form != nullptr ? form->references.size() * (sizeof(Fr) + point_bytes(query)) : 0;
    sums[i] = own + 2 * gpu::Arena::kAlignment + sum_bytes(query, plan.queries[i]);
  }
  const uint64_t sum_h = sums[static_cast<size_t>(Query::kH)];
  const uint64_t other_sum = *std::max_element(sums.begin() + 1, sums.end());
  if (!is_streamed) {
    plan.side_bytes = other_sum;
    arena.take<char>(plan.side_bytes);
  }
  take_buffers(choice.ring.ahead);
  for (size_t i = 0; i < choice.h_group; ++i) arena.take<Fr>(shape.rows());
  {
    gpu::Arena::Scope quotient(arena);
    arena.take<Fr>(shape.rows());
    arena.take<Fr>(shape.rows());
  }
  take_buffers(choice.ring.buffers - choice.ring.ahead);
  arena.take<char>(is_streamed ? std::max(sum_h, other_sum) : sum_h);
  plan.arena_bytes = arena.peak();
  return plan;
}

// For a choice that fits: with the largest passes that do too, and then the largest h_group.
GpuPlan enlarged(const CircuitShape& shape, Choice choice, GpuPlan plan, uint64_t bytes) {
  for (unsigned log_items = kLogItemsMax; log_items > choice.log_items; --log_items) {
    Choice larger_choice = choice;
    larger_choice.log_items = log_items;
    GpuPlan larger = plan_for(shape, larger_choice);
    if (larger.arena_bytes > bytes) continue;
    plan = std::move(larger);
    choice = larger_choice;
  }
  while (choice.h_group < choice.group) {
    ++choice.h_group;
    GpuPlan larger = plan_for(shape, choice);
    if (larger.arena_bytes > bytes) break;
    plan = std::move(larger);
  }
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

GpuPlan make_plan(const CircuitShape& shape, Placement placement, size_t group_max,
                  uint64_t bytes) {
  const bool is_streamed = placement == Placement::kHost;
  const std::span<const RingShape> rings =
      is_streamed ? std::span<const RingShape>(kRings) : std::span<const RingShape>(kNoRing);
  GpuPlan plan;
  for (size_t group = is_streamed ? group_max : 1; group > 0; group /= 2) {
    unsigned log_chunk = is_streamed ? kLogChunkStreamed : kLogChunkWhole;
    const unsigned log_chunk_min = group > 1 ? kLogChunkOfGroups : kLogChunkMin;
    for (; log_chunk >= log_chunk_min; --log_chunk) {
      for (RingShape ring : rings) {
        const Choice choice = {group, 1, ring, log_chunk, kLogItemsMin};
        plan = plan_for(shape, choice);
        if (plan.arena_bytes <= bytes) return enlarged(shape, choice, plan, bytes);
      }
    }
  }
  return plan;
}

}  // namespace cuzk::groth16
