// SPDX-License-Identifier: MIT OR Apache-2.0
// The MSMs of a turn: H of the partitions of an h_group, or one of L, A, B1 and B2 of all
// partitions of a group, for each chunk of points in turn.
#include "gpu/launch.h"
#include "groth16/gpu_prover_state.cuh"
#include "groth16/gpu_query_form.cuh"

namespace cuzk::groth16 {

// The terms of a chunk but for what is a partition's own, from the ring if points are streamed:
// then `release` follows the last use.
template <class F>
typename msm::GpuMsm<F>::Terms GpuProver::State::fetch(const gpu::Stream& on, Query query,
                                                       const QueryChunk& chunk) {
  typename msm::GpuMsm<F>::Terms terms;
  terms.points = parameters->points<F>(query) + chunk.first_point;
  terms.point_count = chunk.points;
  if (is_streamed(query)) {
    terms.points = ring->fetch(on, terms.points, chunk.points);
    if (streamed_points) *streamed_points += chunk.points * sizeof(Affine<F>);
  }
  return terms;
}

void GpuProver::State::release(const gpu::Stream& on, Query query) {
  if (is_streamed(query)) ring->release(on);
}

template <class F>
void GpuProver::State::end_msm(const gpu::Stream& on, msm::GpuMsm<F>& msm, const Slots& group,
                               uint32_t set, Query query) {
  auto index = static_cast<size_t>(query);
  Slot& slot = *group[set];
  msm.finish(on, reinterpret_cast<Affine<F>*>(slot.results.as<char>() + result_offsets[index]),
             slot.is_unfinished.as<uint32_t>() + index, set);
}

void GpuProver::State::queue_msm_h(const Slots& group) {
  const QueryPlan& query = plan.choice.query(Query::kH);
  msm::GpuMsmShape msm_shape = query.shape;
  msm_shape.is_uniform = group[0]->is_uniform;
  gpu::Arena work(layout->msm.data, layout->msm.bytes);
  MsmLayout<Fp> memory(work, nullptr, msm_shape);
  for (const QueryChunk& chunk : query.chunks) {
    auto terms = fetch<Fp>(stream, Query::kH, chunk);
    for (uint32_t i = 0; i < group.size(); ++i) {
      terms.scalars = {layout->h + i * shape.rows() + chunk.first_scalar, nullptr, chunk.scalars,
                       0};
      memory.msm.add(stream, terms, i);
    }
    release(stream, Query::kH);
  }
  for (uint32_t i = 0; i < group.size(); ++i) end_msm(stream, memory.msm, group, i, Query::kH);
  for (Slot* slot : group) {
    slot->h_group = group.size();
    slot->events[kMsms + static_cast<size_t>(Query::kH)]->record(stream);
  }
}

// The first `count` scalars that the query's sources name.
void GpuProver::State::gather_own(const gpu::Stream& on, const Slot& slot, Query query,
                                  uint64_t count, Fr* own) {
  gpu::launch(on, "gather_scalars", gather_scalars, count, device_forms->form(query).sources, count,
              slot.assignment.inputs, static_cast<uint32_t>(shape.num_inputs), slot.assignment.wide,
              own);
}

// Of a query of mostly bits: adds the bits' points and keeps those of wide values.
template <class F>
void GpuProver::State::add_chunk_of_bits(const gpu::Stream& on, const Slots& group, Query query,
                                         const QueryChunk& chunk, MsmLayout<F>& memory) {
  const DeviceForm& form = device_forms->form(query);
  auto terms = fetch<F>(on, query, chunk);
  gpu::launch(on, "gather_points", gather_points<F>, chunk.scalars, terms.points, chunk.first_point,
              form.references + chunk.first_scalar, chunk.scalars,
              memory.own_points + chunk.first_scalar);
  terms.boolean_bound = chunk.words > 0 ? chunk.points : 0;
  for (uint32_t i = 0; i < group.size(); ++i) {
    terms.booleans = {group[i]->assignment.bits + chunk.first_word,
                      form.mask + chunk.first_word,
                      form.density + chunk.first_word,
                      form.ranks + chunk.first_word,
                      chunk.words,
                      shape.form(query)->inputs - chunk.first_point};
    memory.msm.add(on, terms, i);
  }
  release(on, query);
}

// And these, after the last chunk.
template <class F>
void GpuProver::State::add_wide_values(const gpu::Stream& on, const Slots& group, Query query,
                                       MsmLayout<F>& memory) {
  typename msm::GpuMsm<F>::Terms terms;
  terms.points = memory.own_points;
  terms.point_count = static_cast<uint32_t>(memory.own_count);
  terms.scalars = {memory.own, nullptr, memory.own_count, 0};
  for (uint32_t i = 0; i < group.size(); ++i) {
    gather_own(on, *group[i], query, memory.own_count, memory.own);
    memory.msm.add(on, terms, i);
  }
}

// Of a query that is mostly wide.
template <class F>
void GpuProver::State::add_wide_chunk(const gpu::Stream& on, const Slots& group, Query query,
                                      const QueryChunk& chunk, MsmLayout<F>& memory) {
  const DeviceForm& form = device_forms->form(query);
  const uint32_t inputs = shape.form(query)->inputs;
  auto terms = fetch<F>(on, query, chunk);
  terms.scalars = {memory.own, nullptr, chunk.points, 0};
  for (uint32_t i = 0; i < group.size(); ++i) {
    if (chunk.first_point == 0) gather_own(on, *group[i], query, inputs, memory.own);
    const PointScalars scalars = {form.density,
                                  form.ranks,
                                  device_forms->wide,
                                  device_forms->wide_ranks,
                                  group[i]->assignment.bits,
                                  group[i]->assignment.wide};
    gpu::launch(on, "write_scalars", write_scalars, 64 * chunk.words, scalars,
                64 * chunk.first_word, 64 * chunk.words, inputs - chunk.first_point, memory.own);
    memory.msm.add(on, terms, i);
  }
  release(on, query);
}

template <class F>
void GpuProver::State::queue_msm(const gpu::Stream& on, const Slots& group, Query query) {
  const QueryPlan& query_plan = plan.choice.query(query);
  const QueryForm& form = *shape.form(query);
  gpu::Arena work(layout->other_msm.data, layout->other_msm.bytes);
  MsmLayout<F> memory(work, &form, query_plan.shape);
  for (const QueryChunk& chunk : query_plan.chunks) {
    if (chunk.points == 0) continue;
    if (form.is_mostly_wide) {
      add_wide_chunk(on, group, query, chunk, memory);
    } else {
      add_chunk_of_bits(on, group, query, chunk, memory);
    }
  }
  if (!form.is_mostly_wide) add_wide_values(on, group, query, memory);
  for (uint32_t i = 0; i < group.size(); ++i) end_msm(on, memory.msm, group, i, query);
  for (Slot* slot : group) slot->events[kMsms + static_cast<size_t>(query)]->record(on);
}

void GpuProver::State::queue_other_msm(const gpu::Stream& on, const Slots& group, Query query) {
  if (query == Query::kBG2) {
    queue_msm<Fp2>(on, group, query);
  } else {
    queue_msm<Fp>(on, group, query);
  }
}

template <class F>
Jacobian<F> GpuProver::State::folded(const Slot& slot, Query query) const {
  auto index = static_cast<size_t>(query);
  const msm::GpuMsmShape& msm_shape = plan.choice.query(query).shape;
  const auto* results =
      reinterpret_cast<const Affine<F>*>(slot.results.as<char>() + result_offsets[index]);
  return msm::fold<F>(msm_shape, {results, msm_shape.result_points()});
}

template Jacobian<Fp> GpuProver::State::folded<Fp>(const Slot&, Query) const;
template Jacobian<Fp2> GpuProver::State::folded<Fp2>(const Slot&, Query) const;

}  // namespace cuzk::groth16
