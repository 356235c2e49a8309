// SPDX-License-Identifier: MIT OR Apache-2.0
// Number-theoretic transforms over Fr (groth16.md G16-203, G16-510): between the coefficients of a
// polynomial of degree below m = 2^log_n and its values at the powers of w, the m-th root of unity
// that the parameter files use.
//
// The transform walks the tree of rings X^(2h) - c^2 = (X^h - c)(X^h + c): a residue u + v X^h
// becomes u + c v and u - c v. One twiddle serves a whole block of one level, and the twiddles of
// all levels are prefixes of one table, the roots in bit-reversed order: roots_[k] with k = sum of
// 2^j is the product of the roots of unity of order 2^(j+2). The tree with the root X^m - 1
// evaluates at w^j, its right brother with the root X^m + 1 at g w^j with g of order 2m: a coset
// that costs nothing extra (and on which X^m - 1 is the constant -2). Leaves come out in
// bit-reversed order; the inverse transform runs the same tree upwards.
//
// In place; parallel with oneTBB; a Domain is immutable and may be shared by threads. Two levels at
// a time are read and written together; blocks that fit the second-level cache are finished by one
// thread. Cost: m * log_n / 2 products and m * log_n sums; a table of m elements.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "field/fr.h"

namespace cuzk::ntt {

using field::Fr;

constexpr unsigned kLogSizeMax = 31;

// The ring in which a polynomial of m coefficients is meant.
enum class Ring : uint8_t {
  kCyclic,      // modulo X^m - 1: values at w^j
  kNegacyclic,  // modulo X^m + 1: values at g w^j, g of order 2m, g^2 = w
};

class Domain {
 public:
  // Throws kNotSupported for log_n > kLogSizeMax.
  explicit Domain(unsigned log_n);

  unsigned log_n() const { return log_n_; }
  uint64_t size() const { return uint64_t{1} << log_n_; }
  const Fr& root() const { return root_; }                  // w
  const Fr& size_inverse() const { return size_inverse_; }  // 1 / m

  // Natural order in and out. All vectors have size() elements.
  void forward(std::span<Fr> values) const;  // coefficients -> values at w^j
  void inverse(std::span<Fr> values) const;  // and back
  // The same with values at shift * w^j. Requires: shift is not zero.
  void forward_coset(std::span<Fr> values, const Fr& shift) const;
  void inverse_coset(std::span<Fr> values, const Fr& shift) const;

  // The parts: values stand in bit-reversed order, and to_coefficients gives m times the
  // coefficients.
  void to_values(std::span<Fr> values, Ring ring) const;
  void to_coefficients(std::span<Fr> values, Ring ring) const;

 private:
  unsigned log_n_;
  Fr root_;
  Fr size_inverse_;
  std::vector<Fr> roots_;
};

// Moves the element at index i to the index with the reversed bits. Requires: a power of two of
// elements.
void reverse_bits(std::span<Fr> values);

// values[i] *= first * ratio^i.
void scale_by_powers(std::span<Fr> values, const Fr& first, const Fr& ratio);

}  // namespace cuzk::ntt
