// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/request.h"

#include <array>

#include "base/bytes.h"
#include "base/digest.h"

namespace cuzk::engine {
namespace {

void add(base::Digest& digest, uint64_t number) {
  std::array<uint8_t, 8> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(number >> (8 * i));
  digest.update(bytes);
}

// With its length before it, so that no two requests are the same text.
void add(base::Digest& digest, const std::string& text) {
  add(digest, text.size());
  digest.update(text);
}

}  // namespace

uint64_t Request::bytes() const {
  uint64_t sum = 0;
  for (const std::string& proof : vanilla_proofs) sum += proof.size();
  return sum;
}

Request copy_of(const Request& request) {
  Request out;
  out.label = request.label;
  out.kind = request.kind;
  out.sector_size = request.sector_size;
  out.registered_proof = request.registered_proof;
  out.vanilla_proofs = request.vanilla_proofs;
  out.sector_number = request.sector_number;
  out.miner_id = request.miner_id;
  out.partition_index = request.partition_index;
  out.checked = request.checked;
  out.randomness = request.randomness;
  out.comm_r_old = request.comm_r_old;
  out.comm_r_new = request.comm_r_new;
  out.comm_d_new = request.comm_d_new;
  out.priority = request.priority;
  out.time_limit = request.time_limit;
  return out;
}

std::string job_name(const Request& request) {
  base::Digest digest = base::Digest::sha256();
  for (uint64_t number :
       {uint64_t{request.kind->number}, request.sector_size, request.registered_proof,
        request.sector_number, request.miner_id, uint64_t{request.partition_index},
        uint64_t{request.vanilla_proofs.size()}}) {
    add(digest, number);
  }
  for (const std::string& proof : request.vanilla_proofs) add(digest, proof);
  for (const std::string* text :
       {&request.randomness, &request.comm_r_old, &request.comm_r_new, &request.comm_d_new}) {
    add(digest, *text);
  }
  return base::to_hex(digest.value());
}

}  // namespace cuzk::engine
