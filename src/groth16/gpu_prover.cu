// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_prover.h"

#include <algorithm>

#include "base/check.h"
#include "gpu/failure.h"
#include "groth16/assemble.h"
#include "groth16/gpu_footprint.h"
#include "groth16/gpu_prover_state.cuh"
#include "groth16/gpu_query_form.cuh"
#include "msm/gpu_calibration.h"

namespace cuzk::groth16 {
namespace {

// The calibration of MSMs takes as long as a proof of 2^24 rows, and 2.1 GB.
constexpr unsigned kLogRowsCalibrated = 25;

gpu::StreamPriority priority_of(const GpuProverOptions& options) {
  return options.is_urgent ? gpu::StreamPriority::kHigh : gpu::StreamPriority::kNormal;
}

uint64_t form_bytes(const QueryForms& forms) {
  gpu::Arena measure;
  const DeviceForms measured(measure, forms);
  return measure.peak();
}

}  // namespace

GpuProver::State::State(gpu::Device& gpu_device, const r1cs::Circuit& r1cs,
                        const GpuProverOptions& options)
    : device(gpu_device),
      is_urgent(options.is_urgent),
      stream(gpu_device, priority_of(options)),
      side(gpu_device, priority_of(options)),
      uploads(gpu_device, priority_of(options)),
      copies(gpu_device, priority_of(options)),
      circuit(gpu_device, stream, r1cs),
      program(options.program ? *options.program : plain_program(r1cs)),
      forms(r1cs),
      shape(shape_of(r1cs, forms, program.input_bytes)),
      form_memory(gpu_device, form_bytes(forms)),
      region(options.region),
      owns_region(options.region == nullptr),
      streamed_points(options.streamed_points) {
  if (options.check_rows) c_rows.emplace(gpu_device, stream, r1cs, r1cs::StoredMatrices::kC);
  gpu::Arena arena(form_memory.data(), form_memory.bytes());
  device_forms.emplace(arena, forms);
  copy_forms(stream, forms, *device_forms);
  stream.wait();
  decide(options);
}

// A budget for a prover with a region of its own also covers what CUDA takes, unless the prover is
// urgent, as others then are on the device too.
void GpuProver::State::decide(const GpuProverOptions& options) {
  const bool is_alone = owns_region && !is_urgent;
  const uint64_t others = is_alone ? program.device_bytes + kContextBytes : 0;
  const uint64_t used = circuit_bytes() + others;
  const uint64_t free = device.free_bytes();
  uint64_t budget = options.vram_budget;
  if (budget == 0) budget = free + circuit_bytes() + (is_alone ? kContextBytes / 2 : 0);
  const uint64_t left = std::min(budget > used ? budget - used : 0, free);
  if (owns_region) {
    plan = plan_alone(shape, options.group_max, left);
    if (plan.bytes() > left) gpu::throw_arena_exhausted(plan.bytes(), left, budget);
    return;
  }
  plan = plan_in_region(shape, options.group_max, region->bytes(), left);
  if (plan.region_bytes > region->bytes()) {
    gpu::throw_arena_exhausted(plan.region_bytes, region->bytes(), region->bytes());
  }
  if (plan.own_bytes() > left) gpu::throw_arena_exhausted(plan.own_bytes(), left, budget);
}

// By trying both, where proofs are long enough for it. The plan has memory for either.
void GpuProver::State::choose_accumulation() {
  auto accumulation = msm::Accumulation::kAffine;
  if (shape.log_domain >= kLogRowsCalibrated) {
    const auto turn = region->take_turn(this, turn_streams);
    gpu::Arena work(region->data(), region->bytes());
    accumulation = msm::faster_accumulation(stream, work);
  }
  for (QueryPlan& query : plan.choice.queries) query.shape.accumulation = accumulation;
}

void GpuProver::State::take_slots() {
  uint64_t result_bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    result_offsets[i] = result_bytes;
    result_bytes += plan.choice.query(query).shape.result_points() * point_bytes(query);
  }
  slots.clear();
  for (const DeviceAssignment& assignment : assignments->slots) {
    Slot& slot = *slots.emplace_back(std::make_unique<Slot>(device, shape, result_bytes));
    slot.assignment = assignment;
  }
}

void GpuProver::State::take_memory() {
  if (owns_region) region = std::make_shared<GpuRegion>(device, plan.region_bytes);
  assignment_memory = gpu::DeviceMemory(device, plan.assignment_bytes);
  gpu::Arena own(assignment_memory.data(), assignment_memory.bytes());
  assignments.emplace(own, shape, plan.choice.slots);
  choose_accumulation();
  take_slots();
  gpu::Arena arena(region->data(), plan.region_bytes);
  layout.emplace(arena, shape, plan.choice);
  if (!layout->ring.empty()) ring.emplace(device, copies, layout->ring);
}

GpuProver::GpuProver(gpu::Device& device, const r1cs::Circuit& circuit,
                     const GpuProverOptions& options)
    : state_(std::make_unique<State>(device, circuit, options)) {}

// Work that still runs uses memory of the state.
GpuProver::~GpuProver() {
  if (!state_) return;
  state_->settle();
}

const Placements& GpuProver::placements() const { return state_->plan.choice.placements; }
size_t GpuProver::group_max() const { return state_->plan.choice.group; }
size_t GpuProver::in_flight_max() const { return state_->plan.choice.slots; }

void GpuProver::set_parameters(std::shared_ptr<const GpuParameters> parameters) {
  State& s = *state_;
  base::check(parameters->placements() == placements(), "parameters are where the plan has them");
  base::check(parameters->counts() == s.shape.counts, "parameters are the circuit's");
  s.take_memory();
  s.parameters = std::move(parameters);
}

std::vector<GpuProver::Pending> GpuProver::start(std::span<const PackInput> inputs) {
  State& s = *state_;
  base::check(s.parameters != nullptr, "parameters are set");
  base::check(!inputs.empty() && inputs.size() <= group_max(), "a group has partitions");
  s.device.refuse_if_bad();
  s.device.make_current();
  std::vector<Pending> pending;
  State::Slots group;
  for (size_t i = 0; i < s.slots.size() && group.size() < inputs.size(); ++i) {
    if (s.slots[i]->is_pending) continue;
    pending.push_back({i});
    group.push_back(s.slots[i].get());
  }
  base::check(group.size() == inputs.size(), "no more than in_flight_max() are pending");
  try {
    for (size_t i = 0; i < group.size(); ++i) {
      group[i]->watch = {};
      group[i]->group = group.size();
      s.upload(*group[i], inputs[i]);
    }
    s.queue_group(group);
  } catch (...) {
    s.settle();
    throw;
  }
  for (Slot* slot : group) slot->is_pending = true;
  return pending;
}

std::optional<uint64_t> GpuProver::first_unsatisfied(Pending pending) {
  State& s = *state_;
  Slot& slot = *s.slots.at(pending.slot);
  base::check(slot.is_pending && s.c_rows.has_value(), "rows of a started partition are checked");
  s.wait_for(slot);
  uint32_t row = *slot.first_unsatisfied.as<uint32_t>();
  if (row == r1cs::kAllSatisfied) return std::nullopt;
  return row;
}

Proof GpuProver::finish(Pending pending, ProveTimes* times) {
  return finish_blinded(pending, {Fr::random(), Fr::random()}, times);
}

Proof GpuProver::finish_blinded(Pending pending, const Randomizers& randomizers,
                                ProveTimes* times) {
  State& s = *state_;
  Slot& slot = *s.slots.at(pending.slot);
  base::check(slot.is_pending, "the partition was started");
  slot.is_pending = false;
  s.wait_for(slot);
  // The coefficients of h look random unless a circuit is very small or of a special form.
  if (slot.is_unfinished.as<uint32_t>()[static_cast<size_t>(Query::kH)] != 0) {
    slot.is_uniform = false;
    s.queue_again(slot);
    s.wait_for(slot);
    slot.is_uniform = true;
  }
  const Sums sums = {s.folded<Fp>(slot, Query::kH), s.folded<Fp>(slot, Query::kL),
                     s.folded<Fp>(slot, Query::kA), s.folded<Fp>(slot, Query::kBG1),
                     s.folded<Fp2>(slot, Query::kBG2)};
  Proof proof = assemble(s.parameters->key(), sums, randomizers);
  if (times != nullptr) *times = s.times(slot);
  return proof;
}

uint64_t GpuProver::device_bytes() const {
  const State& s = *state_;
  const uint64_t region_bytes = s.owns_region && s.region ? s.region->bytes() : 0;
  return s.circuit_bytes() + s.assignment_memory.bytes() + region_bytes;
}

uint64_t GpuProver::streamed_bytes() const {
  const CircuitShape& shape = state_->shape;
  const GpuChoice& choice = state_->plan.choice;
  uint64_t bytes = choice.group * shape.input_bytes;
  for (size_t i = 0; i < kQueries; ++i) {
    auto query = static_cast<Query>(i);
    if (!state_->is_streamed(query)) continue;
    const size_t times =
        query == Query::kH ? (choice.group + choice.h_group - 1) / choice.h_group : 1;
    bytes += times * shape.counts[i] * point_bytes(query);
  }
  return bytes;
}

Proof finish_with_randomizers(GpuProver& prover, GpuProver::Pending pending,
                              const Randomizers& randomizers) {
  return prover.finish_blinded(pending, randomizers, nullptr);
}

}  // namespace cuzk::groth16
