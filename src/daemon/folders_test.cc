// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/folders.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cli/command_testing.h"
#include "engine/parameters.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

fs::path first_file(const fs::path& folder) {
  return engine::parameter_path(folder, engine::kinds()[0].circuits[0]);
}

TEST(Folders, TheKeyThenTheVariableThenTheDefault) {
  DaemonConfig config;
  EXPECT_EQ(folders_of(config, nullptr).parameters.text(), "/data/zk/params (default)");
  EXPECT_EQ(folders_of(config, "/e").parameters.text(), "/e (FIL_PROOFS_PARAMETER_CACHE)");
  EXPECT_EQ(folders_of(config, "/e").circuits.text(), "/e (FIL_PROOFS_PARAMETER_CACHE)");
  config.param_cache = "/k";
  EXPECT_EQ(folders_of(config, "/e").parameters.text(), "/k (srs.param_cache)");
  config.circuit_cache = "/c";
  EXPECT_EQ(folders_of(config, "/e").circuits.text(), "/c (srs.circuit_cache)");
}

TEST(Folders, ParametersAreFoundAndLinksFollowed) {
  cli::TemporaryFolder folder, other;
  const fs::path file = first_file(folder.path());
  std::ofstream(folder / "a.params") << "of another program";
  EXPECT_EQ(inspect_parameters(folder.path(), engine::kinds()).fault,
            "it holds no parameter file that can be used");
  fs::create_symlink(other / "target", file);
  const ParameterFiles dangling = inspect_parameters(folder.path(), engine::kinds());
  ASSERT_EQ(dangling.faults.size(), 1u);
  EXPECT_EQ(dangling.faults[0],
            file.string() + ": a link to " + (other / "target") + ", which is not there");
  EXPECT_TRUE(dangling.usable.empty());
  std::ofstream(other / "target").flush();
  EXPECT_EQ(inspect_parameters(folder.path(), engine::kinds()).faults,
            std::vector{file.string() + ": empty"});
  std::ofstream(other / "target") << "x";
  const ParameterFiles good = inspect_parameters(folder.path(), engine::kinds());
  EXPECT_EQ(good.usable, std::vector{engine::kinds()[0].circuits[0].name});
  EXPECT_TRUE(good.faults.empty());
  EXPECT_EQ(good.fault, "");
}

TEST(Folders, WhatIsWrongWithAFolderIsSaid) {
  cli::TemporaryFolder folder;
  EXPECT_EQ(circuit_folder_fault(folder.path()), "");
  EXPECT_EQ(circuit_folder_fault(folder / "missing"), "there is no such folder");
  EXPECT_EQ(inspect_parameters(folder / "missing", engine::kinds()).fault,
            "there is no such folder");
  fs::create_symlink(folder / "missing", folder / "link");
  EXPECT_EQ(circuit_folder_fault(folder / "link"), "it is a link that leads nowhere");
  std::ofstream(folder / "file") << "x";
  EXPECT_EQ(circuit_folder_fault(folder / "file"), "it is no folder");
}

}  // namespace
}  // namespace cuzk::daemon
