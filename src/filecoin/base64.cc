// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/base64.h"

#include <array>

namespace cuzk::filecoin {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint32_t kInvalid = uint32_t{1} << 31;

// The value of a character shifted to its place in a group of four, or kInvalid.
using Table = std::array<uint32_t, 256>;

constexpr Table make_table(unsigned shift) {
  Table table{};
  for (uint32_t& entry : table) entry = kInvalid;
  for (uint32_t i = 0; i < 64; ++i) table[static_cast<uint8_t>(kDigits[i])] = i << shift;
  return table;
}

constexpr std::array<Table, 4> kTables = {make_table(18), make_table(12), make_table(6),
                                          make_table(0)};

uint32_t digit(std::string_view encoded, size_t group, size_t i) {
  return kTables[i][static_cast<uint8_t>(encoded[group + i])];
}

size_t padding(std::string_view encoded) {
  if (encoded.size() < 4 || encoded.back() != '=') return 0;
  return encoded[encoded.size() - 2] == '=' ? 2 : 1;
}

// The first wrong character of a group whose first `digits` characters must be digits.
size_t first_wrong(std::string_view encoded, size_t group, size_t digits) {
  size_t i = 0;
  while (i < digits && group + i < encoded.size() && !(digit(encoded, group, i) & kInvalid)) ++i;
  return group + i;
}

}  // namespace

size_t base64_decoded_bytes(std::string_view encoded) {
  return encoded.size() / 4 * 3 - (encoded.size() % 4 == 0 ? padding(encoded) : 0);
}

size_t base64_decode(std::string_view encoded, char* out) {
  const size_t padded = encoded.size() % 4 == 0 ? padding(encoded) : 0;
  const size_t plain = padded > 0 ? encoded.size() - 4 : encoded.size() / 4 * 4;
  for (size_t at = 0; at < plain; at += 4, out += 3) {
    const uint32_t group = digit(encoded, at, 0) | digit(encoded, at, 1) | digit(encoded, at, 2) |
                           digit(encoded, at, 3);
    if (group & kInvalid) return first_wrong(encoded, at, 4);
    out[0] = static_cast<char>(group >> 16);
    out[1] = static_cast<char>(group >> 8);
    out[2] = static_cast<char>(group);
  }
  if (encoded.size() % 4 != 0) return first_wrong(encoded, plain, 4);
  if (padded == 0) return kBase64Valid;
  uint32_t group = digit(encoded, plain, 0) | digit(encoded, plain, 1);
  if (padded == 1) group |= digit(encoded, plain, 2);
  if (group & kInvalid) return first_wrong(encoded, plain, 4 - padded);
  const uint32_t left_over = padded == 1 ? 0xff : 0xffff;
  if (group & left_over) return plain + 3 - padded;
  out[0] = static_cast<char>(group >> 16);
  if (padded == 1) out[1] = static_cast<char>(group >> 8);
  return kBase64Valid;
}

std::string base64_encode(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4, '=');
  char* to = out.data();
  for (size_t at = 0; at < bytes.size(); at += 3, to += 4) {
    const size_t count = bytes.size() - at < 3 ? bytes.size() - at : 3;
    uint32_t group = 0;
    for (size_t i = 0; i < count; ++i)
      group |= uint32_t{static_cast<uint8_t>(bytes[at + i])} << (16 - 8 * i);
    for (size_t i = 0; i <= count; ++i) to[i] = kDigits[(group >> (18 - 6 * i)) & 63];
  }
  return out;
}

}  // namespace cuzk::filecoin
