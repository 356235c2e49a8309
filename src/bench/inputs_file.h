// SPDX-License-Identifier: MIT OR Apache-2.0
// Public inputs as a JSON file: {"inputs": [[value, ...], ...]}, one list for each partition
// without the constant ONE, each value 64 hexadecimal digits of 32 bytes, little-endian and
// canonical (docs/formats.md). `single --inputs-out` writes it, `verify` reads it.
//
// Reading refuses what is not exactly that, with INPUTS_BAD_JSON or INPUT_NOT_CANONICAL and the
// place in the file; how many values a key wants is the verifier's question. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filecoin/porep_statement.h"

namespace cuzk::bench {

using filecoin::Fr;

// Of a file of public inputs: the 126 partitions of the largest statement have 3 MB.
inline constexpr uint64_t kInputsBytesMax = uint64_t{64} << 20;

std::vector<std::vector<Fr>> read_inputs(std::span<const uint8_t> bytes, std::string_view file);

std::string write_inputs(std::span<const std::vector<Fr>> partitions);

}  // namespace cuzk::bench
