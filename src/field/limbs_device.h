// SPDX-License-Identifier: MIT OR Apache-2.0
// The limb primitives of the device: the same functions as limbs_host.h on 32-bit limbs, with PTX
// carry chains. This file also chooses between the two: `target::add` and its siblings are these
// functions where the device compiler makes code, and those of `host` in host code and in constant
// expressions.
//
// The multiplier of the device gives 64-bit products of 32-bit limbs, so a row a * b_i is summed in
// two accumulators of n limbs: `even` takes the products of a[0], a[2], ... at limbs 0, 2, ...,
// `odd` those of a[1], a[3], ... at limbs 1, 3, ... Each is one carry chain of (low, high) pairs,
// which the assembler turns into n / 2 wide multiply-adds. After a reduction even[0] is zero and
// the sum moves down one limb: `odd` becomes the next row's `even`, and even[2...] its `odd`;
// even[1] is added to the new even[0] and its carry enters the new odd chain.
//
//   sum = even[0] + even[1] 2^32 + ...  +  2^32 (odd[0] + odd[1] 2^32 + ...)  <  2^33 * modulus
//
// so `odd` never carries out, and the carry out of `even` goes to the top limb of `odd`. With n
// limbs a product costs 2 n^2 wide multiplications and n low ones, 300 for Fp; for the modulus of
// Fr two of the n products of a reduction are sums (reduce_row_special): 112 in all. Wide ones take
// twice the time of other instructions and are the limit of all arithmetic here: an H200 does
// 6.6e10 products in Fr, 2.66e10 products and 3.28e10 squares in Fp a second.
//
// Each chain is one asm statement, so that nothing comes between it and its carry flag. All outputs
// are early clobbers (&): they are written while inputs are still to be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/host_device.h"
#include "field/inverse.h"
#include "field/limbs_host.h"

#ifdef __CUDACC__

namespace cuzk::field::device {

// Always zero, which the assembler cannot know. It is what reduce_row_special takes a limb from: a
// plain negation the assembler would fold into the products that follow, whose wide form has no
// negated operand, so that it would split each of them in two (48 of the 112; a sixth slower).
static __constant__ uint32_t kHiddenZero = 0;

}  // namespace cuzk::field::device

#endif

#ifndef __CUDA_ARCH__

namespace cuzk::field {
namespace target = host;
}  // namespace cuzk::field

#else

namespace cuzk::field::device {

// out = a + b; returns the carry.
template <size_t kCount>
__device__ __forceinline__ uint32_t add_chain(Limbs<kCount>& out, const Limbs<kCount>& a,
                                              const Limbs<kCount>& b) {
  static_assert(kCount == 4 || kCount == 6);
  uint32_t carry;
  if constexpr (kCount == 4) {
    asm("add.cc.u64 %0, %5, %9;\n\t"
        "addc.cc.u64 %1, %6, %10;\n\t"
        "addc.cc.u64 %2, %7, %11;\n\t"
        "addc.cc.u64 %3, %8, %12;\n\t"
        "addc.u32 %4, 0, 0;"
        : "=&l"(out[0]), "=&l"(out[1]), "=&l"(out[2]), "=&l"(out[3]), "=r"(carry)
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
  } else {
    asm("add.cc.u64 %0, %7, %13;\n\t"
        "addc.cc.u64 %1, %8, %14;\n\t"
        "addc.cc.u64 %2, %9, %15;\n\t"
        "addc.cc.u64 %3, %10, %16;\n\t"
        "addc.cc.u64 %4, %11, %17;\n\t"
        "addc.cc.u64 %5, %12, %18;\n\t"
        "addc.u32 %6, 0, 0;"
        : "=&l"(out[0]), "=&l"(out[1]), "=&l"(out[2]), "=&l"(out[3]), "=&l"(out[4]), "=&l"(out[5]),
          "=r"(carry)
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(a[4]), "l"(a[5]), "l"(b[0]), "l"(b[1]),
          "l"(b[2]), "l"(b[3]), "l"(b[4]), "l"(b[5]));
  }
  return carry;
}

// out = a - b; returns all ones for a borrow, else zero.
template <size_t kCount>
__device__ __forceinline__ uint32_t subtract_chain(Limbs<kCount>& out, const Limbs<kCount>& a,
                                                   const Limbs<kCount>& b) {
  static_assert(kCount == 4 || kCount == 6);
  uint32_t carry;
  if constexpr (kCount == 4) {
    asm("sub.cc.u64 %0, %5, %9;\n\t"
        "subc.cc.u64 %1, %6, %10;\n\t"
        "subc.cc.u64 %2, %7, %11;\n\t"
        "subc.cc.u64 %3, %8, %12;\n\t"
        "subc.u32 %4, 0, 0;"
        : "=&l"(out[0]), "=&l"(out[1]), "=&l"(out[2]), "=&l"(out[3]), "=r"(carry)
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
  } else {
    asm("sub.cc.u64 %0, %7, %13;\n\t"
        "subc.cc.u64 %1, %8, %14;\n\t"
        "subc.cc.u64 %2, %9, %15;\n\t"
        "subc.cc.u64 %3, %10, %16;\n\t"
        "subc.cc.u64 %4, %11, %17;\n\t"
        "subc.cc.u64 %5, %12, %18;\n\t"
        "subc.u32 %6, 0, 0;"
        : "=&l"(out[0]), "=&l"(out[1]), "=&l"(out[2]), "=&l"(out[3]), "=&l"(out[4]), "=&l"(out[5]),
          "=r"(carry)
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(a[4]), "l"(a[5]), "l"(b[0]), "l"(b[1]),
          "l"(b[2]), "l"(b[3]), "l"(b[4]), "l"(b[5]));
  }
  return carry;
}

// a += b if the condition is not zero, else nothing. Requires: the carry out is not wanted.
template <size_t kCount>
__device__ __forceinline__ void add_if(uint32_t condition, Limbs<kCount>& a,
                                       const Limbs<kCount>& b) {
  static_assert(kCount == 4 || kCount == 6);
  if constexpr (kCount == 4) {
    asm("{\n\t.reg .pred c;\n\t"
        "setp.ne.u32 c, %4, 0;\n\t"
        "@c add.cc.u64 %0, %0, %5;\n\t"
        "@c addc.cc.u64 %1, %1, %6;\n\t"
        "@c addc.cc.u64 %2, %2, %7;\n\t"
        "@c addc.u64 %3, %3, %8;\n\t}"
        : "+&l"(a[0]), "+&l"(a[1]), "+&l"(a[2]), "+&l"(a[3])
        : "r"(condition), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
  } else {
    asm("{\n\t.reg .pred c;\n\t"
        "setp.ne.u32 c, %6, 0;\n\t"
        "@c add.cc.u64 %0, %0, %7;\n\t"
        "@c addc.cc.u64 %1, %1, %8;\n\t"
        "@c addc.cc.u64 %2, %2, %9;\n\t"
        "@c addc.cc.u64 %3, %3, %10;\n\t"
        "@c addc.cc.u64 %4, %4, %11;\n\t"
        "@c addc.u64 %5, %5, %12;\n\t}"
        : "+&l"(a[0]), "+&l"(a[1]), "+&l"(a[2]), "+&l"(a[3]), "+&l"(a[4]), "+&l"(a[5])
        : "r"(condition), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]), "l"(b[4]), "l"(b[5]));
  }
}

// The 32-bit limbs of an element in registers, lowest first.
template <size_t kCount>
struct Words {
  uint32_t word[kCount];

  __device__ __forceinline__ constexpr uint32_t& operator[](size_t i) { return word[i]; }
  __device__ __forceinline__ constexpr uint32_t operator[](size_t i) const { return word[i]; }
};

template <size_t kLimbs>
__device__ __forceinline__ constexpr Words<2 * kLimbs> split(const Limbs<kLimbs>& limbs) {
  Words<2 * kLimbs> out{};
#pragma unroll
  for (size_t i = 0; i < kLimbs; ++i) {
    out[2 * i] = static_cast<uint32_t>(limbs[i]);
    out[2 * i + 1] = static_cast<uint32_t>(limbs[i] >> 32);
  }
  return out;
}

// a or a - modulus, whichever is reduced. Requires: a < 2 * modulus.
template <class M>
__device__ __forceinline__ void reduce_once(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  constexpr Limbs<M::kLimbs> p = M::kModulus;
  Limbs<M::kLimbs> difference;
  uint32_t borrow = subtract_chain<M::kLimbs>(difference, a, p);
#pragma unroll
  for (size_t i = 0; i < M::kLimbs; ++i) out[i] = borrow != 0 ? a[i] : difference[i];
}

template <class M>
__device__ __forceinline__ void add(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                    const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> sum;
  add_chain<M::kLimbs>(sum, a, b);
  reduce_once<M>(out, sum);
}

template <class M>
__device__ __forceinline__ void subtract(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                         const Limbs<M::kLimbs>& b) {
  constexpr Limbs<M::kLimbs> p = M::kModulus;
  Limbs<M::kLimbs> difference;
  uint32_t borrow = subtract_chain<M::kLimbs>(difference, a, b);
  add_if<M::kLimbs>(borrow, difference, p);
  out = difference;
}

// sum += (factor[kFirst] + factor[kFirst + 2] 2^64 + ...) * b; the carry is added to `top`.
template <size_t kFirst, size_t n>
__device__ __forceinline__ void add_products(Words<n>& sum, uint32_t& top, const Words<n>& factor,
                                             uint32_t b) {
  static_assert(n == 8 || n == 12);
  if constexpr (n == 8) {
    asm("mad.lo.cc.u32 %0, %9, %13, %0;  madc.hi.cc.u32 %1, %9, %13, %1;\n\t"
        "madc.lo.cc.u32 %2, %10, %13, %2;  madc.hi.cc.u32 %3, %10, %13, %3;\n\t"
        "madc.lo.cc.u32 %4, %11, %13, %4;  madc.hi.cc.u32 %5, %11, %13, %5;\n\t"
        "madc.lo.cc.u32 %6, %12, %13, %6;  madc.hi.cc.u32 %7, %12, %13, %7;\n\t"
        "addc.u32 %8, %8, 0;"
        : "+&r"(sum[0]), "+&r"(sum[1]), "+&r"(sum[2]), "+&r"(sum[3]), "+&r"(sum[4]), "+&r"(sum[5]),
          "+&r"(sum[6]), "+&r"(sum[7]), "+&r"(top)
        : "r"(factor[kFirst + 0]), "r"(factor[kFirst + 2]), "r"(factor[kFirst + 4]),
          "r"(factor[kFirst + 6]), "r"(b));
  } else {
    asm("mad.lo.cc.u32 %0, %13, %19, %0;  madc.hi.cc.u32 %1, %13, %19, %1;\n\t"
        "madc.lo.cc.u32 %2, %14, %19, %2;  madc.hi.cc.u32 %3, %14, %19, %3;\n\t"
        "madc.lo.cc.u32 %4, %15, %19, %4;  madc.hi.cc.u32 %5, %15, %19, %5;\n\t"
        "madc.lo.cc.u32 %6, %16, %19, %6;  madc.hi.cc.u32 %7, %16, %19, %7;\n\t"
        "madc.lo.cc.u32 %8, %17, %19, %8;  madc.hi.cc.u32 %9, %17, %19, %9;\n\t"
        "madc.lo.cc.u32 %10, %18, %19, %10;  madc.hi.cc.u32 %11, %18, %19, %11;\n\t"
        "addc.u32 %12, %12, 0;"
        : "+&r"(sum[0]), "+&r"(sum[1]), "+&r"(sum[2]), "+&r"(sum[3]), "+&r"(sum[4]), "+&r"(sum[5]),
          "+&r"(sum[6]), "+&r"(sum[7]), "+&r"(sum[8]), "+&r"(sum[9]), "+&r"(sum[10]),
          "+&r"(sum[11]), "+&r"(top)
        : "r"(factor[kFirst + 0]), "r"(factor[kFirst + 2]), "r"(factor[kFirst + 4]),
          "r"(factor[kFirst + 6]), "r"(factor[kFirst + 8]), "r"(factor[kFirst + 10]), "r"(b));
  }
}

// Moves the sum of both accumulators down one limb, as the header tells, and adds a * b.
template <size_t n>
__device__ __forceinline__ void next_row(Words<n>& even, Words<n>& odd, const Words<n>& a,
                                         uint32_t b) {
  static_assert(n == 8 || n == 12);
  Words<n> lower = odd;
  Words<n> upper;
  if constexpr (n == 8) {
    asm("add.cc.u32 %8, %8, %14;\n\t"
        "madc.lo.cc.u32 %0, %9, %13, %15;  madc.hi.cc.u32 %1, %9, %13, %16;\n\t"
        "madc.lo.cc.u32 %2, %10, %13, %17;  madc.hi.cc.u32 %3, %10, %13, %18;\n\t"
        "madc.lo.cc.u32 %4, %11, %13, %19;  madc.hi.cc.u32 %5, %11, %13, %20;\n\t"
        "madc.lo.cc.u32 %6, %12, %13, 0;  madc.hi.u32 %7, %12, %13, 0;"
        : "=&r"(upper[0]), "=&r"(upper[1]), "=&r"(upper[2]), "=&r"(upper[3]), "=&r"(upper[4]),
          "=&r"(upper[5]), "=&r"(upper[6]), "=&r"(upper[7]), "+&r"(lower[0])
        : "r"(a[1]), "r"(a[3]), "r"(a[5]), "r"(a[7]), "r"(b), "r"(even[1]), "r"(even[2]),
          "r"(even[3]), "r"(even[4]), "r"(even[5]), "r"(even[6]), "r"(even[7]));
  } else {
    asm("add.cc.u32 %12, %12, %20;\n\t"
        "madc.lo.cc.u32 %0, %13, %19, %21;  madc.hi.cc.u32 %1, %13, %19, %22;\n\t"
        "madc.lo.cc.u32 %2, %14, %19, %23;  madc.hi.cc.u32 %3, %14, %19, %24;\n\t"
        "madc.lo.cc.u32 %4, %15, %19, %25;  madc.hi.cc.u32 %5, %15, %19, %26;\n\t"
        "madc.lo.cc.u32 %6, %16, %19, %27;  madc.hi.cc.u32 %7, %16, %19, %28;\n\t"
        "madc.lo.cc.u32 %8, %17, %19, %29;  madc.hi.cc.u32 %9, %17, %19, %30;\n\t"
        "madc.lo.cc.u32 %10, %18, %19, 0;  madc.hi.u32 %11, %18, %19, 0;"
        : "=&r"(upper[0]), "=&r"(upper[1]), "=&r"(upper[2]), "=&r"(upper[3]), "=&r"(upper[4]),
          "=&r"(upper[5]), "=&r"(upper[6]), "=&r"(upper[7]), "=&r"(upper[8]), "=&r"(upper[9]),
          "=&r"(upper[10]), "=&r"(upper[11]), "+&r"(lower[0])
        : "r"(a[1]), "r"(a[3]), "r"(a[5]), "r"(a[7]), "r"(a[9]), "r"(a[11]), "r"(b), "r"(even[1]),
          "r"(even[2]), "r"(even[3]), "r"(even[4]), "r"(even[5]), "r"(even[6]), "r"(even[7]),
          "r"(even[8]), "r"(even[9]), "r"(even[10]), "r"(even[11]));
  }
  add_products<0>(lower, upper[n - 1], a, b);
  even = lower;
  odd = upper;
}

// A modulus with the lowest limbs 1 and 2^32 - 1, which save two products a row.
template <class M>
inline constexpr bool kIsSpecial = M::kLimbs == 4 && M::kModulus[0] == 0xffffffff00000001;

// Adds the multiple m of the modulus that makes the lowest limb t = even[0] zero, where the modulus
// has the lowest limbs 1 and 2^32 - 1. Then m = -t. At limb 0, t + m leaves the carry c = (t != 0).
// The product m (2^32 - 1) = 2^32 m - m is, as two limbs, t and m - c. So limbs 1 and 2 get t + c
// and m - c, in the chain of the other odd products. even[0] itself is not written any more.
template <class M>
__device__ __forceinline__ void reduce_row_special(Words<8>& even, Words<8>& odd) {
  constexpr Words<8> p = split(M::kModulus);
  asm("{\n\t"
      ".reg .u32 m, m_less_carry, unused;\n\t"
      "sub.cc.u32 m, %15, %14;\n\t"
      "subc.u32 m_less_carry, m, 0;\n\t"
      "add.cc.u32 unused, %14, 0xffffffff;\n\t"
      "addc.cc.u32 %6, %6, %14;  addc.cc.u32 %7, %7, m_less_carry;\n\t"
      "madc.lo.cc.u32 %8, %17, m, %8;  madc.hi.cc.u32 %9, %17, m, %9;\n\t"
      "madc.lo.cc.u32 %10, %19, m, %10;  madc.hi.cc.u32 %11, %19, m, %11;\n\t"
      "madc.lo.cc.u32 %12, %21, m, %12;  madc.hi.u32 %13, %21, m, %13;\n\t"
      "mad.lo.cc.u32 %0, %16, m, %0;  madc.hi.cc.u32 %1, %16, m, %1;\n\t"
      "madc.lo.cc.u32 %2, %18, m, %2;  madc.hi.cc.u32 %3, %18, m, %3;\n\t"
      "madc.lo.cc.u32 %4, %20, m, %4;  madc.hi.cc.u32 %5, %20, m, %5;\n\t"
      "addc.u32 %13, %13, 0;\n\t"
      "}"
      : "+&r"(even[2]), "+&r"(even[3]), "+&r"(even[4]), "+&r"(even[5]), "+&r"(even[6]),
        "+&r"(even[7]), "+&r"(odd[0]), "+&r"(odd[1]), "+&r"(odd[2]), "+&r"(odd[3]), "+&r"(odd[4]),
        "+&r"(odd[5]), "+&r"(odd[6]), "+&r"(odd[7])
      : "r"(even[0]), "r"(kHiddenZero), "r"(p[2]), "r"(p[3]), "r"(p[4]), "r"(p[5]), "r"(p[6]),
        "r"(p[7]));
}

// Adds the multiple of the modulus that makes even[0] zero.
template <class M, size_t n>
__device__ __forceinline__ void reduce_row(Words<n>& even, Words<n>& odd) {
  if constexpr (kIsSpecial<M>) {
    reduce_row_special<M>(even, odd);
  } else {
    constexpr Words<n> p = split(M::kModulus);
    uint32_t quotient = even[0] * M::kNegatedInverse32;
    uint32_t none = 0;
    add_products<1>(odd, none, p, quotient);
    add_products<0>(even, odd[n - 1], p, quotient);
  }
}

// The sum of both accumulators, one limb down.
template <class M, size_t n>
__device__ __forceinline__ void finish(Limbs<M::kLimbs>& out, const Words<n>& even,
                                       const Words<n>& odd) {
  Limbs<M::kLimbs> low;
  Limbs<M::kLimbs> high;
#pragma unroll
  for (size_t i = 0; i < M::kLimbs; ++i) {
    uint32_t above = 2 * i + 2 < n ? even[2 * i + 2] : 0;
    low[i] = even[2 * i + 1] | static_cast<uint64_t>(above) << 32;
    high[i] = odd[2 * i] | static_cast<uint64_t>(odd[2 * i + 1]) << 32;
  }
  add_chain<M::kLimbs>(out, low, high);
}

// See limbs_host.h: below 2 * modulus.
template <class M>
__device__ __forceinline__ void multiply_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                                              const Limbs<M::kLimbs>& scanned) {
  constexpr size_t n = 2 * M::kLimbs;
  Words<n> a = split(whole);
  Words<n> b = split(scanned);
  Words<n> even;
  Words<n> odd;
#pragma unroll
  for (size_t j = 0; j < n; j += 2) {
    even[j] = a[j] * b[0];
    even[j + 1] = __umulhi(a[j], b[0]);
    odd[j] = a[j + 1] * b[0];
    odd[j + 1] = __umulhi(a[j + 1], b[0]);
  }
  reduce_row<M>(even, odd);
#pragma unroll
  for (size_t i = 1; i < n; ++i) {
    next_row(even, odd, a, b[i]);
    reduce_row<M>(even, odd);
  }
  finish<M>(out, even, odd);
}

template <class M>
__device__ __forceinline__ void multiply(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                                         const Limbs<M::kLimbs>& scanned) {
  Limbs<M::kLimbs> product;
  multiply_lazy<M>(product, whole, scanned);
  reduce_once<M>(out, product);
}

// Parts of chains whose length a template decides, and which therefore are several statements: asm
// volatile keeps their order, and no 128-bit sum, the only other user of the carry flag, is near.
__device__ __forceinline__ void chain_begin(uint32_t& low, uint32_t& high, uint32_t a, uint32_t b) {
  asm volatile("mad.lo.cc.u32 %0, %2, %3, %0;  madc.hi.cc.u32 %1, %2, %3, %1;"
               : "+&r"(low), "+&r"(high)
               : "r"(a), "r"(b));
}
__device__ __forceinline__ void chain_next(uint32_t& low, uint32_t& high, uint32_t a, uint32_t b) {
  asm volatile("madc.lo.cc.u32 %0, %2, %3, %0;  madc.hi.cc.u32 %1, %2, %3, %1;"
               : "+&r"(low), "+&r"(high)
               : "r"(a), "r"(b));
}
__device__ __forceinline__ void chain_end(uint32_t& top) {
  asm volatile("addc.u32 %0, %0, 0;" : "+r"(top));
}

// out = a^2, twice as long: the products a_i a_j with i < j once, doubled, and the squares.
template <size_t n>
__device__ __forceinline__ void square_whole(Words<2 * n>& out, const Words<n>& a) {
  Words<2 * n> sums[2] = {};  // of products at even and at odd limbs
#pragma unroll
  for (size_t i = 0; i + 1 < n; ++i) {
#pragma unroll
    for (size_t first = i + 1; first < i + 3 && first < n; ++first) {
      Words<2 * n>& sum = sums[(i + first) % 2];
      chain_begin(sum[i + first], sum[i + first + 1], a[i], a[first]);
      size_t j = first + 2;
#pragma unroll
      for (; j < n; j += 2) chain_next(sum[i + j], sum[i + j + 1], a[i], a[j]);
      if (i + j < 2 * n) chain_end(sum[i + j]);
    }
  }
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(out[0]) : "r"(sums[0][0]), "r"(sums[1][0]));
#pragma unroll
  for (size_t i = 1; i < 2 * n; ++i) {
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(out[i]) : "r"(sums[0][i]), "r"(sums[1][i]));
  }
  asm volatile("add.cc.u32 %0, %0, %0;" : "+r"(out[0]));
#pragma unroll
  for (size_t i = 1; i < 2 * n; ++i) asm volatile("addc.cc.u32 %0, %0, %0;" : "+r"(out[i]));
  chain_begin(out[0], out[1], a[0], a[0]);
#pragma unroll
  for (size_t i = 1; i < n; ++i) chain_next(out[2 * i], out[2 * i + 1], a[i], a[i]);
}

// The square first, then its reduction: with n limbs n (n + 1) / 2 + n^2 wide multiplications
// instead of 2 n^2. For the modulus of Fr the product is as good.
template <class M>
__device__ __forceinline__ void square(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  if constexpr (kIsSpecial<M>) {
    multiply<M>(out, a, a);
  } else {
    constexpr size_t n = 2 * M::kLimbs;
    constexpr Words<n> p = split(M::kModulus);
    Words<2 * n> whole;
    square_whole(whole, split(a));
    Words<n> even;
    Words<n> odd{};
    Limbs<M::kLimbs> high;
#pragma unroll
    for (size_t i = 0; i < n; ++i) even[i] = whole[i];
#pragma unroll
    for (size_t i = 0; i < M::kLimbs; ++i) {
      high[i] = whole[n + 2 * i] | static_cast<uint64_t>(whole[n + 2 * i + 1]) << 32;
    }
    reduce_row<M>(even, odd);
#pragma unroll
    for (size_t i = 1; i < n; ++i) {
      // The low limb that next_row is about to form decides which multiple of p it has to add.
      next_row(even, odd, p, (odd[0] + even[1]) * M::kNegatedInverse32);
    }
    finish<M>(out, even, odd);
    add_chain<M::kLimbs>(high, high, out);
    reduce_once<M>(out, high);
  }
}

template <class M>
__device__ __forceinline__ void divide_by_r(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  Limbs<M::kLimbs> one{1};
  multiply<M>(out, one, a);
}

// out = a + b modulo 2 * modulus. Requires and gives: values below 2 * modulus.
template <class M>
__device__ __forceinline__ void add_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                         const Limbs<M::kLimbs>& b) {
  constexpr Limbs<M::kLimbs> twice = M::kTwice;
  Limbs<M::kLimbs> sum;
  Limbs<M::kLimbs> less;
  uint32_t carry = add_chain<M::kLimbs>(sum, a, b);
  uint32_t borrow = subtract_chain<M::kLimbs>(less, sum, twice);
  // The sum is below 4 * modulus: the carry is a limb above the others, the borrow takes it away.
  bool is_small = carry + borrow != 0;
#pragma unroll
  for (size_t i = 0; i < M::kLimbs; ++i) out[i] = is_small ? sum[i] : less[i];
}

// out = a - b modulo 2 * modulus. Requires and gives: values below 2 * modulus.
template <class M>
__device__ __forceinline__ void subtract_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                              const Limbs<M::kLimbs>& b) {
  constexpr Limbs<M::kLimbs> twice = M::kTwice;
  Limbs<M::kLimbs> difference;
  uint32_t borrow = subtract_chain<M::kLimbs>(difference, a, b);
  add_if<M::kLimbs>(borrow, difference, twice);
  out = difference;
}

}  // namespace cuzk::field::device

namespace cuzk::field::target {

template <class M>
CUZK_HOST_DEVICE constexpr void add(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                    const Limbs<M::kLimbs>& b) {
  if (std::is_constant_evaluated()) return host::add<M>(out, a, b);
  device::add<M>(out, a, b);
}

template <class M>
CUZK_HOST_DEVICE constexpr void subtract(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                         const Limbs<M::kLimbs>& b) {
  if (std::is_constant_evaluated()) return host::subtract<M>(out, a, b);
  device::subtract<M>(out, a, b);
}

template <class M>
CUZK_HOST_DEVICE constexpr void multiply(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                                         const Limbs<M::kLimbs>& scanned) {
  if (std::is_constant_evaluated()) return host::multiply<M>(out, whole, scanned);
  device::multiply<M>(out, whole, scanned);
}

template <class M>
CUZK_HOST_DEVICE constexpr void square(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  if (std::is_constant_evaluated()) return host::square<M>(out, a);
  device::square<M>(out, a);
}

template <class M>
CUZK_HOST_DEVICE constexpr void divide_by_r(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  if (std::is_constant_evaluated()) return host::divide_by_r<M>(out, a);
  device::divide_by_r<M>(out, a);
}

template <class M>
CUZK_HOST_DEVICE constexpr void multiply_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                                              const Limbs<M::kLimbs>& scanned) {
  if (std::is_constant_evaluated()) return host::multiply_lazy<M>(out, whole, scanned);
  device::multiply_lazy<M>(out, whole, scanned);
}

template <class M>
CUZK_HOST_DEVICE constexpr void add_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                         const Limbs<M::kLimbs>& b) {
  if (std::is_constant_evaluated()) return host::add_lazy<M>(out, a, b);
  device::add_lazy<M>(out, a, b);
}

template <class M>
CUZK_HOST_DEVICE constexpr void subtract_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                              const Limbs<M::kLimbs>& b) {
  if (std::is_constant_evaluated()) return host::subtract_lazy<M>(out, a, b);
  device::subtract_lazy<M>(out, a, b);
}

template <class M>
CUZK_HOST_DEVICE constexpr void reduce_once(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  if (std::is_constant_evaluated()) return host::reduce_once<M>(out, a);
  device::reduce_once<M>(out, a);
}

using host::inverse;

}  // namespace cuzk::field::target

#endif
