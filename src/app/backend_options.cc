// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/backend_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>

#include "base/error.h"

namespace cuzk::app {
namespace {

struct Unit {
  std::string_view name;
  double bytes;
};

constexpr std::array<Unit, 7> kUnits = {{{"B", 1},
                                         {"KiB", 0x1p10},
                                         {"MiB", 0x1p20},
                                         {"GiB", 0x1p30},
                                         {"KB", 1e3},
                                         {"MB", 1e6},
                                         {"GB", 1e9}}};

}  // namespace

uint64_t bytes_argument(std::string_view flag, std::string_view value) {
  double number = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  std::string_view unit(end, static_cast<size_t>(value.data() + value.size() - end));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (error == std::errc() && number >= 0 && number < 1e9) {
    if (number == 0 && unit.empty()) return 0;
    for (const Unit& known : kUnits) {
      if (unit == known.name) return static_cast<uint64_t>(number * known.bytes);
    }
  }
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

}  // namespace cuzk::app
