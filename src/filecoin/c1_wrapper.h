// SPDX-License-Identifier: MIT OR Apache-2.0
// The outer form of a C1 file (porep.md FMT-1): {"SectorNum", "Phase1Out", "SectorSize"} with the
// inner JSON in base64, as Curio sends it and lotus-bench saves it. Other tools hand over the inner
// object bare; a file without any of the three fields is taken for that.
//
// Limit: 128 MiB. Ten partitions of a 64 GiB sector have about 52 MB in this form; the 126 of a
// large non-interactive sector would have 650 MB and are refused. Memory: the file twice more while
// the wrapper is parsed, then only the inner text.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cuzk::filecoin {

inline constexpr size_t kC1BytesMax = size_t{128} << 20;

struct C1Wrapper {
  std::optional<uint64_t> sector_number;  // both absent for a bare inner object
  std::optional<uint64_t> sector_bytes;
  simdjson::padded_string inner;
};

// Throws Error (kC1TooLarge, kC1BadBase64, kC1MissingField, ...). The inner text is not looked at.
C1Wrapper unwrap_c1(std::span<const uint8_t> bytes, std::string_view file);

}  // namespace cuzk::filecoin
