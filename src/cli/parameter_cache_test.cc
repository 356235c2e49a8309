// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/parameter_cache.h"

#include <gtest/gtest.h>

namespace cuzk::cli {
namespace {

TEST(ParameterCache, SettingThenEnvironmentThenDefault) {
  const auto of = [](const char* value, const char* environment) {
    const ParameterFolder folder = parameter_folder(value, "--key", "/fallback", environment);
    return folder.path.string() + " by " + folder.origin;
  };
  EXPECT_EQ(of("/value", "/environment"), "/value by --key");
  EXPECT_EQ(of("/value", nullptr), "/value by --key");
  EXPECT_EQ(of("", "/environment"), "/environment by FIL_PROOFS_PARAMETER_CACHE");
  EXPECT_EQ(of("", ""), "/fallback by default");
  EXPECT_EQ(of("", nullptr), "/fallback by default");
}

}  // namespace
}  // namespace cuzk::cli
