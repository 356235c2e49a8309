// SPDX-License-Identifier: MIT OR Apache-2.0
// The limb primitives of the host: 64-bit limbs, 128-bit products. `limbs_device.h` offers the same
// functions on 32-bit limbs; everything else of `field` is written once over these names.
//
// Montgomery multiplication scans one operand limb by limb and reduces in the same row (CIOS; Koc,
// Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication Algorithms", 1996). Because the
// prime leaves a bit of its top limb free, the running sum stays below 2^65 * modulus: one limb
// more than the operands and no carry beyond. With n limbs a product costs 2 n^2 + n limb
// multiplications.
//
// There are three versions of the product. Constant expressions and other processors take the plain
// loop. On x86-64 a row adds the low halves in one carry chain and the high halves in a second one,
// by the add-with-carry intrinsics, from which compilers make good code. Where the processor has
// BMI2 and ADX, which is asked when the program starts, the row is assembler, because no compiler
// interleaves the two chains on its own (a third faster); such products are functions of their own,
// as they are long.
//
// The plain loop also runs on the device, where `inverse.h` takes it from here. Device code cannot
// refer to static members, so constants that it needs are copied into local ones.
//
// All values are below the modulus on entry and on return unless a function says otherwise. `M` is
// a `Montgomery<...>` of modulus.h. `out` may be one of the operands. All functions are constexpr;
// none branches on values.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/host_device.h"
#include "field/modulus.h"

#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
#if defined(__clang__)
#include <cpuid.h>
#include <immintrin.h>
#else
#include <cpuid.h>
#include <x86gprintrin.h>
#endif
#endif

namespace cuzk::field::host {

__extension__ using uint128_t = unsigned __int128;

using Carry = unsigned char;  // 0 or 1

template <class M>
using Sum = std::array<uint64_t, M::kLimbs + 1>;

template <size_t... kIndex, class Step>
[[gnu::always_inline]] constexpr void unroll_over(std::index_sequence<kIndex...>,
                                                  const Step& step) {
  (step(kIndex), ...);
}

// step(0), step(1), ..., step(kCount - 1) without a loop, so that limbs stay in registers. Steps
// are always_inline for the same reason.
template <size_t kCount, class Step>
[[gnu::always_inline]] constexpr void unroll(const Step& step) {
  unroll_over(std::make_index_sequence<kCount>{}, step);
}

// How many bits above the highest one are zero. Device code has no std::countl_zero: it would
// compile and give nonsense.
CUZK_HOST_DEVICE constexpr unsigned leading_zeros(uint64_t value) {
#ifdef __CUDA_ARCH__
  if (!std::is_constant_evaluated()) return static_cast<unsigned>(__clzll(value));
#endif
  return static_cast<unsigned>(std::countl_zero(value));
}

// a + b * c + carry; leaves the high limb in `carry`. Cannot overflow two limbs.
constexpr uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t c, uint64_t& carry) {
  uint128_t sum = static_cast<uint128_t>(b) * c + a + carry;
  carry = static_cast<uint64_t>(sum >> 64);
  return static_cast<uint64_t>(sum);
}

// For constant expressions and for processors without a version of their own.
namespace plain {

constexpr uint64_t add_with_carry(uint64_t a, uint64_t b, Carry& carry) {
  uint128_t sum = static_cast<uint128_t>(a) + b + carry;
  carry = static_cast<Carry>(sum >> 64);
  return static_cast<uint64_t>(sum);
}

constexpr uint64_t subtract_with_borrow(uint64_t a, uint64_t b, Carry& borrow) {
  uint128_t difference = static_cast<uint128_t>(a) - b - borrow;
  borrow = static_cast<Carry>(static_cast<uint64_t>(difference >> 64) & 1);
  return static_cast<uint64_t>(difference);
}

constexpr uint64_t select(uint64_t condition, uint64_t if_set, uint64_t if_clear) {
  return condition != 0 ? if_set : if_clear;
}

template <class M>
constexpr void reduce_row(Sum<M>& sum) {
  constexpr Limbs<M::kLimbs> modulus = M::kModulus;
  uint64_t quotient = sum[0] * M::kNegatedInverse64;
  uint64_t carry = 0;
  multiply_add(sum[0], quotient, modulus[0], carry);
  for (size_t j = 1; j < M::kLimbs; ++j) {
    sum[j - 1] = multiply_add(sum[j], quotient, modulus[j], carry);
  }
  sum[M::kLimbs - 1] = sum[M::kLimbs] + carry;
  sum[M::kLimbs] = 0;
}

template <class M>
constexpr void multiply_rows(Sum<M>& sum, const Limbs<M::kLimbs>& whole,
                             const Limbs<M::kLimbs>& scanned) {
  for (size_t i = 0; i < M::kLimbs; ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < M::kLimbs; ++j) {
      sum[j] = multiply_add(sum[j], whole[j], scanned[i], carry);
    }
    sum[M::kLimbs] += carry;
    reduce_row<M>(sum);
  }
}

}  // namespace plain

// The device pass of the CUDA compiler has no x86 code.
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
namespace native {

[[gnu::always_inline]] inline uint64_t add_with_carry(uint64_t a, uint64_t b, Carry& carry) {
  unsigned long long sum = 0;
  carry = _addcarry_u64(carry, a, b, &sum);
  return sum;
}

[[gnu::always_inline]] inline uint64_t subtract_with_borrow(uint64_t a, uint64_t b, Carry& borrow) {
  unsigned long long difference = 0;
  borrow = _subborrow_u64(borrow, a, b, &difference);
  return difference;
}

// A conditional move that stays one: from the plain expression compilers make a branch or vector
// code, and both are slower on random values.
[[gnu::always_inline]] inline uint64_t select(uint64_t condition, uint64_t if_set,
                                              uint64_t if_clear) {
  asm("testq %1, %1\n\tcmovneq %2, %0" : "+r"(if_clear) : "r"(condition), "r"(if_set) : "cc");
  return if_clear;
}

// sum += a * b. Requires: the result fits.
template <size_t kCount>
[[gnu::always_inline]] inline void add_product(std::array<uint64_t, kCount + 1>& sum,
                                               const Limbs<kCount>& a, uint64_t b) {
  Limbs<kCount> low{};
  Limbs<kCount> high{};
  unroll<kCount>([&](size_t j) __attribute__((always_inline)) {
    uint128_t product = static_cast<uint128_t>(a[j]) * b;
    low[j] = static_cast<uint64_t>(product);
    high[j] = static_cast<uint64_t>(product >> 64);
  });
  Carry carry = 0;
  unroll<kCount>([&](size_t j) __attribute__((always_inline)) {
    sum[j] = add_with_carry(sum[j], low[j], carry);
  });
  sum[kCount] += carry;
  carry = 0;
  unroll<kCount>([&](size_t j) __attribute__((always_inline)) {
    sum[j + 1] = add_with_carry(sum[j + 1], high[j], carry);
  });
}

template <class M>
[[gnu::always_inline]] inline void reduce_row(Sum<M>& sum) {
  add_product<M::kLimbs>(sum, M::kModulus, sum[0] * M::kNegatedInverse64);
  unroll<M::kLimbs>([&](size_t j) __attribute__((always_inline)) { sum[j] = sum[j + 1]; });
  sum[M::kLimbs] = 0;
}

template <class M>
[[gnu::always_inline]] inline void multiply_rows(Sum<M>& sum, const Limbs<M::kLimbs>& whole,
                                                 const Limbs<M::kLimbs>& scanned) {
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    add_product<M::kLimbs>(sum, whole, scanned[i]);
    reduce_row<M>(sum);
  });
}

}  // namespace native

// Rows in assembler. Requires of all that follows: the processor has MULX, ADCX and ADOX.
namespace adx {

// sum += a * b. Requires: the result fits. The sums are written before `b` is read for the last
// time, hence the early clobbers.
template <size_t kCount>
[[gnu::always_inline]] inline void add_product(std::array<uint64_t, kCount + 1>& sum,
                                               const Limbs<kCount>& a, uint64_t b);

template <>
[[gnu::always_inline]] inline void add_product<4>(std::array<uint64_t, 5>& sum, const Limbs<4>& a,
                                                  uint64_t b) {
  asm("xorl %%eax, %%eax\n\t"
      "mulx 0(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s0]\n\t adox %%rcx, %[s1]\n\t"
      "mulx 8(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s1]\n\t adox %%rcx, %[s2]\n\t"
      "mulx 16(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s2]\n\t adox %%rcx, %[s3]\n\t"
      "mulx 24(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s3]\n\t adox %%rcx, %[s4]\n\t"
      "movl $0, %%eax\n\t adcx %%rax, %[s4]"
      : [s0] "+&r"(sum[0]), [s1] "+&r"(sum[1]), [s2] "+&r"(sum[2]), [s3] "+&r"(sum[3]),
        [s4] "+&r"(sum[4])
      : "d"(b), [a] "r"(a.data()), "m"(a)
      : "rax", "rcx", "cc");
}

template <>
[[gnu::always_inline]] inline void add_product<6>(std::array<uint64_t, 7>& sum, const Limbs<6>& a,
                                                  uint64_t b) {
  asm("xorl %%eax, %%eax\n\t"
      "mulx 0(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s0]\n\t adox %%rcx, %[s1]\n\t"
      "mulx 8(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s1]\n\t adox %%rcx, %[s2]\n\t"
      "mulx 16(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s2]\n\t adox %%rcx, %[s3]\n\t"
      "mulx 24(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s3]\n\t adox %%rcx, %[s4]\n\t"
      "mulx 32(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s4]\n\t adox %%rcx, %[s5]\n\t"
      "mulx 40(%[a]), %%rax, %%rcx\n\t adcx %%rax, %[s5]\n\t adox %%rcx, %[s6]\n\t"
      "movl $0, %%eax\n\t adcx %%rax, %[s6]"
      : [s0] "+&r"(sum[0]), [s1] "+&r"(sum[1]), [s2] "+&r"(sum[2]), [s3] "+&r"(sum[3]),
        [s4] "+&r"(sum[4]), [s5] "+&r"(sum[5]), [s6] "+&r"(sum[6])
      : "d"(b), [a] "r"(a.data()), "m"(a)
      : "rax", "rcx", "cc");
}

template <class M>
[[gnu::always_inline]] inline void multiply_rows(Sum<M>& sum, const Limbs<M::kLimbs>& whole,
                                                 const Limbs<M::kLimbs>& scanned) {
  static constexpr Limbs<M::kLimbs> kModulus = M::kModulus;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    add_product<M::kLimbs>(sum, whole, scanned[i]);
    add_product<M::kLimbs>(sum, kModulus, sum[0] * M::kNegatedInverse64);
    unroll<M::kLimbs>([&](size_t j) __attribute__((always_inline)) { sum[j] = sum[j + 1]; });
    sum[M::kLimbs] = 0;
  });
}

}  // namespace adx

// Whether it has. Code that runs before this is initialised takes the other version.
inline bool has_adx() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_BMI2) != 0 && (b & bit_ADX) != 0;
}
inline const bool kHasAdx = has_adx();
#else
namespace native = plain;
namespace adx = plain;
inline constexpr bool kHasAdx = false;
#endif

// a + b + carry; leaves the carry out in `carry`.
[[gnu::always_inline]] constexpr uint64_t add_with_carry(uint64_t a, uint64_t b, Carry& carry) {
  if (std::is_constant_evaluated()) return plain::add_with_carry(a, b, carry);
  return native::add_with_carry(a, b, carry);
}

// a - b - borrow; leaves the borrow out in `borrow`.
[[gnu::always_inline]] constexpr uint64_t subtract_with_borrow(uint64_t a, uint64_t b,
                                                               Carry& borrow) {
  if (std::is_constant_evaluated()) return plain::subtract_with_borrow(a, b, borrow);
  return native::subtract_with_borrow(a, b, borrow);
}

[[gnu::always_inline]] constexpr uint64_t select(uint64_t condition, uint64_t if_set,
                                                 uint64_t if_clear) {
  if (std::is_constant_evaluated()) return plain::select(condition, if_set, if_clear);
  return native::select(condition, if_set, if_clear);
}

// Adds the multiple of the modulus that makes the lowest limb of `sum` zero, and drops that limb.
template <class M>
[[gnu::always_inline]] constexpr void reduce_row(Sum<M>& sum) {
  if (std::is_constant_evaluated()) return plain::reduce_row<M>(sum);
  native::reduce_row<M>(sum);
}

// sum += whole * scanned / R, not yet reduced.
template <class M>
[[gnu::always_inline]] constexpr void multiply_rows(Sum<M>& sum, const Limbs<M::kLimbs>& whole,
                                                    const Limbs<M::kLimbs>& scanned) {
  if (std::is_constant_evaluated()) return plain::multiply_rows<M>(sum, whole, scanned);
  native::multiply_rows<M>(sum, whole, scanned);
}

// a or a - modulus, whichever is reduced. Requires: a < 2 * modulus.
template <class M>
[[gnu::always_inline]] constexpr void reduce_once(Limbs<M::kLimbs>& out,
                                                  const Limbs<M::kLimbs>& a) {
  constexpr Limbs<M::kLimbs> modulus = M::kModulus;
  Limbs<M::kLimbs> difference{};
  Carry borrow = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    difference[i] = subtract_with_borrow(a[i], modulus[i], borrow);
  });
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    out[i] = select(borrow, a[i], difference[i]);
  });
}

template <class M>
[[gnu::always_inline]] constexpr void add(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                          const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> sum{};
  Carry carry = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    sum[i] = add_with_carry(a[i], b[i], carry);
  });
  reduce_once<M>(out, sum);
}

template <class M>
[[gnu::always_inline]] constexpr void subtract(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                                               const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> difference{};
  Carry borrow = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    difference[i] = subtract_with_borrow(a[i], b[i], borrow);
  });
  uint64_t mask = ~uint64_t{borrow} + 1;
  Carry carry = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    out[i] = add_with_carry(difference[i], M::kModulus[i] & mask, carry);
  });
}

// The low limbs of a sum that fits them.
template <class M>
[[gnu::always_inline]] constexpr Limbs<M::kLimbs> low_limbs(const Sum<M>& sum) {
  Limbs<M::kLimbs> low{};
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) { low[i] = sum[i]; });
  return low;
}

// The reduced value of a sum below 2 * modulus.
template <class M>
[[gnu::always_inline]] constexpr void finish(Limbs<M::kLimbs>& out, const Sum<M>& sum) {
  reduce_once<M>(out, low_limbs<M>(sum));
}

// The products below with rows of `adx`.
template <class M>
[[gnu::noinline]] inline void multiply_by_adx(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                                              const Limbs<M::kLimbs>& scanned) {
  Sum<M> sum{};
  adx::multiply_rows<M>(sum, whole, scanned);
  finish<M>(out, sum);
}

template <class M>
[[gnu::noinline]] inline void multiply_lazy_by_adx(Limbs<M::kLimbs>& out,
                                                   const Limbs<M::kLimbs>& whole,
                                                   const Limbs<M::kLimbs>& scanned) {
  Sum<M> sum{};
  adx::multiply_rows<M>(sum, whole, scanned);
  out = low_limbs<M>(sum);
}

// out = whole * scanned / R. `scanned` may be any value below R; `whole` is below the modulus.
template <class M>
constexpr void multiply(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                        const Limbs<M::kLimbs>& scanned) {
  if (!std::is_constant_evaluated() && kHasAdx) return multiply_by_adx<M>(out, whole, scanned);
  Sum<M> sum{};
  multiply_rows<M>(sum, whole, scanned);
  finish<M>(out, sum);
}

// The same without the last subtraction: out < 2 * modulus.
template <class M>
constexpr void multiply_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& whole,
                             const Limbs<M::kLimbs>& scanned) {
  if (!std::is_constant_evaluated() && kHasAdx) {
    return multiply_lazy_by_adx<M>(out, whole, scanned);
  }
  Sum<M> sum{};
  multiply_rows<M>(sum, whole, scanned);
  out = low_limbs<M>(sum);
}

// a or a + 2 * modulus.
template <class M>
constexpr void add_twice_if(Limbs<M::kLimbs>& a, bool condition) {
  uint64_t mask = ~uint64_t{condition} + 1;
  Carry carry = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    a[i] = add_with_carry(a[i], M::kTwice[i] & mask, carry);
  });
}

// a + b and a - b modulo 2 * modulus. Requires and gives: values below 2 * modulus.
template <class M>
constexpr void add_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                        const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> sum{};
  Carry carry = 0;
  Carry borrow = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    sum[i] = add_with_carry(a[i], b[i], carry);
    sum[i] = subtract_with_borrow(sum[i], M::kTwice[i], borrow);
  });
  add_twice_if<M>(sum, borrow > carry);
  out = sum;
}

template <class M>
constexpr void subtract_lazy(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a,
                             const Limbs<M::kLimbs>& b) {
  Limbs<M::kLimbs> difference{};
  Carry borrow = 0;
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) {
    difference[i] = subtract_with_borrow(a[i], b[i], borrow);
  });
  add_twice_if<M>(difference, borrow != 0);
  out = difference;
}

template <class M>
constexpr void square(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  multiply<M>(out, a, a);
}

// out = a / R: from Montgomery form to canonical form. `a` may be any value below R.
template <class M>
constexpr void divide_by_r(Limbs<M::kLimbs>& out, const Limbs<M::kLimbs>& a) {
  Sum<M> sum{};
  unroll<M::kLimbs>([&](size_t i) __attribute__((always_inline)) { sum[i] = a[i]; });
  for (size_t i = 0; i < M::kLimbs; ++i) reduce_row<M>(sum);
  finish<M>(out, sum);
}

}  // namespace cuzk::field::host
