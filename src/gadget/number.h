// SPDX-License-Identifier: MIT OR Apache-2.0
// Numbers (variables that hold a field element), their bits, and choices between them (porep.md
// 2.2, 2.7).
// A number costs one variable and no constraint; its bits cost 255 variables and 256 constraints
// and are not range-checked (NUM-3), because the published circuits are not: a witness always
// holds the canonical value. Everything is a template over the back end, and no function here
// branches on a value.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "field/fr.h"
#include "gadget/word.h"

namespace cuzk::gadget {

template <class B>
using Number = typename B::Number;

// The bits of a number, least significant first, bit 255 constant 0.
template <class B>
using NumberBits = std::array<Word<B>, 8>;

// NUM-2.
template <class B>
CUZK_HOST_DEVICE void inputize(B& b, const Number<B>& x) {
  Number<B> y = b.alloc_input(B::value(x));
  b.enforce("input", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(y);
    rb.add(b.one());
    rc.add(x);
  });
}

// NUM-7.
template <class B>
CUZK_HOST_DEVICE void enforce_equal(B& b, const Number<B>& x, const Number<B>& y) {
  b.enforce("equal", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(x);
    rb.add(b.one());
    rc.add(y);
  });
}

// Adds the sum of 2^i times bit i.
template <class B, class Linear>
CUZK_HOST_DEVICE void add_bits(Linear& linear, std::span<const Word<B>> words, unsigned count) {
  for (unsigned i = 0; i < count; ++i) add_bit(linear, words[i / 32], i % 32, power_of_two(i));
}

// Which lanes of word i of a number's bits hold variables: all but that of bit 255.
CUZK_HOST_DEVICE constexpr uint32_t number_lanes(unsigned i) { return i < 7 ? ~0u : ~0u >> 1; }

// The 255 bits of a number, least significant first, which nothing ties to it yet.
template <class B>
CUZK_HOST_DEVICE NumberBits<B> alloc_number_bits(B& b, const Number<B>& x) {
  auto words = r1cs::to_words(B::value(x));
  NumberBits<B> out;
  for (unsigned i = 0; i < 8; ++i) out[i] = alloc_bits(b, i < 7 ? 32 : 31, words[i]);
  return out;
}

// NUM-3. The bits may state the value plus r where that fits into 255 bits; a witness states the
// value.
template <class B>
CUZK_HOST_DEVICE NumberBits<B> to_bits(B& b, const Number<B>& x) {
  NumberBits<B> out = alloc_number_bits(b, x);
  b.enforce("unpack", [&](auto&, auto&, auto& rc) {
    add_bits<B>(rc, out, 255);
    rc.add(x, -Fr::one());
  });
  return out;
}

// What the first `count` bits state as a number. Requires: count <= 254.
template <class B>
CUZK_HOST_DEVICE typename B::Value bits_value(std::span<const Word<B>> words, unsigned count) {
  std::array<typename B::Bits, 8> values{};
  for (unsigned i = 0; 32 * i < count; ++i) {
    uint32_t mask = count - 32 * i >= 32 ? ~0u : (1u << (count - 32 * i)) - 1;
    values[i] = bits(words[i]) & mask;
  }
  return r1cs::from_words(values);
}

// The first `count` bits state x (update.md UPD-30.3): not range-checked, as NUM-3.
template <class B>
CUZK_HOST_DEVICE void enforce_packed(B& b, std::span<const Word<B>> words, unsigned count,
                                     const Number<B>& x) {
  b.enforce("pack", [&](auto& ra, auto& rb, auto& rc) {
    add_bits<B>(ra, words, count);
    rb.add(b.one());
    rc.add(x);
  });
}

// NUM-5. Requires: count <= 254.
template <class B>
CUZK_HOST_DEVICE Number<B> pack(B& b, std::span<const Word<B>> words, unsigned count) {
  Number<B> x = b.alloc(bits_value<B>(words, count));
  enforce_packed<B>(b, words, count, x);
  return x;
}

// NUM-6 for at most 254 bits.
template <class B>
CUZK_HOST_DEVICE void pack_into_input(B& b, std::span<const Word<B>> words, unsigned count) {
  Number<B> y = b.alloc_input(bits_value<B>(words, count));
  b.enforce("packed input", [&](auto& ra, auto& rb, auto& rc) {
    add_bits<B>(ra, words, count);
    rb.add(b.one());
    rc.add(y);
  });
}

// The bytes of a number as SHA-256 reads and writes them: word j holds bytes 4j .. 4j + 3, most
// significant bit first (NUM-4). Its own inverse.
template <class B>
CUZK_HOST_DEVICE NumberBits<B> to_message_words(const NumberBits<B>& words) {
  NumberBits<B> out;
  for (unsigned i = 0; i < 8; ++i) out[i] = byte_swap(words[i]);
  return out;
}

// One Boolean.
template <class B>
struct Bit {
  const Word<B>& word;
  unsigned lane;
};

// NUM-8: x where the condition holds, else y.
template <class B>
CUZK_HOST_DEVICE Number<B> pick(B& b, const Bit<B>& condition, const Number<B>& x,
                                const Number<B>& y) {
  auto value = r1cs::choose(bits(condition.word), condition.lane, B::value(x), B::value(y));
  Number<B> z = b.alloc(value);
  b.enforce("pick", [&](auto& ra, auto& rb, auto& rc) {
    ra.add(y);
    ra.add(x, -Fr::one());
    add_bit(rb, condition.word, condition.lane);
    rc.add(y);
    rc.add(z, -Fr::one());
  });
  return z;
}

// Bits [first, first + count) of a list of words as one word; the other lanes are constant 0.
// Requires: 0 < count <= 32, and the words have these bits.
template <class B>
CUZK_HOST_DEVICE Word<B> bit_slice(std::span<const Word<B>> words, unsigned first, unsigned count) {
  const unsigned word = first / 32, offset = first % 32;
  Word<B> out = rotate_right(words[word], offset);
  if (offset + count > 32) out = select(~0u >> offset, out, rotate_right(words[word + 1], offset));
  return select(~0u >> (32 - count), out, Word<B>::of_constant(0));
}

// UPD-37: of 2^count numbers the one whose index the first `count` lanes of a word state, most
// significant bit first. Overwrites the numbers.
template <class B>
CUZK_HOST_DEVICE Number<B> select_number(B& b, const Word<B>& index, unsigned count,
                                         std::span<Number<B>> numbers) {
  for (unsigned i = count; i-- > 0;) {
    const unsigned half = 1u << i;
    for (unsigned j = 0; j < half; ++j) {
      numbers[j] = pick(b, Bit<B>{index, i}, numbers[half + j], numbers[j]);
    }
  }
  return numbers[0];
}

}  // namespace cuzk::gadget
