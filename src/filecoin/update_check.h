// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the records of a sector update fit together and belong to its three commitments
// (update.md UPD-35, UPD-42), before minutes of proving are spent on them: comm_r over comm_c and
// root, before and after; the apex of every partition under comm_d_new; every challenge at the node
// that comm_r_new gives, with its three paths from leaf to root; the new label as the old one plus
// data times rho. What passes satisfies the circuit, and verifies.
//
// Parallel over challenges. Cost: for a challenge of 32 GiB 20 Poseidon hashes of arity 8, three of
// arity 2 and 30 SHA-256 nodes, 1.5 ms of one core; 2 s for an update's 1,376.
#pragma once

#include <string>
#include <vector>

#include "filecoin/update_vanilla.h"

namespace cuzk::filecoin {

// All that does not fit, in the order of partitions and challenges; empty if all does.
// Requires: the shapes of the registered proof, as the reader and the generator make them.
std::vector<std::string> update_mismatches(const SectorUpdate& update);

// Throws kVanillaMismatch with the first few of them and the number of the others.
void check_statement(const SectorUpdate& update);

}  // namespace cuzk::filecoin
