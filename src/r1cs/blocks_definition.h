// SPDX-License-Identifier: MIT OR Apache-2.0
// A small circuit definition for tests, with a witness. It has what the circuits of Filecoin have
// in their structure: a prologue; equal blocks that refer to it, to ONE and to inputs of their own;
// an epilogue; bits and wide values; terms that merge and terms that cancel. It is satisfied by the
// values that it computes itself, unless `honest` is unset: then each block has a wrong
// coefficient. Not for nvcc, because valuations run in parallel on the host.
#pragma once

#include <string>

#include "r1cs/coefficient_table.h"
#include "r1cs/valuation.h"

namespace cuzk::r1cs {

struct BlocksDefinition {
  unsigned blocks = 3;
  bool honest = true;

  template <class B>
  void operator()(B& b) const {
    auto x = b.alloc(Fr::from_u64(3));
    auto shared = b.alloc_lanes(0b11, typename B::Bits(0b10u));
    b.enforce("shared", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x, Fr::from_u64(7));
      ra.add_one(-Fr::from_u64(20));
      rb.add_lane(shared, 1, Fr::one());
      rc.add_one(Fr::one());
    });
    b.repeat(blocks, [&](B& block, unsigned i) {
      auto scope = block.scope("block ", i);
      auto y = block.alloc(Fr::from_u64(i + 1));
      auto bits = block.alloc_lanes(0x80000001, typename B::Bits(0x80000000u));
      auto input = block.alloc_input(B::value(x) * B::value(y));
      block.enforce("product", [&](auto& ra, auto& rb, auto& rc) {
        ra.add(x);
        rb.add(y);
        rc.add(input);
      });
      block.enforce_lanes("lane", 0x80000001, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
        ra.add_lane(bits, lane, power_of_two(lane));
        rb.add_lane(shared, 1, honest ? Fr::one() : Fr::from_u64(2));
        rc.add_lane(bits, lane, power_of_two(lane));
      });
    });
    b.enforce("merged", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x);
      ra.add(x, -Fr::one());  // cancels: no term
      ra.add_one(Fr::one());
      rb.add(x, Fr::from_u64(2));
      rb.add(x);
      rc.add(x, Fr::from_u64(3));
    });
  }
};

template <class Definition>
Assignment assign(const Definition& definition) {
  WitnessWriter writer;
  definition(writer);
  return writer.take();
}

}  // namespace cuzk::r1cs
