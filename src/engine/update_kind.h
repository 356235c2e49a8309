// SPDX-License-Identifier: MIT OR Apache-2.0
// The sector update (SnapDeals) for the engine (kind.h): a circuit for each registered update
// proof, and the records of a request as a checked case.
//
// The registered proof says the sector size. A request may leave the size out: the proof share
// client of Curio does (daemon-reference.md 2.2). Where it is stated it must be the proof's.
// Miner, sector number and randomness have no part in the statement (UPD-22).
//
// There is no program for a device yet: assignments are made on the host, a quarter of a second of
// one core for a 32 GiB partition, and copied.
#pragma once

#include <memory>

#include "engine/kind.h"
#include "filecoin/update_vanilla.h"

namespace cuzk::engine {

Kind update_kind();

// Checks the statement, once: throws kVanillaMismatch.
CheckedCase update_case(std::shared_ptr<const filecoin::SectorUpdate> update);

}  // namespace cuzk::engine
