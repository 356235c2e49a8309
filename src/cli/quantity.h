// SPDX-License-Identifier: MIT OR Apache-2.0
// Sizes and times as people write them: a number, a point allowed, and a unit ("1.5GiB", "900 MB",
// "1TiB"; "5m", "1h", "250ms"). A bare number counts bytes or seconds. Units are matched exactly,
// because GB and GiB, m and M are different things.
// Absent for anything else, also for negative numbers and for what does not fit: the caller says
// which setting it was and what it expects. Pure functions.
//
// CLI11's AsSizeValue is not used: it takes no fractions and no times, ignores case (mb for MB),
// and knows nothing of the configuration file, where the same spellings hold.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuzk::cli {

inline constexpr const char* kBytesExample = "a size as 64GiB, 1.5TiB or 900MB";
inline constexpr const char* kTimeExample = "a time as 90s, 5m or 1h";

std::optional<uint64_t> parse_bytes(std::string_view text);
std::optional<std::chrono::nanoseconds> parse_time(std::string_view text);

// What these functions read back as the same value, in the largest unit without a fraction.
std::string bytes_setting(uint64_t bytes);
std::string time_setting(std::chrono::nanoseconds time);

}  // namespace cuzk::cli
