// SPDX-License-Identifier: MIT OR Apache-2.0
// What a PoRep claims, and the public inputs that follow from the claim alone: replica id,
// commitments, and for every challenge its node, its fourteen parents and the indices of the three
// openings (porep.md VAN-1, VAN-2, SC-14, FMT-12). A verifier computes them from the statement and
// so ties the proof to the graph; a prover compares them with the vanilla proof before it starts.
//
// The statement is a plain value. It names a sector and a version instead of a registered proof,
// because PoRep ids outside the register occur in test data. Pure functions, callable by any
// thread; the inputs of a 32 GiB partition cost about 1 ms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/seal_proof.h"

namespace cuzk::filecoin {

using field::Fr;

struct PorepStatement {
  const Sector* sector;
  ApiVersion api;
  Feature feature;
  Bytes32 porep_id;
  Fr replica_id;
  Fr comm_d;
  Fr comm_r;
  Bytes32 seed;  // unused by non-interactive challenges
};

PorepStatement porep_statement(const SealProof& proof, const Fr& replica_id, const Fr& comm_d,
                               const Fr& comm_r, const Bytes32& seed);

// VAN-2: unsigned LEB128 of the actor id, zero padded.
Bytes32 prover_id(uint64_t miner);

// VAN-1.
Fr replica_id(const Bytes32& prover, uint64_t sector_number, const Bytes32& ticket,
              const Fr& comm_d, const Bytes32& porep_id);

unsigned partition_count(const PorepStatement& statement);

// The challenges of partition `k`, by the rule of the statement's feature (CHL-1 to CHL-4).
std::vector<uint64_t> challenges(const PorepStatement& statement, unsigned k);

// The public inputs of partition `k` in circuit order, without the leading ONE: 3 + 18 for each
// challenge.
std::vector<Fr> public_inputs(const PorepStatement& statement, unsigned k);

// The same for given challenges.
std::vector<Fr> public_inputs(const PorepStatement& statement,
                              std::span<const uint64_t> challenges);

}  // namespace cuzk::filecoin
