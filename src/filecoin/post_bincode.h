// SPDX-License-Identifier: MIT OR Apache-2.0
// The record of one sector in a WindowPoSt or WinningPoSt, in bincode 1 (post.md POST-60 to
// POST-62). The registered proof of the request fixes every count in it and its length, which is
// looked at first. Bytes that follow a record are refused; the reference ignores them.
//
// Pure functions; one pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "filecoin/post_proof.h"
#include "filecoin/post_vanilla.h"

namespace cuzk::filecoin {

// POST-62.
uint64_t post_record_bytes(const PostProof& proof);

// Throws kRecordLength, kRecordCount, kRecordPathShape, kRecordPathIndex, kRecordNotCanonical.
// `label` says whose record it is.
PostRecord read_post_record(const PostProof& proof, std::span<const uint8_t> bytes,
                            std::string_view label);

// Requires: the record has the shape of the proof.
std::string write_post_record(const PostProof& proof, const PostRecord& record);

}  // namespace cuzk::filecoin
