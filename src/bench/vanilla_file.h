// SPDX-License-Identifier: MIT OR Apache-2.0
// Vanilla proofs in a file, as Curio and lotus write them: a JSON array of strings in standard
// base64, one for each record, or one record as its raw bytes (docs/formats.md). What begins like a
// JSON array and has no zero byte is one; a record has, in its counts, whatever it begins with.
//
// The array is read whole: a full WindowPoSt partition of 32 GiB sectors is 78 MB of text. What the
// records hold is for their readers to say. Pure functions; a few hundred MB a second.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::bench {

inline constexpr uint64_t kVanillaBytesMax = uint64_t{128} << 20;

// Throws kBadArgument, naming the file and the element.
std::vector<std::string> read_vanilla(std::span<const uint8_t> bytes, std::string_view file);

std::string write_vanilla(std::span<const std::string> records);

}  // namespace cuzk::bench
