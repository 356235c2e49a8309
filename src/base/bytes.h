// SPDX-License-Identifier: MIT OR Apache-2.0
// Fixed byte order and hexadecimal. Every format of this project states its byte order, and these
// are the only conversions used for it; they work on any host and at any alignment.
// Bytes32 is a digest, a commitment or a seed as it stands in a file or a message: plain bytes in
// memory order, without a claim about what number they are. Field elements have types of their
// own (`field`), whose names say whether bytes are little- or big-endian.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::base {

using Bytes32 = std::array<uint8_t, 32>;

template <class T>
T load_be(const uint8_t* from) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) value = static_cast<T>((value << 8) | from[i]);
  return value;
}

template <class T>
T load_le(const uint8_t* from) {
  T value = 0;
  for (size_t i = sizeof(T); i-- > 0;) value = static_cast<T>((value << 8) | from[i]);
  return value;
}

template <class T>
void store_be(uint8_t* to, T value) {
  for (size_t i = 0; i < sizeof(T); ++i)
    to[i] = static_cast<uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
}

template <class T>
void store_le(uint8_t* to, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<uint8_t>(value >> (8 * i));
}

// Lower case, two digits a byte, in memory order.
std::string to_hex(std::span<const uint8_t> bytes);

// Absent for an odd length or a character that is no hexadecimal digit; upper case is accepted.
std::optional<std::vector<uint8_t>> from_hex(std::string_view text);
std::optional<Bytes32> bytes32_from_hex(std::string_view text);

}  // namespace cuzk::base
