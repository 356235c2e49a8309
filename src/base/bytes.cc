// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/bytes.h"

#include <algorithm>

namespace cuzk::base {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string to_hex(std::span<const uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (uint8_t byte : bytes) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::optional<std::vector<uint8_t>> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    int high = digit_value(text[2 * i]);
    int low = digit_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<uint8_t>(high << 4 | low);
  }
  return bytes;
}

std::optional<Bytes32> bytes32_from_hex(std::string_view text) {
  auto bytes = from_hex(text);
  if (!bytes || bytes->size() != 32) return std::nullopt;
  Bytes32 out;
  std::copy(bytes->begin(), bytes->end(), out.begin());
  return out;
}

}  // namespace cuzk::base
