// SPDX-License-Identifier: MIT OR Apache-2.0
// WindowPoSt and WinningPoSt as kinds: refusals before anything is read, and the reference's cases
// proved on the host, whose bytes with the stated r and s are the reference's.
#include "engine/post_kind.h"

#include <functional>

#include "base/error.h"
#include "engine/circuit_prover.h"
#include "engine/engine.h"
#include "engine/real_post_testing.h"
#include "filecoin/post_synthetic.h"
#include "groth16/cpu_prover.h"
#include "groth16/fixed_randomizers.h"

namespace cuzk::engine {
namespace {

using base::ErrorCode;
using filecoin::find_post_proof;
using filecoin::PostProof;

TEST_P(RealPost, ParametersAndProofsAreTheReferences) {
  make_parameters(nullptr);
  const r1cs::Circuit circuit = filecoin::compile_post(shape_);
  const groth16::ParamsFile file(params_);
  groth16::CpuProver prover(circuit, file);
  for (size_t k = 0; k < post_.partitions.size(); ++k) {
    const std::vector<filecoin::PostRecord> own = records(k);
    expect_reference_proof(
        groth16::prove_with_randomizers(
            prover,
            filecoin::post_witness(shape_, filecoin::post_values(post_.proof->kind, shape_, own)),
            {randomizer("r", k), randomizer("s", k)}),
        k);
    expect_proof_verifies({}, k);
  }
}

INSTANTIATE_TEST_SUITE_P(Post, RealPost, kRealPosts, real_post_name);

class EnginePost : public RealPost {};

// Through the engine, all partitions at once; a proof for other randomness is refused.
TEST_P(EnginePost, IsProvedAndVerified) {
  make_parameters(nullptr);
  Options options;
  options.host_budget_bytes = uint64_t{1} << 30;
  options.request_bytes_max = uint64_t{64} << 20;
  Engine engine(options, circuit_prover({folder_, folder_, {{}}}));
  std::vector<Submitted> jobs;
  for (size_t k = 0; k < post_.partitions.size(); ++k) {
    jobs.push_back(engine.submit(request(k), Interest::kKeep));
  }
  Request other = request(0);
  other.randomness[0] = static_cast<char>(other.randomness[0] ^ 1);
  const Submitted refused = engine.submit(std::move(other), Interest::kKeep);
  EXPECT_EQ(engine.await(refused.job, {})->code, ErrorCode::kVanillaMismatch);
  const groth16::PreparedKey key(groth16::ParamsFile(params_).key());
  for (size_t k = 0; k < jobs.size(); ++k) {
    const JobResult result = *engine.await(jobs[k].job, {});
    ASSERT_EQ(result.state, JobState::kCompleted) << result.error;
    ASSERT_EQ(result.proof.size(), 192u);
    const std::vector<std::vector<field::Fr>> inputs = {filecoin::post_public_inputs(
        *post_.proof, post_.randomness, post_.partitions[k].index, records(k))};
    EXPECT_TRUE(groth16::verify_bytes(key, result.proof, inputs));
  }
}

INSTANTIATE_TEST_SUITE_P(Post, EnginePost,
                         testing::Values("window-2k-v1-two-partitions", "winning-2k"),
                         real_post_name);

Request synthetic_request(const PostProof& proof, unsigned sectors) {
  const filecoin::SyntheticPost wanted{
      .proof = &proof, .sectors = sectors, .randomness = filecoin::synthetic_randomness(1)};
  Request request;
  request.label = "it";
  request.kind =
      proof.kind == filecoin::PostKind::kWindow ? find_proof_kind(3) : find_proof_kind(4);
  request.sector_size = proof.sector->bytes;
  request.registered_proof = proof.id;
  for (const filecoin::PostRecord& record : filecoin::make_synthetic_post(wanted)) {
    request.vanilla_proofs.push_back(filecoin::write_post_record(proof, record));
  }
  request.randomness = std::string(wanted.randomness.begin(), wanted.randomness.end());
  return request;
}

// What is thrown before a record is read, "" if nothing.
std::string size_refusal(const Request& request, ErrorCode code) {
  try {
    find_kind(kinds(), *request.kind)->size(request);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), code) << error.text();
    return error.text();
  }
  return {};
}

TEST(PostKind, RefusesByNumbersAndLengths) {
  const PostProof& window = *find_post_proof("StackedDrgWindow2KiBV1_1");
  const Request sample = synthetic_request(window, 2);
  const auto refused = [&](const std::function<void(Request&)>& change, ErrorCode code,
                           const std::string& part) {
    Request request = copy_of(sample);
    change(request);
    const std::string text = size_refusal(request, code);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  refused([](Request&) {}, ErrorCode::kInternal, "");
  refused([](Request& r) { r.registered_proof = 15; }, ErrorCode::kBadArgument,
          "registered proof: expected one of 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 (window-post), "
          "found 15");
  refused([](Request& r) { r.registered_proof = 0; }, ErrorCode::kBadArgument,
          "found 0 (StackedDrgWinning2KiBV1)");
  refused([](Request& r) { r.sector_size = 8 << 20; }, ErrorCode::kBadArgument,
          "sector size: expected 2048 bytes");
  refused([](Request& r) { r.vanilla_proofs.clear(); }, ErrorCode::kRecordCount,
          "expected 1 to 2, one for each sector of the partition, found 0");
  refused([](Request& r) { r.vanilla_proofs.push_back(r.vanilla_proofs[0]); },
          ErrorCode::kRecordCount, "found 3");
  refused([](Request& r) { r.vanilla_proofs[1] += '\0'; }, ErrorCode::kRecordLength,
          "vanilla proof 1: length: expected 5680 bytes, those of StackedDrgWindow2KiBV1_1, found "
          "5681");
  refused([](Request& r) { r.randomness.pop_back(); }, ErrorCode::kBadArgument,
          "randomness: expected 32 bytes, found 31");
  refused([](Request& r) { r.randomness = std::string(32, '\xff'); }, ErrorCode::kBadArgument,
          "randomness: expected a number below the field's modulus");
  refused(
      [](Request& r) {
        r.kind = find_proof_kind(4);
        r.registered_proof = 10;
      },
      ErrorCode::kBadArgument, "(winning-post), found 10 (StackedDrgWindow2KiBV1_1)");
}

TEST(PostKind, AWinningPostHasOnePartition) {
  Request request = synthetic_request(*find_post_proof(0), 1);
  EXPECT_EQ(size_refusal(request, ErrorCode::kInternal), "");
  request.partition_index = 1;
  EXPECT_NE(size_refusal(request, ErrorCode::kBadArgument).find("partition index: expected 0"),
            std::string::npos);
}

// 1, 2,348, 2,349 and 2,350 sectors of a 32 GiB partition, and a repeated last one.
TEST(PostKind, SectorsOfAFullPartition) {
  const PostProof& proof = *find_post_proof("StackedDrgWindow32GiBV1_1");
  const Request one = synthetic_request(proof, 1);
  const auto with = [&](size_t count) {
    Request request = copy_of(one);
    request.vanilla_proofs.assign(count, one.vanilla_proofs[0]);
    return request;
  };
  const Kind& kind = *find_kind(kinds(), *one.kind);
  for (size_t count : {1, 2, 2348, 2349}) {
    EXPECT_EQ(kind.size(with(count)).circuit, "wpost-32g") << count;
  }
  EXPECT_NE(size_refusal(with(2350), ErrorCode::kRecordCount).find("1 to 2349"), std::string::npos);
  const CheckedCase single = kind.read(with(1)), repeated = kind.read(with(2349));
  EXPECT_EQ(single.public_inputs(0).size(), 2349u * 11);
  EXPECT_EQ(single.public_inputs(0), repeated.public_inputs(0));
}

// daemon-reference.md 0, fact 3: the bytes that are reserved are those that are taken.
TEST(PostKind, DecodedBytesCoverTheRecords) {
  for (const char* name : {"StackedDrgWindow64GiBV1", "StackedDrgWinning32GiBV1"}) {
    const PostProof& proof = *find_post_proof(name);
    const Request request = synthetic_request(proof, 1);
    const uint64_t bytes = find_kind(kinds(), *request.kind)->size(request).statement_bytes;
    EXPECT_GE(bytes, request.vanilla_proofs[0].size() * 9 / 10);
    EXPECT_LE(bytes, request.vanilla_proofs[0].size() * 3 / 2);
  }
}

}  // namespace
}  // namespace cuzk::engine
