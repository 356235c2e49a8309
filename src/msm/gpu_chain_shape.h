// SPDX-License-Identifier: MIT OR Apache-2.0
// How a level's groups are dealt out to lanes (gpu_chains.cuh): a tile is a warp's share, a chain a
// lane's share of it.
//
// Apart from the kernels, because the sizes of their memory follow from it and are computed on the
// host, also in builds without CUDA. The length of a chain follows the number of groups, which only
// the device knows; the host knows bounds. For host and device alike; costs a few divisions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/host_device.h"
#include "msm/gpu_tuning.h"

namespace cuzk::msm {

constexpr unsigned kWarp = 32;

// How many groups a lane handles, and how many tiles there are.
struct Chains {
  uint64_t groups;
  uint32_t length;
  uint64_t tiles;

  CUZK_HOST_DEVICE static Chains of(uint64_t groups) {
    uint64_t length = (groups + kLanesWanted - 1) / kLanesWanted;
    length = length < 1 ? 1 : length > kChainMax ? kChainMax : length;
    return {groups, static_cast<uint32_t>(length),
            (groups + kWarp * length - 1) / (kWarp * length)};
  }
  // The most tiles for any number of groups up to this.
  static uint64_t tiles_max(uint64_t groups) {
    return std::max(std::min((groups + kWarp - 1) / kWarp, uint64_t{kLanesWanted / kWarp} + 1),
                    Chains::of(groups).tiles);
  }
};

}  // namespace cuzk::msm
