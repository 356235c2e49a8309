// SPDX-License-Identifier: MIT OR Apache-2.0
// Which other processes use a GPU. Whoever computes on one has its device file open
// (/dev/nvidia0); the driver says which file belongs to which PCI address. So no library of the
// driver's tools is needed, which many containers lack. What is seen is what /proc shows: a process
// of another user is hidden from an ordinary one, and one outside the container always.
// `root` stands for "/" and is another folder in tests. Cost: a walk over /proc. Any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cuzk::daemon {

// "process 812 (python3)", in the order of their numbers, without this process. `pci_address` as
// gpu::DeviceInfo has it.
std::vector<std::string> device_users(const std::string& pci_address,
                                      const std::filesystem::path& root = "/");

}  // namespace cuzk::daemon
