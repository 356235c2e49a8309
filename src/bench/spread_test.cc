// SPDX-License-Identifier: MIT OR Apache-2.0
// The statistics against published tables and against plain ones.
#include "bench/spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace cuzk::bench {
namespace {

TEST(Spread, Percentiles) {
  EXPECT_EQ(percentile({}, 0.5), 0);
  EXPECT_EQ(percentile({3, 1, 2, 4}, 0), 1);
  EXPECT_EQ(percentile({3, 1, 2, 4}, 0.5), 2);
  EXPECT_EQ(percentile({3, 1, 2, 4}, 0.51), 3);
  EXPECT_EQ(percentile({3, 1, 2, 4}, 1), 4);
}

TEST(Spread, MedianAndMean) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(mean({}), 0);
  EXPECT_EQ(mean({1, 2, 6}), 3);
}

// The table of critical values of U, two-sided, 5 % (Mann and Whitney; in any textbook).
TEST(Spread, CriticalValuesAreThoseOfTheTable) {
  struct Row {
    size_t n, m;
    int u;  // -1 for none
  };
  for (const Row& row : {Row{1, 38, -1}, Row{1, 39, 0}, Row{2, 7, -1}, Row{2, 8, 0}, Row{3, 3, -1},
                         Row{3, 4, -1}, Row{3, 5, 0}, Row{4, 4, 0}, Row{4, 5, 1}, Row{5, 5, 2},
                         Row{6, 6, 5}, Row{7, 7, 8}, Row{8, 8, 13}, Row{9, 9, 17}, Row{10, 10, 23},
                         Row{5, 20, 20}, Row{12, 9, 26}, Row{15, 15, 64}, Row{20, 20, 127}}) {
    const auto expected = row.u < 0 ? std::nullopt : std::optional<uint64_t>(row.u);
    EXPECT_EQ(critical_u(row.n, row.m), expected) << row.n << " " << row.m;
    EXPECT_EQ(critical_u(row.m, row.n), expected) << row.m << " " << row.n;
  }
}

// On both sides of the border the values belong to one curve.
TEST(Spread, TheApproximationContinuesTheExactValues) {
  const auto deficit = [](size_t n) {
    return static_cast<double>(n * n) / 2 - static_cast<double>(*critical_u(n, n));
  };
  EXPECT_GT(deficit(51), deficit(50));
  EXPECT_LT(deficit(51), deficit(50) * std::pow(51.0 / 50, 1.5) + 2);
  EXPECT_EQ(critical_u(1, 2501), std::nullopt);
}

TEST(Spread, DifferencesOfARankAreThoseOfThePlainList) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> a(1 + random() % 7), b(1 + random() % 7);
    // Ties, zeros, and values without an exact sum.
    for (auto* list : {&a, &b}) {
      for (double& value : *list) value = static_cast<double>(random() % 5) / 10;
      std::sort(list->begin(), list->end());
    }
    std::vector<double> all;
    for (double x : a) {
      for (double y : b) all.push_back(y - x);
    }
    std::sort(all.begin(), all.end());
    for (size_t k = 1; k <= all.size(); ++k) EXPECT_EQ(kth_difference(a, b, k), all[k - 1]);
  }
}

TEST(Spread, ComparesTimes) {
  // All of b is a fifth less than all of a: the median of the ratios, and their extremes.
  const Comparison faster = compare_times({10, 10.1, 10.2, 10.3}, {8, 8.1, 8.2, 8.3});
  EXPECT_EQ(faster.verdict, Verdict::kFaster);
  EXPECT_DOUBLE_EQ(faster.median_a, 10.15);
  EXPECT_DOUBLE_EQ(faster.median_b, 8.15);
  EXPECT_NEAR(faster.ratio, 0.803, 0.001);
  EXPECT_NEAR(faster.low, 8 / 10.3, 1e-9);
  EXPECT_NEAR(faster.high, 8.3 / 10, 1e-9);
  EXPECT_EQ(compare_times({8, 8.1, 8.2, 8.3}, {10, 10.1, 10.2, 10.3}).verdict, Verdict::kSlower);
  const Comparison mixed = compare_times({10, 11, 12, 13}, {10.5, 11.5, 12.5, 9.5});
  EXPECT_EQ(mixed.verdict, Verdict::kNoDifference);
  EXPECT_LE(mixed.low, 1);
  EXPECT_GE(mixed.high, 1);
  const Comparison same = compare_times({7, 7, 7, 7}, {7, 7, 7, 7});
  EXPECT_EQ(same.verdict, Verdict::kNoDifference);
  EXPECT_EQ(same.ratio, 1);
}

TEST(Spread, SaysWhenThereAreTooFew) {
  EXPECT_EQ(compare_times({10, 11, 12}, {1, 2, 3}).verdict, Verdict::kTooFew);
  EXPECT_EQ(compare_times({10}, {1}).verdict, Verdict::kTooFew);
  EXPECT_DOUBLE_EQ(compare_times({10}, {1}).ratio, 0.1);
  EXPECT_EQ(compare_times({10, 11, 12}, {1, 2, 3, 4, 5}).verdict, Verdict::kFaster);
}

// Five rounds of the same thing, a thousand times: about 95 % of the intervals hold the ratio 1.
TEST(Spread, CoversWhatItPromises) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> times(2, 0.1);
  int covered = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> a(5), b(5);
    for (double& value : a) value = times(random);
    for (double& value : b) value = times(random);
    covered += compare_times(a, b).verdict == Verdict::kNoDifference;
  }
  EXPECT_GE(covered, 950);  // 1 - 2 P(U <= 2) = 96.8 %
  EXPECT_LE(covered, 985);
}

}  // namespace
}  // namespace cuzk::bench
