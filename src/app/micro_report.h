// SPDX-License-Identifier: MIT OR Apache-2.0
// The report of `cuzk-bench micro`, as tables for people and as JSON for scripts.
//
// Rates are computed from the median; least and greatest time stand beside it, so that one sees
// whether a difference means anything. A share is a rate over its yardstick: the multiplier for
// arithmetic, the copy within the device for memory traffic. Beside the share of a transform or a
// sum stands nothing that was not measured or counted in the same run.
// Pure functions. JSON holds plain numbers: seconds, bytes, operations.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "groth16/gpu_micro.h"

namespace cuzk::app {

// What was not asked for is empty.
struct MicroResults {
  gpu::DeviceInfo device;
  unsigned repeats = 0;
  groth16::MicroCopy device_copy;
  std::optional<groth16::MicroRate> multiplier;  // there if one of the next three is
  std::vector<groth16::MicroRate> arithmetic;
  std::vector<groth16::MicroTransform> transforms;
  std::vector<groth16::MicroSum> sums;
  std::vector<groth16::MicroCopy> copies;

  // False if a sum was wrong.
  bool are_right() const;
};

std::string micro_text(const MicroResults& results);
nlohmann::json micro_json(const MicroResults& results);

}  // namespace cuzk::app
