// SPDX-License-Identifier: MIT OR Apache-2.0
// The prover and the setup on a device give the bytes of the host's and of the reference: proofs
// with stated r and s, parameter files from stated secrets, refused points, two partitions in
// flight, memory that does not grow and memory that runs short. Streamed parameters are tested in
// regions of many sizes (gpu_shared_gpu_test.cc, gpu_wide_lists_gpu_test.cc) and with real sectors
// (engine/porep_prove_gpu_test.cc).
#include <fmt/format.h>

#include <algorithm>

#include "groth16/fixed_randomizers.h"
#include "groth16/gpu_point_decoder.h"
#include "groth16/sample_circuits.h"
#include "groth16/setup.h"
#include "groth16/verifier.h"
#include "r1cs/evaluate.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

// More than what the circuits of this file need.
constexpr uint64_t kAmpleBudget = uint64_t{1} << 30;

std::unique_ptr<GpuProver> make_prover(gpu::Device& device, const r1cs::Circuit& circuit,
                                       const ParamsFile& params, uint64_t budget,
                                       size_t group_max = 1) {
  auto prover = std::make_unique<GpuProver>(
      device, circuit,
      GpuProverOptions{
          .vram_budget = budget, .group_max = group_max, .program = {}, .check_rows = false});
  params.check_circuit(circuit);
  prover->set_parameters(
      std::make_shared<GpuParameters>(device, params, prover->placements(), base::Progress{}));
  return prover;
}

template <class Definition>
void expect_known_proofs(const Json& kat, const Definition& text) {
  gpu::Device device(0);
  r1cs::Circuit circuit = r1cs::record(text);
  ParamsFile params(kKatFolder + kat.at("name").get<std::string>() + ".params");
  auto prover = make_prover(device, circuit, params, 0);
  r1cs::Assignment assignment = assign(text);
  for (const Json& known : kat.at("proofs")) {
    Randomizers randomizers = {kat_number(known.at("r")), kat_number(known.at("s"))};
    Proof proof =
        finish_with_randomizers(*prover, start_one(*prover, circuit, assignment), randomizers);
    EXPECT_EQ(proof_hex(proof), known.at("proof_hex"));
  }
}

TEST(GpuProver, ProductProofsAreTheKnownBytes) {
  expect_known_proofs(read_kat()[0], ProductDefinition{});
}
TEST(GpuProver, MixedProofsAreTheKnownBytes) {
  expect_known_proofs(read_kat()[1], MixedDefinition{});
}

class TinyGpuProver : public testing::Test {
 protected:
  TinyGpuProver()
      : device_(0),
        circuit_(r1cs::record(TinyDefinition{})),
        params_(kReferenceFolder + "vectors/tiny.params") {}

  gpu::Device device_;
  r1cs::Circuit circuit_;
  ParamsFile params_;
};

TEST_F(TinyGpuProver, ProofsAreTheReferencesBytes) {
  Json tiny = read_tiny();
  r1cs::Assignment assignment = assign(tiny_definition());
  Randomizers randomizers = {fr_le(tiny.at("r")), fr_le(tiny.at("s"))};
  auto prover = make_prover(device_, circuit_, params_, 0);
  for (int repeat = 0; repeat < 3; ++repeat) {
    Proof proof =
        finish_with_randomizers(*prover, start_one(*prover, circuit_, assignment), randomizers);
    EXPECT_EQ(proof_hex(proof), tiny.at("proof"));
  }
  Proof proof = finish_with_randomizers(*prover, start_one(*prover, circuit_, assignment),
                                        {Fr::zero(), Fr::zero()});
  EXPECT_EQ(proof_hex(proof), tiny.at("proof_with_r_and_s_zero"));
}

// daemon-reference.md 5.1, fault 17: no memory of the device is lost with a proof.
TEST_F(TinyGpuProver, TwoInFlightAndMemoryStays) {
  auto prover = make_prover(device_, circuit_, params_, 0);
  PreparedKey key(params_.key());
  uint64_t free_bytes = 0;
  for (uint64_t round = 0; round < 10; ++round) {
    std::vector<r1cs::Assignment> assignments;
    std::vector<GpuProver::Pending> pending;
    for (uint64_t i = 0; i < prover->in_flight_max(); ++i) {
      assignments.push_back(
          assign(TinyDefinition{Fr::from_u64(round * 10 + i), static_cast<uint32_t>(round)}));
      pending.push_back(start_one(*prover, circuit_, assignments.back()));
    }
    for (uint64_t i = 0; i < prover->in_flight_max(); ++i) {
      ProveTimes times;
      Proof proof = prover->finish(pending[i], &times);
      const std::vector<Fr>& inputs = assignments[i].inputs;
      EXPECT_TRUE(verify(key, proof, std::vector<Fr>(inputs.begin() + 1, inputs.end())));
      EXPECT_GT(times.device, 0);
    }
    if (round == 1) free_bytes = device_.free_bytes();
  }
  EXPECT_EQ(device_.free_bytes(), free_bytes);
}

TEST_F(TinyGpuProver, RefusesABudgetThatHoldsNothing) {
  expect_error(ErrorCode::kGpuOutOfMemory, {"--vram-budget"}, [&] {
    GpuProver prover(device_, circuit_,
                     {.vram_budget = 1 << 20, .group_max = 1, .program = {}, .check_rows = false});
  });
  // The device goes on.
  auto prover = make_prover(device_, circuit_, params_, 0);
  r1cs::Assignment assignment = assign(tiny_definition());
  prover->finish(start_one(*prover, circuit_, assignment));
}

TEST_F(TinyGpuProver, SetupWritesTheReferencesFile) {
  TestFolder folder;
  generate_parameters(circuit_, tiny_trapdoor(), folder / "x.params", {.device = &device_});
  EXPECT_EQ(read_bytes(folder / "x.params"), read_bytes(kReferenceFolder + "vectors/tiny.params"));
}

TEST_F(TinyGpuProver, RefusesPointsAsTheHostDoes) {
  TestFolder folder;
  std::vector<uint8_t> bytes = read_bytes(kReferenceFolder + "vectors/tiny.params");
  check_points(device_, params_, SubgroupTest::kYes, {});
  for (size_t from_end : {1, 100, 2000}) {
    std::vector<uint8_t> altered = bytes;
    altered[altered.size() - from_end] ^= 1;
    auto path = folder.write(fmt::format("x{}.params", from_end), altered);
    ParamsFile file(path);
    std::string host_text;
    try {
      file.check_points(SubgroupTest::kNo, {});
    } catch (const base::Error& error) {
      host_text = error.text();
    }
    EXPECT_NE(host_text, "");
    try {
      check_points(device_, file, SubgroupTest::kNo, {});
      ADD_FAILURE() << "nothing was thrown";
    } catch (const base::Error& error) {
      EXPECT_EQ(error.text(), host_text);
    }
  }
}

// 100,000 rows: enough for several chunks and levels.
TEST(GpuProver, EqualsTheHostWithAnyBudget) {
  TestFolder folder;
  gpu::Device device(0);
  r1cs::Circuit circuit = r1cs::record(GapsDefinition{3000});
  Trapdoor trapdoor = tiny_trapdoor();
  SetupReport host = generate_parameters(circuit, trapdoor, folder / "host.params", {});
  SetupReport made =
      generate_parameters(circuit, trapdoor, folder / "device.params", {.device = &device});
  EXPECT_EQ(base::to_hex(made.sha256_params), base::to_hex(host.sha256_params));

  ParamsFile params(folder / "host.params");
  r1cs::Assignment assignment = assign(GapsDefinition{3000});
  Randomizers randomizers = {Fr::from_u64(5), -Fr::from_u64(7)};
  CpuProver prover(circuit, params);
  std::string expected = proof_hex(prove_with_randomizers(prover, assignment, randomizers));

  GpuProver resident(device, circuit, {});
  ASSERT_TRUE(is_resident(resident.placements()));
  resident.set_parameters(std::make_shared<GpuParameters>(
      device, circuit, trapdoor, resident.placements(), base::Progress{}, nullptr));
  EXPECT_EQ(proof_hex(finish_with_randomizers(resident, start_one(resident, circuit, assignment),
                                              randomizers)),
            expected);

  // Ever smaller budgets, chunks and passes, down to a budget that holds nothing.
  for (uint64_t budget = kAmpleBudget;; budget -= budget / 64) {
    std::unique_ptr<GpuProver> small;
    try {
      small = make_prover(device, circuit, params, budget);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kGpuOutOfMemory);
      break;
    }
    EXPECT_EQ(proof_hex(finish_with_randomizers(*small, start_one(*small, circuit, assignment),
                                                randomizers)),
              expected)
        << budget;
  }
}

// With C on the device too, the first row that an altered value breaks is found.
TEST(GpuProver, NamesTheFirstUnsatisfiedRow) {
  TestFolder folder;
  gpu::Device device(0);
  r1cs::Circuit circuit = r1cs::record(GapsDefinition{300});
  generate_parameters(circuit, tiny_trapdoor(), folder / "x.params", {});
  ParamsFile params(folder / "x.params");
  GpuProver prover(
      device, circuit,
      {.vram_budget = kAmpleBudget, .group_max = 1, .program = {}, .check_rows = true});
  prover.set_parameters(
      std::make_shared<GpuParameters>(device, params, prover.placements(), base::Progress{}));
  const auto found = [&](const r1cs::Assignment& assignment) {
    GpuProver::Pending pending = start_one(prover, circuit, assignment);
    std::optional<uint64_t> row = prover.first_unsatisfied(pending);
    prover.finish(pending);
    return row;
  };
  const r1cs::Assignment right = assign(GapsDefinition{300});
  EXPECT_EQ(found(right), std::nullopt);
  for (size_t i : {size_t{0}, right.wide.size() / 2, right.wide.size() - 1}) {
    r1cs::Assignment wrong = right;
    wrong.wide[i] += Fr::one();
    uint64_t expected = r1cs::first_unsatisfied(r1cs::evaluate(circuit, r1cs::Matrix::kA, wrong),
                                                r1cs::evaluate(circuit, r1cs::Matrix::kB, wrong),
                                                r1cs::evaluate(circuit, r1cs::Matrix::kC, wrong));
    ASSERT_LT(expected, circuit.num_constraints());
    EXPECT_EQ(found(wrong), expected) << i;
  }
  EXPECT_EQ(found(right), std::nullopt);
}

// The MSM H expects uniform digits, finds that the scalars are all equal, and runs again.
TEST(GpuProver, EqualQuotientCoefficients) {
  TestFolder folder;
  gpu::Device device(0);
  const EqualQuotientText text;
  r1cs::Circuit circuit = r1cs::record(text);
  r1cs::Assignment assignment = assign(text);
  generate_parameters(circuit, tiny_trapdoor(), folder / "x.params", {});
  ParamsFile params(folder / "x.params");
  Randomizers randomizers = {Fr::from_u64(5), -Fr::from_u64(7)};
  CpuProver prover(circuit, params);
  std::string expected = proof_hex(prove_with_randomizers(prover, assignment, randomizers));
  auto gpu_prover = make_prover(device, circuit, params, 0);
  for (int repeat = 0; repeat < 2; ++repeat) {
    Proof proof = finish_with_randomizers(*gpu_prover, start_one(*gpu_prover, circuit, assignment),
                                          randomizers);
    EXPECT_EQ(proof_hex(proof), expected);
  }
}

}  // namespace
}  // namespace cuzk::groth16
