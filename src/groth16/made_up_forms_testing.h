// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests of plans: query forms of a large circuit that is not there, from its densities alone.
// The domain has 2^27 rows. porep_forms_testing.h and post_forms_testing.h make those of the
// network's kinds.
//
// Takes about 150 MB and half a second. A shape refers to its forms, which outlive it.
#pragma once

#include "groth16/gpu_plan.h"

namespace cuzk::groth16 {

// Which inputs and which auxiliary variables have points in L, A and B, and which are wide.
struct CircuitBits {
  base::BitVector inputs_of_l, inputs_of_a, inputs_of_b;
  base::BitVector l, a, b, wide;
};

class MadeUpForms {
 public:
  MadeUpForms(const CircuitBits& bits, uint64_t input_bytes)
      : l_(bits.inputs_of_l, bits.l, bits.wide),
        a_(bits.inputs_of_a, bits.a, bits.wide),
        b_(bits.inputs_of_b, bits.b, bits.wide),
        inputs_(bits.inputs_of_l.size()),
        words_(bits.l.words().size()),
        wide_(bits.wide.popcount()),
        input_bytes_(input_bytes) {}

  CircuitShape shape() const {
    return {27,
            inputs_,
            words_,
            wide_,
            {(uint64_t{1} << 27) - 1, l_.points(), a_.points(), b_.points(), b_.points()},
            &l_,
            &a_,
            &b_,
            input_bytes_};
  }

 private:
  QueryForm l_, a_, b_;
  uint64_t inputs_, words_, wide_, input_bytes_;
};

}  // namespace cuzk::groth16
