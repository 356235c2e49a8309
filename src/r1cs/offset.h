// SPDX-License-Identifier: MIT OR Apache-2.0
// An offset in an assignment (assignment.h): how many inputs, auxiliary variables and wide ones
// come before it. Also the distance between two offsets. A plain value for host and device;
// circuits have less than 2^32 variables.
//
// `AssignmentMemory` is an assignment by the addresses at which it is to be written, all of the
// device or all of the host.
#pragma once

#include <cstdint>

#include "base/host_device.h"
#include "field/fr.h"

namespace cuzk::r1cs {

struct Offset {
  uint32_t input = 0;
  uint32_t aux = 0;
  uint32_t wide = 0;

  CUZK_HOST_DEVICE friend Offset operator+(const Offset& a, const Offset& b) {
    return {a.input + b.input, a.aux + b.aux, a.wide + b.wide};
  }
  CUZK_HOST_DEVICE friend Offset operator-(const Offset& a, const Offset& b) {
    return {a.input - b.input, a.aux - b.aux, a.wide - b.wide};
  }
  CUZK_HOST_DEVICE friend Offset operator*(uint32_t count, const Offset& a) {
    return {count * a.input, count * a.aux, count * a.wide};
  }
};

struct AssignmentMemory {
  field::Fr* inputs;
  uint64_t* bits;
  field::Fr* wide;
};

}  // namespace cuzk::r1cs
