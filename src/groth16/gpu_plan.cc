// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_plan.h"

#include <algorithm>

namespace cuzk::groth16 {
namespace {

// Points of a chunk, as powers of two: resident queries are taken whole if they fit.
constexpr unsigned kLogChunkWhole = 28;
constexpr unsigned kLogChunkStreamed = 25;
constexpr unsigned kLogChunkOfGroups = 21;  // below this smaller groups are better
constexpr unsigned kLogChunkMin = 12;

// Buffers of the ring, and those of them that no quotient uses, in the order of preference for each
// size of chunks.
constexpr std::array<RingShape, 2> kRings = {{{2, 2, 0}, {2, 1, 0}}};
constexpr RingShape kNoRing = {};

// Resident queries that run beside H are worth a region of at least such chunks.
constexpr unsigned kLogChunkBeside = 25;
// With smaller ones resident queries are slower than streamed ones: PoRep then has more than 16
// chunks of H, 9 ms each, where streaming costs 140 ms (residency.md RS-207).
constexpr unsigned kLogChunkPreferred = 23;

// In which order queries become resident: H is streamed for every partition, the others for every
// group.
constexpr std::array<Query, kQueries> kPlacingOrder = {Query::kH, Query::kL, Query::kA, Query::kBG2,
                                                       Query::kBG1};

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

// What is tried; the rest of a plan follows. Chunks of resident and of streamed queries.
struct Trial {
  Placements placements;
  bool is_beside;
  size_t group, h_group;
  RingShape ring;
  unsigned log_chunk_resident, log_chunk, log_items;

  Placement placement(size_t query) const { return placements[query]; }
  unsigned log_chunk_of(Query query) const {
    return placement(static_cast<size_t>(query)) == Placement::kDevice ? log_chunk_resident
                                                                       : log_chunk;
  }
  bool streams() const { return std::ranges::count(placements, Placement::kHost) > 0; }
};

Trial resident_trial(bool is_beside, unsigned log_chunk) {
  return {all_at(Placement::kDevice), is_beside, 1, 1, kNoRing, log_chunk, log_chunk, kLogItemsMin};
}

Trial streamed_trial(size_t group, RingShape ring, unsigned log_chunk) {
  return {all_at(Placement::kHost), false, group, 1, ring, log_chunk, log_chunk, kLogItemsMin};
}

uint64_t points_max(Query query, unsigned log_chunk) {
  return (uint64_t{1} << log_chunk) / (query == Query::kBG2 ? 2 : 1);
}

QueryPlan plan_query(const CircuitShape& shape, Query query, const Trial& trial) {
  const uint64_t points = points_max(query, trial.log_chunk_of(query));
  QueryPlan plan;
  uint64_t scalars = 0, scalars_chunk = 0, booleans_chunk = 0, words_chunk = 0;
  const QueryForm* form = shape.form(query);
  const bool has_bits = form != nullptr && !form->is_mostly_wide;
  uint64_t count = shape.counts[static_cast<size_t>(query)];
  plan.chunks = form != nullptr ? form->chunks(std::max(points, 64 + uint64_t{form->inputs}))
                                : dense_chunks(count, points);
  for (const QueryChunk& chunk : plan.chunks) {
    scalars += chunk.scalars;
    scalars_chunk = std::max(scalars_chunk, chunk.scalars);
    if (!has_bits) continue;
    words_chunk = std::max(words_chunk, chunk.words);
    booleans_chunk = std::max<uint64_t>(booleans_chunk, chunk.points);
  }
  // Beside bits, wide values are added at once, after the last chunk.
  const uint64_t calls = has_bits ? 1 : plan.chunks.size();
  if (has_bits) scalars_chunk = scalars;
  uint64_t items =
      std::min(std::max(points, uint64_t{1} << trial.log_items), 32 * std::max<uint64_t>(count, 1));
  plan.shape =
      msm::GpuMsmShape::plan(scalars, calls, scalars_chunk, booleans_chunk, words_chunk, items);
  plan.shape.sets = static_cast<uint32_t>(query == Query::kH ? trial.h_group : trial.group);
  return plan;
}

// Of the largest chunk of a streamed query.
uint64_t chunk_bytes(const CircuitShape& shape, const Trial& trial) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    if (trial.placement(i) == Placement::kDevice) continue;
    auto query = static_cast<Query>(i);
    const QueryForm* form = shape.form(query);
    uint64_t points = points_max(query, trial.log_chunk);
    if (form != nullptr) points = std::max(points, 64 + uint64_t{form->inputs});
    points = std::min(points, shape.counts[i]);
    bytes = std::max(bytes, points * point_bytes(query));
  }
  return bytes;
}

GpuPlan plan_for(const CircuitShape& shape, const Trial& trial) {
  GpuPlan plan;
  GpuChoice& choice = plan.choice;
  choice.group = trial.group;
  choice.h_group = trial.h_group;
  choice.slots = trial.streams() ? trial.group : kSlotsResident;
  choice.is_beside = trial.is_beside;
  choice.placements = trial.placements;
  if (trial.streams()) {
    choice.ring = trial.ring;
    choice.ring.bytes = chunk_bytes(shape, trial);
  }
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    choice.queries[i] = plan_query(shape, query, trial);
    if (trial.placement(i) == Placement::kDevice) {
      plan.point_bytes += shape.counts[i] * point_bytes(query);
    }
  }
  gpu::Arena assignments, region;
  const AssignmentLayout measured_assignments(assignments, shape, choice.slots);
  const GpuLayout measured_region(region, shape, choice);
  plan.assignment_bytes = assignments.peak();
  plan.region_bytes = region.peak();
  return plan;
}

// What there is for a plan: for both places together, or for each.
struct Room {
  uint64_t all, region, own;

  bool holds(const GpuPlan& plan) const {
    return plan.bytes() <= all && plan.region_bytes <= region && plan.own_bytes() <= own;
  }
};
constexpr uint64_t kAnyBytes = UINT64_MAX;

// The first trial that fits, with its plan; else the last one.
struct Found {
  Trial trial{};
  GpuPlan plan;
  bool fits = false;
};

Found find_resident(const CircuitShape& shape, bool is_beside, unsigned log_chunk_min,
                    const Room& room) {
  Found found;
  for (unsigned log_chunk = kLogChunkWhole; log_chunk >= log_chunk_min; --log_chunk) {
    found.trial = resident_trial(is_beside, log_chunk);
    found.plan = plan_for(shape, found.trial);
    found.fits = room.holds(found.plan);
    if (found.fits) break;
  }
  return found;
}

Found find_streamed(const CircuitShape& shape, size_t group_max, const Room& room) {
  Found found;
  for (size_t group = group_max; group > 0; group /= 2) {
    const unsigned log_chunk_min = group > 1 ? kLogChunkOfGroups : kLogChunkMin;
    for (unsigned log_chunk = kLogChunkStreamed; log_chunk >= log_chunk_min; --log_chunk) {
      for (RingShape ring : kRings) {
        found.trial = streamed_trial(group, ring, log_chunk);
        found.plan = plan_for(shape, found.trial);
        found.fits = room.holds(found.plan);
        if (found.fits) return found;
      }
    }
  }
  return found;
}

// Takes a changed trial over if it fits.
bool replace_if_held(const CircuitShape& shape, const Trial& trial, const Room& room,
                     Found& found) {
  GpuPlan plan = plan_for(shape, trial);
  if (!room.holds(plan)) return false;
  found = {trial, std::move(plan), true};
  return true;
}

// With the largest passes that fit, then the largest h_group.
void enlarge(const CircuitShape& shape, const Room& room, Found& found) {
  for (unsigned log_items = kLogItemsMax; log_items > kLogItemsMin; --log_items) {
    Trial trial = found.trial;
    trial.log_items = log_items;
    if (replace_if_held(shape, trial, room, found)) break;
  }
  while (found.trial.h_group < found.trial.group) {
    Trial trial = found.trial;
    ++trial.h_group;
    if (!replace_if_held(shape, trial, room, found)) break;
  }
}

// With single queries resident, and then with the largest chunks of those.
void place_queries(const CircuitShape& shape, const Room& room, Found& found) {
  for (Query query : kPlacingOrder) {
    Trial trial = found.trial;
    trial.placements[static_cast<size_t>(query)] = Placement::kDevice;
    if (trial.streams()) replace_if_held(shape, trial, room, found);
  }
}

void enlarge_resident_chunks(const CircuitShape& shape, const Room& room, Found& found) {
  if (found.plan.point_bytes == 0) return;
  for (unsigned log_chunk = kLogChunkWhole; log_chunk > found.trial.log_chunk; --log_chunk) {
    Trial trial = found.trial;
    trial.log_chunk_resident = log_chunk;
    if (replace_if_held(shape, trial, room, found)) break;
  }
}

}  // namespace

GpuPlan plan_alone(const CircuitShape& shape, size_t group_max, uint64_t bytes) {
  const Room room = {bytes, kAnyBytes, kAnyBytes};
  Found found;
  if (query_bytes(shape.counts) < bytes) found = find_resident(shape, true, kLogChunkMin, room);
  if (!found.fits || found.trial.log_chunk < kLogChunkPreferred) {
    Found streamed = find_streamed(shape, group_max, room);
    const bool has_larger_chunks = streamed.trial.log_chunk > found.trial.log_chunk;
    if (!found.fits || (streamed.fits && has_larger_chunks)) found = std::move(streamed);
  }
  if (found.fits) enlarge(shape, room, found);
  return found.plan;
}

GpuPlan plan_in_region(const CircuitShape& shape, size_t group_max, uint64_t region_bytes,
                       uint64_t own_bytes) {
  const Room room = {kAnyBytes, region_bytes, own_bytes};
  Found found;
  if (query_bytes(shape.counts) < own_bytes) {
    found = find_resident(shape, true, kLogChunkBeside, room);
    if (!found.fits) found = find_resident(shape, false, kLogChunkMin, room);
  }
  if (found.fits) {
    enlarge(shape, room, found);
    return found.plan;
  }
  found = find_streamed(shape, group_max, room);
  if (!found.fits) return found.plan;
  place_queries(shape, room, found);
  enlarge(shape, room, found);
  enlarge_resident_chunks(shape, room, found);
  return found.plan;
}

PlanSizes plan_sizes(const CircuitShape& shape, size_t group_max) {
  const GpuPlan least = plan_for(shape, streamed_trial(1, kRings.back(), kLogChunkMin));
  const GpuPlan preferred =
      plan_for(shape, streamed_trial(group_max, kRings.back(), kLogChunkPreferred));
  const GpuPlan in_line = plan_for(shape, resident_trial(false, kLogChunkWhole));
  const GpuPlan largest = plan_for(shape, resident_trial(true, kLogChunkWhole));
  return {least.region_bytes,   std::max(least.region_bytes, preferred.region_bytes),
          in_line.region_bytes, largest.region_bytes,
          least.own_bytes(),    std::max(largest.own_bytes(), preferred.own_bytes())};
}

}  // namespace cuzk::groth16
