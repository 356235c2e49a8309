// SPDX-License-Identifier: MIT OR Apache-2.0
// The control groups that this process is in (containers, systemd's slices and units), as folders
// whose files hold their limits: its own and all around it, since the limit of a group holds for
// all groups in it. Versions 1 and 2 of the interface are read; the caller knows which file of a
// group holds what.
// `root` stands for "/" and is another folder in tests. Cost: some small files; any thread may ask.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cuzk::cli {

// From the innermost to the outermost, for a controller as "memory" or "pids".
std::vector<std::filesystem::path> control_groups(const std::filesystem::path& root,
                                                  const std::string& controller);

// The number in a file of a group; nothing for "max" and for a file that is not there.
std::optional<uint64_t> group_number(const std::filesystem::path& group, const char* file);

}  // namespace cuzk::cli
