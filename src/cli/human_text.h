// SPDX-License-Identifier: MIT OR Apache-2.0
// Numbers as people read them in reports and progress lines.
// Bytes have binary units and as many digits as fit a narrow column ("1.04 GiB"), counts have
// separators ("2,687,921"), seconds one decimal place and no minutes, since reports are compared
// and calculated with. JSON reports never use these: they hold plain numbers.
// Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace cuzk::cli {

std::string bytes_text(uint64_t bytes);
std::string count_text(uint64_t count);
std::string seconds_text(double seconds);

}  // namespace cuzk::cli
