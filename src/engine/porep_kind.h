// SPDX-License-Identifier: MIT OR Apache-2.0
// PoRep for the engine (kind.h): a circuit for each sector size, and a C1 file as a checked case.
//
// The file decides which seal proof it is; the number in a request only tells how many partitions
// to expect (daemon-reference.md 2.2). What is read keeps the decoded vanilla proofs, which
// `statement_bytes` covers; a C1 file takes about three times its bytes while it is parsed.
//
// A device makes the witness from packed values by running the circuit definition in regions
// (filecoin/porep_gpu_witness.h). Packing takes a millisecond of one core; writing an assignment on
// the host 0.5 s at 32 GiB.
#pragma once

#include <memory>

#include "engine/kind.h"
#include "filecoin/porep_check.h"

namespace cuzk::engine {

Kind porep_kind();

// Checks the statement, once: throws kVanillaMismatch. With an identity the replica id is
// recomputed from it. For callers that have a parsed C1 file.
CheckedCase porep_case(std::shared_ptr<const filecoin::SealCommitOne> c1,
                       const filecoin::StatementIdentity* identity);

}  // namespace cuzk::engine
