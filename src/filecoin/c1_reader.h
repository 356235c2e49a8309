// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads a C1 file, what commit phase 1 leaves for a sector (porep.md 6): JSON, bare or in
// one of the forms of c1_wrapper.h, keys in any order, any of the registered seal proofs; or
// SupraSeal's binary form (c1_bincode.h). What the circuit and the statement
// check need is kept; parents of labelling and encoding proofs are walked and forgotten.
//
// The result has exactly the shape of the sector table: partitions, challenges, columns, levels and
// siblings. Anything else is refused with its own code and a text that names file, field, expected
// and found. Whether the values fit together is the business of porep_check.h.
//
// Cost for the 51 MB of a 32 GiB sector: about 0.3 s of one core and, with the file,
// 190 MB of memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// Of a C1 file in any of its forms, and of a request that a daemon takes. Ten partitions of a 64
// GiB sector have about 52 MB; the 126 of a large non-interactive one would have 650 MB.
inline constexpr size_t kC1BytesMax = size_t{256} << 20;

// `file_name` is for messages only.
SealCommitOne read_c1(std::span<const uint8_t> bytes, std::string_view file_name);

}  // namespace cuzk::filecoin
