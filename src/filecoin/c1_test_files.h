// SPDX-License-Identifier: MIT OR Apache-2.0
// The real C1 files of the test data, opened and closed again. Tests edit the inner JSON with
// nlohmann/json, which keeps the order of keys here, or as text, and wrap it as the reader expects
// it; the result differs from a real file in that one edit.
//
// Only tests include this file. It reads below CUZK_VECTORS, which the build states.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "filecoin/base64.h"
#include "filecoin/c1_reader.h"

namespace cuzk::filecoin {

using Json = nlohmann::ordered_json;

inline constexpr std::array<const char*, 6> kC1Cases = {
    "2k-v1", "2k-v1_1-a", "2k-v1_1-b", "2k-synthetic", "2k-non-interactive", "8m-v1_1"};

inline std::string load_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string seal_path(std::string_view name, std::string_view file) {
  return std::string(CUZK_VECTORS "/reference/seal/") + std::string(name) + "/" + std::string(file);
}

inline std::string load_c1(std::string_view name) { return load_text(seal_path(name, "c1.json")); }

inline SealCommitOne read_text(std::string_view text) {
  return read_c1({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "test.json");
}

inline std::string unwrap(const std::string& c1) {
  const std::string base64 = Json::parse(c1)["Phase1Out"];
  std::string inner(base64_decoded_bytes(base64), '\0');
  EXPECT_EQ(base64_decode(base64, inner.data()), kBase64Valid);
  return inner;
}

inline std::string wrap(std::string_view inner, uint64_t sector_bytes = 2048) {
  return "{\"SectorNum\":1001,\"Phase1Out\":\"" + base64_encode(inner) +
         "\",\"SectorSize\":" + std::to_string(sector_bytes) + "}";
}

// The first occurrence replaced.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

}  // namespace cuzk::filecoin
