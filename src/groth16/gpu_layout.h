// SPDX-License-Identifier: MIT OR Apache-2.0
// Where the working memory of a prover on a device lies: one text that the planner runs on an arena
// that only measures and the prover on real memory, so that a plan takes what it says, byte for
// byte (residency.md RS-204).
//
// AssignmentLayout holds what partitions in flight keep: the input of the program, for one
// partition at a time, and the assignment of each. GpuLayout holds what one partition, or one list
// of a group, needs while it is worked on, and nothing afterwards: the vectors h of an h_group, and
// after them, one after the other, what the quotient needs (another vector and the table of roots)
// and the scratch of an MSM. MSMs that run beside the quotient and H have a region of their own.
// A ring of two buffers feeds streamed MSMs: while one chunk is added the next is copied. Its first
// buffers stay free while quotients run; the others share their memory.
//
// Plain data; no device is needed to measure. Addresses are null then.
#pragma once

#include <vector>

#include "gpu/arena.h"
#include "groth16/assignment_program.h"
#include "groth16/gpu_parameters.h"
#include "groth16/query_chunks.h"
#include "msm/gpu_msm.h"

namespace cuzk::groth16 {

// What sizes follow from.
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

// The forms outlive the shape.
CircuitShape shape_of(const r1cs::Circuit& circuit, const QueryForms& forms, uint64_t input_bytes);

// The buffers of streamed points, and how many of them no quotient uses.
struct RingShape {
  size_t buffers = 0, ahead = 0;
  uint64_t bytes = 0;  // of a buffer
};

struct QueryPlan {
  std::vector<QueryChunk> chunks;
  msm::GpuMsmShape shape;
};

// What a plan has chosen, and all that a layout follows from beside the circuit.
struct GpuChoice {
  size_t group = 1;        // partitions that L, A, B1 and B2 are summed for at once
  size_t h_group = 1;      // and H
  size_t slots = 1;        // partitions in flight, each with memory for its assignment
  bool is_beside = false;  // L, A, B1 and B2 run beside the quotient and H
  RingShape ring;
  Placements placements = all_at(Placement::kDevice);
  std::array<QueryPlan, kQueries> queries;

  const QueryPlan& query(Query query) const { return queries[static_cast<size_t>(query)]; }
};

struct MemoryBlock {
  void* data = nullptr;
  uint64_t bytes = 0;
};

struct AssignmentLayout {
  AssignmentLayout(gpu::Arena& arena, const CircuitShape& shape, size_t slots);

  char* input;
  uint32_t* first_unsatisfied;  // the first row that does not hold
  std::vector<DeviceAssignment> slots;
};

// Of one MSM while it is enqueued. Scalars of their own are gathered for all chunks at once, with
// their points, or those of one chunk if the query is mostly wide.
template <class F>
struct MsmLayout {
  // Requires: the form is null for H.
  MsmLayout(gpu::Arena& arena, const QueryForm* form, const msm::GpuMsmShape& shape)
      : own_count(form != nullptr ? shape.scalars_max : 0),
        own(arena.take<Fr>(own_count)),
        own_points(
            arena.take<curve::Affine<F>>(form != nullptr && !form->is_mostly_wide ? own_count : 0)),
        msm(arena, shape) {}

  uint64_t own_count;
  Fr* own;
  curve::Affine<F>* own_points;
  msm::GpuMsm<F> msm;
};

struct GpuLayout {
  GpuLayout(gpu::Arena& arena, const CircuitShape& shape, const GpuChoice& choice);

  std::vector<void*> ring;
  Fr* h;                  // vectors of an h_group
  Fr* quotient;           // a vector beside h
  Fr* roots;              // the table, or row values of C before it is filled
  MemoryBlock msm;        // of H, and of all MSMs that do not run beside it
  MemoryBlock other_msm;  // of L, A, B1 and B2; the same memory as `msm` unless they run beside
};

}  // namespace cuzk::groth16
