// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes a C1 file in the wrapped form (porep.md 6), fields in the order and numbers in the
// form that the network's own software uses: a C1 file that it made is read and written again byte
// for byte. The parents of labelling and encoding proofs are columns' rows, repeated to 37, and
// come from there.
//
// Memory: inner text and result, about 38 and 51 MB for a 32 GiB sector.
#pragma once

#include <cstdint>
#include <string>

#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// Throws kNotSupported for a sector size without registered seal proof: the form has no name for
// it.
std::string write_c1(const SealCommitOne& c1, uint64_t sector_number);

}  // namespace cuzk::filecoin
