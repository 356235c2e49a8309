// SPDX-License-Identifier: MIT OR Apache-2.0
// The commands that compile a circuit, against the reference's data: `circuit` and `synth-only`
// print the reference's numbers under the reference's names.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/bench.h"
#include "bench/bench_testing.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

json reference(const std::string& path) {
  std::ifstream file(kReference + path);
  return json::parse(file);
}

void expect_fields(const json& ours, const json& theirs, const std::vector<std::string>& names) {
  for (const std::string& name : names) EXPECT_EQ(ours.at(name), theirs.at(name)) << name;
}

TEST(BenchCommands, CircuitPrintsTheReferencesNumbers) {
  for (const char* size : {"2KiB", "8MiB"}) {
    cli::CommandResult ran =
        run_command({"circuit", "--kind", "porep", "--sector-size", size, "--json"});
    ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
    expect_fields(json::parse(ran.out), reference(std::string("digests/porep-") + size + ".json"),
                  {"num_constraints", "num_constraints_with_input_rows", "num_inputs", "num_aux",
                   "domain_log2", "nonzeros", "density_a_aux", "density_b_aux", "density_b_input",
                   "dig1", "dig1_checkpoint_every", "dig1_checkpoints", "name"});
  }
}

TEST(BenchCommands, SynthOnlyPrintsTheReferencesDigests) {
  for (const char* sector : {"2k-v1_1-a", "2k-non-interactive"}) {
    std::string c1 = kReference + "seal/" + sector + "/c1.json";
    cli::CommandResult ran = run_command({"synth-only", "--c1", c1, "--json"});
    ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
    json ours = json::parse(ran.out);
    json theirs = reference(std::string("porep/") + sector + "/witness.json");
    ASSERT_EQ(ours.size(), theirs.size());
    for (size_t k = 0; k < ours.size(); ++k) {
      expect_fields(ours[k], theirs[k],
                    {"aux", "a", "b", "c", "a_sha256_circuit_rows_only",
                     "b_sha256_circuit_rows_only", "c_sha256_circuit_rows_only", "inputs_with_one",
                     "rows_from_circuit", "first_unsatisfied_row"});
    }
  }
}

// A real job under two configurations, and what compare makes of the runs.
TEST(BenchCommands, SweepProvesUnderEachConfiguration) {
  cli::TemporaryFolder folder;
  const cli::CommandResult made =
      run_command({"params", "generate", "--kind", "porep", "--sector-size", "2KiB",
                   "--param-cache", folder.path()});
  ASSERT_EQ(made.code, cli::kExitOk) << made.err;
  const cli::CommandResult ran =
      run_command({"sweep", "--c1", kReference + "seal/2k-v1_1-a/c1.json", "--sector-num", "1001",
                   "--param-cache", folder.path(), "-c", "1", "--repeats", "2", "--timeline",
                   "off,on", "--json", "--csv", folder / "runs.csv"});
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err << ran.out;
  const json document = json::parse(ran.out);
  ASSERT_EQ(document["runs"].size(), 4u);
  const std::vector<unsigned> timeline = {0, 1, 1, 0};
  for (size_t i = 0; i < timeline.size(); ++i) {
    const json& run = document["runs"][i];
    EXPECT_EQ(run["configuration"]["timeline"], timeline[i]);
    EXPECT_EQ(run["completed"], 1);
    EXPECT_EQ(run["in_flight_peak"], 1);
    EXPECT_GT(run["peak_reserved_bytes"], uint64_t{4} * 32 << 22);  // vectors of the domain
  }
  std::ofstream(folder / "a.json") << ran.out;
  const cli::CommandResult compared =
      run_command({"compare", folder / "a.json", folder / "a.json"});
  EXPECT_EQ(compared.code, cli::kExitOk) << compared.err;
  EXPECT_NE(compared.out.find("timeline on"), std::string::npos) << compared.out;
  EXPECT_NE(compared.out.find("too few runs"), std::string::npos) << compared.out;
}

// Records of the published libraries, as Curio writes them into a file.
TEST(BenchCommands, SynthOnlyOfPostsPrintsTheReferencesDigests) {
  for (const char* name : {"window-2k-v1_2-two-sectors", "winning-2k"}) {
    const std::string folder = "post/" + std::string(name) + "/";
    const json post = reference(folder + "post.json");
    const cli::CommandResult ran =
        run_command({"synth-only", "-t", post["registered_proof"] < 5 ? "winning" : "wpost",
                     "--vanilla", kReference + folder + "vanilla.json", "--registered-proof",
                     std::to_string(post["registered_proof"].get<int>()), "--randomness",
                     post["randomness"].get<std::string>(), "--json"});
    ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
    expect_fields(json::parse(ran.out)[0], reference(folder + "witness.json")[0],
                  {"aux", "a", "b", "c", "inputs_with_one", "first_unsatisfied_row"});
  }
}

TEST(BenchCommands, SynthOnlyOfAnUpdatePrintsTheReferencesDigests) {
  const std::string folder = "update/update-2k/";
  const json facts = reference(folder + "case.json");
  const auto commitment = [&](const char* name) { return facts[name].get<std::string>(); };
  const cli::CommandResult ran =
      run_command({"synth-only", "-t", "snap", "--vanilla", kReference + folder + "vanilla.json",
                   "--registered-proof", "StackedDrg2KiBV1", "--comm-r-old",
                   commitment("comm_r_old"), "--comm-r-new", commitment("comm_r_new"),
                   "--comm-d-new", commitment("comm_d_new"), "--json"});
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
  expect_fields(json::parse(ran.out)[0], reference(folder + "witness.json")[0],
                {"aux", "a", "b", "c", "inputs_with_one", "first_unsatisfied_row"});
}

TEST(BenchCommands, SynthOnlyOfOnePartitionAsText) {
  std::string c1 = kReference + "seal/2k-v1_1-a/c1.json";
  cli::CommandResult ran = run_command({"synth-only", "--c1", c1, "--partition", "0"});
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
  EXPECT_NE(ran.out.find("=== Witness of partition 0 ==="), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("all hold"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace cuzk::bench
