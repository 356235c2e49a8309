// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/kind_watch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <latch>

#include "cli/command_testing.h"
#include "engine/parameters.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kHang{60'000};  // only a fault waits so long

// Two kinds with a circuit or two each.
const engine::Kinds& two_kinds() {
  static const engine::Kinds kKinds = [] {
    engine::Kinds kinds(2);
    kinds[0].row = engine::find_proof_kind(1);
    kinds[0].circuits = {{.name = "a-small", .file_name = "", .parameters = "a-small"},
                         {.name = "a-large", .file_name = "", .parameters = "a-large"}};
    kinds[1].row = engine::find_proof_kind(2);
    kinds[1].circuits = {{.name = "b", .file_name = "", .parameters = "b"}};
    return kinds;
  }();
  return kKinds;
}

void write_parameters(const fs::path& folder, const std::string& name) {
  std::ofstream(folder / (name + ".params")) << "x";
}

// No period passes between a change and its answer.
TEST(KindWatch, EachLookSeesTheFolderAsItIs) {
  const cli::TemporaryFolder folder;
  const fs::path parameters = folder / "parameters";
  std::vector<std::string> lines;
  std::mutex mutex;
  {
    const Folder place = {parameters, "srs.param_cache"};
    KindWatch watch(
        [&] { return look_for_kinds(place, two_kinds()); },
        [&](service::LogLevel, std::string_view text, const service::LogFields& fields) {
          std::lock_guard lock(mutex);
          lines.push_back(std::string(text) + " " + fields[0].value);
        },
        kHang);
    KindsFound found = watch.look();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(found[0].circuits.empty());
    EXPECT_EQ(found[0].reason, parameters.string() + " (srs.param_cache): there is no such folder");
    fs::create_directory(parameters);
    write_parameters(parameters, "a-large");
    std::ofstream(parameters / "a-small.params").flush();
    found = watch.look();
    EXPECT_EQ(found[0].circuits, std::vector<std::string>{"a-large"});
    EXPECT_EQ(found[0].reason, (parameters / "a-small.params").string() + ": empty");
    EXPECT_TRUE(found[1].circuits.empty());
    EXPECT_EQ(found[1].reason, parameters.string() +
                                   " (srs.param_cache): it holds no parameter file that can be "
                                   "used");
    write_parameters(parameters, "b");
    fs::remove(parameters / "a-large.params");
    found = watch.look();
    EXPECT_TRUE(found[0].circuits.empty());
    EXPECT_EQ(found[1], (service::KindReadiness{engine::find_proof_kind(2)->name, {"b"}, ""}));
  }
  const std::string first = engine::find_proof_kind(1)->name;
  const std::string second = engine::find_proof_kind(2)->name;
  EXPECT_EQ(lines, (std::vector<std::string>{"kind of proof can be made " + first,
                                             "a kind of proof cannot be made any more " + first,
                                             "kind of proof can be made " + second}));
}

// As of a folder on a network that has gone away.
TEST(KindWatch, AFolderThatDoesNotAnswerKeepsNobody) {
  constexpr std::chrono::milliseconds kPatience{50};
  std::latch answers(1);
  int looks = 0;  // of the thread that looks
  KindWatch watch(
      [&] {
        if (++looks == 2) answers.wait();
        return KindsFound{{"kind", {std::to_string(looks)}, ""}};
      },
      {}, kPatience);
  const auto look = [&] {
    const KindsFound found = watch.look();
    return found.empty() ? 0 : std::stoi(found[0].circuits[0]);
  };
  while (look() == 0) {
  }
  (void)look();  // waits for the second one in vain
  // Nobody else waits: that many waits would take five minutes.
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 6000; ++i) EXPECT_EQ(look(), 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kHang);
  answers.count_down();
  while (look() < 3) {
    ASSERT_LT(std::chrono::steady_clock::now() - begin, 3 * kHang);
    std::this_thread::yield();
  }
}

}  // namespace
}  // namespace cuzk::daemon
