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
#include "groth16/gpu_ring.h"
#include "msm/gpu_calibration.h"
#include "msm/gpu_sum.h"
#include "ntt/gpu_quotient.h"
#include "r1cs/gpu_rows.h"

namespace cuzk::groth16 {
namespace {

// Device memory that CUDA itself takes for a process, code and stacks.
constexpr uint64_t kContextBytes = uint64_t{640} << 20;

// The calibration of sums takes as long as a proof of 2^24 rows, and 2.1 GB.
constexpr unsigned kLogRowsCalibrated = 25;

// The form of a query on the device.
struct DeviceForm {
  const uint64_t* density;
  const uint64_t* mask;
  const uint32_t* ranks;
  const uint32_t* references;
  const uint32_t* sources;

  DeviceForm() = default;
  DeviceForm(gpu::Arena& arena, const QueryForm& form, const gpu::Stream* stream)
      : density(put(arena, form.density, stream)),
        mask(put(arena, form.mask, stream)),
        ranks(put(arena, form.ranks, stream)),
        references(put(arena, form.references, stream)),
        sources(put(arena, form.sources, stream)) {}

 private:
  template <class T>
  static const T* put(gpu::Arena& arena, const std::vector<T>& values, const gpu::Stream* stream) {
    T* out = arena.take<T>(values.size());
    if (stream != nullptr) stream->copy(out, values.data(), values.size());
    return out;
  }
};

// own[i] = the scalar that sources[i] names: an input or a wide value.
__global__ void gather_scalars(const uint32_t* sources, uint64_t count, const Fr* inputs,
                               uint32_t num_inputs, const Fr* wide, Fr* own) {
  uint64_t i = gpu::thread_index();
  if (i >= count) return;
  uint32_t source = sources[i];
  own[i] = source < num_inputs ? inputs[source] : wide[source - num_inputs];
}

// own[i] = the point of the i-th reference, for points from `first` on.
template <class F>
__global__ void gather_points(const Affine<F>* points, uint32_t first, const uint32_t* references,
                              uint64_t count, Affine<F>* own) {
  uint64_t i = gpu::thread_index();
  if (i < count) own[i] = points[references[i] - first];
}

// The stages of a proof, each ended by an event.
enum Stage : size_t {
  kBegin,
  kUpload,
  kFirst,
  kRows,
  kQuotient,
  kSums,
  kStages = kSums + kQueries
};

// What belongs to one partition in flight.
struct Slot {
  Slot(gpu::Device& device, const CircuitShape& shape, uint64_t result_bytes)
      : staging(device, (shape.num_inputs + shape.num_wide) * sizeof(Fr) +
                            shape.num_words * sizeof(uint64_t)),
        results(device, result_bytes),
        is_unfinished(device, kQueries * sizeof(uint32_t)) {
    for (size_t i = 0; i < kStages; ++i) events.push_back(std::make_unique<gpu::Event>(device));
  }

  gpu::PinnedMemory staging, results;
  gpu::PinnedMemory is_unfinished;  // by Query, what the sums have told
  std::vector<std::unique_ptr<gpu::Event>> events;
  Fr* inputs = nullptr;  // on the device
  Fr* wide = nullptr;
  uint64_t* bits = nullptr;
  std::shared_future<void> queued;  // ready when all work is on the streams
  base::Stopwatch watch;
  bool is_pending = false;
  bool is_spread = true;  // what is expected of h; see finish_blinded
};

CircuitShape shape_of(const r1cs::Circuit& circuit, const QueryForm& l, const QueryForm& a,
                      const QueryForm& b) {
  return {circuit.log_domain(),
          circuit.num_inputs(),
          (circuit.num_aux() + 63) / 64,
          circuit.num_wide(),
          expected_counts(circuit),
          &l,
          &a,
          &b};
}

}  // namespace

struct GpuProver::State {
  State(gpu::Device& gpu_device, const r1cs::Circuit& r1cs, uint64_t budget)
      : device(gpu_device),
        stream(gpu_device),
        side(gpu_device),
        uploads(gpu_device),
        copies(gpu_device),
        circuit(gpu_device, stream, r1cs),
        layouts(r1cs),
        l(layouts.l),
        a(layouts.a),
        b(layouts.b),
        shape(shape_of(r1cs, l, a, b)),
        forms(gpu_device, form_bytes()) {
    gpu::Arena arena(forms.data(), forms.bytes());
    device_l = DeviceForm(arena, l, &stream);
    device_a = DeviceForm(arena, a, &stream);
    device_b = DeviceForm(arena, b, &stream);
    stream.wait();
    decide_placement(budget);
  }

  uint64_t form_bytes() const {
    gpu::Arena measure;
    for (const QueryForm* form : {&l, &a, &b}) DeviceForm(measure, *form, nullptr);
    return measure.peak();
  }

  const DeviceForm& device_form(Query query) const {
    return query == Query::kL ? device_l : query == Query::kA ? device_a : device_b;
  }

  void decide_placement(uint64_t budget);
  std::vector<void*> take_ring_buffers(size_t count);
  void set_up_ring();
  void choose_accumulation();
  void upload(Slot& slot, const r1cs::Assignment& assignment);
  void queue_in_turn(Slot& slot);
  void queue_partition(Slot& slot);
  void wait_for(const Slot& slot) const;
  void queue_quotient(Slot& slot, gpu::Arena& arena, Fr* first, Fr* second);
  // A query's sum while its pieces are added.
  template <class F>
  struct QuerySum {
    const gpu::Stream& stream;
    Query query;
    const QueryPlan* plan;
    msm::DigitTerms scalars;
    msm::OnesTerms ones;
    // But for kH, the points that have scalars of their own: gathered from the pieces, and added
    // when all pieces were there.
    Affine<F>* own_points = nullptr;
    std::optional<msm::GpuSum<F>> sum;
  };
  template <class F>
  std::unique_ptr<QuerySum<F>> begin_sum(const gpu::Stream& on, const Slot& slot, Query query,
                                         gpu::Arena& work, Fr* h);
  template <class F>
  void add_piece(QuerySum<F>& sum, const QueryPiece& piece);
  template <class F>
  void end_sum(Slot& slot, QuerySum<F>& sum);
  template <class F>
  void queue_sum(const gpu::Stream& on, Slot& slot, Query query, gpu::Arena& work, Fr* h);
  void queue_streamed_sums(Slot& slot, gpu::Arena& work, Fr* h);
  template <class F>
  Jacobian<F> folded(const Slot& slot, Query query) const;

  gpu::Device& device;
  gpu::Stream stream;   // quotient and H; all sums where they are streamed
  gpu::Stream side;     // all other sums
  gpu::Stream uploads;  // of assignments
  gpu::Stream copies;   // of streamed points
  r1cs::GpuCircuit circuit;
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
  std::optional<PieceRing> ring;
  std::vector<std::unique_ptr<Slot>> slots;
  std::shared_future<void> last_queued;
  std::shared_ptr<const GpuParameters> parameters;
};

void GpuProver::State::decide_placement(uint64_t budget) {
  uint64_t used = circuit.device_bytes() + forms.bytes() + kContextBytes;
  uint64_t free = device.free_bytes();
  if (budget == 0) budget = free + used - kContextBytes / 2;
  uint64_t left = budget > used ? budget - used : 0;
  left = std::min(left, free);
  uint64_t queries = query_bytes(shape.counts);
  uint64_t beside = left > queries ? left - queries : 0;
  plan = make_plan(shape, Placement::kDevice, kInFlight, beside);
  placement = plan.arena_bytes <= beside ? Placement::kDevice : Placement::kHost;
  if (placement == Placement::kDevice) return;
  plan = make_plan(shape, Placement::kHost, kInFlight, left);
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

// The first buffers stand for good behind the input; the others where `start` takes them again,
// behind h.
void GpuProver::State::set_up_ring() {
  std::vector<void*> buffers = take_ring_buffers(plan.ring.ahead);
  gpu::Arena::Scope scope(*arena);
  arena->take<Fr>(shape.rows());
  for (void* buffer : take_ring_buffers(plan.ring.buffers - plan.ring.ahead)) {
    buffers.push_back(buffer);
  }
  ring.emplace(device, copies, buffers);
}

// Through pinned memory, from which the copy runs beside the host.
void GpuProver::State::upload(Slot& slot, const r1cs::Assignment& assignment) {
  base::check(assignment.inputs.size() == shape.num_inputs &&
                  assignment.wide.size() == shape.num_wide &&
                  assignment.bits.words().size() == shape.num_words,
              "the assignment is the circuit's");
  Fr* inputs = slot.staging.as<Fr>();
  Fr* wide = std::copy_n(assignment.inputs.data(), shape.num_inputs, inputs);
  auto* bits =
      reinterpret_cast<uint64_t*>(std::copy_n(assignment.wide.data(), shape.num_wide, wide));
  std::copy_n(assignment.bits.words().data(), shape.num_words, bits);
  slot.events[kBegin]->record(uploads);
  uploads.copy(slot.inputs, static_cast<const Fr*>(inputs), shape.num_inputs);
  uploads.copy(slot.wide, static_cast<const Fr*>(wide), shape.num_wide);
  uploads.copy(slot.bits, static_cast<const uint64_t*>(bits), shape.num_words);
  slot.events[kUpload]->record(uploads);
}

// Leaves h in `first`. The third vector is the table of roots.
void GpuProver::State::queue_quotient(Slot& slot, gpu::Arena& work, Fr* first, Fr* second) {
  using r1cs::RowValues;
  r1cs::GpuAssignment assignment = {slot.inputs, slot.bits, slot.wide};
  circuit.enqueue_rows(stream, assignment, RowValues::kA, first);
  circuit.enqueue_rows(stream, assignment, RowValues::kB, second);
  slot.events[kRows]->record(stream);
  ntt::GpuDomain domain(stream, shape.log_domain, work.take<Fr>(shape.rows()));
  ntt::enqueue_negacyclic_product(stream, domain, first, second);
  circuit.enqueue_rows(stream, assignment, RowValues::kProduct, second);
  ntt::enqueue_quotient(stream, domain, first, second);
  slot.events[kQuotient]->record(stream);
}

template <class F>
std::unique_ptr<GpuProver::State::QuerySum<F>> GpuProver::State::begin_sum(
    const gpu::Stream& on, const Slot& slot, Query query, gpu::Arena& work, Fr* h) {
  auto sum = std::make_unique<QuerySum<F>>(on, query, &plan.queries[static_cast<size_t>(query)],
                                           msm::DigitTerms{h, nullptr, 0, 0}, msm::OnesTerms{});
  if (const QueryForm* form = shape.form(query)) {
    const DeviceForm& on_device = device_form(query);
    uint64_t count = form->references.size();
    Fr* own = work.take<Fr>(count);
    gpu::launch(on, "gather_scalars", gather_scalars, count, on_device.sources, count, slot.inputs,
                static_cast<uint32_t>(shape.num_inputs), slot.wide, own);
    sum->scalars = {own, nullptr, count, 0};
    sum->own_points = work.take<Affine<F>>(count);
    sum->ones = {slot.bits, on_device.mask, on_device.density, on_device.ranks, 0, form->inputs};
  }
  msm::GpuSumShape sum_shape = sum->plan->shape;
  sum_shape.is_spread = query == Query::kH && slot.is_spread;
  sum->sum.emplace(work, sum_shape);
  return sum;
}

template <class F>
void GpuProver::State::add_piece(QuerySum<F>& sum, const QueryPiece& piece) {
  if (piece.points == 0) return;
  typename msm::GpuSum<F>::Terms terms;
  terms.points = parameters->points<F>(sum.query) + piece.first_point;
  terms.point_count = piece.points;
  if (ring) terms.points = ring->fetch(sum.stream, terms.points, piece.points);
  if (sum.own_points == nullptr) {
    terms.scalars = {sum.scalars.scalars + piece.first_scalar, nullptr, piece.scalars, 0};
  } else {
    gpu::launch(sum.stream, "gather_points", gather_points<F>, piece.scalars, terms.points,
                piece.first_point, device_form(sum.query).references + piece.first_scalar,
                piece.scalars, sum.own_points + piece.first_scalar);
    const msm::OnesTerms& ones = sum.ones;
    terms.ones = {ones.bits + piece.first_word,
                  ones.mask + piece.first_word,
                  ones.density + piece.first_word,
                  ones.density_ranks + piece.first_word,
                  piece.words,
                  ones.first_point - piece.first_point};
    terms.ones_bound = piece.words > 0 ? piece.points : 0;
  }
  sum.sum->add(sum.stream, terms);
  if (ring) ring->release(sum.stream);
}

template <class F>
void GpuProver::State::end_sum(Slot& slot, QuerySum<F>& sum) {
  auto index = static_cast<size_t>(sum.query);
  if (sum.own_points != nullptr) {
    typename msm::GpuSum<F>::Terms terms;
    terms.points = sum.own_points;
    terms.point_count = static_cast<uint32_t>(sum.scalars.count);
    terms.scalars = sum.scalars;
    sum.sum->add(sum.stream, terms);
  }
  sum.sum->finish(sum.stream,
                  reinterpret_cast<Affine<F>*>(slot.results.as<char>() + result_offsets[index]),
                  slot.is_unfinished.as<uint32_t>() + index);
  slot.events[kSums + index]->record(sum.stream);
}

template <class F>
void GpuProver::State::queue_sum(const gpu::Stream& on, Slot& slot, Query query, gpu::Arena& work,
                                 Fr* h) {
  gpu::Arena::Scope scope(work);
  auto sum = begin_sum<F>(on, slot, query, work, h);
  for (const QueryPiece& piece : sum->plan->pieces) add_piece(*sum, piece);
  end_sum(slot, *sum);
}

// Takes the pieces of all queries in turn, so that each is at about the same part of its own. On
// one stream: while the sum over a piece of H is made the copies of several other pieces are on
// their way, and while their short sums are made that of the next piece of H is.
void GpuProver::State::queue_streamed_sums(Slot& slot, gpu::Arena& work, Fr* h) {
  std::array<std::unique_ptr<QuerySum<Fp>>, kQueries> g1;
  for (Query query : {Query::kH, Query::kL, Query::kA, Query::kBG1}) {
    g1[static_cast<size_t>(query)] = begin_sum<Fp>(stream, slot, query, work, h);
  }
  auto g2 = begin_sum<Fp2>(stream, slot, Query::kBG2, work, h);

  struct Turn {
    double part;
    size_t query, piece;
  };
  std::vector<Turn> turns;
  for (size_t query = 0; query < kQueries; ++query) {
    size_t count = plan.queries[query].pieces.size();
    for (size_t i = 0; i < count; ++i) {
      turns.push_back({(static_cast<double>(i) + 0.5) / static_cast<double>(count), query, i});
    }
  }
  std::stable_sort(turns.begin(), turns.end(),
                   [](const Turn& x, const Turn& y) { return x.part < y.part; });
  for (const Turn& turn : turns) {
    const QueryPiece& piece = plan.queries[turn.query].pieces[turn.piece];
    if (g1[turn.query]) {
      add_piece(*g1[turn.query], piece);
    } else {
      add_piece(*g2, piece);
    }
  }
  for (const auto& sum : g1) {
    if (sum) end_sum(slot, *sum);
  }
  end_sum(slot, *g2);
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
  const msm::GpuSumShape& sum = plan.queries[index].shape;
  const auto* results =
      reinterpret_cast<const Affine<F>*>(slot.results.as<char>() + result_offsets[index]);
  return msm::fold<F>(sum, {results, sum.result_points()});
}

// On a thread of its own: CUDA lets a thousand launches wait and then holds their thread up. In the
// order of the calls.
void GpuProver::State::queue_in_turn(Slot& slot) {
  auto queue = [this, &slot, earlier = last_queued] {
    if (earlier.valid()) earlier.wait();
    device.make_current();
    queue_partition(slot);
  };
  slot.queued = std::async(std::launch::async, queue).share();
  last_queued = slot.queued;
}

void GpuProver::State::queue_partition(Slot& slot) {
  slot.events[kUpload]->hold_back(stream);
  slot.events[kUpload]->hold_back(side);
  slot.events[kFirst]->record(stream);
  gpu::Arena::Scope scope(*arena);
  Fr* h = arena->take<Fr>(shape.rows());
  {
    gpu::Arena::Scope quotient(*arena);
    queue_quotient(slot, *arena, h, arena->take<Fr>(shape.rows()));
  }
  if (ring) {
    take_ring_buffers(plan.ring.buffers - plan.ring.ahead);
    ring->release_all(stream, plan.ring.ahead);
    queue_streamed_sums(slot, *arena, h);
    return;
  }
  queue_sum<Fp>(stream, slot, Query::kH, *arena, h);
  for (Query query : {Query::kL, Query::kA, Query::kBG1}) {
    queue_sum<Fp>(side, slot, query, *side_arena, nullptr);
  }
  queue_sum<Fp2>(side, slot, Query::kBG2, *side_arena, nullptr);
}

GpuProver::GpuProver(gpu::Device& device, const r1cs::Circuit& circuit, uint64_t vram_budget)
    : state_(std::make_unique<State>(device, circuit, vram_budget)) {}

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
  for (size_t i = 0; i < kInFlight; ++i) {
    Slot& slot = *s.slots.emplace_back(std::make_unique<Slot>(s.device, s.shape, result_bytes));
    slot.inputs = s.arena->take<Fr>(s.shape.num_inputs);
    slot.wide = s.arena->take<Fr>(s.shape.num_wide);
    slot.bits = s.arena->take<uint64_t>(s.shape.num_words);
  }
  if (s.placement == Placement::kHost) {
    s.set_up_ring();
  } else {
    s.side_arena.emplace(s.arena->take<char>(s.plan.side_bytes), s.plan.side_bytes);
  }
  s.parameters = std::move(parameters);
}

GpuProver::Pending GpuProver::start(const r1cs::Assignment& assignment) {
  State& s = *state_;
  base::check(s.parameters != nullptr, "parameters are set");
  auto free = std::find_if(s.slots.begin(), s.slots.end(),
                           [](const auto& slot) { return !slot->is_pending; });
  base::check(free != s.slots.end(), "fewer than kInFlight partitions are pending");
  s.device.refuse_if_bad();
  s.device.make_current();
  Slot& slot = **free;
  slot.watch = {};
  s.upload(slot, assignment);
  s.queue_in_turn(slot);
  slot.is_pending = true;
  return {static_cast<size_t>(free - s.slots.begin())};
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
    slot.is_spread = false;
    s.queue_in_turn(slot);
    s.wait_for(slot);
    slot.is_spread = true;
  }
  const auto end = [&](size_t stage) -> const gpu::Event& { return *slot.events[stage]; };
  const auto sum = [](Query query) { return kSums + static_cast<size_t>(query); };
  Sums sums = {s.folded<Fp>(slot, Query::kH), s.folded<Fp>(slot, Query::kL),
               s.folded<Fp>(slot, Query::kA), s.folded<Fp>(slot, Query::kBG1),
               s.folded<Fp2>(slot, Query::kBG2)};
  Proof proof = assemble(s.parameters->key(), sums, randomizers);
  if (times == nullptr) return proof;
  const size_t before_l = s.ring ? sum(Query::kH) : size_t{kUpload};
  *times = {.upload = end(kUpload).seconds_since(end(kBegin)),
            .rows = end(kRows).seconds_since(end(kFirst)),
            .quotient = end(kQuotient).seconds_since(end(kRows)),
            .h = end(sum(Query::kH)).seconds_since(end(kQuotient)),
            .l = end(sum(Query::kL)).seconds_since(end(before_l)),
            .a = end(sum(Query::kA)).seconds_since(end(sum(Query::kL))),
            .b_g1 = end(sum(Query::kBG1)).seconds_since(end(sum(Query::kA))),
            .b_g2 = end(sum(Query::kBG2)).seconds_since(end(sum(Query::kBG1))),
            .device = std::max(end(sum(Query::kH)).seconds_since(end(kBegin)),
                               end(sum(Query::kBG2)).seconds_since(end(kBegin))),
            .total = slot.watch.seconds()};
  return proof;
}

uint64_t GpuProver::device_bytes() const {
  return state_->circuit.device_bytes() + state_->forms.bytes() + state_->memory.bytes();
}

uint64_t GpuProver::streamed_bytes() const {
  const CircuitShape& shape = state_->shape;
  uint64_t assignment =
      (shape.num_inputs + shape.num_wide) * sizeof(Fr) + shape.num_words * sizeof(uint64_t);
  return assignment + (state_->placement == Placement::kHost ? query_bytes(shape.counts) : 0);
}

Proof finish_with_randomizers(GpuProver& prover, GpuProver::Pending pending,
                              const Randomizers& randomizers) {
  return prover.finish_blinded(pending, randomizers, nullptr);
}

}  // namespace cuzk::groth16
