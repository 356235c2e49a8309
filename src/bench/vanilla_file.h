// SPDX-License-Identifier: MIT OR Apache-2.0
// Files of vanilla proofs other than C1 files, as Curio and lotus write them: a JSON array of
// standard base64 strings, a record each (Go's encoding of [][]byte), or one record as it is
// (daemon-reference.md 1.8). A text that begins with '[' is the array; a record always has a zero
// byte, which no JSON text has.
//
// What the records mean is for the reader of their kind. Cost: about three times the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::bench {

// Of a file: twice what the largest request may have, in base64.
inline constexpr uint64_t kVanillaFileBytesMax = uint64_t{512} << 20;

// Throws kBadArgument for an array that is not one of base64 strings, naming the element.
std::vector<std::string> parse_vanilla(std::span<const uint8_t> bytes, std::string_view file);

std::string write_vanilla(std::span<const std::string> records);

}  // namespace cuzk::bench
