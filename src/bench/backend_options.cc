// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/backend_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/quantity.h"

namespace cuzk::bench {
uint64_t bytes_argument(std::string_view flag, std::string_view value) {
  const bool bare = !value.empty() && value.find_first_not_of("0123456789.") == value.npos;
  std::optional<uint64_t> bytes = cli::parse_bytes(value);
  if (bytes && (!bare || *bytes == 0)) return *bytes;
  throw base::Error(
      base::ErrorCode::kBadArgument,
      fmt::format("{}: expected a size with its unit, as 16GiB or 900MB, or 0, found '{}'", flag,
                  value));
}

void BackendOptions::add_to(CLI::App& command) {
  command.add_option("--backend", backend, "Where to compute: cpu or gpu")->capture_default_str();
  command.add_option("--gpu", device, "Number of the GPU, from 0")->capture_default_str();
  command
      .add_option("--vram-budget", vram_budget,
                  "Device memory that may be used, as 16GiB; 0: all that is free.\n"
                  "Where parameters do not fit they are streamed from host memory")
      ->capture_default_str();
}

engine::Backend BackendOptions::value() const {
  engine::Backend out;
  if (backend == "gpu") {
    out.kind = engine::BackendKind::kGpu;
  } else if (backend != "cpu") {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("--backend: expected cpu or gpu, found '{}'", backend));
  }
  out.device = device;
  out.vram_budget = bytes_argument("--vram-budget", vram_budget);
  return out;
}

std::unique_ptr<gpu::Device> BackendOptions::make_device() const {
  if (value().kind == engine::BackendKind::kCpu) return nullptr;
  return std::make_unique<gpu::Device>(device);
}

}  // namespace cuzk::bench
