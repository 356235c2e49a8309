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

[[noreturn]] void refuse(std::string_view file, const std::string& field, std::string_view expected,
                         const std::string& found) {
  throw base::Error(base::ErrorCode::kBadArgument,
                    fmt::format("{}: {}: expected {}, found {}", file, field, expected, found));
}

// A record that begins with the same byte has a zero byte in it, as no JSON text has.
bool begins_array(std::span<const uint8_t> bytes) {
  if (std::ranges::find(bytes, uint8_t{0}) != bytes.end()) return false;
  for (uint8_t byte : bytes) {
    if (byte == '[') return true;
    if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r') return false;
  }
  return false;
}

std::string decode(std::string_view file, size_t index, const json& element) {
  const std::string field = fmt::format("element {}", index);
  if (!element.is_string()) {
    refuse(file, field, "a string of base64", element.type_name());
  }
  const std::string& text = element.get_ref<const std::string&>();
  std::string out(filecoin::base64_decoded_bytes(text), '\0');
  const size_t wrong = filecoin::base64_decode(text, out.data());
  if (wrong == filecoin::kBase64Valid) return out;
  refuse(file, field, "standard base64 with padding",
         wrong < text.size()
             ? fmt::format("byte {:#04x} at character {}", static_cast<uint8_t>(text[wrong]), wrong)
             : fmt::format("its end after {} characters", text.size()));
}

}  // namespace

std::vector<std::string> read_vanilla(std::span<const uint8_t> bytes, std::string_view file) {
  if (!begins_array(bytes)) return {std::string(bytes.begin(), bytes.end())};
  const json root = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (!root.is_array()) {
    refuse(file, "the file", "a JSON array of strings, or one record as raw bytes",
           "something that begins like an array and is none; the file may be cut off");
  }
  std::vector<std::string> records;
  for (const json& element : root) records.push_back(decode(file, records.size(), element));
  return records;
}

std::string write_vanilla(std::span<const std::string> records) {
  json list = json::array();
  for (const std::string& record : records) list.push_back(filecoin::base64_encode(record));
  return list.dump() + "\n";
}

}  // namespace cuzk::bench
