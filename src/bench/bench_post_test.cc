// SPDX-License-Identifier: MIT OR Apache-2.0
// The commands on WindowPoSt and WinningPoSt of 2 KiB, from made-up sectors to a verified proof,
// and on the reference's records; what is refused before anything is read.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"
#include "bench/bench_testing.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text_of(const std::string& path) {
  const std::vector<uint8_t> bytes = base::read_file(path, 1 << 24);
  return {bytes.begin(), bytes.end()};
}

// What stands behind a label of a report.
std::string field(const std::string& report, const std::string& label) {
  const size_t at = report.find("\n" + label);
  if (at == std::string::npos) return {};
  const size_t from = report.find_first_not_of(' ', at + 1 + label.size());
  return report.substr(from, report.find('\n', from) - from);
}

struct Post {
  const char* type;
  const char* number;
  std::vector<std::string> more;  // flags of gen-vanilla
  const char* inputs;             // public inputs of the circuit
};

class BenchPost : public testing::TestWithParam<Post> {};

// The line that gen-vanilla prints is all that single needs.
TEST_P(BenchPost, MadeUpSectorsAreProvedAndVerified) {
  const Post& post = GetParam();
  cli::TemporaryFolder folder;
  std::vector<std::string> words = {"gen-vanilla", post.type,        "--registered-proof",
                                    post.number,   "--seed",         "7",
                                    "-o",          folder / "v.json"};
  words.insert(words.end(), post.more.begin(), post.more.end());
  cli::CommandResult ran = run_command(words);
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
  std::istringstream line(field(ran.out, "to prove it:"));
  words.assign(std::istream_iterator<std::string>(line), {});
  ASSERT_GT(words.size(), 2u) << ran.out;
  words.erase(words.begin());  // the program
  words.insert(words.end(), {"--param-cache", folder / "param-cache"});
  const size_t common = words.size();
  words.insert(words.end(), {"--proof-out", folder / "proof", "--inputs-out", folder / "inputs",
                             "--generate-test-params", "--check-witness"});
  ran = run_command(words);
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
  EXPECT_TRUE(contains(ran.out, "COMPLETED, verified")) << ran.out;
  EXPECT_EQ(text_of(folder / "proof").size(), 192u);
  const json inputs = json::parse(text_of(folder / "inputs"));
  EXPECT_EQ(std::to_string(inputs["inputs"][0].size()), post.inputs);

  // Twice, as two jobs; a batch proves the first partition of a WindowPoSt.
  if (std::ranges::find(words, "--partition") != words.end()) return;
  words.resize(common);
  words[0] = "batch";
  words.insert(words.end(), {"-c", "2", "--json"});
  ran = run_command(words);
  ASSERT_EQ(ran.code, cli::kExitOk) << ran.err << ran.out;
  EXPECT_EQ(json::parse(ran.out)["proofs"].size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Post, BenchPost,
                         testing::Values(Post{"wpost",
                                              "StackedDrgWindow2KiBV1",
                                              {"--sectors", "2", "--partition", "3"},
                                              "22"},
                                         Post{"winning", "0", {}, "132"}),
                         [](const auto& info) { return std::string(info.param.type); });

TEST(BenchPosts, SynthOnlyPrintsTheReferencesDigests) {
  for (const char* name : {"window-2k-v1_2-two-sectors", "winning-2k"}) {
    const std::string folder = kReference + "post/" + name;
    const json post = json::parse(text_of(folder + "/post.json"));
    const cli::CommandResult ran =
        run_command({"synth-only", "-t", name[3] == 'd' ? "wpost" : "winning", "--vanilla",
                     folder + "/vanilla.json", "--registered-proof",
                     std::to_string(post["registered_proof"].get<unsigned>()), "--randomness",
                     post["randomness"].get<std::string>(), "--json"});
    ASSERT_EQ(ran.code, cli::kExitOk) << ran.err;
    const json ours = json::parse(ran.out)[0];
    const json theirs = json::parse(text_of(folder + "/witness.json"))[0];
    for (const char* key : {"aux", "a", "b", "c", "inputs_with_one"}) {
      EXPECT_EQ(ours[key], theirs[key]) << name << " " << key;
    }
  }
}

TEST(BenchPosts, RefusesWhatBelongsToAnotherType) {
  cli::TemporaryFolder folder;
  struct Case {
    std::vector<std::string> words;
    std::string error;
  };
  const std::string record = kReference + "post/winning-2k/vanilla-1001.bin";
  const Case cases[] = {
      {{"-t", "wpost", "--c1", "x"}, "--type wpost: expected a file with --vanilla, found none"},
      {{"-t", "wpost", "--vanilla", "x", "--c1", "x"}, "--c1: expected with another proof type"},
      {{"--vanilla", "x"}, "--type porep: expected a file with --c1, found none"},
      {{"--c1", "x", "--randomness", "0"}, "--randomness: expected with another proof type"},
      {{"-t", "winning", "--vanilla", record, "--registered-proof", "9"},
       "registered proof: expected one of 0, 1, 2, 3, 4 (winning-post), found 9"},
      {{"-t", "winning", "--vanilla", record, "--registered-proof", "Winning"},
       "--registered-proof: expected a number or the name of a registered proof"},
      {{"-t", "winning", "--vanilla", record, "--randomness", "00"},
       "--randomness: expected 64 hexadecimal digits"},
      {{"-t", "winning", "--vanilla", record, "--registered-proof", "3"},
       "vanilla proof 0: length: expected 164064 bytes, those of StackedDrgWinning32GiBV1, found "
       "36816"},
      {{"-t", "wpost", "--vanilla", record, "--registered-proof", "5", "--partition", "4294967296"},
       "--partition: expected at most 4294967295"}};
  for (const Case& one : cases) {
    std::vector<std::string> words = {"single", "--param-cache", folder.path()};
    words.insert(words.end(), one.words.begin(), one.words.end());
    const cli::CommandResult ran = run_command(words);
    EXPECT_EQ(ran.code, contains(one.error, "length") ? cli::kExitFailed : cli::kExitUsage);
    EXPECT_TRUE(contains(ran.err, one.error)) << ran.err;
  }
}

TEST(BenchPosts, GenVanillaRefusesOtherProofsAndNumbers) {
  cli::TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> words, const char* part) {
    words.insert(words.begin(), "gen-vanilla");
    words.insert(words.end(), {"-o", folder / "v.json"});
    const cli::CommandResult ran = run_command(words);
    EXPECT_EQ(ran.code, cli::kExitUsage);
    EXPECT_TRUE(contains(ran.err, part)) << ran.err;
  };
  refused({"wpost", "--registered-proof", "3"}, "expected a registered WindowPoSt, 5 to 14");
  refused({"winning", "--registered-proof", "13"}, "expected a registered WinningPoSt, 0 to 4");
  refused({"window-post", "--sectors", "2350"},
          "--sectors: expected 1 to 2349, a partition of "
          "StackedDrgWindow32GiBV1_1, found 2350");
  refused({"window-post", "--sectors", "0"}, "found 0");
}

}  // namespace
}  // namespace cuzk::bench
