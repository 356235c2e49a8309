// SPDX-License-Identifier: MIT OR Apache-2.0
// Every error code has a name of its own. Codes are dense from zero, so the walk ends at the first
// value that has no enumerator.
#include "base/error.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace cuzk::base {
namespace {

TEST(Error, NamesAreUniqueUpperCaseWords) {
  std::set<std::string> seen;
  int last = -1;
  for (int value = 0; value < 1000; ++value) {
    std::string name = error_name(static_cast<ErrorCode>(value));
    if (name == "UNKNOWN") break;
    last = value;
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_FALSE(name.empty());
    for (char c : name) {
      EXPECT_TRUE(std::isupper(static_cast<unsigned char>(c)) || std::isdigit(c) || c == '_')
          << name;
    }
  }
  EXPECT_GE(last, static_cast<int>(ErrorCode::kNotSupported));
}

TEST(Error, CarriesCodeAndText) {
  try {
    throw Error(ErrorCode::kProofLength, "proof.bin: expected 192 bytes, found 191");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "proof.bin: expected 192 bytes, found 191");
    const Error* own = dynamic_cast<const Error*>(&error);
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(own->code(), ErrorCode::kProofLength);
    EXPECT_EQ(own->text(), error.what());
  }
}

}  // namespace
}  // namespace cuzk::base
