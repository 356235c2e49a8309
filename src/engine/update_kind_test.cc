// SPDX-License-Identifier: MIT OR Apache-2.0
// The sector update as a kind, through the prover: names, shapes, refusals, and a real record read
// and prepared. Proving is in update_kind_slow_test.cc.
#include "engine/update_kind.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "engine/circuit_prover.h"
#include "engine/real_update_testing.h"
#include "filecoin/update_synthetic.h"

namespace cuzk::engine {
namespace {

using base::ErrorCode;

Prover on_the_host() { return circuit_prover({.parameters = testing::TempDir(), .devices = {{}}}); }

uint64_t decoded_bytes(const filecoin::SectorUpdate& update) {
  const auto opening = [](const filecoin::Opening& o) {
    return o.siblings.size() * sizeof(field::Fr) + o.indices.size();
  };
  uint64_t sum = 0;
  for (const filecoin::UpdatePartition& partition : update.partitions) {
    sum += sizeof(partition) + partition.apex_leaves.size() * sizeof(field::Fr);
    for (const filecoin::UpdateChallenge& challenge : partition.challenges) {
      sum += sizeof(challenge) + opening(challenge.old_replica) + opening(challenge.data) +
             opening(challenge.new_replica);
    }
  }
  return sum;
}

// A request for a synthetic update, as its client would send it.
Request synthetic_request(unsigned registered_proof) {
  const filecoin::UpdateProof& proof = *filecoin::find_update_proof(registered_proof);
  const filecoin::SectorUpdate update = filecoin::make_synthetic_update(proof, 1);
  Request request = update_request(update.commitments);
  request.sector_size = proof.sector().bytes;
  request.registered_proof = registered_proof;
  for (const filecoin::UpdatePartition& partition : update.partitions) {
    request.vanilla_proofs.push_back(
        filecoin::write_update_record(filecoin::update_shape(proof), partition));
  }
  return request;
}

TEST(UpdateKind, ReadsAndPreparesWithinItsShape) {
  Prover prover = on_the_host();
  const Request request = real_update_request();
  const JobShape shape = prover.describe(request);
  EXPECT_EQ(shape.circuit.circuit, "snap-2k");
  EXPECT_EQ(shape.partitions, 1u);
  const Prepared prepared = prover.read(request).prepare(0);
  const auto& assignment = std::get<r1cs::Assignment>(*prepared);
  EXPECT_LE((assignment.inputs.size() + assignment.wide.size()) * sizeof(field::Fr) +
                assignment.bits.size() / 8,
            shape.circuit.prepared_bytes);
  const uint64_t decoded = decoded_bytes(filecoin::real_update());
  EXPECT_GE(shape.circuit.statement_bytes, decoded);
  EXPECT_LE(shape.circuit.statement_bytes, 2 * decoded);
  try {
    prover.load("snap-2k");
    ADD_FAILURE() << "there are no parameters";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFileMissing);
    EXPECT_NE(error.text().find("v28-empty-sector-update-merkletree-poseidon_hasher-8-0-0-"
                                "fb9e095bebdd77511c0269b967b4d87ba8b8a525edaa0e165de23ba454510194"
                                ".params"),
              std::string::npos)
        << error.text();
  }
}

// UPD-1, UPD-5 and daemon-reference.md 1.5: every size has its circuit, its partitions and its
// name.
TEST(UpdateKind, EveryRegisteredProof) {
  const Kind kind = update_kind();
  const std::pair<const char*, size_t> expected[] = {
      {"snap-2k", 1}, {"snap-8m", 4}, {"snap-512m", 16}, {"snap-32g", 16}, {"snap-64g", 16}};
  ASSERT_EQ(kind.circuits.size(), std::size(expected));
  for (size_t i = 0; i < kind.circuits.size(); ++i) {
    EXPECT_EQ(kind.circuits[i].name, expected[i].first);
    EXPECT_EQ(kind.circuits[i].partitions, expected[i].second);
    EXPECT_EQ(kind.circuits[i].parameters.rfind("v28-empty-sector-update-merkletree-", 0), 0u);
  }
  const Request request = synthetic_request(1);
  const RequestSize size = kind.size(request);
  EXPECT_EQ(size.circuit, "snap-8m");
  EXPECT_EQ(size.partitions, 4u);
  const CheckedCase checked = kind.read(request);
  EXPECT_EQ(checked.partitions, 4u);
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_FALSE(checked.broken_row(k)) << k;
    EXPECT_EQ(checked.public_inputs(k)[0], field::Fr::from_u64(k + 32));
  }
}

// daemon-reference.md 2.2: a caller may leave the sector size to the registered proof.
TEST(UpdateKind, TheSizeMayBeLeftOut) {
  Prover prover = on_the_host();
  Request request = real_update_request();
  request.sector_size = 0;
  EXPECT_EQ(prover.describe(request).circuit.circuit, "snap-2k");
  EXPECT_TRUE(prover.read(request).prepare(0));
}

TEST(UpdateKind, RefusesWhatItCannotProve) {
  Prover prover = on_the_host();
  const auto changed = [&](const std::function<void(Request&)>& change) {
    Request request = real_update_request();
    change(request);
    try {
      prover.describe(request);
      prover.read(request);
    } catch (const base::Error& error) {
      return error.code();
    }
    return ErrorCode::kInternal;
  };
  EXPECT_EQ(changed([](Request& r) { r.registered_proof = 5; }), ErrorCode::kBadArgument);
  EXPECT_EQ(changed([](Request& r) { r.registered_proof = 3; }), ErrorCode::kRecordCount);
  EXPECT_EQ(changed([](Request& r) { r.sector_size = 8 << 20; }), ErrorCode::kBadArgument);
  EXPECT_EQ(changed([](Request& r) { r.vanilla_proofs.clear(); }), ErrorCode::kRecordCount);
  EXPECT_EQ(changed([](Request& r) { r.vanilla_proofs[0].pop_back(); }), ErrorCode::kRecordLength);
  EXPECT_EQ(changed([](Request& r) { r.vanilla_proofs[0][32] ^= 1; }), ErrorCode::kRecordCount);
  EXPECT_EQ(changed([](Request& r) { r.comm_r_old.pop_back(); }), ErrorCode::kCommitmentLength);
  EXPECT_EQ(changed([](Request& r) { r.comm_d_new.assign(32, '\xff'); }),
            ErrorCode::kCommitmentNotCanonical);
  EXPECT_EQ(changed([](Request& r) { r.comm_r_new[0] ^= 1; }), ErrorCode::kVanillaMismatch);
  EXPECT_EQ(changed([](Request& r) { std::swap(r.comm_r_old, r.comm_r_new); }),
            ErrorCode::kVanillaMismatch);
}

// Two families of parameters have one sentence about their circuit; only one of them is proved.
TEST(UpdateKind, TheOtherFamilyIsNoKind) {
  const ProofKind& other = filecoin::proof_kind_of(filecoin::ParameterKind::kUpdatePoseidon);
  EXPECT_EQ(find_kind(kinds(), other), nullptr);
  for (const filecoin::UpdateProof& proof : filecoin::update_proofs()) {
    const std::string name =
        filecoin::parameter_name(filecoin::ParameterKind::kUpdatePoseidon, proof.sector());
    EXPECT_EQ(find_circuit_of_parameters(kinds(), name), nullptr) << name;
    const KindCircuit* circuit = find_circuit_of_parameters(
        kinds(), filecoin::parameter_name(filecoin::ParameterKind::kUpdate, proof.sector()));
    ASSERT_NE(circuit, nullptr);
    EXPECT_EQ(circuit->sector_bytes, proof.sector().bytes);
  }
}

}  // namespace
}  // namespace cuzk::engine
