// SPDX-License-Identifier: MIT OR Apache-2.0
// What the system lets this process have: limits of the process (getrlimit), of its user and of the
// control groups around it, and what of the machine the programs depend on. One place for the start
// and for `cuzk doctor`, so that both say the same about the same machine.
//
// Limits that others share (threads of a user, of a group) count as what is left of them. The limit
// of a user's threads does not hold for the superuser. Limits are told with what they cost here;
// one that is not there is absent. Too little for a start is kError: what the start then throws
// comes from require_threads, raise_descriptor_limit and require_address_space.
// `root` stands for "/" and is another folder in tests. Cost: a walk over the user's processes if
// there is a limit for them, else some small files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/host_memory.h"
#include "daemon/finding.h"
#include "service/descriptors.h"

namespace cuzk::daemon {

struct Limits {
  service::DescriptorLimit descriptors;
  std::optional<uint64_t> user_threads, group_threads;  // that may still be made
  std::optional<uint64_t> locked_bytes, address_bytes, file_bytes;
  cli::HostMemory memory;
  std::string glibc;
  unsigned processor_level = 0;  // of x86-64
  bool adx = false;
};
Limits limits_of_process(const std::filesystem::path& root = "/");

struct Needs {
  uint64_t threads = 0, waiting_calls = 0;
  uint64_t budget_bytes = 0, request_bytes = 0;  // of the host, of these for requests
};
Findings look_at_limits(const Limits& limits, const Needs& needs);

// Throws kResourceExhausted if the budget is more than all addresses that the process may use.
void require_address_space(const Limits& limits, uint64_t budget_bytes);

}  // namespace cuzk::daemon
