// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/quantity.h"

#include <gtest/gtest.h>

namespace cuzk::cli {
namespace {

using namespace std::chrono_literals;

// daemon-reference.md 1.3: there "1TiB" and "1.5GiB" silently became 50 GiB, and "1h" 300 seconds.
TEST(Quantity, Bytes) {
  EXPECT_EQ(parse_bytes("1TiB"), 1ull << 40);
  EXPECT_EQ(parse_bytes("1.5GiB"), 3ull << 29);
  EXPECT_EQ(parse_bytes("64 GiB"), 64ull << 30);
  EXPECT_EQ(parse_bytes("900MB"), 900'000'000u);
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("0"), 0u);
  for (const char* wrong : {"", "abc", "GiB", "-1GiB", "1gib", "1 Gi", "1GiBs", "1e30TiB", "nan",
                            "inf", "99999999TiB", "1,5GiB"}) {
    EXPECT_EQ(parse_bytes(wrong), std::nullopt) << wrong;
  }
}

TEST(Quantity, Times) {
  EXPECT_EQ(parse_time("1h"), 1h);
  EXPECT_EQ(parse_time("5m"), 5min);
  EXPECT_EQ(parse_time("300s"), 300s);
  EXPECT_EQ(parse_time("300"), 300s);
  EXPECT_EQ(parse_time("0.5s"), 500ms);
  EXPECT_EQ(parse_time("250ms"), 250ms);
  EXPECT_EQ(parse_time("2d"), 48h);
  for (const char* wrong : {"", "h", "5 minutes", "-5m", "5M", "1h30m", "99999999d"}) {
    EXPECT_EQ(parse_time(wrong), std::nullopt) << wrong;
  }
}

TEST(Quantity, SettingsReadBack) {
  for (uint64_t bytes : {uint64_t{0}, uint64_t{1}, uint64_t{1023}, uint64_t{5} << 30,
                         uint64_t{3} << 29, uint64_t{1} << 40, uint64_t{900'000'000}}) {
    EXPECT_EQ(parse_bytes(bytes_setting(bytes)), bytes) << bytes_setting(bytes);
  }
  EXPECT_EQ(bytes_setting(5ull << 30), "5GiB");
  for (std::chrono::nanoseconds time :
       std::initializer_list<std::chrono::nanoseconds>{0s, 1ms, 1500ms, 59s, 90s, 5min, 1h, 36h}) {
    EXPECT_EQ(parse_time(time_setting(time)), time) << time_setting(time);
  }
  EXPECT_EQ(time_setting(5min), "5m");
}

}  // namespace
}  // namespace cuzk::cli
