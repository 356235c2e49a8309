// SPDX-License-Identifier: MIT OR Apache-2.0
// A small circuit definition for tests, with a witness. It has what the circuits of Filecoin have
// in their structure: a prologue; equal blocks that refer to it, to ONE and to inputs of their own;
// an epilogue; bits and wide values; terms that merge and terms that cancel. It is satisfied by the
// values that it computes itself, unless `honest` is unset: then each block has a wrong
// coefficient. Not for nvcc, because valuations run in parallel on the host.
#pragma once

#include <array>
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

// At most six blocks that are each lent two of the bits made before, which they have in A, B and C,
// in rows of bits alone and of wide values.
struct LentBitsDefinition {
  unsigned blocks = 5;

  template <class B>
  void operator()(B& b) const {
    std::array<typename B::Lanes, 2> words;
    for (unsigned i = 0; i < 2; ++i)
      words[i] = b.alloc_lanes(~0u, typename B::Bits(0xa5369c0fu + i));
    const auto lane_of = [](unsigned block, unsigned i) { return (5 * block + 3 * i) % 32; };
    const auto word_of = [](unsigned block) { return block % 2; };
    const auto lend = [&](unsigned block, auto& lender) {
      uint32_t mask = 0;
      for (unsigned i = 0; i < 2; ++i) mask |= 1u << lane_of(block, i);
      lender.add_lanes(words[word_of(block)], mask);
    };
    b.repeat(blocks, lend, [&](B& block, unsigned i) {
      auto scope = block.scope("block ", i);
      const typename B::Lanes& word = words[word_of(i)];
      auto bits = B::bits(word);
      auto y = block.alloc(r1cs::choose(bits, lane_of(i, 0), Fr::from_u64(9), Fr::from_u64(2)));
      block.enforce("wide", [&](auto& ra, auto& rb, auto& rc) {
        ra.add_lane(word, lane_of(i, 0), Fr::from_u64(7));
        ra.add_one(Fr::from_u64(2));
        rb.add_one(Fr::one());
        rc.add(y);
      });
      block.enforce("bits", [&](auto& ra, auto& rb, auto& rc) {
        ra.add_lane(word, lane_of(i, 1), Fr::one());
        rb.add_lane(word, lane_of(i, 1), Fr::one());
        rc.add_lane(word, lane_of(i, 1), Fr::one());
      });
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
