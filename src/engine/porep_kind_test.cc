// SPDX-License-Identifier: MIT OR Apache-2.0
// PoRep as a kind, through the prover: names, shapes, refusals, and a real C1 file read and
// prepared. Proving is in circuit_prover_slow_test.cc.
#include "engine/porep_kind.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "engine/circuit_prover.h"
#include "filecoin/c1_test_files.h"

namespace cuzk::engine {
namespace {

using base::ErrorCode;

Request sample() {
  Request request;
  request.label = "porep-1000-1001";
  request.kind = find_proof_kind(1);
  request.sector_size = 2048;
  request.registered_proof = 5;
  request.vanilla_proofs = {filecoin::load_c1("2k-v1_1-a")};
  request.miner_id = 1000;
  request.sector_number = 1001;
  return request;
}

Prover on_the_host() { return circuit_prover({.parameters = testing::TempDir(), .devices = {{}}}); }

uint64_t decoded_bytes(const filecoin::SealCommitOne& c1) {
  const auto opening = [](const filecoin::Opening& o) {
    return o.siblings.size() * sizeof(field::Fr) + o.indices.size();
  };
  const auto column = [&](const filecoin::ColumnOpening& c) {
    return c.rows.size() * sizeof(field::Fr) + opening(c.path);
  };
  uint64_t sum = 0;
  for (const auto& partition : c1.partitions) {
    for (const filecoin::ChallengeProof& challenge : partition) {
      sum += sizeof(challenge) + opening(challenge.data) + opening(challenge.replica) +
             column(challenge.column);
      for (const auto& parent : challenge.drg_parents) sum += column(parent);
      for (const auto& parent : challenge.exp_parents) sum += column(parent);
    }
  }
  return sum;
}

ErrorCode refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const base::Error& error) {
    return error.code();
  }
  return ErrorCode::kInternal;
}

// daemon-reference.md 0, fact 3: the bytes that are reserved are those that are taken;
// daemon-reference.md 6.1, point 8: parameters are looked for under their published name.
TEST(PorepKind, ReadsAndPreparesWithinItsShape) {
  Prover prover = on_the_host();
  Request request = sample();
  JobShape shape = prover.describe(request);
  EXPECT_EQ(shape.circuit.circuit, "porep-2k");
  EXPECT_EQ(shape.partitions, 1u);
  EXPECT_EQ(shape.reading_bytes, 3 * request.bytes());
  EXPECT_GT(shape.circuit.circuit_bytes, uint64_t{4} * 32 << 22);  // four vectors of the domain
  Statement statement = prover.read(request);
  Prepared prepared = statement.prepare(0);
  const auto& assignment = std::get<r1cs::Assignment>(*prepared);
  EXPECT_LE((assignment.inputs.size() + assignment.wide.size()) * sizeof(field::Fr) +
                assignment.bits.size() / 8,
            shape.circuit.prepared_bytes);
  const uint64_t decoded = decoded_bytes(filecoin::read_text(request.vanilla_proofs[0]));
  EXPECT_GE(shape.circuit.statement_bytes, decoded);
  EXPECT_LE(shape.circuit.statement_bytes, 2 * decoded);
  EXPECT_EQ(prover.describe_circuit("porep-2k")->prepared_bytes, shape.circuit.prepared_bytes);
  EXPECT_FALSE(prover.describe_circuit("porep-3k"));
  try {
    prover.load("porep-2k");
    ADD_FAILURE() << "there are no parameters";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFileMissing);
    EXPECT_NE(error.text().find(
                  testing::TempDir() +
                  "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
                  "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f.params"),
              std::string::npos)
        << error.text();
  }
}

// daemon-reference.md 2.2 and 6.1, point 5: the number is no more than a hint.
TEST(PorepKind, TheFileSaysWhichProofItIs) {
  Prover prover = on_the_host();
  for (uint64_t number : {0, 5, 8, 10, 99}) {
    Request request = sample();
    request.registered_proof = number;
    EXPECT_EQ(prover.describe(request).circuit.circuit, "porep-2k");
    EXPECT_TRUE(prover.read(request).prepare(0)) << number;
  }
}

TEST(PorepKind, RefusesWhatItCannotProve) {
  Prover prover = on_the_host();
  const auto changed = [&](const std::function<void(Request&)>& change) {
    Request request = sample();
    change(request);
    return refusal([&] {
      prover.describe(request);
      prover.read(request);
    });
  };
  EXPECT_EQ(changed([](Request& r) {
              r.kind = &filecoin::proof_kind_of(filecoin::ParameterKind::kUpdatePoseidon);
            }),
            ErrorCode::kNotSupported);
  EXPECT_EQ(changed([](Request& r) { r.vanilla_proofs.clear(); }), ErrorCode::kBadArgument);
  EXPECT_EQ(changed([](Request& r) { r.sector_size = 2049; }), ErrorCode::kBadArgument);
  EXPECT_EQ(changed([](Request& r) { r.vanilla_proofs = {"{"}; }), ErrorCode::kC1Truncated);
  EXPECT_EQ(changed([](Request& r) { r.miner_id = 1; }), ErrorCode::kVanillaMismatch);
  EXPECT_EQ(changed([](Request& r) { r.registered_proof = 15; }), ErrorCode::kC1PartitionCount);
  EXPECT_EQ(refusal([] { circuit_prover({.devices = {{}, {}}}); }), ErrorCode::kBadArgument);
}

}  // namespace
}  // namespace cuzk::engine
