// SPDX-License-Identifier: MIT OR Apache-2.0
// What follows from the three commitments of a sector update alone: the challenges of each
// partition, phi and rho of the encoding, and the public inputs (update.md 2 and 3). A verifier
// needs nothing else.
//
// There is no randomness from outside: comm_r_new is the seed of the challenges, so they are known
// only when the whole new replica is (UPD-90).
// Pure functions, callable by any thread; a challenge costs a ninth of a hash of arity 2 at 32 GiB.
#pragma once

#include <cstdint>
#include <vector>

#include "field/fr.h"
#include "filecoin/update_vanilla.h"

namespace cuzk::filecoin {

// G of UPD-10: Poseidon of two values with the tag for randomness.
field::Fr randomness_hash(const field::Fr& x, const field::Fr& y);

// UPD-11.
field::Fr update_phi(const UpdateCommitments& commitments);

// UPD-12, for the top h bits of a node's index.
field::Fr update_rho(const field::Fr& phi, uint64_t high_bits);

// How many top bits those are: the network's h (UPD-3).
unsigned update_h(unsigned log_nodes);

// UPD-16, of partition k.
std::vector<uint64_t> update_challenges(const UpdateShape& shape, const field::Fr& comm_r_new,
                                        unsigned k);

// Of partition k without ONE (UPD-20, UPD-21).
std::vector<field::Fr> public_inputs(const UpdateShape& shape, const UpdateCommitments& commitments,
                                     unsigned k);

}  // namespace cuzk::filecoin
