// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/surroundings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/command_testing.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

using service::LogLevel;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const Finding* find(const Findings& findings, const std::string& subject) {
  for (const Finding& finding : findings) {
    if (finding.subject == subject) return &finding;
  }
  return nullptr;
}

TEST(Surroundings, FoldersAreToldWithTheirOriginAndLeftovers) {
  const cli::TemporaryFolder parameters, circuits;
  const Folders folders = {{parameters.path(), "srs.param_cache"},
                           {circuits.path(), "srs.circuit_cache"}};
  std::ofstream(circuits / "porep-2KiB-r1.circuit.tmp.0123456789abcdef") << "half of it";
  std::ofstream(parameters / "x.params.tmp.1") << "y";
  Findings found = look_at_folders(folders, engine::kinds());
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].level, LogLevel::kError);
  EXPECT_TRUE(has(found[0].text, parameters.path() + " (srs.param_cache): it holds no"));
  EXPECT_EQ(found[1].level, LogLevel::kInfo);
  EXPECT_TRUE(has(found[1].text, circuits.path() + " (srs.circuit_cache)")) << found[1].text;
  EXPECT_EQ(found[2].level, LogLevel::kWarning);
  EXPECT_TRUE(has(found[2].text, "x.params.tmp.1")) << found[2].text;
  EXPECT_TRUE(has(found[3].text, "10 B in all: porep-2KiB-r1.circuit.tmp.0123456789abcdef"))
      << found[3].text;
  fs::remove(parameters / "x.params.tmp.1");
  fs::remove_all(circuits.path());
  found = look_at_folders(folders, engine::kinds());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].level, LogLevel::kWarning);
  EXPECT_TRUE(has(found[1].text, "there is no such folder")) << found[1].text;
}

TEST(Surroundings, TheVariableThatHidesDevicesIsQuoted) {
  DaemonConfig config;
  config.backend = "cpu";
  EXPECT_EQ(find(look_at_backend(config, nullptr), "visible_devices"), nullptr);
  for (const char* value : {"", "-1", "no-such-card"}) {
    const Findings found = look_at_backend(config, value);
    ASSERT_NE(find(found, "visible_devices"), nullptr);
    EXPECT_EQ(find(found, "visible_devices")->text,
              "CUDA_VISIBLE_DEVICES=\"" + std::string(value) + "\"");
  }
}

TEST(Surroundings, OthersOnADeviceAreNamed) {
  EXPECT_TRUE(look_at_device_users("GPU 0: NVIDIA H200", {}).empty());
  const Findings found =
      look_at_device_users("GPU 0: NVIDIA H200", {"process 81 (python3)", "process 900 (x)"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].level, LogLevel::kWarning);
  EXPECT_TRUE(
      has(found[0].text, "GPU 0: NVIDIA H200: also used by process 81 (python3), process 900 (x)"));
}

// Who has an address is said with number and name, of TCP as of unix sockets, for gRPC and HTTP.
TEST(Surroundings, NamesAForeignPort) {
  const cli::TemporaryFolder folder;
  const std::string path = "unix://" + (folder / "cuzk.sock");
  const service::Listener port(service::parse_address("127.0.0.1:0"));
  const service::Listener socket(service::parse_address(path));
  DaemonConfig config;
  config.listen = {path, port.address(), "127.0.0.1:0"};
  config.status_listen = port.address();
  const Findings found = look_at_addresses(config);
  ASSERT_EQ(found.size(), 4u);
  std::string name;
  std::ifstream("/proc/self/comm") >> name;
  const std::string me = "process " + std::to_string(::getpid()) + " (" + name + ")";
  EXPECT_EQ(found[0].level, LogLevel::kWarning);
  EXPECT_TRUE(has(found[0].text, me)) << found[0].text;
  EXPECT_EQ(found[1].level, LogLevel::kError);
  EXPECT_TRUE(has(found[1].text, "the port is in use by " + me)) << found[1].text;
  EXPECT_EQ(found[2].level, LogLevel::kInfo) << found[2].text;
  EXPECT_EQ(found[3].level, LogLevel::kError);
  EXPECT_TRUE(has(found[3].text, me)) << found[3].text;
}

}  // namespace
}  // namespace cuzk::daemon
