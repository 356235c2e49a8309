// SPDX-License-Identifier: MIT OR Apache-2.0
// A vector of bits in 64-bit words, bit i at word i / 64, position i mod 64, least significant
// first (groth16.md G16-233). Densities of a circuit and the packed bits of a witness have this
// form, and sums over boolean scalars read the words directly.
// Invariant: the bits of the last word above size() are zero, so that popcount and equality may
// work on whole words. Indices are not checked. One thread may write, or many may read.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace cuzk::base {

class BitVector {
 public:
  BitVector() = default;
  explicit BitVector(uint64_t count) : count_(count), words_((count + 63) / 64, 0) {}

  uint64_t size() const { return count_; }
  bool get(uint64_t index) const { return words_[index / 64] >> (index % 64) & 1; }
  void set(uint64_t index) { words_[index / 64] |= uint64_t{1} << (index % 64); }
  void flip(uint64_t index) { words_[index / 64] ^= uint64_t{1} << (index % 64); }

  // Appends the low `count` bits of `value`. Requires: count <= 64, the bits above are zero.
  void append(uint64_t value, unsigned count) {
    if (count == 0) return;
    unsigned shift = static_cast<unsigned>(count_ % 64);
    if (shift == 0) {
      words_.push_back(value);
    } else {
      words_.back() |= value << shift;
      if (shift + count > 64) words_.push_back(value >> (64 - shift));
    }
    count_ += count;
  }

  uint64_t popcount() const {
    uint64_t sum = 0;
    for (uint64_t word : words_) sum += static_cast<uint64_t>(std::popcount(word));
    return sum;
  }

  std::vector<uint64_t>& words() { return words_; }
  const std::vector<uint64_t>& words() const { return words_; }

  bool operator==(const BitVector&) const = default;

 private:
  uint64_t count_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace cuzk::base
