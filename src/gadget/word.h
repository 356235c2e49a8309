// SPDX-License-Identifier: MIT OR Apache-2.0
// 32 Booleans of a circuit side by side. Each lane is a constant, a bit variable or its negation
// (porep.md BIT-2); which of them is a matter of structure and stands in masks, the variables
// themselves in the back end's lanes. So the case distinctions of BIT-4 to BIT-7 are made for 32
// lanes at once, and a witness back end works on whole words. A lane's rules do not see the other
// lanes: the order of allocation is that of lane 0, 1, ... as if each were done alone.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "r1cs/backend.h"
#include "r1cs/coefficient_table.h"
#include "r1cs/lanes.h"

namespace cuzk::gadget {

using r1cs::Fr;
using r1cs::power_of_two;

template <class B>
struct Word {
  uint32_t constant = ~0u;  // lanes without a variable
  uint32_t ones = 0;        // constant lanes that are 1; a subset of `constant`
  uint32_t negated = 0;     // variable lanes that stand for the opposite of their variable
  typename B::Lanes lanes{};

  CUZK_HOST_DEVICE static Word of_constant(uint32_t value) { return {.ones = value}; }
  CUZK_HOST_DEVICE static Word of_variables(uint32_t mask, const typename B::Lanes& variables) {
    return {.constant = ~mask, .lanes = variables};
  }

  CUZK_HOST_DEVICE uint32_t variables() const { return ~constant; }
  CUZK_HOST_DEVICE uint32_t zeros() const { return constant & ~ones; }
  CUZK_HOST_DEVICE bool is_constant() const { return constant == ~0u; }

  CUZK_HOST_DEVICE Word operator~() const {
    return {.constant = constant,
            .ones = constant & ~ones,
            .negated = ~constant & ~negated,
            .lanes = lanes};
  }
};

template <class B>
CUZK_HOST_DEVICE Word<B> rotate_right(const Word<B>& word, unsigned count) {
  return {.constant = r1cs::rotate_right(word.constant, count),
          .ones = r1cs::rotate_right(word.ones, count),
          .negated = r1cs::rotate_right(word.negated, count),
          .lanes = r1cs::rotate_right(word.lanes, count)};
}

// The lanes beyond the end become constant 0 (U32-2).
template <class B>
CUZK_HOST_DEVICE Word<B> shift_right(const Word<B>& word, unsigned count) {
  return {.constant = ~(~word.constant >> count),
          .ones = word.ones >> count,
          .negated = word.negated >> count,
          .lanes = r1cs::shift_right(word.lanes, count)};
}

template <class B>
CUZK_HOST_DEVICE Word<B> byte_swap(const Word<B>& word) {
  return {.constant = r1cs::byte_swap(word.constant),
          .ones = r1cs::byte_swap(word.ones),
          .negated = r1cs::byte_swap(word.negated),
          .lanes = r1cs::byte_swap(word.lanes)};
}

// Lanes of `yes` where the mask is set, of `no` elsewhere.
template <class B>
CUZK_HOST_DEVICE Word<B> select(uint32_t mask, const Word<B>& yes, const Word<B>& no) {
  if (mask == 0) return no;
  return {.constant = r1cs::select(mask, yes.constant, no.constant),
          .ones = r1cs::select(mask, yes.ones, no.ones),
          .negated = r1cs::select(mask, yes.negated, no.negated),
          .lanes = r1cs::select(mask, yes.lanes, no.lanes)};
}

// The lanes of the mask flipped.
template <class B>
CUZK_HOST_DEVICE Word<B> flip(const Word<B>& word, uint32_t mask) {
  return {.constant = word.constant,
          .ones = word.ones ^ (mask & word.constant),
          .negated = word.negated ^ (mask & ~word.constant),
          .lanes = word.lanes};
}

// What is known of the 32 Booleans.
template <class B>
CUZK_HOST_DEVICE typename B::Bits bits(const Word<B>& word) {
  return ((B::bits(word.lanes) ^ word.negated) & word.variables()) | word.ones;
}

// Adds k times the Boolean in a lane (BIT-3).
template <class B, class Linear>
CUZK_HOST_DEVICE void add_bit(Linear& linear, const Word<B>& word, unsigned lane, const Fr& k) {
  if (word.constant >> lane & 1) {
    if (word.ones >> lane & 1) linear.add_one(k);
  } else if (word.negated >> lane & 1) {
    linear.add_one(k);
    linear.add_lane(word.lanes, lane, -k);
  } else {
    linear.add_lane(word.lanes, lane, k);
  }
}

template <class B, class Linear>
CUZK_HOST_DEVICE void add_bit(Linear& linear, const Word<B>& word, unsigned lane) {
  add_bit(linear, word, lane, Fr::one());
}

// BIT-1 for the first `count` lanes; the others are constant 0. Requires: count <= 32.
template <class B>
CUZK_HOST_DEVICE Word<B> alloc_bits(B& b, unsigned count, const typename B::Bits& values) {
  uint32_t mask = count == 32 ? ~0u : (1u << count) - 1;
  auto lanes = b.alloc_lanes(mask, values);
  b.enforce_lanes("boolean", mask, [&](unsigned lane, auto& x, auto& y, auto&) {
    x.add_one(Fr::one());
    x.add_lane(lanes, lane, -Fr::one());
    y.add_lane(lanes, lane, Fr::one());
  });
  return Word<B>::of_variables(mask, lanes);
}

// BIT-4.
template <class B>
CUZK_HOST_DEVICE Word<B> word_xor(B& b, const Word<B>& x, const Word<B>& y) {
  uint32_t fresh = x.variables() & y.variables();
  auto lanes = b.alloc_lanes(fresh, B::bits(x.lanes) ^ B::bits(y.lanes));
  b.enforce_lanes("xor", fresh, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
    bool swap = (x.negated & ~y.negated) >> lane & 1;  // the Is side is the first operand
    const auto& p = swap ? y.lanes : x.lanes;
    const auto& q = swap ? x.lanes : y.lanes;
    ra.add_lane(p, lane, power_of_two(1));
    rb.add_lane(q, lane, Fr::one());
    rc.add_lane(p, lane, Fr::one());
    rc.add_lane(q, lane, Fr::one());
    rc.add_lane(lanes, lane, -Fr::one());
  });
  Word<B> out = flip(Word<B>::of_variables(fresh, lanes), fresh & (x.negated ^ y.negated));
  out = select(x.constant, flip(y, x.ones), out);
  return select(y.constant & ~x.constant, flip(x, y.ones), out);
}

// The rows of BIT-5: [lc(x) ; lc(y) ; z] with the Is side first.
template <class B>
struct ProductRows {
  const Word<B>& x;
  const Word<B>& y;
  const typename B::Lanes& z;

  template <class Linear>
  void operator()(unsigned lane, Linear& ra, Linear& rb, Linear& rc) const {
    bool swap = (x.negated & ~y.negated) >> lane & 1;
    add_bit(ra, swap ? y : x, lane);
    add_bit(rb, swap ? x : y, lane);
    rc.add_lane(z, lane, Fr::one());
  }
};

// BIT-5 without its products: where an operand is constant, and of_variables(z) elsewhere.
template <class B>
CUZK_HOST_DEVICE Word<B> fold_and(const Word<B>& x, const Word<B>& y, const typename B::Lanes& z) {
  Word<B> out = Word<B>::of_variables(x.variables() & y.variables(), z);
  out = select(x.ones, y, out);
  out = select(y.ones, x, out);
  return select(x.zeros() | y.zeros(), Word<B>::of_constant(0), out);
}

template <class B>
CUZK_HOST_DEVICE Word<B> word_and(B& b, const Word<B>& x, const Word<B>& y) {
  uint32_t fresh = x.variables() & y.variables();
  auto z = b.alloc_lanes(fresh, bits(x) & bits(y));
  b.enforce_lanes("and", fresh, ProductRows<B>{x, y, z});
  return fold_and(x, y, z);
}

// Hands out each lane at most once: the first rule that matches (BIT-6, BIT-7).
class FirstMatch {
 public:
  CUZK_HOST_DEVICE uint32_t take(uint32_t mask) {
    mask &= left_;
    left_ &= ~mask;
    return mask;
  }
  CUZK_HOST_DEVICE uint32_t rest() const { return left_; }

 private:
  uint32_t left_ = ~0u;
};

// BIT-6: x ? y : z.
template <class B>
CUZK_HOST_DEVICE Word<B> word_ch(B& b, const Word<B>& x, const Word<B>& y, const Word<B>& z) {
  FirstMatch rule;
  uint32_t folded = rule.take(x.constant & y.constant & z.constant);
  uint32_t x0 = rule.take(x.zeros()), y0 = rule.take(y.zeros()), z0 = rule.take(z.zeros());
  uint32_t z1 = rule.take(z.ones), y1 = rule.take(y.ones);
  uint32_t full = rule.rest();

  // Rules 3 to 6 are a product of two of the operands, the last two of them negated.
  uint32_t product = y0 | z0 | z1 | y1;
  Word<B> left = flip(x, y0 | y1);
  Word<B> right = flip(select(z0 | z1, y, z), z1 | y1);
  uint32_t fresh = product & left.variables() & right.variables();

  auto values = (bits(x) & bits(y)) ^ (~bits(x) & bits(z));
  auto lanes = b.alloc_lanes(fresh | full, ((bits(left) & bits(right)) & fresh) | (values & full));
  b.enforce_lanes("ch", fresh | full, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
    if (fresh >> lane & 1) return ProductRows<B>{left, right, lanes}(lane, ra, rb, rc);
    add_bit(ra, y, lane);
    add_bit(ra, z, lane, -Fr::one());
    add_bit(rb, x, lane);
    rc.add_lane(lanes, lane, Fr::one());
    add_bit(rc, z, lane, -Fr::one());
  });

  Word<B> out = Word<B>::of_variables(full, lanes);
  if (product != 0) out = select(product, flip(fold_and(left, right, lanes), z1 | y1), out);
  out = select(x0, z, out);
  uint32_t value = (x.ones & y.ones) | (~x.ones & z.ones);
  return select(folded, Word<B>::of_constant(value & folded), out);
}

// BIT-7: the majority. In the last rule the variable of the result comes before that of the
// product.
template <class B>
CUZK_HOST_DEVICE Word<B> word_maj(B& b, const Word<B>& x, const Word<B>& y, const Word<B>& z) {
  FirstMatch rule;
  uint32_t folded = rule.take(x.constant & y.constant & z.constant);
  uint32_t x0 = rule.take(x.zeros()), y0 = rule.take(y.zeros()), z0 = rule.take(z.zeros());
  uint32_t z1 = rule.take(z.ones), y1 = rule.take(y.ones), x1 = rule.take(x.ones);
  uint32_t full = rule.rest();

  // Rules 2 to 7: the product of the two others, all negated where the constant is 1.
  uint32_t negate = z1 | y1 | x1;
  Word<B> left = flip(select(x0 | x1, y, x), negate);
  Word<B> right = flip(select(z0 | z1, y, z), negate);
  uint32_t product = x0 | y0 | z0 | negate;
  uint32_t fresh = product & left.variables() & right.variables();

  auto both = bits(y) & bits(z);
  auto majority = (bits(x) & (bits(y) ^ bits(z))) ^ both;
  auto first_values = ((bits(left) & bits(right)) & fresh) | (majority & full);
  const auto allocated = b.alloc_lane_pairs(fresh | full, first_values, full, both);
  const typename B::Lanes& lanes = allocated.first;
  const typename B::Lanes& products = allocated.second;
  for (uint32_t left_lanes = fresh | full; left_lanes != 0 && B::kHasRows;) {
    uint32_t lane_bit = left_lanes & -left_lanes;
    left_lanes ^= lane_bit;
    if (fresh & lane_bit) {
      b.enforce_lanes("maj product", lane_bit, ProductRows<B>{left, right, lanes});
      continue;
    }
    b.enforce_lanes("maj and", lane_bit, ProductRows<B>{y, z, products});
    b.enforce_lanes("maj", lane_bit, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
      ra.add_lane(products, lane, power_of_two(1));
      add_bit(ra, y, lane, -Fr::one());
      add_bit(ra, z, lane, -Fr::one());
      add_bit(rb, x, lane);
      rc.add_lane(products, lane, Fr::one());
      rc.add_lane(lanes, lane, -Fr::one());
    });
  }

  Word<B> out = Word<B>::of_variables(full, lanes);
  if (product != 0) out = select(product, flip(fold_and(left, right, lanes), negate), out);
  uint32_t value = (x.ones & y.ones) | (x.ones & z.ones) | (y.ones & z.ones);
  return select(folded, Word<B>::of_constant(value & folded), out);
}

}  // namespace cuzk::gadget
