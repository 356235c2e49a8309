// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/parameter_cache.h"

#include <gtest/gtest.h>

namespace cuzk::cli {
namespace {

TEST(ParameterCache, OptionThenEnvironmentThenDefault) {
  EXPECT_EQ(parameter_cache("option", "environment"), "option");
  EXPECT_EQ(parameter_cache("option", nullptr), "option");
  EXPECT_EQ(parameter_cache("", "environment"), "environment");
  EXPECT_EQ(parameter_cache("", ""), kDefaultParameterCache);
  EXPECT_EQ(parameter_cache("", nullptr), "/var/tmp/filecoin-proof-parameters");
}

}  // namespace
}  // namespace cuzk::cli
