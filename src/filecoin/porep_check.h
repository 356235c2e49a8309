// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the values of a vanilla proof fit together and belong to its statement (porep.md SYN-7),
// before minutes of proving are spent on them: comm_r over comm_c and comm_r_last; all proofs under
// the same three roots; challenges and parents as the seed and the graph want them; every path from
// its leaf at its node to its root; columns, labels and the replica's leaf. What passes satisfies
// the circuit, and verifies if identity and chain data are the right ones.
//
// Parallel over challenges. Cost: for a challenge of 32 GiB 160 Poseidon hashes of arity 8 and 15
// of arity 11, 280 SHA-256 blocks: about 14 ms of one core, 2.5 s for a sector.
#pragma once

#include <cstdint>

#include "filecoin/porep_statement.h"
#include "filecoin/porep_vanilla.h"

namespace cuzk::filecoin {

// The identity that the chain verifies against: with it, replica_id is recomputed too (FMT-8).
struct StatementIdentity {
  uint64_t miner;
  uint64_t sector_number;
};

// Throws kVanillaMismatch, for the first partition and challenge that do not fit.
// Requires: the shape of the sector table, as the reader and the generator make it.
void check_statement(const SealCommitOne& c1, const StatementIdentity* identity = nullptr);

// What a verifier derives the public inputs from: with the replica of the identity, or, if nobody
// is named, with the one that the file states.
PorepStatement statement_of(const SealCommitOne& c1, const StatementIdentity* identity);

}  // namespace cuzk::filecoin
