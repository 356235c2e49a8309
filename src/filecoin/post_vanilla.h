// SPDX-License-Identifier: MIT OR Apache-2.0
// The vanilla proof of a WindowPoSt partition or a WinningPoSt as plain values: a record for each
// sector with its challenged leaves opened in tree R (post.md POST-60).
//
// Filled by the reader of the records (post_bincode.h) or by synthetic sectors; shapes follow the
// sector table (POST-2): the reader and the generator guarantee them, nobody below checks them
// again.
#pragma once

#include <cstdint>
#include <vector>

#include "field/fr.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

struct PostRecord {
  uint64_t sector_number = 0;
  field::Fr comm_r{}, comm_c{}, comm_r_last{};
  // One a challenge, in order; the root is what the record states.
  std::vector<Opening> openings;
};

}  // namespace cuzk::filecoin
