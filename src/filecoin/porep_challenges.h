// SPDX-License-Identifier: MIT OR Apache-2.0
// Which nodes a PoRep must open, by the three rules of porep.md 5.2. Interactive challenges
// hash the chain's seed (CHL-1); non-interactive ones hash comm_r, so that no seed is needed
// (CHL-2); synthetic ones are picked by the seed out of a fixed set that comm_r generates (CHL-3,
// CHL-4). All are uniform in 1 .. nodes - 1; a node may come twice.
//
// Pure functions, callable by any thread, about 1 us a challenge. They return challenges `first`,
// `first + 1`, ... of the whole sector: partition k with n challenges starts at n * k.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace cuzk::filecoin {

using base::Bytes32;

std::vector<uint64_t> interactive_challenges(uint64_t nodes, const Bytes32& replica_id,
                                             const Bytes32& seed, uint32_t first, uint32_t count);

std::vector<uint64_t> non_interactive_challenges(uint64_t nodes, const Bytes32& replica_id,
                                                 const Bytes32& comm_r, uint32_t first,
                                                 uint32_t count);

// The size of the synthetic set: 2^18, or all nodes of a small sector.
uint64_t synthetic_set_size(uint64_t nodes);

// Members of the synthetic set.
std::vector<uint64_t> synthetic_set(uint64_t nodes, const Bytes32& replica_id,
                                    const Bytes32& comm_r, uint32_t first, uint32_t count);

// The indices in the set that the seed selects. `set_size` is synthetic_set_size(nodes) except in
// tests.
std::vector<uint32_t> synthetic_selection(uint64_t set_size, const Bytes32& replica_id,
                                          const Bytes32& seed, uint32_t first, uint32_t count);

std::vector<uint64_t> synthetic_challenges(uint64_t nodes, const Bytes32& replica_id,
                                           const Bytes32& comm_r, const Bytes32& seed,
                                           uint32_t first, uint32_t count);

}  // namespace cuzk::filecoin
