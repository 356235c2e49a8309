// SPDX-License-Identifier: MIT OR Apache-2.0
// The command line as a user meets it: help, exit codes, error lines, and the commands that finish
// in a second. The others stand in bench_slow_test.cc.
#include "bench/bench.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <sstream>
#include <thread>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"
#include "bench/bench_testing.h"
#include "gpu/device.h"

namespace cuzk::bench {
namespace {

const std::string kC1 = kReference + "seal/2k-v1_1-a/c1.json";
const std::string kPorep = kReference + "porep/2k-v1_1-a/";

bool has_device() {
  try {
    return !gpu::list_devices().empty();
  } catch (const base::Error&) {
    return false;
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Bench, HelpTeaches) {
  cli::CommandResult ran = run_command({"--help"});
  EXPECT_EQ(ran.code, cli::kExitOk);
  for (const char* command : {"single", "batch", "sweep", "compare", "gen-vanilla", "synth-only",
                              "circuit", "params", "verify", "micro", "model"}) {
    EXPECT_TRUE(contains(ran.out, std::string("\n  ") + command)) << command;
    cli::CommandResult help = run_command({command, "--help"});
    EXPECT_EQ(help.code, cli::kExitOk);
    EXPECT_TRUE(contains(help.out, "Usage: cuzk-bench ")) << help.out;
  }
  EXPECT_TRUE(contains(run_command({"single", "--help"}).out, "Examples:"));
  cli::CommandResult micro = run_command({"micro", "--help"});
  for (const char* part : {"--what", "field,ntt,msm,copy", "--log-size", "20..27", "Examples:"}) {
    EXPECT_TRUE(contains(micro.out, part)) << micro.out;
  }
}

// The published history in one table (engine/pipeline_model.h).
TEST(Bench, ModelPrintsTheTable) {
  cli::CommandResult ran = run_command({"model", "--partition-workers", "12"});
  EXPECT_EQ(ran.code, cli::kExitOk);
  for (const char* part : {"released early", "held, budget", "reserved", "resident"}) {
    EXPECT_TRUE(contains(ran.out, part)) << ran.out;
  }
  cli::CommandResult small = run_command({"model", "--budget-gib", "80"});
  EXPECT_EQ(small.code, cli::kExitFailed);
  EXPECT_TRUE(contains(small.err, "RESOURCE_EXHAUSTED")) << small.err;
}

// True of a build without CUDA, and of one with it where there is no device.
TEST(Bench, SaysWhatTheGpuBackEndNeeds) {
  if (has_device()) GTEST_SKIP() << "this machine has a device";
  cli::CommandResult ran =
      run_command({"single", "--c1", kC1, "--backend", "gpu", "--keep-test-params"});
  EXPECT_EQ(ran.code, cli::kExitFailed);
  EXPECT_TRUE(contains(ran.err, "GPU_NOT_FOUND")) << ran.err;
  EXPECT_TRUE(contains(ran.err, "--backend cpu")) << ran.err;
}

TEST(Bench, WrongUsageExitsWithTwo) {
  std::vector<std::vector<std::string>> lines = {
      {},
      {"unknown"},
      {"single"},
      {"single", "--c1", kC1, "--unknown"},
      {"single", "--c1", kC1, "--sector-num", "x"},
      {"single", "--c1", kC1, "--type", "seal"},
      {"single", "--c1", kC1, "--type", "window-post"},
      {"single", "--type", "wpost", "--vanilla", kC1},
      {"single", "--type", "wpost", "--vanilla", kC1, "--registered-proof", "8"},
      {"single", "--type", "wpost", "--vanilla", kC1, "--registered-proof", "0", "--randomness",
       std::string(64, '0')},
      {"single", "--c1", kC1, "--randomness", std::string(64, '0')},
      {"batch", "--c1", kC1, "--partition", "0"},
      {"sweep"},
      {"sweep", "--c1", kC1, "--repeats", "1"},
      {"sweep", "--c1", kC1, "--timeline", "off,perhaps"},
      {"sweep", "--c1", kC1, "--gpu-workers", "1,0"},
      {"sweep", "--c1", kC1, "--memory-budget", "5", "--param-cache", "/no/such"},
      {"gen-vanilla"},
      {"gen-vanilla", "porep", "--registered-proof", "20"},
      {"gen-vanilla", "wpost", "--sectors", "3"},
      {"gen-vanilla", "winning", "--registered-proof", "5"},
      {"gen-vanilla", "snap-update", "--registered-proof", "5"},
      {"gen-vanilla", "snap-update", "--sector-num", "5"},
      {"single", "-t", "snap", "--vanilla", kC1, "--registered-proof", "0", "--comm-r-old",
       std::string(64, '0')},
      {"synth-only", "--c1", kC1, "--partition", "1"},
      {"model", "--partition-workers", "0"},
      {"circuit"},
      {"circuit", "--sector-size", "3KiB"},
      {"circuit", "--sector-size", "2KiB", "--kind", "seal"},
      {"params"},
      {"params", "generate"},
      {"params", "verify"},
      {"verify"},
      {"micro", "--what", "everything"},
      {"micro", "--repeats", "0"},
      {"micro", "--log-size", "20..9"},
      {"micro", "--log-size", "20..29"},
      {"micro", "--log-size", "20-22"},
  };
  for (const auto& line : lines) {
    cli::CommandResult ran = run_command(line);
    EXPECT_EQ(ran.code, cli::kExitUsage) << testing::PrintToString(line);
    EXPECT_EQ(ran.out, "") << testing::PrintToString(line);
    EXPECT_NE(ran.err, "") << testing::PrintToString(line);
  }
}

// A flag of another type, and one that is missing, are named before a file is looked at.
TEST(Bench, FlagsBelongToTypes) {
  const auto error = [](const std::vector<std::string>& flags) {
    std::vector<std::string> line = {"single"};
    line.insert(line.end(), flags.begin(), flags.end());
    return run_command(line).err;
  };
  EXPECT_TRUE(contains(error({}), "--c1: is needed for --type porep"));
  EXPECT_TRUE(
      contains(error({"-t", "wpost", "--c1", "none"}), "--c1: is for --type porep, not for wpost"));
  EXPECT_TRUE(contains(error({"-t", "winning", "--vanilla", "none"}),
                       "--registered-proof: is needed for --type winning"));
  EXPECT_TRUE(contains(error({"-t", "wpost", "--vanilla", "none", "--registered-proof", "10"}),
                       "--randomness: is needed for --type wpost"));
  EXPECT_TRUE(contains(error({"-t", "wpost", "--vanilla", "none", "--registered-proof", "4",
                              "--randomness", std::string(64, '0')}),
                       "14 (StackedDrgWindow64GiBV1_1), of window-post, found '4'"));
  EXPECT_TRUE(contains(error({"-t", "wpost", "--vanilla", "none", "--registered-proof",
                              "StackedDrgWindow2KiBV1", "--randomness", "12"}),
                       "--randomness: expected 64 hexadecimal digits"));
}

// The flags serve every command that proves: batch has no --partition for a WinningPoSt.
TEST(Bench, PrintsTheFlagsOfTheType) {
  cli::TemporaryFolder folder;
  const cli::CommandResult made = run_command({"gen-vanilla", "winning", "-o", folder / "v.json"});
  ASSERT_EQ(made.code, cli::kExitOk) << made.err;
  EXPECT_TRUE(contains(made.out, "single -t winning --vanilla ")) << made.out;
  EXPECT_FALSE(contains(made.out, "--partition")) << made.out;
}

// Vanilla proofs that gen-vanilla makes are proved with the flags that it prints.
TEST(Bench, ProvesAWindowPost) {
  cli::TemporaryFolder folder;
  const cli::CommandResult made =
      run_command({"gen-vanilla", "wpost", "--sectors", "2", "--partition", "3",
                   "--registered-proof", "5", "-o", folder / "v.json"});
  ASSERT_EQ(made.code, cli::kExitOk) << made.err;
  const size_t at = made.out.find("--randomness ");
  ASSERT_NE(at, std::string::npos) << made.out;
  const std::string randomness = made.out.substr(at + 13, 64);
  std::vector<std::string> line = {"single",
                                   "-t",
                                   "wpost",
                                   "--vanilla",
                                   folder / "v.json",
                                   "--registered-proof",
                                   "5",
                                   "--randomness",
                                   randomness,
                                   "--param-cache",
                                   folder.path(),
                                   "--generate-test-params",
                                   "--partition",
                                   "3"};
  const cli::CommandResult proved = run_command(line);
  EXPECT_EQ(proved.code, cli::kExitOk) << proved.err;
  EXPECT_TRUE(contains(proved.out, "COMPLETED, verified")) << proved.out;
  EXPECT_TRUE(contains(proved.out, "wpost, StackedDrgWindow2KiBV1")) << proved.out;
  line.back() = "2";
  const cli::CommandResult other = run_command(line);
  EXPECT_EQ(other.code, cli::kExitFailed);
  EXPECT_TRUE(contains(other.err, "VANILLA_MISMATCH: vanilla proofs of 2 of 2 sectors"))
      << other.err;
}

// A made-up update is what its commitments say, and nothing under others.
TEST(Bench, MakesASectorUpdate) {
  cli::TemporaryFolder folder;
  const cli::CommandResult made =
      run_command({"gen-vanilla", "snap-update", "--seed", "3", "-o", folder / "v.json"});
  ASSERT_EQ(made.code, cli::kExitOk) << made.err;
  EXPECT_TRUE(contains(made.out, "StackedDrg2KiBV1 (0), seed 3")) << made.out;
  std::vector<std::string> line = {"single", "--param-cache", folder.path()};
  const size_t at = made.out.find("single ");
  std::istringstream flags(made.out.substr(at + 7, made.out.find('\n', at) - at - 7));
  for (std::string word; flags >> word;) line.push_back(word);
  const cli::CommandResult right = run_command(line);
  EXPECT_TRUE(contains(right.err, "--generate-test-params")) << right.err;  // it was checked
  line.back() = std::string(64, '1');
  const cli::CommandResult wrong = run_command(line);
  EXPECT_EQ(wrong.code, cli::kExitFailed);
  EXPECT_TRUE(contains(wrong.err, "VANILLA_MISMATCH: vanilla proof: partition 0: comm_d_new"))
      << wrong.err;
}

TEST(Bench, FailuresExitWithOneAndSayWhy) {
  cli::TemporaryFolder folder;
  base::write_new_file(folder / "there", "x");
  struct Case {
    std::vector<std::string> line;
    std::string mention;
  };
  std::vector<Case> cases = {
      {{"single", "--c1", folder / "none"}, "error: FILE_MISSING: " + folder / "none"},
      {{"single", "--c1", kC1, "--param-cache", folder.path()}, "--generate-test-params"},
      {{"single", "--c1", kC1, "--proof-out", folder / "there"}, "error: FILE_EXISTS: "},
      {{"single", "--c1", kC1, "--sector-num", "5", "--generate-test-params", "--param-cache",
        folder.path()},
       "error: VANILLA_MISMATCH: "},
      {{"gen-vanilla", "porep", "-o", folder / "there"}, "error: FILE_EXISTS: "},
      {{"gen-vanilla", "porep", "--registered-proof", "10", "-o", folder / "x"},
       "error: NOT_SUPPORTED: "},
      {{"circuit", "--sector-size", "2KiB", "--kind", "update-poseidon"}, "error: NOT_SUPPORTED: "},
      {{"params", "verify", folder / "none"}, "error: FILE_MISSING: "},
      {{"params", "generate", "--kind", "update-poseidon", "--sector-size", "2KiB", "--param-cache",
        folder.path()},
       "error: NOT_SUPPORTED: "},
      {{"verify", "--vk", kPorep + "verifying-key.vk", "--inputs", folder / "there", "--proof",
        kPorep + "proof.bin"},
       "error: INPUTS_BAD_JSON: "},
      {{"verify", "--vk", kPorep + "verifying-key.vk", "--inputs", kPorep + "inputs.json",
        "--proof", folder / "there"},
       "error: PROOF_LENGTH: "},
      // No build and no machine has so many.
      {{"micro", "--gpu", "1000"}, "error: GPU_NOT_FOUND: GPU"},
  };
  for (const Case& c : cases) {
    cli::CommandResult ran = run_command(c.line);
    EXPECT_EQ(ran.code, cli::kExitFailed) << testing::PrintToString(c.line) << ran.err;
    EXPECT_EQ(ran.out, "") << testing::PrintToString(c.line);
    EXPECT_TRUE(contains(ran.err, c.mention)) << ran.err;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
}

TEST(Bench, VerifiesTheReferenceProof) {
  cli::TemporaryFolder folder;
  auto verify = [&](const std::string& proof) {
    return run_command({"verify", "--vk", kPorep + "verifying-key.vk", "--inputs",
                        kPorep + "inputs.json", "--proof", proof});
  };
  cli::CommandResult ran = verify(kPorep + "proof.bin");
  EXPECT_EQ(ran.code, cli::kExitOk) << ran.err;
  EXPECT_TRUE(contains(ran.out, " VALID\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " all valid\n")) << ran.out;

  const std::vector<uint8_t> proof = base::read_file(kPorep + "proof.bin", 1 << 20);
  base::write_new_file(folder / "hex", base::to_hex(proof) + "\n");
  EXPECT_EQ(verify(folder / "hex").code, cli::kExitOk);

  // Another valid encoding: the proof with A negated.
  std::vector<uint8_t> altered = proof;
  altered[0] ^= 0x20;
  base::write_new_file(folder / "altered", altered);
  ran = verify(folder / "altered");
  EXPECT_EQ(ran.code, cli::kExitFailed);
  EXPECT_TRUE(contains(ran.out, " INVALID\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " not valid: 0\n")) << ran.out;
}

// Before anything is computed: the parameters are missing too, and nobody gets that far.
TEST(Bench, PlacesOfOutputAreLookedAtFirst) {
  cli::TemporaryFolder folder;
  base::write_new_file(folder / "there", "x");
  const std::string c1 = kC1, none = folder / "none/x";
  const std::vector<std::vector<std::string>> commands = {
      {"single", "--c1", c1, "--param-cache", folder.path(), "--proof-out"},
      {"single", "--c1", c1, "--param-cache", folder.path(), "--inputs-out"},
      {"batch", "--c1", c1, "--param-cache", folder.path(), "--csv"},
      {"batch", "--c1", c1, "--param-cache", folder.path(), "--trace"},
      {"sweep", "--c1", c1, "--param-cache", folder.path(), "--csv"},
      {"gen-vanilla", "porep", "-o"}};
  for (std::vector<std::string> words : commands) {
    SCOPED_TRACE(words[0] + " " + words.back());
    words.push_back(none);
    cli::CommandResult ran = run_command(words);
    EXPECT_EQ(ran.code, cli::kExitFailed);
    EXPECT_TRUE(contains(ran.err, "WRITE_FAILED") && contains(ran.err, none)) << ran.err;
    words.back() = folder / "there";
    ran = run_command(words);
    EXPECT_EQ(ran.code, cli::kExitFailed);
    EXPECT_TRUE(contains(ran.err, "FILE_EXISTS") && contains(ran.err, words.back())) << ran.err;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Bench, NumbersThatAreNoneAreRefused) {
  for (const char* value : {"-1", "18446744073709551616", "01000", "f1abc"}) {
    cli::CommandResult ran =
        run_command({"single", "--c1", "x", std::string("--miner-id=") + value});
    EXPECT_EQ(ran.code, cli::kExitUsage) << value;
    EXPECT_TRUE(contains(ran.err, "--miner-id") && contains(ran.err, value)) << ran.err;
  }
  for (const char* flag : {"--sector-num", "--partition", "--gpu"}) {
    EXPECT_EQ(run_command({"single", "--c1", "x", std::string(flag) + "=010"}).code,
              cli::kExitUsage);
  }
  cli::CommandResult ran = run_command({"single", "--c1", "x", "--miner-id=f01000"});
  EXPECT_EQ(ran.code, cli::kExitFailed);  // there is no file x
  EXPECT_TRUE(contains(ran.err, "FILE_MISSING")) << ran.err;
}

// The standard input of the test is a pipe that holds the file.
TEST(Bench, ReadsAC1FromThePipe) {
  const std::vector<uint8_t> file = base::read_file(kC1, 1 << 24);
  const int kept = ::dup(STDIN_FILENO);
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  cli::CommandResult ran;
  {
    std::jthread writer([&] {
      EXPECT_EQ(::write(ends[1], file.data(), file.size()), static_cast<ssize_t>(file.size()));
      ::close(ends[1]);
    });
    cli::TemporaryFolder folder;
    ran = run_command({"single", "--c1", "-", "--param-cache", folder.path()});
  }
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
  EXPECT_TRUE(contains(ran.err, "FILE_MISSING") && contains(ran.err, ".params")) << ran.err;
}

TEST(Bench, GeneratedVanillaProofsAreTheSameForTheSameSeed) {
  cli::TemporaryFolder folder;
  auto generate = [&](const std::string& seed, const std::string& file) {
    return run_command({"gen-vanilla", "porep", "--sector-num", "7", "--seed", seed, "-o", file});
  };
  cli::CommandResult ran = generate("1", folder / "a");
  EXPECT_EQ(ran.code, cli::kExitOk) << ran.err;
  EXPECT_TRUE(contains(ran.out, "sector 7 of miner 1000, seed 1")) << ran.out;
  EXPECT_EQ(generate("1", folder / "b").code, cli::kExitOk);
  EXPECT_EQ(generate("2", folder / "c").code, cli::kExitOk);
  auto bytes = [](const std::string& path) { return base::read_file(path, 1 << 24); };
  EXPECT_EQ(bytes(folder / "a"), bytes(folder / "b"));
  EXPECT_NE(bytes(folder / "a"), bytes(folder / "c"));
}

TEST(Bench, ListsParameters) {
  cli::TemporaryFolder folder;
  std::string name =
      "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
      "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f";
  base::write_new_file(folder / (name + ".params"), std::string(2048, 'x'));
  base::write_new_file(folder / (name + ".generated.json"), "{}");
  cli::CommandResult ran = run_command({"params", "list", "--param-cache", folder.path()});
  EXPECT_EQ(ran.code, cli::kExitOk) << ran.err;
  EXPECT_TRUE(contains(ran.out, "2.00 KiB          -  for tests  " + name)) << ran.out;
  EXPECT_TRUE(contains(ran.out, "update-poseidon  64GiB"));
}

}  // namespace
}  // namespace cuzk::bench
