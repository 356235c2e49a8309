// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/quantity.h"

#include <fmt/format.h>

#include <charconv>
#include <span>

namespace cuzk::cli {
namespace {

struct Unit {
  std::string_view name;
  double size;
};

// The first one counts bare numbers.
constexpr Unit kByteUnits[] = {{"B", 1},        {"KiB", 0x1p10}, {"MiB", 0x1p20},
                               {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"KB", 1e3},
                               {"MB", 1e6},     {"GB", 1e9},     {"TB", 1e12}};
constexpr Unit kTimeUnits[] = {{"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}, {"d", 86400}};

constexpr double kBytesMax = 0x1p60;
constexpr double kSecondsMax = 1e9;  // thirty years

std::optional<double> parse(std::string_view text, std::span<const Unit> units) {
  double number = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !(number >= 0)) return std::nullopt;
  std::string_view name(end, static_cast<size_t>(text.data() + text.size() - end));
  while (name.starts_with(' ')) name.remove_prefix(1);
  if (name.empty()) return number * units.front().size;
  for (const Unit& unit : units) {
    if (name == unit.name) return number * unit.size;
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint64_t> parse_bytes(std::string_view text) {
  std::optional<double> bytes = parse(text, kByteUnits);
  if (!bytes || *bytes > kBytesMax) return std::nullopt;
  return static_cast<uint64_t>(*bytes);
}

std::optional<std::chrono::nanoseconds> parse_time(std::string_view text) {
  std::optional<double> seconds = parse(text, kTimeUnits);
  if (!seconds || *seconds > kSecondsMax) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(*seconds));
}

std::string bytes_setting(uint64_t bytes) {
  static constexpr const char* kNames[] = {"", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (bytes > 0 && bytes % 1024 == 0 && unit + 1 < std::size(kNames)) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", bytes, kNames[unit]);
}

std::string time_setting(std::chrono::nanoseconds time) {
  using namespace std::chrono;
  const auto ms = duration_cast<milliseconds>(time).count();
  if (ms % 3'600'000 == 0 && ms > 0) return fmt::format("{}h", ms / 3'600'000);
  if (ms % 60'000 == 0 && ms > 0) return fmt::format("{}m", ms / 60'000);
  if (ms % 1000 == 0) return fmt::format("{}s", ms / 1000);
  return fmt::format("{}ms", ms);
}

}  // namespace cuzk::cli
