// SPDX-License-Identifier: MIT OR Apache-2.0
// The scalars of a query that is mostly wide (query_chunks.h, residency.md RS-103): one for each
// point, in the order of the points.
//
// Nothing is stored for a single variable. Its point stands behind as many others as there are set
// bits of the query's density before it, and its wide value behind as many as there are wide
// variables before it: both are a rank of its word, and the set bits below it there. So a thread of
// the device for each variable writes the scalars of a chunk, and the host does the same in tests.
//
// Cost: for a chunk of n points, 32 n bytes written and nearly as many read.
#pragma once

#include <cstdint>

#include "base/host_device.h"
#include "field/fr.h"
#include "r1cs/lanes.h"

namespace cuzk::groth16 {

using field::Fr;

// By addresses, which are all of the host or all of the device.
struct PointScalars {
  const uint64_t* density;  // of the query, by words of variables
  const uint32_t* ranks;
  const uint64_t* wide;  // of the circuit
  const uint32_t* wide_ranks;
  const uint64_t* bits;  // of the assignment
  const Fr* wide_values;

  // If the variable has a point, scalars[first + number] is its value, where `number` counts the
  // points of variables before it. `first` may be negative, modulo 2^32.
  CUZK_HOST_DEVICE void write(uint64_t variable, uint32_t first, Fr* scalars) const {
    const uint64_t word = variable / 64;
    const uint64_t bit = uint64_t{1} << variable % 64;
    const uint64_t own_density = density[word];
    if ((own_density & bit) == 0) return;
    const uint32_t point = first + ranks[word] + r1cs::bit_count(own_density & (bit - 1));
    const uint64_t own_wide = wide[word];
    if ((own_wide & bit) != 0) {
      scalars[point] = wide_values[wide_ranks[word] + r1cs::bit_count(own_wide & (bit - 1))];
    } else {
      scalars[point] = (bits[word] & bit) != 0 ? Fr::one() : Fr::zero();
    }
  }
};

}  // namespace cuzk::groth16
