// SPDX-License-Identifier: MIT OR Apache-2.0
// The forms of a circuit's queries (query_chunks.h) by their addresses on a device. Taking the
// memory is apart from filling it, so that its size is known without a device (gpu_query_form.cuh
// has the copies and the kernels that read it).
//
// 20 bytes for each word of 64 variables and 8 for each scalar of its own; in a query that is
// mostly wide 12 for each word, and 12 more for all such queries together. Immutable once filled;
// the arena's memory outlives it.
#pragma once

#include "gpu/arena.h"
#include "groth16/params_file.h"
#include "groth16/query_chunks.h"

namespace cuzk::groth16 {

struct DeviceForm {
  DeviceForm(gpu::Arena& arena, const QueryForm& form)
      : density(arena.take<uint64_t>(form.density.size())),
        mask(arena.take<uint64_t>(form.mask.size())),
        ranks(arena.take<uint32_t>(form.ranks.size())),
        references(arena.take<uint32_t>(form.references.size())),
        sources(arena.take<uint32_t>(form.sources.size())) {}

  uint64_t* density;
  uint64_t* mask;
  uint32_t* ranks;
  uint32_t* references;
  uint32_t* sources;
};

// The three forms of a circuit; B1 and B2 have one.
struct DeviceForms {
  DeviceForms(gpu::Arena& arena, const QueryForms& forms)
      : l(arena, forms.l),
        a(arena, forms.a),
        b(arena, forms.b),
        wide(arena.take<uint64_t>(forms.wide.words.size())),
        wide_ranks(arena.take<uint32_t>(forms.wide.ranks.size())) {}

  // Requires: not kH.
  const DeviceForm& form(Query query) const {
    return query == Query::kL ? l : query == Query::kA ? a : b;
  }

  DeviceForm l, a, b;
  uint64_t* wide;
  uint32_t* wide_ranks;
};

}  // namespace cuzk::groth16
