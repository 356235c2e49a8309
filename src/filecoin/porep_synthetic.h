// SPDX-License-Identifier: MIT OR Apache-2.0
// A sector that satisfies every rule of an interactive PoRep without having been sealed (porep.md
// 5.5): periodic data, challenges from a made-up seed, pseudo-random labels where no
// challenge looks, computed labels where one does, and sparse trees over both. Challenges depend on
// replica_id and seed only, so comm_r may be made last. Nothing in circuit or verification can tell
// it from a real sector; it proves nothing about storage.
//
// For tests, benchmarks and the demo. The same arguments always make the same sector. Cost: for 64
// GiB about 2,900 columns and 30,000 hashes of arity 8, a second or two of two cores, some 20 MB.
#pragma once

#include <cstdint>

#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// The result refers to `proof`. It may name any of the ten sector sizes. Throws kNotSupported for
// the synthetic and non-interactive features, whose challenges depend on comm_r (SYN-6).
SealCommitOne make_synthetic_porep(const SealProof& proof, uint64_t miner, uint64_t sector_number,
                                   uint64_t seed);

}  // namespace cuzk::filecoin
