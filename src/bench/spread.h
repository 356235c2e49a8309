// SPDX-License-Identifier: MIT OR Apache-2.0
// What a handful of measured times says, without a guess about how they are distributed: order
// statistics of one sample, and whether one sample is shifted against another.
//
// The shift is that of Hodges and Lehmann: the median of all differences y - x. Its 95 % interval
// belongs to the test of Mann and Whitney: with D(1) <= ... <= D(nm) the ordered differences it is
// [D(k), D(nm + 1 - k)], k - 1 being the largest u with P(U <= u) <= 2.5 % (Hollander, Wolfe,
// Chicken, Nonparametric Statistical Methods, 3rd edition, section 4.3). The distribution of U is
// computed exactly for up to kExactPairsMax pairs, by its normal approximation with continuity
// correction beyond. Equal values (ties) make the interval wider than needed, never narrower.
// With three against three even U = 0 has 5 %, so that no interval exists; four against four is the
// least that can say something, or three against five.
//
// Of times the logarithms are compared, so that a shift is a ratio. Pure functions. A difference of
// rank k is found by bisection, in time proportional to n + m and without holding all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cuzk::bench {

// The value that a share of the values is not above; 0 of none. Nearest rank.
double percentile(std::vector<double> values, double share);
// The middle one, or the mean of the two in the middle; 0 of none.
double median(std::vector<double> values);
double mean(const std::vector<double>& values);

inline constexpr uint64_t kExactPairsMax = 2500;  // 50 against 50: two million steps

// The largest u with P(U <= u) <= 2.5 % for samples of n and m, or nothing.
std::optional<uint64_t> critical_u(size_t n, size_t m);

// The k-th smallest of all b - a, from 1. Requires: both are sorted, 1 <= k <= their product.
double kth_difference(const std::vector<double>& a, const std::vector<double>& b, uint64_t k);

enum class Verdict : uint8_t { kFaster, kSlower, kNoDifference, kTooFew };

struct Comparison {
  double median_a = 0, median_b = 0;
  double ratio = 1;          // of b to a
  double low = 0, high = 0;  // its interval; nothing for kTooFew
  Verdict verdict = Verdict::kTooFew;
};

// Of times, all above 0. Less is faster. Requires: none is empty.
Comparison compare_times(const std::vector<double>& a, const std::vector<double>& b);

// "B is faster".
const char* verdict_text(Verdict verdict);

}  // namespace cuzk::bench
