// SPDX-License-Identifier: MIT OR Apache-2.0
// `batch` against a daemon, over real sockets: the reference's way to measure (daemon-reference.md
// 1.8). The prover is the fake one, with one partition for any sector.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/bench_testing.h"
#include "engine/fake_prover_testing.h"
#include "service/grpc_call.h"
#include "service/grpc_server.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

const std::string kC1 = kReference + "seal/2k-v1_1-a/c1.json";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> batch(const std::string& address, std::vector<std::string> more) {
  std::vector<std::string> words = {"-a", address, "batch", "--c1", kC1};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class BatchAtADaemon : public testing::Test {
 protected:
  static engine::Options options() {
    engine::Options out;
    out.host_budget_bytes = 4 * service::kReceptionBytes;
    out.request_bytes_max = 2 * service::kReceptionBytes;
    return out;
  }
  engine::Prover prover() {
    engine::Prover out = fake_.prover();
    out.describe = [describe = out.describe](const engine::Request& request) {
      engine::JobShape shape = describe(request);
      shape.partitions = 1;
      return shape;
    };
    return out;
  }

  cli::TemporaryFolder folder_;
  engine::FakeProver fake_{{}};
  engine::Engine engine_{options(), prover()};
  service::GrpcServer server_{engine_, {{"127.0.0.1:0", "unix://" + (folder_ / "s")}}, {}};
  const std::string tcp_ = server_.addresses()[0], unix_ = server_.addresses()[1];
};

TEST_F(BatchAtADaemon, ProvesEachAnewOnEverySocket) {
  engine_.preload("circuit-5");  // of registered proof 5
  uint64_t completed = 0;
  for (const std::string& address : {tcp_, unix_}) {
    const cli::CommandResult ran = run_command(batch(address, {"-c", "3", "-j", "2"}));
    ASSERT_EQ(ran.code, cli::kExitOk) << ran.err << ran.out;
    for (const char* part :
         {"=== Batch Benchmark ===\n", "proof type:            porep\n",
          "count:                 3\n", "concurrency:           2\n", "[1/3] COMPLETED — ",
          "[2/3] COMPLETED — ", "[3/3] COMPLETED — ", "=== Batch Summary ===\n",
          "completed:             3\n", "failed:                0\n",
          "peak host reserved:", "peak GPU reserved:     500 B\n"}) {
      EXPECT_TRUE(has(ran.out, part)) << part << " in " << ran.out;
    }
    EXPECT_TRUE(has(ran.out, "daemon:                " + address)) << ran.out;
    EXPECT_FALSE(has(ran.out, "peak host memory")) << ran.out;
    EXPECT_FALSE(has(ran.out, "ready:")) << ran.out;
    // Not one of them was answered from a result of another, in this batch or the one before.
    completed += 3;
    EXPECT_EQ(engine_.status().kinds.at(engine::find_proof_kind(1)).completed, completed);
  }
}

TEST_F(BatchAtADaemon, TakesFilesInTurn) {
  const cli::CommandResult ran = run_command(
      batch(tcp_, {"-c", "4", "-j", "2", "--beside", kReference + "seal/2k-v1/c1.json"}));
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err << ran.out;
  EXPECT_TRUE(has(ran.out, "completed:             4\n")) << ran.out;
  EXPECT_EQ(engine_.status().kinds.at(engine::find_proof_kind(1)).completed, 4);
  for (const char* circuit : {"circuit-0", "circuit-5"}) {
    EXPECT_TRUE(engine_.evict(circuit).was_loaded) << circuit;
  }
}

// What the circuit holds of the budget is there from the first look on.
TEST_F(BatchAtADaemon, JsonAndCsvNameThePeaksOfTheDaemon) {
  engine_.preload("circuit-5");
  const cli::CommandResult ran =
      run_command(batch(unix_, {"-c", "2", "--json", "--csv", folder_ / "rows.csv"}));
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document["daemon"], unix_);
  EXPECT_EQ(document["completed"], 2);
  EXPECT_GE(document["peak_reserved_bytes"], 1000);
  EXPECT_EQ(document["peak_reserved_device_bytes"], 500);
  EXPECT_FALSE(document.contains("peak_host_bytes"));
  for (const json& proof : document["proofs"]) {
    EXPECT_GT(proof["wall_seconds"], 0);
    EXPECT_EQ(proof["status"], "COMPLETED");
  }
  EXPECT_TRUE(has(contents(folder_ / "rows.csv"), "\n2,COMPLETED,"));
}

// A job that fails is an answer; a call that fails is a failed proof too, and the batch goes on.
TEST_F(BatchAtADaemon, TellsFailedProofsAndFailedCalls) {
  fake_.device(0).wrong_proofs = 3;  // each attempt at the first proof
  const cli::CommandResult ran = run_command(batch(tcp_, {"-c", "2"}));
  EXPECT_EQ(ran.code, cli::kExitFailed);
  EXPECT_TRUE(has(ran.out, "[1/2] FAILED — ")) << ran.out;
  EXPECT_TRUE(has(ran.out, ": PROOF_INVALID: the proof of partition 0 does not verify")) << ran.out;
  EXPECT_TRUE(has(ran.out, "[2/2] COMPLETED — ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "failed:                1\n")) << ran.out;

  engine_.drain({});
  const cli::CommandResult drained = run_command(batch(unix_, {"-c", "2"}));
  EXPECT_EQ(drained.code, cli::kExitFailed);
  for (const char* part : {"[1/2] FAILED — ", "[2/2] FAILED — ",
                           ": UNAVAILABLE: ", "the engine drains and takes no new jobs\n"}) {
    EXPECT_TRUE(has(drained.out, part)) << part << drained.out;
  }

  const cli::CommandResult nobody =
      run_command(batch("unix:///no/such/socket", {"-c", "2", "--json"}));
  EXPECT_EQ(nobody.code, cli::kExitFailed);
  const json document = json::parse(nobody.out);
  EXPECT_EQ(document["completed"], 0);
  for (const json& proof : document["proofs"]) {
    EXPECT_TRUE(has(proof["error"], "UNAVAILABLE: unix:///no/such/socket: ")) << proof;
  }
}

TEST_F(BatchAtADaemon, RefusesWhatBelongsToThisProcess) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--backend", "gpu"},
                                             {"--gpu", "0"},
                                             {"--vram-budget", "1GiB"},
                                             {"--memory-budget", "1GiB"},
                                             {"--partition-workers", "2"},
                                             {"--queue-capacity", "2"},
                                             {"--gpu-workers", "2"},
                                             {"--gpu-threads", "2"},
                                             {"--param-cache", "/tmp"},
                                             {"--keep-test-params"},
                                             {"--trace", "/tmp/trace.json"}}) {
    const cli::CommandResult ran = run_command(batch("unix:///no/such/socket", words));
    EXPECT_EQ(ran.code, cli::kExitUsage) << words[0];
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, words[0] + ": ")) << ran.err;
    EXPECT_TRUE(has(ran.err, "--addr")) << ran.err;
  }
  EXPECT_EQ(run_command(batch("nonsense", {})).code, cli::kExitUsage);
}

}  // namespace
}  // namespace cuzk::bench
