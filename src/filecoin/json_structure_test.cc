// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/json_structure.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

ErrorCode code_of(const std::string& text) {
  try {
    check_json_structure("file", "top level", text);
  } catch (const base::Error& error) {
    return error.code();
  }
  return ErrorCode::kBadArgument;  // stands for "accepted"
}

TEST(JsonStructure, Accepts) {
  for (const char* text :
       {"{}", " {\"a\":[1,{}]}\n", "{\"a\\\"]\":\"}\\\\\"}", "{\"a\":\"\\\\\\\"{\"}"}) {
    EXPECT_NO_THROW(check_json_structure("file", "top level", text)) << text;
  }
}

TEST(JsonStructure, TellsWhatIsWrong) {
  EXPECT_EQ(code_of(""), ErrorCode::kC1Truncated);
  EXPECT_EQ(code_of(" \n"), ErrorCode::kC1Truncated);
  EXPECT_EQ(code_of("{\"a\":["), ErrorCode::kC1Truncated);
  EXPECT_EQ(code_of("{\"a"), ErrorCode::kC1Truncated);
  EXPECT_EQ(code_of("{\"a\\\""), ErrorCode::kC1Truncated);
  EXPECT_EQ(code_of("[]"), ErrorCode::kC1BadType);
  EXPECT_EQ(code_of("17"), ErrorCode::kC1BadType);
  EXPECT_EQ(code_of("\xef\xbb\xbf{}"), ErrorCode::kC1BadJson);
  EXPECT_EQ(code_of("{]"), ErrorCode::kC1BadJson);
  EXPECT_EQ(code_of("{\"a\":[}"), ErrorCode::kC1BadJson);
  EXPECT_EQ(code_of("{}}"), ErrorCode::kC1TrailingData);
  EXPECT_EQ(code_of("{} {}"), ErrorCode::kC1TrailingData);
}

TEST(JsonStructure, DepthIsBounded) {
  const auto nested = [](size_t depth) {
    return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_NO_THROW(check_json_structure("file", "top level", nested(kJsonDepthMax)));
  EXPECT_EQ(code_of(nested(kJsonDepthMax + 1)), ErrorCode::kC1TooDeep);
  EXPECT_EQ(code_of("{\"a\":" + std::string(100000, '[')), ErrorCode::kC1TooDeep);
}

}  // namespace
}  // namespace cuzk::filecoin
