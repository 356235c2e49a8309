// SPDX-License-Identifier: MIT OR Apache-2.0
// Values for tests that compare two ways to make a PoRep witness: the partitions of the sealed
// sectors in tests/vectors, of made-up ones, and of made-up ones that were altered so that they do
// not satisfy the circuit, with the extremes of the field among them.
// Each is handed to `f` with its shape; what `f` expects must not depend on honest values.
// Used by tests only.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "filecoin/c1_test_files.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/porep_synthetic.h"

namespace cuzk::filecoin {

using UsePartition = std::function<void(const PorepShape&, const PorepValues&)>;

inline void for_each_partition(const SealCommitOne& sector, const UsePartition& f) {
  PorepShape shape = porep_shape(*sector.proof->sector);
  for (size_t k = 0; k < sector.partitions.size(); ++k) {
    SCOPED_TRACE("partition " + std::to_string(k));
    f(shape, porep_values(sector, k));
  }
}

inline void for_each_sealed_partition(const UsePartition& f) {
  for (const char* name : kC1Cases) {
    SCOPED_TRACE(name);
    for_each_partition(read_text(load_c1(name)), f);
  }
}

inline SealCommitOne synthetic_sector(std::string_view size, uint64_t seed) {
  static std::map<std::string, SealProof, std::less<>> proofs;  // to which the sectors refer
  SealProof proof{5, "any", find_sector(size), ApiVersion::k1_1_0, Feature::kNone};
  const SealProof& kept = proofs.emplace(size, proof).first->second;
  return make_synthetic_porep(kept, 1000 + seed, 3, seed);
}

inline void for_each_synthetic_partition(std::string_view size, uint64_t seed,
                                         const UsePartition& f) {
  for_each_partition(synthetic_sector(size, seed), f);
}

inline void for_each_altered_sector(std::string_view size, const UsePartition& f) {
  const SealCommitOne honest = synthetic_sector(size, 7);
  const Fr largest = -field::Fr::one();
  auto altered = [&](const char* what, auto alter) {
    SCOPED_TRACE(what);
    SealCommitOne sector = honest;
    for (ChallengeProof& proof : sector.partitions[0]) alter(proof);
    f(porep_shape(*sector.proof->sector), porep_values(sector, 0));
  };
  auto fill = [](ChallengeProof& proof, const Fr& value) {
    auto path = [&](Opening& opening) {
      opening.leaf = value;
      for (Fr& sibling : opening.siblings) sibling = value;
    };
    auto column = [&](ColumnOpening& opening) {
      for (Fr& row : opening.rows) row = value;
      path(opening.path);
    };
    path(proof.data), path(proof.replica), column(proof.column);
    for (ColumnOpening& parent : proof.drg_parents) column(parent);
    for (ColumnOpening& parent : proof.exp_parents) column(parent);
  };
  altered("zeros", [&](ChallengeProof& proof) { fill(proof, Fr::zero()); });
  altered("r - 1", [&](ChallengeProof& proof) { fill(proof, largest); });
  altered("own labels", [&](ChallengeProof& proof) {
    for (Fr& row : proof.column.rows) row += Fr::one();
  });
  altered("leaf", [&](ChallengeProof& proof) { proof.data.leaf += Fr::one(); });
  altered("node", [&](ChallengeProof& proof) { proof.node = ~proof.node; });
  altered("indices", [&](ChallengeProof& proof) {
    for (uint8_t& index : proof.data.indices) index ^= 1;
    for (uint8_t& index : proof.replica.indices) index = 0;
    for (uint8_t& index : proof.column.path.indices) index ^= 1;
    for (uint8_t& index : proof.exp_parents[3].path.indices) index = 0xff;
  });
  altered("rows", [&](ChallengeProof& proof) {
    proof.drg_parents[5].rows[0] = largest;
    proof.exp_parents[7].rows[0] = Fr::zero();
  });
  SealCommitOne roots = honest;
  roots.replica_id = largest;
  roots.comm_r = Fr::zero();
  roots.comm_d += Fr::one();
  for_each_partition(roots, f);
}

}  // namespace cuzk::filecoin
