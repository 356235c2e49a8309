// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/base64.h"

#include <gtest/gtest.h>

namespace cuzk::filecoin {
namespace {

std::string decoded(std::string_view text) {
  std::string out(base64_decoded_bytes(text), '\0');
  EXPECT_EQ(base64_decode(text, out.data()), kBase64Valid) << text;
  return out;
}

size_t first_wrong(std::string_view text) {
  std::string out(base64_decoded_bytes(text), '\0');
  return base64_decode(text, out.data());
}

TEST(Base64, Rfc4648Vectors) {
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(decoded(text), bytes);
  }
}

TEST(Base64, AllBytesComeBack) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 37 + i / 256);
  for (size_t length = 990; length <= 1000; ++length) {
    const std::string part = bytes.substr(0, length);
    EXPECT_EQ(decoded(base64_encode(part)), part);
  }
}

TEST(Base64, OneSpellingOnly) {
  EXPECT_EQ(first_wrong("Zm9v*mFy"), 4u);
  EXPECT_EQ(first_wrong("Zm9vYm-y"), 6u);
  EXPECT_EQ(first_wrong("Zm9v\nmFy"), 4u);
  EXPECT_EQ(first_wrong("Zm9vYg="), 6u);   // padding inside an incomplete group
  EXPECT_EQ(first_wrong("Zm9vYg"), 6u);    // padding absent
  EXPECT_EQ(first_wrong("Zm9vY"), 5u);     // one character too many
  EXPECT_EQ(first_wrong("Zg==Zm9v"), 2u);  // padding in the middle
  EXPECT_EQ(first_wrong("Z==="), 1u);
  EXPECT_EQ(first_wrong("===="), 0u);
  EXPECT_EQ(first_wrong("Zh=="), 1u);  // left-over bits
  EXPECT_EQ(first_wrong("Zm9="), 2u);
}

}  // namespace
}  // namespace cuzk::filecoin
