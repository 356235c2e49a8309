// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/vanilla_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace cuzk::bench {
namespace {

std::vector<std::string> read(const std::string& text) {
  return read_vanilla({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "v.json");
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
    return error.text();
  }
  return "nothing was refused";
}

// Files of the reference: each element is the bytes of a record.
TEST(VanillaFile, ArraysAndRawRecords) {
  const std::string folder = CUZK_VECTORS "/reference/post/window-2k-v1-two-sectors/";
  const std::vector<uint8_t> array = base::read_file(folder + "vanilla.json", kVanillaBytesMax);
  const std::vector<std::string> records = read_vanilla(array, "vanilla.json");
  ASSERT_EQ(records.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    const std::vector<uint8_t> raw =
        base::read_file(folder + "vanilla-100" + std::to_string(i + 1) + ".bin", kVanillaBytesMax);
    EXPECT_EQ(records[i], std::string(raw.begin(), raw.end()));
    EXPECT_EQ(read_vanilla(raw, "raw"), std::vector<std::string>{records[i]});
  }
  EXPECT_EQ(read(write_vanilla(records)), records);
  const std::string sector_91("[\0\0\0\0\0\0\0...", 11);
  EXPECT_EQ(read(sector_91), std::vector<std::string>{sector_91});
  EXPECT_EQ(read("[]"), std::vector<std::string>{});
  EXPECT_EQ(read(" \n[\"AAE=\"]\n"), (std::vector<std::string>{std::string("\0\1", 2)}));
}

TEST(VanillaFile, RefusesDamage) {
  EXPECT_EQ(refusal("[\"AAE=\", 7]"),
            "v.json: element 1: expected a string of base64, found number");
  EXPECT_EQ(refusal("[\"AA*=\"]"),
            "v.json: element 0: expected standard base64 with padding, found byte 0x2a at "
            "character 2");
  const std::string text = write_vanilla(std::vector<std::string>{"record", "another"});
  for (size_t length = 1; length + 1 < text.size(); ++length) {
    EXPECT_NE(refusal(text.substr(0, length)).find("cut off"), std::string::npos) << length;
  }
  EXPECT_NE(refusal(std::string(100000, '[')).find("cut off"), std::string::npos);
}

}  // namespace
}  // namespace cuzk::bench
