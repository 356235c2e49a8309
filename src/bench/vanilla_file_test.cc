// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/vanilla_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "bench/bench_testing.h"

namespace cuzk::bench {
namespace {

std::span<const uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// The array of the reference is that of its records, and is written as it stands there.
TEST(VanillaFile, ReadsAndWritesAnArray) {
  const std::string folder = kReference + "post/window-2k-v1-two-sectors/";
  const auto read = [&](const std::string& name) {
    const std::vector<uint8_t> bytes = base::read_file(folder + name, 1 << 20);
    return std::string(bytes.begin(), bytes.end());
  };
  const std::string array = read("vanilla.json");
  const std::vector<std::string> records = parse_vanilla(as_bytes(array), "it");
  EXPECT_EQ(records, (std::vector{read("vanilla-1001.bin"), read("vanilla-1002.bin")}));
  EXPECT_EQ(parse_vanilla(as_bytes(write_vanilla(records)), "it"), records);
  EXPECT_EQ(parse_vanilla(as_bytes(" \n" + array + "\n"), "it"), records);
}

TEST(VanillaFile, ReadsOneRecordAsItIs) {
  const std::string bracket("[\0\0 of sector 91", 16);
  EXPECT_EQ(parse_vanilla(as_bytes(bracket), "it"), std::vector{bracket});
  EXPECT_EQ(parse_vanilla({}, "it"), std::vector{std::string()});
}

TEST(VanillaFile, NamesWhatIsWrongInAnArray) {
  struct Case {
    const char* text;
    const char* fragment;
  };
  for (const Case& one : {Case{"[\"AAAA\"", "it: vanilla proofs: expected a JSON array"},
                          Case{"[\"AAAA\", 1]",
                               "it: element 1: expected a base64 string, found "
                               "number"},
                          Case{"[\"AAAA\", \"AA*A\"]", "it: element 1: expected standard base64"},
                          Case{"[[\"AAAA\"]]", "found array"},
                          Case{"[\"AAA\"]", "it: element 0: expected standard base64"}}) {
    try {
      parse_vanilla(as_bytes(one.text), "it");
      ADD_FAILURE() << one.text;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
      EXPECT_NE(error.text().find(one.fragment), std::string::npos) << error.text();
    }
  }
  EXPECT_TRUE(parse_vanilla(as_bytes("[]"), "it").empty());
}

}  // namespace
}  // namespace cuzk::bench
