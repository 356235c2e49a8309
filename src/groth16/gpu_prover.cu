// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_prover.h"

#include <algorithm>
#include <future>
#include <optional>

#include "base/check.h"
#include "base/clock.h"
#include "gpu/failure.h"
#include "gpu/launch.h"
#include "gpu/memory.h"
#include "groth16/assemble.h"
#include "groth16/gpu_plan.h"
#include "groth16/gpu_query_form.cuh"
#include "groth16/gpu_ring.h"
#include "msm/gpu_calibration.h"
#include "msm/gpu_msm.h"
#include "ntt/gpu_quotient.h"
#include "r1cs/gpu_rows.h"

namespace cuzk::groth16 {
namespace {

// Device memory that CUDA itself takes for a process, code and stacks.
constexpr uint64_t kContextBytes = uint64_t{640} << 20;

// The calibration of sums takes as long as a proof of 2^24 rows, and 2.1 GB.
constexpr unsigned kLogRowsCalibrated = 25;

// The stages of a proof, each ended by an event.
enum Stage : size_t {
  kBegin,
  kUpload,
  kShared,  // all before L, A, B1 and B2
  kFirst,   // all before the rows
  kRows,
  kQuotient,
  kQuotients,  // of the partitions that H is streamed for
  kSums,
  kStages = kSums + kQueries
};

// What belongs to one partition in flight.
struct Slot {
  Slot(gpu::Device& device, const CircuitShape& shape, uint64_t result_bytes)
      : staging(device, shape.input_bytes),
        results(device, result_bytes),
        is_unfinished(device, kQueries * sizeof(uint32_t)),
        first_unsatisfied(device, sizeof(uint32_t)) {
    for (size_t i = 0; i < kStages; ++i) events.push_back(std::make_unique<gpu::Event>(device));
  }

  gpu::PinnedMemory staging, results;
  gpu::PinnedMemory is_unfinished;  // by Query, what the sums have told
  gpu::PinnedMemory first_unsatisfied;
  std::vector<std::unique_ptr<gpu::Event>> events;
  DeviceAssignment assignment;
  size_t group = 1;                 // partitions that were started together
  size_t h_group = 1;               // and those that H was summed for at once
  std::shared_future<void> queued;  // ready when all work is on the streams
  base::Stopwatch watch;
  bool is_pending = false;
  bool is_uniform = true;  // what is expected of h; see finish_blinded
};

CircuitShape shape_of(const r1cs::Circuit& circuit, const QueryForm& l, const QueryForm& a,
                      const QueryForm& b, const AssignmentProgram& program) {
  return {circuit.log_domain(),
          circuit.num_inputs(),
          (circuit.num_aux() + 63) / 64,
          circuit.num_wide(),
          expected_counts(circuit),
          &l,
          &a,
          &b,
          program.input_bytes};
}

}  // namespace

struct GpuProver::State {
  State(gpu::Device& gpu_device, const r1cs::Circuit& r1cs, const GpuProverOptions& options)
      : device(gpu_device),
        stream(gpu_device),
        side(gpu_device),
        uploads(gpu_device),
        copies(gpu_device),
        circuit(gpu_device, stream, r1cs),
        program(options.program ? *options.program : plain_program(r1cs)),
        layouts(r1cs),
        l(layouts.l),
        a(layouts.a),
        b(layouts.b),
        shape(shape_of(r1cs, l, a, b, program)),
        forms(gpu_device, form_bytes()) {
    if (options.check_rows) c_rows.emplace(gpu_device, stream, r1cs, r1cs::StoredMatrices::kC);
    gpu::Arena memory_of_forms(forms.data(), forms.bytes());
    device_l = DeviceForm(memory_of_forms, l, &stream);
    device_a = DeviceForm(memory_of_forms, a, &stream);
    device_b = DeviceForm(memory_of_forms, b, &stream);
    stream.wait();
    decide_placement(options);
  }

  uint64_t form_bytes() const {
    gpu::Arena measure;
    for (const QueryForm* form : {&l, &a, &b}) DeviceForm(measure, *form, nullptr);
    return measure.peak();
  }

  uint64_t circuit_bytes() const {
    return circuit.device_bytes() + (c_rows ? c_rows->device_bytes() : 0) + forms.bytes();
  }

  const DeviceForm& device_form(Query query) const {
    return query == Query::kL ? device_l : query == Query::kA ? device_a : device_b;
  }

  using Slots = std::vector<Slot*>;

  void decide_placement(const GpuProverOptions& options);
  std::vector<void*> take_ring_buffers(size_t count);
  void set_up_ring();
  void choose_accumulation();
  void take_slots(uint64_t result_bytes);
  void upload(Slot& slot, const PackInput& pack);
  std::shared_future<void> queue_in_turn(std::function<void()> work);
  void queue_group(const Slots& group);
  void queue_quotient(Slot& slot, gpu::Arena& work, Fr* first, Fr* second);
  void queue_h(const Slots& slots);
  void queue_shared_sums(const gpu::Stream& on, const Slots& slots, gpu::Arena& work);
  template <class F>
  void queue_shared_sum(const gpu::Stream& on, const Slots& slots, Query query, gpu::Arena& work);
  template <class F>
  typename msm::GpuMsm<F>::Terms fetch(const gpu::Stream& on, Query query, const QueryChunk& chunk);
  template <class F>
  void end_sum(const gpu::Stream& on, msm::GpuMsm<F>& sum, const Slots& slots, uint32_t set,
               Query query);
  void wait_for(const Slot& slot) const;
  template <class F>
  Jacobian<F> folded(const Slot& slot, Query query) const;
  ProveTimes times(const Slot& slot) const;

  gpu::Device& device;
  gpu::Stream stream;   // quotient and H; all sums where they are streamed
  gpu::Stream side;     // all other sums
  gpu::Stream uploads;  // of inputs, and their program
  gpu::Stream copies;   // of streamed points
  r1cs::GpuCircuit circuit;
  std::optional<r1cs::GpuCircuit> c_rows;  // if rows are checked
  AssignmentProgram program;
  QueryLayouts layouts;
  QueryForm l, a, b;
  CircuitShape shape;
  gpu::DeviceMemory forms;
  DeviceForm device_l, device_a, device_b;

  Placement placement = Placement::kDevice;
  GpuPlan plan;
  std::array<uint64_t, kQueries> result_offsets{};  // in bytes, in a slot's results
  gpu::DeviceMemory memory;
  std::optional<gpu::Arena> arena, side_arena;
  char* input = nullptr;  // of the program, for one partition at a time
  uint32_t* first_unsatisfied = nullptr;
  std::optional<ChunkRing> ring;
  std::vector<std::unique_ptr<Slot>> slots;
  std::shared_future<void> last_queued;
  std::shared_ptr<const GpuParameters> parameters;
};

void GpuProver::State::decide_placement(const GpuProverOptions& options) {
  uint64_t budget = options.vram_budget;
  const uint64_t used = circuit_bytes() + program.device_bytes + kContextBytes;
  uint64_t free = device.free_bytes();
  if (budget == 0) budget = free + circuit_bytes() + kContextBytes / 2;
  uint64_t left = budget > used ? budget - used : 0;
  left = std::min(left, free);
  uint64_t queries = query_bytes(shape.counts);
  const uint64_t working = left > queries ? left - queries : 0;
  plan = make_plan(shape, Placement::kDevice, 1, working);
  placement = plan.arena_bytes <= working ? Placement::kDevice : Placement::kHost;
  if (placement == Placement::kDevice) return;
  plan = make_plan(shape, Placement::kHost, options.group_max, left);
  if (plan.arena_bytes > left) gpu::throw_arena_exhausted(plan.arena_bytes, left, budget);
}

std::vector<void*> GpuProver::State::take_ring_buffers(size_t count) {
  std::vector<void*> out;
  for (size_t i = 0; i < count; ++i) out.push_back(arena->take<char>(plan.ring_bytes));
  return out;
}

// By trying both, where proofs are long enough for it. The plan has memory for either.
void GpuProver::State::choose_accumulation() {
  auto accumulation = msm::Accumulation::kAffine;
  if (shape.log_domain >= kLogRowsCalibrated) {
    accumulation = msm::faster_accumulation(stream, *arena);
  }
  for (QueryPlan& query : plan.queries) query.shape.accumulation = accumulation;
}

// The first buffers stand for good behind the assignments; the others where every sum takes them
// again, behind the vectors h.
void GpuProver::State::set_up_ring() {
  std::vector<void*> buffers = take_ring_buffers(plan.ring.ahead);
  gpu::Arena::Scope scope(*arena);
  arena->take<Fr>(plan.h_group * shape.rows());
  for (void* buffer : take_ring_buffers(plan.ring.buffers - plan.ring.ahead)) {
    buffers.push_back(buffer);
  }
  ring.emplace(device, copies, buffers);
}

void GpuProver::State::take_slots(uint64_t result_bytes) {
  input = arena->take<char>(shape.input_bytes);
  first_unsatisfied = arena->take<uint32_t>(1);
  for (size_t i = 0; i < plan.slots; ++i) {
    Slot& slot = *slots.emplace_back(std::make_unique<Slot>(device, shape, result_bytes));
    slot.assignment.inputs = arena->take<Fr>(shape.num_inputs);
    slot.assignment.wide = arena->take<Fr>(shape.num_wide);
    slot.assignment.bits = arena->take<uint64_t>(shape.num_words);
  }
}

// Through pinned memory, from which the copy runs beside the host.
void GpuProver::State::upload(Slot& slot, const PackInput& pack) {
  pack(slot.staging.as<char>());
  slot.events[kBegin]->record(uploads);
  uploads.copy(input, slot.staging.as<const char>(), shape.input_bytes);
  program.write(uploads, input, slot.assignment);
  slot.events[kUpload]->record(uploads);
}

// Leaves h in `first`. The third vector is the table of roots.
void GpuProver::State::queue_quotient(Slot& slot, gpu::Arena& work, Fr* first, Fr* second) {
  using r1cs::RowValues;
  r1cs::GpuAssignment assignment = {slot.assignment.inputs, slot.assignment.bits,
                                    slot.assignment.wide};
  slot.events[kFirst]->record(stream);
  circuit.enqueue_rows(stream, assignment, RowValues::kA, first);
  circuit.enqueue_rows(stream, assignment, RowValues::kB, second);
  slot.events[kRows]->record(stream);
  Fr* third = work.take<Fr>(shape.rows());
  if (c_rows) {
    c_rows->enqueue_rows(stream, assignment, RowValues::kB, third);
    r1cs::enqueue_first_unsatisfied(stream, shape.log_domain, first, second, third,
                                    first_unsatisfied);
    stream.copy(slot.first_unsatisfied.as<uint32_t>(),
                static_cast<const uint32_t*>(first_unsatisfied), 1);
  }
  ntt::GpuDomain domain(stream, shape.log_domain, third);
  ntt::enqueue_negacyclic_product(stream, domain, first, second);
  circuit.enqueue_rows(stream, assignment, RowValues::kProduct, second);
  ntt::enqueue_quotient(stream, domain, first, second);
  slot.events[kQuotient]->record(stream);
}

// The terms of a chunk but for what is a partition's own, from the ring if points are streamed:
// then `release` follows the last use.
template <class F>
typename msm::GpuMsm<F>::Terms GpuProver::State::fetch(const gpu::Stream& on, Query query,
                                                       const QueryChunk& chunk) {
  typename msm::GpuMsm<F>::Terms terms;
  terms.points = parameters->points<F>(query) + chunk.first_point;
  terms.point_count = chunk.points;
  if (ring) terms.points = ring->fetch(on, terms.points, chunk.points);
  return terms;
}

template <class F>
void GpuProver::State::end_sum(const gpu::Stream& on, msm::GpuMsm<F>& sum, const Slots& group,
                               uint32_t set, Query query) {
  auto index = static_cast<size_t>(query);
  Slot& slot = *group[set];
  sum.finish(on, reinterpret_cast<Affine<F>*>(slot.results.as<char>() + result_offsets[index]),
             slot.is_unfinished.as<uint32_t>() + index, set);
}

// The quotients of some partitions one after the other, and then their sums H side by side.
void GpuProver::State::queue_h(const Slots& group) {
  gpu::Arena::Scope scope(*arena);
  Fr* h = arena->take<Fr>(plan.h_group * shape.rows());
  for (size_t i = 0; i < group.size(); ++i) {
    gpu::Arena::Scope quotient(*arena);
    queue_quotient(*group[i], *arena, h + i * shape.rows(), arena->take<Fr>(shape.rows()));
  }
  for (Slot* slot : group) slot->events[kQuotients]->record(stream);
  if (ring) {
    take_ring_buffers(plan.ring.buffers - plan.ring.ahead);
    ring->release_all(stream, plan.ring.ahead);
  }
  const QueryPlan& query = plan.queries[static_cast<size_t>(Query::kH)];
  msm::GpuMsmShape sum_shape = query.shape;
  sum_shape.is_uniform = group[0]->is_uniform;
  msm::GpuMsm<Fp> sum(*arena, sum_shape);
  for (const QueryChunk& chunk : query.chunks) {
    auto terms = fetch<Fp>(stream, Query::kH, chunk);
    for (uint32_t i = 0; i < group.size(); ++i) {
      terms.scalars = {h + i * shape.rows() + chunk.first_scalar, nullptr, chunk.scalars, 0};
      sum.add(stream, terms, i);
    }
    if (ring) ring->release(stream);
  }
  for (uint32_t i = 0; i < group.size(); ++i) end_sum(stream, sum, group, i, Query::kH);
  for (Slot* slot : group) {
    slot->h_group = group.size();
    slot->events[kSums + static_cast<size_t>(Query::kH)]->record(stream);
  }
}

// L, A, B1 or B2 of all partitions of a group, for each chunk of points in turn.
template <class F>
void GpuProver::State::queue_shared_sum(const gpu::Stream& on, const Slots& group, Query query,
                                        gpu::Arena& work) {
  gpu::Arena::Scope scope(work);
  const QueryPlan& query_plan = plan.queries[static_cast<size_t>(query)];
  const QueryForm& form = *shape.form(query);
  const DeviceForm& on_device = device_form(query);
  const uint64_t own_count = form.references.size();
  Fr* own = work.take<Fr>(own_count);
  Affine<F>* own_points = work.take<Affine<F>>(own_count);
  msm::GpuMsm<F> sum(work, query_plan.shape);
  for (const QueryChunk& chunk : query_plan.chunks) {
    if (chunk.points == 0) continue;
    auto terms = fetch<F>(on, query, chunk);
    gpu::launch(on, "gather_points", gather_points<F>, chunk.scalars, terms.points,
                chunk.first_point, on_device.references + chunk.first_scalar, chunk.scalars,
                own_points + chunk.first_scalar);
    terms.boolean_bound = chunk.words > 0 ? chunk.points : 0;
    for (uint32_t i = 0; i < group.size(); ++i) {
      terms.booleans = {group[i]->assignment.bits + chunk.first_word,
                        on_device.mask + chunk.first_word,
                        on_device.density + chunk.first_word,
                        on_device.ranks + chunk.first_word,
                        chunk.words,
                        form.inputs - chunk.first_point};
      sum.add(on, terms, i);
    }
    if (ring) ring->release(on);
  }
  for (uint32_t i = 0; i < group.size(); ++i) {
    const DeviceAssignment& assignment = group[i]->assignment;
    gpu::launch(on, "gather_scalars", gather_scalars, own_count, on_device.sources, own_count,
                assignment.inputs, static_cast<uint32_t>(shape.num_inputs), assignment.wide, own);
    typename msm::GpuMsm<F>::Terms terms;
    terms.points = own_points;
    terms.point_count = static_cast<uint32_t>(own_count);
    terms.scalars = {own, nullptr, own_count, 0};
    sum.add(on, terms, i);
    end_sum(on, sum, group, i, query);
  }
  for (Slot* slot : group) slot->events[kSums + static_cast<size_t>(query)]->record(on);
}

void GpuProver::State::queue_shared_sums(const gpu::Stream& on, const Slots& group,
                                         gpu::Arena& work) {
  for (Slot* slot : group) slot->events[kShared]->record(on);
  for (Query query : {Query::kL, Query::kA, Query::kBG1}) {
    queue_shared_sum<Fp>(on, group, query, work);
  }
  queue_shared_sum<Fp2>(on, group, Query::kBG2, work);
}

void GpuProver::State::wait_for(const Slot& slot) const {
  slot.queued.get();
  for (Query query : {Query::kH, Query::kBG2}) {
    slot.events[kSums + static_cast<size_t>(query)]->wait();
  }
}

template <class F>
Jacobian<F> GpuProver::State::folded(const Slot& slot, Query query) const {
  auto index = static_cast<size_t>(query);
  const msm::GpuMsmShape& sum = plan.queries[index].shape;
  const auto* results =
      reinterpret_cast<const Affine<F>*>(slot.results.as<char>() + result_offsets[index]);
  return msm::fold<F>(sum, {results, sum.result_points()});
}

// On a thread of its own: CUDA lets a thousand launches wait and then holds their thread up. In the
// order of the calls.
std::shared_future<void> GpuProver::State::queue_in_turn(std::function<void()> work) {
  auto queue = [this, work = std::move(work), earlier = last_queued] {
    if (earlier.valid()) earlier.wait();
    device.make_current();
    work();
  };
  last_queued = std::async(std::launch::async, queue).share();
  return last_queued;
}

// Resident queries: the shared sums beside the quotient and H. Streamed ones: before them.
void GpuProver::State::queue_group(const Slots& group) {
  if (!ring) {
    Slot* slot = group[0];
    slot->queued = queue_in_turn([this, slot] {
      stream.wait_for(*slot->events[kUpload]);
      side.wait_for(*slot->events[kUpload]);
      queue_h({slot});
      queue_shared_sums(side, {slot}, *side_arena);
    });
    return;
  }
  std::shared_future<void> shared = queue_in_turn([this, group] {
    for (Slot* slot : group) stream.wait_for(*slot->events[kUpload]);
    gpu::Arena::Scope scope(*arena);
    arena->take<Fr>(plan.h_group * shape.rows());
    take_ring_buffers(plan.ring.buffers - plan.ring.ahead);
    queue_shared_sums(stream, group, *arena);
  });
  for (size_t i = 0; i < group.size(); i += plan.h_group) {
    size_t end = std::min(group.size(), i + plan.h_group);
    const Slots part(group.begin() + static_cast<ptrdiff_t>(i),
                     group.begin() + static_cast<ptrdiff_t>(end));
    std::shared_future<void> queued = queue_in_turn([this, part, shared] {
      shared.get();
      queue_h(part);
    });
    for (Slot* slot : part) slot->queued = queued;
  }
}

// Of what partitions share, a partition's part.
ProveTimes GpuProver::State::times(const Slot& slot) const {
  const auto end = [&](size_t stage) -> const gpu::Event& { return *slot.events[stage]; };
  const auto sum = [](Query query) { return kSums + static_cast<size_t>(query); };
  const auto group = static_cast<double>(slot.group);
  return {
      .upload = end(kUpload).seconds_since(end(kBegin)),
      .rows = end(kRows).seconds_since(end(kFirst)),
      .quotient = end(kQuotient).seconds_since(end(kRows)),
      .h = end(sum(Query::kH)).seconds_since(end(kQuotients)) / static_cast<double>(slot.h_group),
      .l = end(sum(Query::kL)).seconds_since(end(kShared)) / group,
      .a = end(sum(Query::kA)).seconds_since(end(sum(Query::kL))) / group,
      .b_g1 = end(sum(Query::kBG1)).seconds_since(end(sum(Query::kA))) / group,
      .b_g2 = end(sum(Query::kBG2)).seconds_since(end(sum(Query::kBG1))) / group,
      .device = std::max(end(sum(Query::kH)).seconds_since(end(kBegin)),
                         end(sum(Query::kBG2)).seconds_since(end(kBegin))),
      .total = slot.watch.seconds()};
}

GpuProver::GpuProver(gpu::Device& device, const r1cs::Circuit& circuit,
                     const GpuProverOptions& options)
    : state_(std::make_unique<State>(device, circuit, options)) {}

// Work that still runs uses memory of the state.
GpuProver::~GpuProver() {
  if (!state_) return;
  if (state_->last_queued.valid()) state_->last_queued.wait();
  for (const gpu::Stream* stream :
       {&state_->stream, &state_->side, &state_->uploads, &state_->copies}) {
    cudaStreamSynchronize(stream->get());
  }
}

Placement GpuProver::placement() const { return state_->placement; }
size_t GpuProver::group_max() const { return state_->plan.group; }
size_t GpuProver::in_flight_max() const { return state_->plan.slots; }

void GpuProver::set_parameters(std::shared_ptr<const GpuParameters> parameters) {
  State& s = *state_;
  base::check(parameters->placement() == s.placement, "parameters stand where the plan has them");
  base::check(parameters->counts() == s.shape.counts, "parameters are the circuit's");
  s.memory = gpu::DeviceMemory(s.device, s.plan.arena_bytes);
  s.arena.emplace(s.memory.data(), s.memory.bytes());
  uint64_t result_bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    s.result_offsets[i] = result_bytes;
    result_bytes += s.plan.queries[i].shape.result_points() * point_bytes(static_cast<Query>(i));
  }
  s.choose_accumulation();
  s.slots.clear();
  s.take_slots(result_bytes);
  if (s.placement == Placement::kHost) {
    s.set_up_ring();
  } else {
    s.side_arena.emplace(s.arena->take<char>(s.plan.side_bytes), s.plan.side_bytes);
  }
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
  for (size_t i = 0; i < group.size(); ++i) {
    group[i]->watch = {};
    group[i]->group = group.size();
    s.upload(*group[i], inputs[i]);
    group[i]->is_pending = true;
  }
  s.queue_group(group);
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
    slot.queued = s.queue_in_turn([&s, &slot] { s.queue_h({&slot}); });
    s.wait_for(slot);
    slot.is_uniform = true;
  }
  Sums sums = {s.folded<Fp>(slot, Query::kH), s.folded<Fp>(slot, Query::kL),
               s.folded<Fp>(slot, Query::kA), s.folded<Fp>(slot, Query::kBG1),
               s.folded<Fp2>(slot, Query::kBG2)};
  Proof proof = assemble(s.parameters->key(), sums, randomizers);
  if (times != nullptr) *times = s.times(slot);
  return proof;
}

uint64_t GpuProver::device_bytes() const {
  return state_->circuit_bytes() + state_->memory.bytes();
}

uint64_t GpuProver::streamed_bytes() const {
  const CircuitShape& shape = state_->shape;
  const GpuPlan& plan = state_->plan;
  uint64_t inputs = plan.group * shape.input_bytes;
  if (state_->placement == Placement::kDevice) return inputs;
  const size_t times_h = (plan.group + plan.h_group - 1) / plan.h_group;
  const uint64_t h = shape.counts[static_cast<size_t>(Query::kH)] * point_bytes(Query::kH);
  return inputs + query_bytes(shape.counts) + (times_h - 1) * h;
}

Proof finish_with_randomizers(GpuProver& prover, GpuProver::Pending pending,
                              const Randomizers& randomizers) {
  return prover.finish_blinded(pending, randomizers, nullptr);
}

}  // namespace cuzk::groth16
