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

#include "bench/gpu_micro.h"
#include "gpu/device.h"

namespace cuzk::bench {

// What was not asked for is empty.
struct MicroResults {
  gpu::DeviceInfo device;
  unsigned repeats = 0;
  MicroCopy device_copy;
  std::optional<MicroRate> multiplier;  // there if one of the next three is
  std::vector<MicroRate> arithmetic;
  std::vector<MicroTransform> transforms;
  std::vector<MicroMsm> sums;
  std::vector<MicroCopy> copies;
  std::optional<MicroSlabs> slabs;

  // False if a sum was wrong.
  bool are_right() const;
};

std::string micro_text(const MicroResults& results);
nlohmann::json micro_json(const MicroResults& results);

}  // namespace cuzk::bench
