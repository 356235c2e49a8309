// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/vanilla_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "filecoin/base64.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(std::string_view file, const std::string& where,
                         const std::string& expected, const std::string& found) {
  throw base::Error(base::ErrorCode::kBadArgument,
                    fmt::format("{}: {}: expected {}, found {}", file, where, expected, found));
}

bool is_array(std::span<const uint8_t> bytes) {
  const auto first = std::ranges::find_if(
      bytes, [](uint8_t c) { return c != ' ' && c != '\n' && c != '\r' && c != '\t'; });
  return first != bytes.end() && *first == '[' && std::ranges::find(bytes, 0) == bytes.end();
}

std::string decode(const json& element, std::string_view file, size_t index) {
  const std::string where = fmt::format("element {}", index);
  if (!element.is_string()) refuse(file, where, "a base64 string", element.type_name());
  const std::string& text = element.get_ref<const std::string&>();
  std::string out(filecoin::base64_decoded_bytes(text), '\0');
  const size_t wrong = filecoin::base64_decode(text, out.data());
  if (wrong != filecoin::kBase64Valid) {
    refuse(file, where, "standard base64", fmt::format("another character at byte {}", wrong));
  }
  return out;
}

}  // namespace

std::vector<std::string> parse_vanilla(std::span<const uint8_t> bytes, std::string_view file) {
  if (!is_array(bytes)) return {std::string(bytes.begin(), bytes.end())};
  const json document = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (document.is_discarded()) {
    refuse(file, "vanilla proofs", "a JSON array of base64 strings", "text that is no JSON");
  }
  std::vector<std::string> records;
  for (size_t i = 0; i < document.size(); ++i) records.push_back(decode(document[i], file, i));
  return records;
}

std::string write_vanilla(std::span<const std::string> records) {
  json document = json::array();
  for (const std::string& record : records) document.push_back(filecoin::base64_encode(record));
  return document.dump();
}

}  // namespace cuzk::bench
