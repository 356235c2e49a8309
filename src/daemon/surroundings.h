// SPDX-License-Identifier: MIT OR Apache-2.0
// What the daemon finds around it besides limits: folders and what killed programs have left there,
// GPUs and who else uses them, addresses and who holds them. Start and `cuzk doctor` look by the
// same functions (finding.h); only addresses are doctor's alone, since the start takes them.
//
// Nothing here throws and nothing is changed: what is missing may still come.
#pragma once

#include <string>
#include <vector>

#include "daemon/config.h"
#include "daemon/finding.h"
#include "daemon/folders.h"

namespace cuzk::daemon {

Findings look_at_folders(const Folders& folders, const engine::Kinds& kinds);

// Where proofs are made, and why not on GPUs if these were not there. `visible` is the value of
// CUDA_VISIBLE_DEVICES, or null.
Findings look_at_backend(const DaemonConfig& config, const char* visible);
// Each GPU that would be used, with its name, UUID, PCI address and free memory.
Findings look_at_devices(const DaemonConfig& config);
// Who else has the device open; nothing if nobody.
Findings look_at_device_users(const std::string& device, const std::vector<std::string>& users);

// Whether the addresses of gRPC and HTTP can be had, else who has them. Takes each for a moment.
Findings look_at_addresses(const DaemonConfig& config);

}  // namespace cuzk::daemon
