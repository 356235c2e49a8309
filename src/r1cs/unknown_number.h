// SPDX-License-Identifier: MIT OR Apache-2.0
// Variables and linear combinations of the back ends that look at the structure of a circuit
// definition alone (row_namer.h, scope_offsets.h): they hold nothing, and what is known of them is
// Unknown (backend.h).
// All operations of the concept exist and do nothing, so that definitions run as they are.
//
// For the host; empty types.
#pragma once

#include "r1cs/backend.h"
#include "r1cs/lanes.h"

namespace cuzk::r1cs {

struct UnknownNumber {};

struct UnknownLinear {
  template <class... T>
  void add(const T&...) {}
  void add_one(const Fr&) {}
  void add_lane(EmptyLanes, unsigned, const Fr&) {}
  void clear() {}
};

}  // namespace cuzk::r1cs
