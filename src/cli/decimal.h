// SPDX-License-Identifier: MIT OR Apache-2.0
// Whole numbers on the command line, read strictly: decimal digits, no sign, no leading zero, at
// most 64 bits. The parser of flags alone would take -1 for 2^64 - 1, 01000 for 512 and cut off
// what does not fit.
//
// `require_decimal` is applied once to a program's complete command line and holds for every option
// whose value is an integer, in lists too. An actor id is written as a number or as the address
// that holds it, f01000 or t01000; other addresses stand for keys and contracts, and only the chain
// knows their id. Pure functions.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cuzk::cli {

std::optional<uint64_t> parse_decimal(std::string_view text);

// For all options of this command and of those below it.
void require_decimal(CLI::App& command);

// For an option that takes an actor id: turns f01000 into 1000.
CLI::Validator actor_id();

}  // namespace cuzk::cli
