// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/human_text.h"

#include <gtest/gtest.h>

namespace cuzk::cli {
namespace {

TEST(HumanText, Bytes) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1024), "1.00 KiB");
  EXPECT_EQ(bytes_text(1114707768), "1.04 GiB");
  EXPECT_EQ(bytes_text(47373928632), "44.1 GiB");
  EXPECT_EQ(bytes_text(uint64_t{300} << 20), "300 MiB");
  EXPECT_EQ(bytes_text(uint64_t{5000} << 40), "5000 TiB");
}

TEST(HumanText, Counts) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(130278541), "130,278,541");
}

TEST(HumanText, Seconds) { EXPECT_EQ(seconds_text(12.345), "12.3 s"); }

}  // namespace
}  // namespace cuzk::cli
