// SPDX-License-Identifier: MIT OR Apache-2.0
// The records of a sector update, one for each partition, in bincode 1 (update.md UPD-50): integers
// of fixed width, little-endian; lists begin with a count of 64 bits; 32-byte values stand as they
// are. A record says neither its size nor its partition; the registered proof of the request fixes
// both, and with them every count in it and its length.
//
// The reader takes the exact bytes that the writer makes and no others: a wrong length, count, path
// shape or index, and a value that is no field element, are refused with the field, what was
// expected and what was found. So hostile bytes cost no more than a right record. Pure functions;
// one pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "filecoin/update_vanilla.h"

namespace cuzk::filecoin {

// UPD-51.
uint64_t update_record_bytes(const UpdateShape& shape);

// Throws kRecordLength, kRecordCount, kRecordPathShape, kRecordPathIndex, kRecordNotCanonical.
// `label` says whose record it is.
UpdatePartition read_update_record(const UpdateShape& shape, std::span<const uint8_t> bytes,
                                   std::string_view label);

// Requires: the partition has the shape.
std::string write_update_record(const UpdateShape& shape, const UpdatePartition& partition);

// A request for the proof of an update, as a caller sends it (UPD-40).
struct UpdateBytes {
  uint64_t registered_proof = 0;
  std::span<const std::string> records;
  std::string_view comm_r_old, comm_r_new, comm_d_new;
};

// What shows without reading a record: proof, number and lengths of the records, commitments.
// Throws kBadArgument, kRecordCount, kRecordLength, kCommitmentLength, kCommitmentNotCanonical.
// Costs nothing.
const UpdateProof& check_update_bytes(const UpdateBytes& bytes, std::string_view label);

// Reads the records in parallel. Throws what check_update_bytes and read_update_record throw.
SectorUpdate read_update(const UpdateBytes& bytes, std::string_view label);

}  // namespace cuzk::filecoin
