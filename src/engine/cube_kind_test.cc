// SPDX-License-Identifier: MIT OR Apache-2.0
// A kind of proof is its own files and one row: one that no network has goes through engine and
// verification, and is proved without an engine, under parameters made for its circuit. And what
// holds for parameters of every kind, on a circuit that proves within milliseconds.
#include "engine/cube_kind_testing.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "engine/circuit_prover.h"
#include "engine/circuit_report.h"
#include "engine/engine.h"
#include "engine/parameters.h"
#include "engine/prove_case.h"
#include "engine/verify_partitions.h"

namespace cuzk::engine {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;

class CubeKind : public testing::Test {
 protected:
  CubeKind() : folder_(testing::TempDir() + "cube_kind." + std::to_string(::getpid())) {
    params_ = parameter_path(folder_, circuit_);
    make_parameters(folder_);
  }
  ~CubeKind() override { fs::remove_all(folder_); }

  void make_parameters(const fs::path& folder) const {
    generate_parameters(folder, circuit_, std::nullopt, nullptr, {});
  }
  // Of other secrets, under the name of the first, as a file that is to replace it.
  fs::path other_parameters() const {
    make_parameters(folder_ / "other");
    return parameter_path(folder_ / "other", circuit_);
  }

  void start_engine() {
    Options options;
    options.host_budget_bytes = uint64_t{1} << 30;
    options.request_bytes_max = uint64_t{1} << 20;
    engine_.emplace(options,
                    circuit_prover({.parameters = folder_, .devices = {{}}}, kinds_with_cube()));
  }

  // A new one with each call, so that none is answered with the result of another.
  Request request(std::vector<std::string> vanilla_proofs = {"3 35", "2 15", "0 5"}) {
    Request made;
    made.label = "cube";
    made.kind = &kCubeRow;
    made.vanilla_proofs = std::move(vanilla_proofs);
    made.randomness = std::to_string(++requests_);
    return made;
  }
  JobResult prove(Request request) {
    const Submitted submitted = engine_->submit(std::move(request), Interest::kKeep);
    return *engine_->await(submitted.job, std::nullopt);
  }

  bool verifies(const std::vector<uint8_t>& proof, const std::vector<uint64_t>& y) const {
    std::vector<std::vector<Fr>> inputs;
    for (uint64_t value : y) inputs.push_back({Fr::from_u64(value)});
    const groth16::PreparedKey key(groth16::ParamsFile(params_).key());
    return groth16::verify_bytes(key, proof, inputs);
  }
  void expect_proved() {
    const JobResult result = prove(request());
    EXPECT_EQ(result.state, JobState::kCompleted) << result.error;
    EXPECT_TRUE(verifies(result.proof, {35, 15, 5}));
  }

  // A point of L, which is looked at when a partition is proved.
  void damage(const fs::path& params) const {
    const groth16::ParamsFile file(params);
    std::array<uint8_t, 96> first_point;
    file.read_encoded(groth16::Query::kL, 0, first_point);
    const std::vector<uint8_t> bytes = base::read_file(params, file.bytes());
    const auto found =
        std::search(bytes.begin(), bytes.end(), first_point.begin(), first_point.end()) -
        bytes.begin();
    std::fstream stream(params, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(found + 40);
    stream.put('\x55');
  }

  const KindCircuit circuit_ = cube_kind().circuits[0];
  fs::path folder_, params_;
  std::optional<Engine> engine_;
  int requests_ = 0;
};

TEST_F(CubeKind, GoesThroughTheEngine) {
  start_engine();
  const JobResult result = prove(request());
  ASSERT_EQ(result.state, JobState::kCompleted) << result.error;
  EXPECT_EQ(result.proof.size(), 3 * 192u);
  EXPECT_TRUE(verifies(result.proof, {35, 15, 5}));
  EXPECT_FALSE(verifies(result.proof, {35, 15, 6}));
  const Status status = engine_->status();
  EXPECT_EQ(status.kinds.at(&kCubeRow).completed, 1u);
  ASSERT_EQ(status.circuits.size(), 1u);
  EXPECT_EQ(status.circuits[0].circuit, kCubeCircuit);
}

TEST_F(CubeKind, HasItsOwnReaderAndCheck) {
  start_engine();
  EXPECT_EQ(prove(request({"three"})).code, ErrorCode::kBadArgument);
  EXPECT_EQ(prove(request({"3 35", "3 36"})).code, ErrorCode::kVanillaMismatch);
}

// Kinds that have no row here are refused by the names of those that have one.
TEST_F(CubeKind, LeavesTheOthersAsTheyAre) {
  start_engine();
  Request other = request();
  other.kind = &filecoin::proof_kind_of(filecoin::ParameterKind::kUpdatePoseidon);
  try {
    prove(std::move(other));
    ADD_FAILURE() << "it was accepted";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotSupported);
    EXPECT_EQ(error.text(), std::string("update-poseidon") + ": this version proves " +
                                names_of(kinds()) + ", cube-root only");
  }
}

TEST_F(CubeKind, IsProvedWithoutAnEngine) {
  const CheckedCase checked = read_cube_case(request());
  const CaseResult whole =
      prove_case(circuit_, checked, {params_}, {}, {.check_witness = true}, {});
  EXPECT_TRUE(verifies(whole.proof, {35, 15, 5}));
  EXPECT_EQ(whole.inputs[1], checked.public_inputs(1));
  const CaseResult one = prove_case(circuit_, checked, {params_}, {}, {.partition = 1}, {});
  EXPECT_TRUE(verifies(one.proof, {15}));
  const auto refusal = [&](const CheckedCase& tried, const CaseOptions& options) {
    try {
      prove_case(circuit_, tried, {params_}, {}, options, {});
    } catch (const base::Error& error) {
      return error;
    }
    return base::Error(ErrorCode::kInternal, "it was proved");
  };
  EXPECT_EQ(refusal(checked, {.partition = 3}).code(), ErrorCode::kBadArgument);
  EXPECT_EQ(refusal(checked, {.host_budget_bytes = 100}).code(), ErrorCode::kResourceExhausted);

  // A case that lies is found by the witness check, and by the verification without it.
  CheckedCase lying = checked;
  lying.input = [](size_t, BackendKind) -> PartitionInput {
    r1cs::WitnessWriter writer;
    CubeDefinition{Fr::from_u64(3), Fr::from_u64(36)}(writer);
    return writer.take();
  };
  lying.broken_row = [](size_t) {
    r1cs::Checker checker;
    CubeDefinition{Fr::from_u64(3), Fr::from_u64(36)}(checker);
    return checker.broken();
  };
  const base::Error named = refusal(lying, {.check_witness = true});
  EXPECT_EQ(named.code(), ErrorCode::kUnsatisfied);
  EXPECT_NE(named.text().find("'sum'"), std::string::npos) << named.text();
  EXPECT_EQ(circuit_.row_name(2), "sum");
  const base::Error bad = refusal(lying, {});
  EXPECT_EQ(bad.code(), ErrorCode::kProofInvalid);
  EXPECT_NE(bad.text().find("partition 0, 1, 2 does not verify"), std::string::npos) << bad.text();
}

TEST_F(CubeKind, IsDescribedAsOthersAre) {
  const CircuitReport circuit = describe_circuit(circuit_, {});
  EXPECT_EQ(circuit.num_constraints, 3u);
  EXPECT_EQ(circuit.num_inputs, 2u);
  const std::vector<WitnessReport> witness =
      describe_witness(circuit_, read_cube_case(request()), {0, 2}, nullptr, {});
  ASSERT_EQ(witness.size(), 2u);
  EXPECT_EQ(witness[1].inputs, (std::vector<Fr>{Fr::one(), Fr::from_u64(5)}));
  EXPECT_EQ(witness[1].first_unsatisfied, circuit.num_rows);
}

// A good file in the place of a damaged one is all that is needed.
TEST_F(CubeKind, DamagedParametersAreReadAnewWhenTheyAreReplaced) {
  const fs::path good = other_parameters();
  damage(params_);
  start_engine();
  for (int i = 0; i < 2; ++i) {
    const JobResult result = prove(request());
    EXPECT_EQ(result.state, JobState::kFailed);
    EXPECT_NE(result.error.find(params_.string()), std::string::npos) << result.error;
  }
  fs::rename(good, params_);
  expect_proved();
}

TEST_F(CubeKind, ParametersThatCannotBeLoadedAreReadAnewWhenTheyAreReplaced) {
  const fs::path good = other_parameters();
  fs::resize_file(params_, fs::file_size(params_) - 1);
  start_engine();
  EXPECT_EQ(prove(request()).state, JobState::kFailed);
  fs::rename(good, params_);
  expect_proved();
}

// Proofs are made and verified under the file that is there.
TEST_F(CubeKind, GoodParametersAreReadAnewWhenTheyAreReplaced) {
  start_engine();
  expect_proved();
  fs::rename(other_parameters(), params_);
  expect_proved();
}

TEST_F(CubeKind, ParametersThatAreGoneStillServeWhereTheyAreLoaded) {
  start_engine();
  expect_proved();
  const fs::path aside = folder_ / "aside";
  fs::rename(params_, aside);
  const JobResult result = prove(request());
  EXPECT_EQ(result.state, JobState::kCompleted) << result.error;
  fs::rename(aside, params_);
  EXPECT_TRUE(verifies(result.proof, {35, 15, 5}));
}

TEST(VerifyPartitions, NamesTheBadOnesAfterOneLookAtAll) {
  std::vector<size_t> sizes;
  const VerifyPartitions verify = [&](std::span<const size_t> partitions,
                                      std::span<const ProofBytes> proofs) {
    sizes.push_back(partitions.size());
    for (size_t i = 0; i < partitions.size(); ++i) {
      if (proofs[i][0] != partitions[i]) return false;
    }
    return true;
  };
  const std::vector<size_t> partitions = {4, 5, 6};
  EXPECT_TRUE(bad_partitions(verify, partitions, std::vector<ProofBytes>{{4}, {5}, {6}}).empty());
  EXPECT_EQ(sizes, (std::vector<size_t>{3}));
  EXPECT_EQ(bad_partitions(verify, partitions, std::vector<ProofBytes>{{4}, {0}, {0}}),
            (std::vector<size_t>{5, 6}));
  EXPECT_EQ(sizes, (std::vector<size_t>{3, 3, 1, 1, 1}));
}

}  // namespace
}  // namespace cuzk::engine
