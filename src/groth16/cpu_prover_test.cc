// SPDX-License-Identifier: MIT OR Apache-2.0
// Proofs with stated r and s are the known bytes; proofs with random ones verify and differ; a
// witness that does not satisfy the circuit gives a proof that does not verify.
#include "groth16/cpu_prover.h"

#include "groth16/fixed_randomizers.h"
#include "groth16/sample_circuits.h"
#include "groth16/setup.h"
#include "groth16/verifier.h"
#include "ntt/quotient.h"
#include "r1cs/evaluate.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

template <class Definition>
void expect_known_proofs(const Json& kat, const Definition& text) {
  r1cs::Circuit circuit = r1cs::record(text);
  ParamsFile params(kKatFolder + kat.at("name").get<std::string>() + ".params");
  CpuProver prover(circuit, params);
  PreparedKey key(params.key());
  r1cs::Assignment assignment = assign(text);
  std::vector<Fr> inputs(assignment.inputs.begin() + 1, assignment.inputs.end());
  for (const Json& known : kat.at("proofs")) {
    Randomizers randomizers = {kat_number(known.at("r")), kat_number(known.at("s"))};
    Proof proof = prove_with_randomizers(prover, assignment, randomizers);
    EXPECT_EQ(proof_hex(proof), known.at("proof_hex"));
    EXPECT_TRUE(verify(key, proof, inputs));
  }
  std::vector<Fr> h = ntt::quotient(ntt::Domain(circuit.log_domain()),
                                    evaluate(circuit, r1cs::Matrix::kA, assignment),
                                    evaluate(circuit, r1cs::Matrix::kB, assignment));
  const Json& known_h = kat.at("h_coefficients_hex_be");
  ASSERT_EQ(h.size() + 1, known_h.size());
  for (size_t i = 0; i < h.size(); ++i) EXPECT_EQ(h[i], fr_be(known_h[i]));
}

TEST(CpuProver, ProductProofsAreTheKnownBytes) {
  expect_known_proofs(read_kat()[0], ProductDefinition{});
}
TEST(CpuProver, MixedProofsAreTheKnownBytes) {
  expect_known_proofs(read_kat()[1], MixedDefinition{});
}

class TinyProver : public testing::Test {
 protected:
  TinyProver()
      : circuit_(r1cs::record(TinyDefinition{})),
        params_(kReferenceFolder + "vectors/tiny.params"),
        prover_(circuit_, params_),
        key_(params_.key()) {}

  static std::vector<Fr> inputs_of(const r1cs::Assignment& assignment) {
    return {assignment.inputs.begin() + 1, assignment.inputs.end()};
  }

  r1cs::Circuit circuit_;
  ParamsFile params_;
  CpuProver prover_;
  PreparedKey key_;
};

TEST_F(TinyProver, ProofsAreTheReferencesBytes) {
  Json tiny = read_tiny();
  r1cs::Assignment assignment = assign(tiny_definition());
  Randomizers randomizers = {fr_le(tiny.at("r")), fr_le(tiny.at("s"))};
  EXPECT_EQ(proof_hex(prove_with_randomizers(prover_, assignment, randomizers)), tiny.at("proof"));
  EXPECT_EQ(proof_hex(prove_with_randomizers(prover_, assignment, {Fr::zero(), Fr::zero()})),
            tiny.at("proof_with_r_and_s_zero"));
  EXPECT_EQ(inputs_of(assignment), read_inputs(kReferenceFolder + "vectors/tiny-inputs.json")[0]);
}

// residency.md RS-205 and what its design says of files: a file that is cut off while it is in use
// fails the job with the file's name; with the file in place again the next one is right.
TEST_F(TinyProver, AFileThatIsCutOffDuringAProofFailsThatProof) {
  TestFolder folder;
  const std::vector<uint8_t> good = read_bytes(kReferenceFolder + "vectors/tiny.params");
  const std::filesystem::path path = folder.write("some.params", good);
  const r1cs::Assignment assignment = assign(tiny_definition());
  for (const std::string stage : {"rows of A", "MSM h", "MSM l", "MSM b_g1"}) {
    SCOPED_TRACE(stage);
    const ParamsFile params(path);
    const CpuProver prover(circuit_, params);
    const base::Progress cut_off = [&](std::string_view found, uint64_t, uint64_t) {
      if (found == stage) std::filesystem::resize_file(path, 100);
    };
    expect_error(ErrorCode::kFileUnreadable, {"some.params", "changed while it was in use"},
                 [&] { prover.prove(assignment, cut_off); });
    folder.write("some.params", good);
    const ParamsFile repaired(path);
    EXPECT_TRUE(
        verify(key_, CpuProver(circuit_, repaired).prove(assignment), inputs_of(assignment)));
  }
}

TEST_F(TinyProver, RandomProofsVerifyAndDiffer) {
  r1cs::Assignment assignment = assign(tiny_definition());
  Proof first = prover_.prove(assignment);
  Proof second = prover_.prove(assignment);
  EXPECT_TRUE(verify(key_, first, inputs_of(assignment)));
  EXPECT_TRUE(verify(key_, second, inputs_of(assignment)));
  EXPECT_NE(proof_hex(first), proof_hex(second));
}

// daemon-reference.md 6.1, point 7.
TEST_F(TinyProver, PartitionsComeInOrder) {
  std::vector<r1cs::Assignment> assignments;
  std::vector<std::vector<Fr>> inputs;
  for (uint64_t i = 0; i < 3; ++i) {
    assignments.push_back(assign(TinyDefinition{Fr::from_u64(100 + i), static_cast<uint32_t>(i)}));
    inputs.push_back(inputs_of(assignments.back()));
  }
  std::vector<ProveTimes> times;
  std::vector<uint8_t> proof = prover_.prove_partitions(assignments, {}, &times);
  EXPECT_EQ(times.size(), 3u);
  EXPECT_EQ(proof.size(), 3u * 192);
  EXPECT_TRUE(verify_bytes(key_, proof, inputs));
  std::swap(inputs[0], inputs[1]);
  EXPECT_FALSE(verify_bytes(key_, proof, inputs));
}

TEST_F(TinyProver, UnsatisfiedWitnessGivesABadProof) {
  TinyDefinition text = tiny_definition();
  text.wrong = Fr::one();
  r1cs::Assignment assignment = assign(text);
  EXPECT_FALSE(verify(key_, prover_.prove(assignment), inputs_of(assignment)));
}

TEST_F(TinyProver, ReportsStages) {
  std::vector<std::string> stages;
  prover_.prove(assign(tiny_definition()), [&](std::string_view stage, uint64_t, uint64_t) {
    if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
  });
  EXPECT_EQ(stages, (std::vector<std::string>{"rows of A", "rows of B", "quotient", "MSM h",
                                              "MSM l", "MSM a", "MSM b_g1", "MSM b_g2"}));
}

TEST_F(TinyProver, EveryReportCanEndTheProof) {
  const r1cs::Assignment assignment = assign(tiny_definition());
  size_t reports = 0;
  prover_.prove(assignment, [&](std::string_view, uint64_t, uint64_t) { ++reports; });
  EXPECT_GT(reports, 14u);  // rows and quotient alone have 2 times 2 and 7
  for (size_t last = 1; last <= reports; ++last) {
    size_t seen = 0;
    const base::Progress stop = [&](std::string_view, uint64_t, uint64_t) {
      if (++seen == last) throw base::Error(ErrorCode::kCancelled, "its job has ended");
    };
    expect_error(ErrorCode::kCancelled, {"its job has ended"},
                 [&] { prover_.prove(assignment, stop); });
  }
}

TEST_F(TinyProver, RefusesParametersOfAnotherCircuit) {
  r1cs::Circuit other = r1cs::record(MixedDefinition{});
  expect_error(ErrorCode::kParamsCountMismatch, {"tiny.params", "h", "expected 7", "found 15"},
               [&] { CpuProver prover(other, params_); });
}

TEST(CpuProver, EndToEndWithRandomSecrets) {
  TestFolder folder;
  r1cs::Circuit circuit = r1cs::record(TinyDefinition{});
  generate_parameters(circuit, Trapdoor::random(), folder / "x.params",
                      {.origin = SecretsOrigin::kRandom});
  ParamsFile params(folder / "x.params");
  params.check_points(SubgroupTest::kYes, {});
  r1cs::Assignment assignment = assign(TinyDefinition{});
  Proof proof = CpuProver(circuit, params).prove(assignment);
  std::vector<Fr> inputs(assignment.inputs.begin() + 1, assignment.inputs.end());
  EXPECT_TRUE(verify(PreparedKey(read_verifying_key(folder / "x.vk")), proof, inputs));
}

// Bits and wide values reach the right points.
TEST(CpuProver, DensitiesWithGaps) {
  TestFolder folder;
  r1cs::Circuit circuit = r1cs::record(GapsDefinition{});
  generate_parameters(circuit, Trapdoor::random(), folder / "x.params", {});
  ParamsFile params(folder / "x.params");
  r1cs::Assignment assignment = assign(GapsDefinition{});
  Proof proof = CpuProver(circuit, params).prove(assignment);
  EXPECT_TRUE(verify(PreparedKey(params.key()), proof, std::vector<Fr>{Fr::one()}));
}

TEST(CpuProver, EqualQuotientCoefficients) {
  TestFolder folder;
  const EqualQuotientText text;
  r1cs::Circuit circuit = r1cs::record(text);
  r1cs::Assignment assignment = assign(text);
  std::vector<Fr> h = ntt::quotient(ntt::Domain(circuit.log_domain()),
                                    evaluate(circuit, r1cs::Matrix::kA, assignment),
                                    evaluate(circuit, r1cs::Matrix::kB, assignment));
  EXPECT_EQ(h, std::vector<Fr>((size_t{1} << text.log_rows) - 1, Fr::one()));
  generate_parameters(circuit, Trapdoor::random(), folder / "x.params", {});
  ParamsFile params(folder / "x.params");
  Proof proof = CpuProver(circuit, params).prove(assignment);
  EXPECT_TRUE(verify(PreparedKey(params.key()), proof, std::vector<Fr>{}));
}

}  // namespace
}  // namespace cuzk::groth16
