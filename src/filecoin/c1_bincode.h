// SPDX-License-Identifier: MIT OR Apache-2.0
// The C1 file of SupraSeal, `commit-phase1-output`: what commit phase 1 makes, in bincode 1 instead
// of JSON (porep.md FMT-10). Integers have a fixed width and are little-endian, lists begin with a
// count of 64 bits, 32-byte values stand as they are.
//
// The form says neither which registered proof nor which sector it is. The counts at its beginning
// and its length belong to one sector size only; the proof is taken for the V1_1 one of that size,
// as Curio does. A sector of another proof is refused later, by porep_check.h: its challenges are
// others. The result has the shape of the sector table, as that of c1_reader.h; parents of
// labelling and encoding proofs are passed over.
//
// Pure functions; one pass over the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// The V1_1 proof of the size whose counts and length these are; null for other bytes.
const SealProof* bincode_c1_proof(std::span<const uint8_t> bytes);

// Throws kC1NotCanonical, kC1PathShape, kC1PathIndex, kC1LayerCount, kC1ParentCount, kC1BadNumber,
// kC1ZeroValue. Requires: bincode_c1_proof(bytes) is `proof`.
SealCommitOne read_bincode_c1(std::span<const uint8_t> bytes, const SealProof& proof,
                              std::string_view file_name);

}  // namespace cuzk::filecoin
