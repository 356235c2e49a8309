// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: requests for the proof of a sector update, among them the real 2 KiB case of
// tests/vectors/reference/update.
//
// Commitments are the raw bytes of the digests, as on the wire (update.md UPD-40); miner and sector
// are of no use for the proof and are set as a client sets them.
#pragma once

#include <string>

#include "engine/request.h"
#include "filecoin/update_circuit_testing.h"

namespace cuzk::engine {

inline std::string raw(const field::Fr& value) {
  const base::Bytes32 bytes = value.to_bytes_le();
  return {bytes.begin(), bytes.end()};
}

// Without size, proof and records.
inline Request update_request(const filecoin::UpdateCommitments& commitments) {
  Request request;
  request.label = "snap-1000-7";
  request.kind = &filecoin::proof_kind_of(filecoin::ParameterKind::kUpdate);
  request.miner_id = 1000;
  request.sector_number = 7;
  request.comm_r_old = raw(commitments.comm_r_old);
  request.comm_r_new = raw(commitments.comm_r_new);
  request.comm_d_new = raw(commitments.comm_d_new);
  return request;
}

inline Request real_update_request() {
  Request request = update_request(filecoin::real_update().commitments);
  request.sector_size = 2048;
  request.registered_proof = 0;
  request.vanilla_proofs = filecoin::load_real_update().records;
  return request;
}

}  // namespace cuzk::engine
