// SPDX-License-Identifier: MIT OR Apache-2.0
// The flags that choose where proofs and parameters are computed, the same for every command:
// --backend, --gpu, --vram-budget.
// A budget is a number with a unit ("16GiB", "900 MB"), since a bare number leaves open what it
// counts; 0 stands for all that is free. Wrong values are kBadArgument with what is accepted;
// whether there is a device shows when it is used.
// One instance a command; it lives as long as the command's action.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/partition_prover.h"
#include "gpu/device.h"

namespace CLI {
class App;
}

namespace cuzk::bench {

struct BackendOptions {
  std::string backend = "cpu";
  int device = 0;
  std::string vram_budget = "0";

  void add_to(CLI::App& command);
  engine::Backend value() const;
  // The device for work that uses one, null for the CPU. Throws kGpuNotFound.
  std::unique_ptr<gpu::Device> make_device() const;
};

// "16GiB", "1.5 GB", "0".
uint64_t bytes_argument(std::string_view flag, std::string_view value);

}  // namespace cuzk::bench
