// SPDX-License-Identifier: MIT OR Apache-2.0
// SHA-256 as a circuit (porep.md 2.4), in exactly the form that the published parameters
// fix: two working variables stay unadded as lists of operands until they are read, and all sums of
// a compression share one MultiEq. Words are big-endian as in FIPS 180-4: lane 31 of word 0 is the
// first bit of the message. A compression costs 25,000 to 26,200 constraints, 26 of them packed
// sums.
#pragma once

#include <array>
#include <cstdint>

#include "gadget/uint32.h"
#include "hash/sha256.h"

namespace cuzk::gadget {

template <class B>
using Sha256State = std::array<Word<B>, 8>;
template <class B>
using Sha256Block = std::array<Word<B>, 16>;

template <class B>
CUZK_HOST_DEVICE Sha256State<B> sha256_initial_state() {
  Sha256State<B> state;
  for (unsigned i = 0; i < 8; ++i) state[i] = Word<B>::of_constant(hash::sha256_initial_word(i));
  return state;
}

template <class B>
CUZK_HOST_DEVICE Word<B> word_xor3(B& b, const Word<B>& x, const Word<B>& y, const Word<B>& z) {
  return word_xor(b, word_xor(b, x, y), z);
}

// The message schedule w[0..63] (SHA-1 item 2).
template <class B>
CUZK_HOST_DEVICE std::array<Word<B>, 64> sha256_schedule(B& b, MultiEq<B>& equalities,
                                                         const Sha256Block<B>& block) {
  auto scope = b.scope("schedule");
  std::array<Word<B>, 64> w;
  for (int i = 0; i < 16; ++i) w[i] = block[i];
  for (int i = 16; i < 64; ++i) {
    Word<B> s0 = word_xor3(b, rotate_right(w[i - 15], 7), rotate_right(w[i - 15], 18),
                           shift_right(w[i - 15], 3));
    Word<B> s1 = word_xor3(b, rotate_right(w[i - 2], 17), rotate_right(w[i - 2], 19),
                           shift_right(w[i - 2], 10));
    w[i] = add_many(b, equalities, {w[i - 16], s0, w[i - 7], s1});
  }
  return w;
}

// The compression function (SHA-1). The operand lists T1 = (h, S1, ch, K, w) of round i are added
// only when the new e (with d) and the new a (with S0 and maj) are needed in round i + 1, or at the
// end together with the state.
template <class B>
CUZK_HOST_DEVICE Sha256State<B> sha256_compress(B& b, const Sha256Block<B>& block,
                                                const Sha256State<B>& state) {
  MultiEq<B> equalities(b);
  std::array<Word<B>, 64> w = sha256_schedule(b, equalities, block);
  auto scope = b.scope("rounds");
  Word<B> e = state[4], a = state[0];
  Word<B> bb = state[1], c = state[2], d = state[3], f = state[5], g = state[6], h = state[7];
  std::array<Word<B>, 5> t1;
  Word<B> s0, maj, e_addend;
  for (unsigned i = 0; i < 64; ++i) {
    if (i > 0) e = add_many(b, equalities, {t1[0], t1[1], t1[2], t1[3], t1[4], e_addend});
    Word<B> s1 = word_xor3(b, rotate_right(e, 6), rotate_right(e, 11), rotate_right(e, 25));
    Word<B> ch = word_ch(b, e, f, g);
    std::array<Word<B>, 5> next{h, s1, ch, Word<B>::of_constant(hash::sha256_round_constant(i)),
                                w[i]};
    if (i > 0) a = add_many(b, equalities, {t1[0], t1[1], t1[2], t1[3], t1[4], s0, maj});
    s0 = word_xor3(b, rotate_right(a, 2), rotate_right(a, 13), rotate_right(a, 22));
    maj = word_maj(b, a, bb, c);
    t1 = next;
    e_addend = d;
    h = g, g = f, f = e;
    d = c, c = bb, bb = a;
  }
  Sha256State<B> out;
  out[0] = add_many(b, equalities, {t1[0], t1[1], t1[2], t1[3], t1[4], s0, maj, state[0]});
  out[1] = add_many(b, equalities, {state[1], bb});
  out[2] = add_many(b, equalities, {state[2], c});
  out[3] = add_many(b, equalities, {state[3], d});
  out[4] = add_many(b, equalities, {t1[0], t1[1], t1[2], t1[3], t1[4], e_addend, state[4]});
  out[5] = add_many(b, equalities, {state[5], f});
  out[6] = add_many(b, equalities, {state[6], g});
  out[7] = add_many(b, equalities, {state[7], h});
  equalities.flush();
  return out;
}

// Of a message of that many words, padding included.
CUZK_HOST_DEVICE constexpr unsigned sha256_block_count(unsigned words) { return (words + 18) / 16; }

// Block i of a message of whole words, padding included (SHA-2); message(j) is its word j.
// Requires: the message has less than 2^32 bits.
template <class B, class Message>
CUZK_HOST_DEVICE Sha256Block<B> sha256_block(unsigned words, const Message& message, unsigned i) {
  const unsigned last = 16 * sha256_block_count(words) - 1;
  Sha256Block<B> block;
  for (unsigned j = 0; j < 16; ++j) {
    unsigned position = 16 * i + j;
    uint32_t padding = position == words ? 0x80000000 : position == last ? 32 * words : 0;
    block[j] = position < words ? message(position) : Word<B>::of_constant(padding);
  }
  return block;
}

template <class B, class Message>
CUZK_HOST_DEVICE Sha256State<B> sha256(B& b, unsigned words, const Message& message) {
  Sha256State<B> state = sha256_initial_state<B>();
  for (unsigned i = 0; i < sha256_block_count(words); ++i) {
    auto scope = b.scope("block ", i);
    state = sha256_compress(b, sha256_block<B>(words, message, i), state);
  }
  return state;
}

}  // namespace cuzk::gadget
