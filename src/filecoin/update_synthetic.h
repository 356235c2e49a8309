// SPDX-License-Identifier: MIT OR Apache-2.0
// A sector update that was never made, whose proof is valid all the same (update.md UPD-91): old
// labels and data depend on the top and the lowest bits of a node's index only, so all three trees
// are hashed by runs (structured_tree.h), and challenges, which depend on every new label, can be
// answered. Nothing in circuit or verification can tell it from a real update.
//
// For tests, benchmarks and the demo. The same arguments always make the same update. Cost: for 32
// GiB 13,400 hashes of arity 8 and 40,000 of SHA-256, half a second of two cores, some 10 MB.
#pragma once

#include <cstdint>

#include "filecoin/structured_tree.h"
#include "filecoin/update_vanilla.h"

namespace cuzk::filecoin {

// By the top h bits of a node's index (update_h) and its three lowest. The two top bits of data are
// clear, as those of a sector's are.
struct UpdateContents {
  field::Fr comm_c;
  StructuredTree::Leaf old_label, data;
};

// Without a registered proof: of any shape that tests have.
SectorUpdate make_update(const UpdateShape& shape, const UpdateContents& contents);

// With pseudo-random contents.
SectorUpdate make_synthetic_update(const UpdateProof& proof, uint64_t seed);

}  // namespace cuzk::filecoin
