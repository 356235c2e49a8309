// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_statement.h"

#include "base/check.h"
#include "filecoin/porep_challenges.h"
#include "filecoin/porep_graph.h"
#include "filecoin/sha256_fr.h"

namespace cuzk::filecoin {

PorepStatement porep_statement(const SealProof& proof, const Fr& replica_id, const Fr& comm_d,
                               const Fr& comm_r, const Bytes32& seed) {
  return {proof.sector, proof.api, proof.feature, porep_id(proof),
          replica_id,   comm_d,    comm_r,        seed};
}

Bytes32 prover_id(uint64_t miner) {
  Bytes32 id{};
  size_t length = 0;
  for (; miner >= 0x80; miner >>= 7) id[length++] = static_cast<uint8_t>(miner | 0x80);
  id[length] = static_cast<uint8_t>(miner);
  return id;
}

Fr replica_id(const Bytes32& prover, uint64_t sector_number, const Bytes32& ticket,
              const Fr& comm_d, const Bytes32& porep_id) {
  std::vector<uint8_t> message(prover.begin(), prover.end());
  auto append = [&](const auto& bytes) {
    message.insert(message.end(), bytes.begin(), bytes.end());
  };
  std::array<uint8_t, 8> number;
  base::store_be(number.data(), sector_number);
  append(number);
  append(ticket);
  append(comm_d.to_bytes_le());
  append(porep_id);
  return sha256_fr(message);
}

unsigned partition_count(const PorepStatement& statement) {
  return partition_count(*statement.sector, statement.feature);
}

std::vector<uint64_t> challenges(const PorepStatement& statement, unsigned k) {
  base::check(k < partition_count(statement), "partition of the statement");
  const uint64_t nodes = statement.sector->nodes;
  const uint32_t count = statement.sector->challenges;
  const uint32_t first = count * k;
  const Bytes32 id = statement.replica_id.to_bytes_le();
  const Bytes32 comm_r = statement.comm_r.to_bytes_le();
  switch (statement.feature) {
    case Feature::kNonInteractive:
      return non_interactive_challenges(nodes, id, comm_r, first, count);
    case Feature::kSynthetic:
      return synthetic_challenges(nodes, id, comm_r, statement.seed, first, count);
    case Feature::kNone: break;
  }
  return interactive_challenges(nodes, id, statement.seed, first, count);
}

std::vector<Fr> public_inputs(const PorepStatement& statement, unsigned k) {
  return public_inputs(statement, challenges(statement, k));
}

std::vector<Fr> public_inputs(const PorepStatement& statement,
                              std::span<const uint64_t> challenges) {
  const Graph graph(statement.porep_id, statement.sector->nodes, statement.api);
  std::vector<Fr> inputs = {statement.replica_id, statement.comm_d, statement.comm_r};
  for (uint64_t challenge : challenges) {
    const Fr node = Fr::from_u64(challenge);
    inputs.push_back(node);  // index in tree D
    for (uint64_t parent : graph.base_parents(challenge)) inputs.push_back(Fr::from_u64(parent));
    for (uint64_t parent : graph.expander_parents(challenge)) {
      inputs.push_back(Fr::from_u64(parent));
    }
    inputs.push_back(node);  // the challenge itself, for the labels
    inputs.push_back(node);  // index in tree R
    inputs.push_back(node);  // index in tree C
  }
  return inputs;
}

}  // namespace cuzk::filecoin
