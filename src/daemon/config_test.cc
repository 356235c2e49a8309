// SPDX-License-Identifier: MIT OR Apache-2.0
// daemon-reference.md 6.1, point 11: the keys of daemon-reference.md 1.3, also deprecated, dead and
// unknown ones.
#include "daemon/config.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "daemon/folders.h"

namespace cuzk::daemon {
namespace {

using namespace std::chrono_literals;

struct Read {
  DaemonConfig config;
  std::vector<std::string> warnings;
};

Read read(const std::string& text) {
  Read out;
  out.config = parse_config(text, "cuzk.toml", out.warnings);
  return out;
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
    return error.text();
  }
  return "";
}

TEST(DaemonConfig, DefaultsOfTheReference) {
  const Read empty = read("");
  EXPECT_TRUE(empty.warnings.empty());
  EXPECT_EQ(empty.config.listen, (std::vector<std::string>{"unix:///run/curio/cuzk.sock"}));
  EXPECT_EQ(empty.config.status_listen, "");
  EXPECT_EQ(empty.config.total_budget, std::nullopt);
  EXPECT_EQ(empty.config.safety_margin, 5ull << 30);
  EXPECT_EQ(empty.config.eviction_min_idle, 5min);
  EXPECT_EQ(empty.config.gpu_workers_per_device, 2u);
  EXPECT_EQ(folders_of(empty.config, nullptr).parameters.path, "/data/zk/params");
  EXPECT_EQ(empty.config.log_level, "info");
}

TEST(DaemonConfig, EveryKeyIsRead) {
  const Read all = read(R"(
[daemon]
listen = ["0.0.0.0:9820", "unix:///run/cuzk.sock"]
status_listen = "0.0.0.0:9821"
drain_timeout = "10s"
waiting_calls_max = 7
[memory]
total_budget = "1.5TiB"
safety_margin = "1GiB"
request_budget = 2147483648
eviction_min_idle = 90
[gpus]
backend = "cpu"
devices = [0, 2]
vram_budget = "24GiB"
gpu_threads = 32
gpu_workers_per_device = 3
[synthesis]
threads = 4
partition_workers = 12
[pipeline]
queue_capacity = 6
[scheduler]
queue_jobs_max = 9
results_max = 8
results_age_max = "2h"
ageing_step = "1m"
[srs]
param_cache = "/params"
circuit_cache = "/circuits"
preload = ["porep-32g"]
[logging]
level = "debug"
format = "json"
timeline = true
)");
  EXPECT_TRUE(all.warnings.empty()) << all.warnings[0];
  const DaemonConfig& c = all.config;
  EXPECT_EQ(c.listen, (std::vector<std::string>{"0.0.0.0:9820", "unix:///run/cuzk.sock"}));
  EXPECT_EQ(c.status_listen, "0.0.0.0:9821");
  EXPECT_EQ(c.drain_timeout, 10s);
  EXPECT_EQ(c.waiting_calls_max, 7u);
  EXPECT_EQ(c.total_budget, 3ull << 39);
  EXPECT_EQ(c.safety_margin, 1ull << 30);
  EXPECT_EQ(c.request_budget, 2ull << 30);
  EXPECT_EQ(c.eviction_min_idle, 90s);
  EXPECT_EQ(c.backend, "cpu");
  EXPECT_EQ(c.devices, (std::vector<unsigned>{0, 2}));
  EXPECT_EQ(c.vram_budget, 24ull << 30);
  EXPECT_EQ(c.gpu_threads, 32u);
  EXPECT_EQ(c.gpu_workers_per_device, 3u);
  EXPECT_EQ(c.synthesis_threads, 4u);
  EXPECT_EQ(c.partition_workers, 12u);
  EXPECT_EQ(c.queue_capacity, 6u);
  EXPECT_EQ(c.queue_jobs_max, 9u);
  EXPECT_EQ(c.results_max, 8u);
  EXPECT_EQ(c.results_age_max, 2h);
  EXPECT_EQ(c.ageing_step, 1min);
  EXPECT_EQ(c.param_cache, "/params");
  EXPECT_EQ(c.circuit_cache, "/circuits");
  EXPECT_EQ(c.preload, (std::vector<std::string>{"porep-32g"}));
  EXPECT_EQ(c.log_level, "debug");
  EXPECT_EQ(c.log_format, "json");
  EXPECT_TRUE(c.timeline);
}

TEST(DaemonConfig, OneAddressNeedsNoList) {
  EXPECT_EQ(read("[daemon]\nlisten = \"0.0.0.0:9820\"").config.listen,
            (std::vector<std::string>{"0.0.0.0:9820"}));
}

// What `config default` prints reads back as the defaults, and so does any other configuration.
TEST(DaemonConfig, TextReadsBack) {
  EXPECT_EQ(config_text(read(config_text({})).config), config_text({}));
  EXPECT_TRUE(read(config_text({})).warnings.empty());
  DaemonConfig other;
  other.listen = {"a:1", "b\"\\:2"};
  other.total_budget = 7ull << 30;
  other.devices = {1};
  other.ageing_step = 1500ms;
  other.timeline = true;
  EXPECT_EQ(config_text(read(config_text(other)).config), config_text(other));
  EXPECT_NE(config_text(other), config_text({}));
}

// Every key of the table is in the text, unless it has no effect; then it warns and does nothing
// (daemon-reference.md 0, fact 9; batches are among them, daemon-reference.md 5.1, faults 3 and 4).
TEST(DaemonConfig, KeysWithoutEffectWarn) {
  const std::string text = config_text({});
  size_t without_effect = 0;
  for (const std::string& name : config_keys()) {
    const size_t dot = name.find('.');
    const std::string key = name.substr(dot + 1);
    if (text.find("\n" + key + " = ") != std::string::npos) continue;
    ++without_effect;
    const Read warned = read("[" + name.substr(0, dot) + "]\n" + key + " = 1");
    ASSERT_EQ(warned.warnings.size(), 1u) << name;
    EXPECT_TRUE(warned.warnings[0].starts_with("cuzk.toml:2: " + name + " has no effect: "))
        << warned.warnings[0];
    EXPECT_EQ(config_text(warned.config), text);
  }
  EXPECT_EQ(without_effect, 11u);
}

TEST(DaemonConfig, UnknownKeysNameTheNearest) {
  Read unknown = read("[gpus]\ngpu_worker_per_device = 3\n[memroy]\ntotal_budget = \"1GiB\"");
  ASSERT_EQ(unknown.warnings.size(), 2u);
  EXPECT_EQ(unknown.warnings[0],
            "cuzk.toml:2: gpus.gpu_worker_per_device is not known and ignored; is "
            "gpus.gpu_workers_per_device meant?");
  EXPECT_NE(unknown.warnings[1].find("is memory.total_budget meant?"), std::string::npos);
  EXPECT_EQ(config_text(unknown.config), config_text({}));
}

// daemon-reference.md 1.3: nothing is guessed.
TEST(DaemonConfig, WrongValuesAreErrors) {
  EXPECT_EQ(error_of("[memory]\n\ntotal_budget = \"lots\""),
            "cuzk.toml:3: memory.total_budget: expected \"auto\" or a size as 64GiB, 1.5TiB or "
            "900MB, found 'lots'");
  for (const char* wrong :
       {"[memory]\nsafety_margin = \"auto\"", "[memory]\neviction_min_idle = \"soon\"",
        "[memory]\ntotal_budget = -1", "[daemon]\nlisten = 9820", "[daemon]\nlisten = [1]",
        "[gpus]\ndevices = 0", "[gpus]\ndevices = [\"0\"]", "[gpus]\ngpu_threads = -1",
        "[gpus]\ngpu_threads = \"32\"", "[gpus]\nbackend = \"cuda\"", "[logging]\nlevel = \"loud\"",
        "[logging]\ntimeline = 1", "[logging]\nlevel = 3", "[srs\n"}) {
    EXPECT_TRUE(error_of(wrong).starts_with("cuzk.toml:")) << wrong << ": " << error_of(wrong);
  }
}

TEST(DaemonConfig, CountsHaveARange) {
  EXPECT_EQ(error_of("[gpus]\ngpu_threads = 2147483647"),
            "cuzk.toml:2: gpus.gpu_threads: expected a number from 0 to 1024, found 2147483647");
  for (const char* wrong :
       {"[scheduler]\nqueue_jobs_max = 0", "[scheduler]\nresults_max = 0",
        "[daemon]\nwaiting_calls_max = 0", "[gpus]\ngpu_workers_per_device = 0",
        "[gpus]\ngpu_workers_per_device = 65", "[gpus]\ndevices = [1024]",
        "[synthesis]\npartition_workers = 1025", "[pipeline]\nqueue_capacity = 4294967296"}) {
    EXPECT_NE(error_of(wrong).find(" from "), std::string::npos) << wrong;
  }
  EXPECT_NE(config_text({}).find("; from 1 to 64\ngpu_workers_per_device = 2"), std::string::npos);
}

TEST(DaemonConfig, NoFileMeansDefaults) {
  std::vector<std::string> warnings;
  EXPECT_EQ(config_text(read_config("/no/such/file", true, warnings)), config_text({}));
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_THROW(read_config("/", true, warnings), base::Error);
  EXPECT_THROW(read_config("/no/such/file", false, warnings), base::Error);
}

}  // namespace
}  // namespace cuzk::daemon
