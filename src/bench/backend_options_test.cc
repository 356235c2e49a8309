// SPDX-License-Identifier: MIT OR Apache-2.0
// Sizes with units, and back ends by name.
#include "bench/backend_options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuzk::bench {
namespace {

TEST(BytesArgument, TakesUnits) {
  EXPECT_EQ(bytes_argument("--x", "0"), 0u);
  EXPECT_EQ(bytes_argument("--x", "16GiB"), uint64_t{16} << 30);
  EXPECT_EQ(bytes_argument("--x", "1.5 GiB"), uint64_t{3} << 29);
  EXPECT_EQ(bytes_argument("--x", "900MB"), 900'000'000u);
  EXPECT_EQ(bytes_argument("--x", "12B"), 12u);
}

TEST(BytesArgument, RefusesTheRest) {
  for (const char* text : {"", "16", "GiB", "-1GiB", "16Gi", "16 GiB ", "nanGiB", "1e30GiB"}) {
    try {
      bytes_argument("--x", text);
      ADD_FAILURE() << text;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
      EXPECT_NE(error.text().find("--x"), std::string::npos);
    }
  }
}

TEST(BackendOptions, ByName) {
  BackendOptions options;
  EXPECT_EQ(options.value().kind, engine::BackendKind::kCpu);
  EXPECT_EQ(options.make_device(), nullptr);
  options.backend = "gpu";
  options.device = 1;
  options.vram_budget = "2GiB";
  EXPECT_EQ(options.value().kind, engine::BackendKind::kGpu);
  EXPECT_EQ(options.value().device, 1);
  EXPECT_EQ(options.value().vram_budget, uint64_t{2} << 30);
  options.backend = "tpu";
  EXPECT_THROW(options.value(), base::Error);
}

}  // namespace
}  // namespace cuzk::bench
