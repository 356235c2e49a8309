// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/inputs_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/error.h"

namespace cuzk::bench {
namespace {

using base::Error;
using base::ErrorCode;
using nlohmann::json;

[[noreturn]] void refuse(std::string_view file, std::string_view field, std::string_view expected,
                         std::string_view found) {
  throw Error(ErrorCode::kInputsBadJson,
              fmt::format("{}: {}: expected {}, found {}", file, field, expected, found));
}

const json& array_at(std::string_view file, std::string_view field, const json& value) {
  if (!value.is_array()) refuse(file, field, "an array", value.type_name());
  return value;
}

Fr value_at(std::string_view file, std::string_view field, const json& value) {
  if (!value.is_string())
    refuse(file, field, "a string of 64 hexadecimal digits", value.type_name());
  const std::string& text = value.get_ref<const std::string&>();
  auto bytes = base::bytes32_from_hex(text);
  if (!bytes) {
    refuse(file, field, "64 hexadecimal digits", fmt::format("'{}'", text.substr(0, 80)));
  }
  if (auto element = Fr::from_bytes_le(*bytes)) return *element;
  throw Error(
      ErrorCode::kInputNotCanonical,
      fmt::format("{}: {}: expected a little-endian value below the field's modulus, found {}",
                  file, field, text));
}

}  // namespace

std::vector<std::vector<Fr>> read_inputs(std::span<const uint8_t> bytes, std::string_view file) {
  json root = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (root.is_discarded()) refuse(file, "the file", "JSON", "something else");
  if (!root.is_object() || !root.contains("inputs")) {
    refuse(file, "the file", "an object with the field inputs", root.type_name());
  }
  std::vector<std::vector<Fr>> partitions;
  for (const json& list : array_at(file, "inputs", root["inputs"])) {
    std::string field = fmt::format("inputs[{}]", partitions.size());
    std::vector<Fr>& values = partitions.emplace_back();
    for (const json& value : array_at(file, field, list)) {
      values.push_back(value_at(file, fmt::format("{}[{}]", field, values.size()), value));
    }
  }
  if (partitions.empty()) refuse(file, "inputs", "at least one partition", "none");
  return partitions;
}

std::string write_inputs(std::span<const std::vector<Fr>> partitions) {
  json lists = json::array();
  for (const std::vector<Fr>& partition : partitions) {
    json list = json::array();
    for (const Fr& value : partition) list.push_back(base::to_hex(value.to_bytes_le()));
    lists.push_back(std::move(list));
  }
  return json{{"inputs", std::move(lists)}}.dump(1) + "\n";
}

}  // namespace cuzk::bench
