// SPDX-License-Identifier: MIT OR Apache-2.0
// The outer form of a C1 file, taken off (porep.md FMT-1). The inner JSON may stand
//   bare;
//   in {"SectorNum", "Phase1Out", "SectorSize"}, in base64, as Curio sends it and lotus-bench saves
//   it;
//   in {"SectorID", "PoRep"}, as the proof market's clients hand it over;
//   in {"Sector", "ProofType", "Commit1Out"} or as the second parameter of a call of
//   Filecoin.SealCommit2, in base64, as Lotus asks another machine for phase 2;
//   as base64 alone, with or without quotes. A byte order mark of UTF-8 may stand before all that.
// What people take for a C1 file and is none is refused by its name, with what to do: archives,
// pages of a server, pointers of Git LFS, UTF-16, the output of pre-commit phase 1, records of a
// PoSt. Binary files are the business of c1_bincode.h.
//
// Memory: the file twice more while the wrapper is parsed, then only the inner text.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "filecoin/c1_reader.h"

namespace cuzk::filecoin {

struct C1Wrapper {
  std::optional<uint64_t> sector_number;  // where the form states it
  std::optional<uint64_t> sector_bytes;
  std::string_view subject = "top level";  // names the inner text in messages
  simdjson::padded_string inner;
};

// Throws Error (kC1TooLarge, kC1BadBase64, kC1MissingField, ...). Of the inner text only its kind
// is looked at.
C1Wrapper unwrap_c1(std::span<const uint8_t> bytes, std::string_view file);

}  // namespace cuzk::filecoin
