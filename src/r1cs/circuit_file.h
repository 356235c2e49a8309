// SPDX-License-Identifier: MIT OR Apache-2.0
// A compiled circuit as a file. Little-endian throughout:
//   8 bytes "cuzkr1cs", u32 version, u32 number of blocks, u32 number of coefficients that have no
//   fixed id, those coefficients (32 bytes each, canonical); then each block:
//     u64 repetitions, u64 auxiliaries, u64 inputs, u64 rows (of one repetition),
//     for A, B, C: u64 number of terms, the terms (u32), the row lengths (u16),
//     u64 number of escapes, each u32 column, u32 coefficient id,
//     u64 number of far columns, each u32 variable, u8 flags (1 local input, 2 in A, 4 in B,
//     8 lent), u64 number of variables lent to each repetition, those of all repetitions (u32),
//     three bit vectors over the auxiliaries in 64-bit words: in A, in B, wide;
//   last the SHA-256 of all bytes before.
// The file is a cache of what the recorder makes: a reader that refuses one records again.
// Cost: a 32 GiB PoRep circuit has 230 MB and takes about half a second to read.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "r1cs/circuit.h"

namespace cuzk::r1cs {

// Of a file that is read as a circuit.
inline constexpr uint64_t kCircuitBytesMax = uint64_t{1} << 31;

// Bytes that write_circuit would write.
uint64_t circuit_file_bytes(const Circuit& circuit);

// Throws kFileExists, kWriteFailed.
void write_circuit(const Circuit& circuit, const std::filesystem::path& path);

// Throws kCircuitFileVersion, kCircuitFileDamaged (wrong length, digest or contents).
Circuit read_circuit(std::span<const uint8_t> bytes, std::string_view file_name);

}  // namespace cuzk::r1cs
