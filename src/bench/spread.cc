// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/spread.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace cuzk::bench {
namespace {

constexpr double kTail = 0.025 + 1e-12;  // of 95 %, on each side; and what sums may be off
constexpr double kNormal = 1.959963985;  // has this tail

// P(U = u) for samples of n and m. The largest value of all belongs to the second sample, and is
// then above all n of the first, or to the first: a recursion in n and m.
std::vector<double> distribution_of_u(size_t n, size_t m) {
  std::vector<std::vector<double>> row(m + 1, {1});  // of n = 0
  for (size_t i = 1; i <= n; ++i) {
    row[0] = {1};
    for (size_t j = 1; j <= m; ++j) {
      std::vector<double> here(i * j + 1);
      const double second = static_cast<double>(j) / static_cast<double>(i + j);
      for (size_t u = 0; u < row[j].size(); ++u) here[u] += (1 - second) * row[j][u];
      for (size_t u = 0; u < row[j - 1].size(); ++u) here[u + i] += second * row[j - 1][u];
      row[j] = std::move(here);
    }
  }
  return row[m];
}

uint64_t count_not_above(const std::vector<double>& a, const std::vector<double>& b,
                         double difference) {
  uint64_t count = 0;
  size_t i = 0;  // a[i] is the first with such a difference
  for (double value : b) {
    while (i < a.size() && value - a[i] > difference) ++i;
    count += a.size() - i;
  }
  return count;
}

std::vector<double> sorted_logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<uint64_t> critical_u(size_t n, size_t m) {
  const double pairs = static_cast<double>(n) * static_cast<double>(m);
  if (pairs > kExactPairsMax) {
    const double deviation = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
    const double u = std::floor(pairs / 2 - 0.5 - kNormal * deviation);
    return u >= 0 ? std::optional(static_cast<uint64_t>(u)) : std::nullopt;
  }
  double sum = 0;
  std::optional<uint64_t> critical;
  for (double share : distribution_of_u(n, m)) {
    sum += share;
    if (sum > kTail) break;
    critical = critical ? *critical + 1 : 0;
  }
  return critical;
}

double kth_difference(const std::vector<double>& a, const std::vector<double>& b, uint64_t k) {
  base::check(k >= 1 && k <= uint64_t{a.size()} * b.size(), "a rank among the differences");
  double low = b.front() - a.back(), high = b.back() - a.front();
  if (count_not_above(a, b, low) >= k) return low;
  // More than `low` and at most `high`, until no number is between them.
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (count_not_above(a, b, middle) >= k ? high : low) = middle;
  }
}

Comparison compare_times(const std::vector<double>& a, const std::vector<double>& b) {
  Comparison out{.median_a = median(a), .median_b = median(b)};
  const std::vector<double> log_a = sorted_logarithms(a), log_b = sorted_logarithms(b);
  const uint64_t pairs = uint64_t{a.size()} * b.size();
  const auto ratio = [&](uint64_t k) { return std::exp(kth_difference(log_a, log_b, k)); };
  out.ratio = std::sqrt(ratio((pairs + 1) / 2) * ratio(pairs / 2 + 1));
  const std::optional<uint64_t> critical = critical_u(a.size(), b.size());
  if (!critical) return out;
  out.low = ratio(*critical + 1);
  out.high = ratio(pairs - *critical);
  out.verdict = out.high < 1  ? Verdict::kFaster
                : out.low > 1 ? Verdict::kSlower
                              : Verdict::kNoDifference;
  return out;
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster: return "B is faster";
    case Verdict::kSlower: return "B is slower";
    case Verdict::kNoDifference: return "no difference beyond the spread";
    case Verdict::kTooFew: return "too few runs";
  }
  return "";
}

}  // namespace cuzk::bench
