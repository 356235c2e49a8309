// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_layout.h"

#include <algorithm>

namespace cuzk::groth16 {
namespace {

template <class F>
uint64_t measured(const QueryForm* form, const msm::GpuMsmShape& shape) {
  gpu::Arena arena;
  MsmLayout<F> layout(arena, form, shape);
  return arena.peak();
}

// In the accumulation that takes more memory.
uint64_t msm_bytes(const CircuitShape& shape, const GpuChoice& choice, Query query) {
  msm::GpuMsmShape msm_shape = choice.query(query).shape;
  msm_shape.accumulation = msm::Accumulation::kXyzz;
  const QueryForm* form = shape.form(query);
  return query == Query::kBG2 ? measured<Fp2>(form, msm_shape) : measured<Fp>(form, msm_shape);
}

MemoryBlock take_block(gpu::Arena& arena, uint64_t bytes) {
  return {arena.take<char>(bytes), bytes};
}

void take_buffers(gpu::Arena& arena, size_t count, uint64_t bytes, std::vector<void*>& out) {
  for (size_t i = 0; i < count; ++i) out.push_back(arena.take<char>(bytes));
}

}  // namespace

bool is_resident(const Placements& placements) { return placements == all_at(Placement::kDevice); }

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

CircuitShape shape_of(const r1cs::Circuit& circuit, const QueryForms& forms, uint64_t input_bytes) {
  return {.log_domain = circuit.log_domain(),
          .num_inputs = circuit.num_inputs(),
          .num_words = (circuit.num_aux() + 63) / 64,
          .num_wide = circuit.num_wide(),
          .counts = expected_counts(circuit),
          .l = &forms.l,
          .a = &forms.a,
          .b = &forms.b,
          .input_bytes = input_bytes};
}

AssignmentLayout::AssignmentLayout(gpu::Arena& arena, const CircuitShape& shape, size_t count)
    : input(arena.take<char>(shape.input_bytes)), first_unsatisfied(arena.take<uint32_t>(1)) {
  for (size_t i = 0; i < count; ++i) {
    DeviceAssignment slot;
    slot.inputs = arena.take<Fr>(shape.num_inputs);
    slot.wide = arena.take<Fr>(shape.num_wide);
    slot.bits = arena.take<uint64_t>(shape.num_words);
    slots.push_back(slot);
  }
}

GpuLayout::GpuLayout(gpu::Arena& arena, const CircuitShape& shape, const GpuChoice& choice) {
  uint64_t others = 0;
  for (Query query : {Query::kL, Query::kA, Query::kBG1, Query::kBG2}) {
    others = std::max(others, msm_bytes(shape, choice, query));
  }
  uint64_t msm_max = msm_bytes(shape, choice, Query::kH);
  if (!choice.is_beside) msm_max = std::max(msm_max, others);
  if (choice.is_beside) other_msm = take_block(arena, others);
  take_buffers(arena, choice.ring.ahead, choice.ring.bytes, ring);
  h = arena.take<Fr>(choice.h_group * shape.rows());
  {
    gpu::Arena::Scope scope(arena);
    quotient = arena.take<Fr>(shape.rows());
    roots = arena.take<Fr>(shape.rows());
  }
  take_buffers(arena, choice.ring.buffers - choice.ring.ahead, choice.ring.bytes, ring);
  msm = take_block(arena, msm_max);
  if (!choice.is_beside) other_msm = msm;
}

}  // namespace cuzk::groth16
