// SPDX-License-Identifier: MIT OR Apache-2.0
// The reference's input file is read and written again; every other shape is refused.
#include "bench/inputs_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace cuzk::bench {
namespace {

using base::ErrorCode;

std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

TEST(InputsFile, ReadsTheReferenceAndWritesItAgain) {
  const std::string path = std::string(CUZK_VECTORS) + "/reference/porep/2k-v1_1-a/inputs.json";
  auto partitions = read_inputs(base::read_file(path, kInputsBytesMax), "inputs.json");
  ASSERT_EQ(partitions.size(), 1u);
  EXPECT_EQ(partitions[0].size(), 39u);
  EXPECT_EQ(partitions[0][3], Fr::from_u64(0x36));
  EXPECT_EQ(read_inputs(bytes_of(write_inputs(partitions)), "again"), partitions);
}

TEST(InputsFile, RefusesEverythingElse) {
  std::string large(64, 'f');
  struct Case {
    std::string text;
    ErrorCode code;
    std::string mention;
  };
  for (const Case& c : {
           Case{"", ErrorCode::kInputsBadJson, "JSON"},
           Case{"{\"inputs\": [[\"00", ErrorCode::kInputsBadJson, "JSON"},
           Case{std::string(100000, '['), ErrorCode::kInputsBadJson, "JSON"},
           Case{"[]", ErrorCode::kInputsBadJson, "array"},
           Case{"{}", ErrorCode::kInputsBadJson, "inputs"},
           Case{"{\"inputs\": 1}", ErrorCode::kInputsBadJson, "number"},
           Case{"{\"inputs\": []}", ErrorCode::kInputsBadJson, "none"},
           Case{"{\"inputs\": [{}]}", ErrorCode::kInputsBadJson, "inputs[0]"},
           Case{"{\"inputs\": [[], [7]]}", ErrorCode::kInputsBadJson, "inputs[1][0]"},
           Case{"{\"inputs\": [[\"12\"]]}", ErrorCode::kInputsBadJson, "'12'"},
           Case{"{\"inputs\": [[\"" + large + "\"]]}", ErrorCode::kInputNotCanonical,
                "inputs[0][0]"},
       }) {
    try {
      read_inputs(bytes_of(c.text), "file.json");
      ADD_FAILURE() << c.text.substr(0, 50);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), c.code) << error.text();
      EXPECT_NE(error.text().find(c.mention), std::string::npos) << error.text();
      EXPECT_TRUE(error.text().starts_with("file.json: ")) << error.text();
    }
  }
}

}  // namespace
}  // namespace cuzk::bench
