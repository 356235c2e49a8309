// SPDX-License-Identifier: MIT OR Apache-2.0
// Documents of runs: what batch and sweep write is read again, everything else is refused with a
// code and a place; and what `compare` says of two of them.
#include "bench/comparison.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "bench/batch_report.h"
#include "bench/bench_testing.h"
#include "bench/sweep_report.h"

namespace cuzk::bench {
namespace {

using base::ErrorCode;
using nlohmann::json;

const std::string kFolder = std::string(CUZK_VECTORS) + "/bench/";

RunDocument read(const std::string& text) {
  return read_run_document({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "a.json");
}

std::string file_text(const std::string& name) {
  const std::vector<uint8_t> file = base::read_file(kFolder + name, 1 << 24);
  return {file.begin(), file.end()};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Configurations by partition workers and timeline, with the times of their runs.
SweepResult sweep(const std::vector<std::vector<double>>& times) {
  SweepResult out{.type = "porep", .count = 1, .repeats = 1, .configurations = {}, .runs = {}};
  for (size_t i = 0; i < times.size(); ++i) {
    Configuration configuration = preset_configuration();
    configuration[kPartitionWorkers] = static_cast<unsigned>(i + 1);
    out.configurations.push_back(configuration);
    for (double seconds : times[i]) {
      out.runs.push_back(
          {.configuration = i, .completed = 1, .error = "", .seconds_a_proof = seconds});
    }
  }
  return out;
}

BatchResult batch(const std::vector<double>& seconds) {
  BatchResult out{.type = "porep", .daemon = "", .count = 4, .concurrency = 1, .proofs = {}};
  for (double value : seconds) out.proofs.push_back({"COMPLETED", "", value, value, 0});
  return out;
}

TEST(Comparison, ReadsWhatBatchAndSweepWrite) {
  BatchResult some = batch({1, 2, 3});
  some.proofs[1].error = "FAILED";
  const RunDocument of_batch = read(to_json(some).dump());
  EXPECT_FALSE(of_batch.is_sweep);
  ASSERT_EQ(of_batch.samples.size(), 1u);
  EXPECT_EQ(of_batch.samples[0].seconds, (std::vector<double>{1, 3}));

  SweepResult runs = sweep({{1, 2}, {3, 4}});
  runs.runs[3].error = "FAILED";
  const RunDocument of_sweep = read(sweep_json(runs).dump());
  EXPECT_TRUE(of_sweep.is_sweep);
  ASSERT_EQ(of_sweep.samples.size(), 2u);
  EXPECT_EQ(of_sweep.samples[0].configuration, runs.configurations[0]);
  EXPECT_EQ(of_sweep.samples[0].seconds, (std::vector<double>{1, 2}));
  EXPECT_EQ(of_sweep.samples[1].seconds, (std::vector<double>{3}));
}

TEST(Comparison, RefusesEveryTruncation) {
  for (const char* name : {"batch.json", "sweep.json"}) {
    const std::string text = file_text(name);
    EXPECT_NO_THROW(read(text));
    for (size_t size = 0; size + 1 < text.size(); ++size) {  // the last is the line's end
      try {
        read(text.substr(0, size));
        ADD_FAILURE() << name << " " << size;
      } catch (const base::Error& error) {
        ASSERT_EQ(error.code(), ErrorCode::kRunsBadJson) << error.text();
      }
    }
  }
}

TEST(Comparison, RefusesWhatIsForeignOrHostile) {
  const auto altered = [](const char* name, const char* pointer, const json& value) {
    json document = json::parse(file_text(name));
    document[json::json_pointer(pointer)] = value;
    return document.dump();
  };
  const auto without = [](const char* parent, const char* field) {
    json document = json::parse(file_text("sweep.json"));
    document[json::json_pointer(parent)].erase(field);
    return document.dump();
  };
  struct Case {
    std::string text, mention;
  };
  for (const Case& c : {
           Case{std::string(100000, '['), "JSON"},
           Case{"[]", "the runs of a sweep or the proofs of a batch"},
           Case{"{}", "the runs of a sweep or the proofs of a batch"},
           Case{"{\"runs\": {}}", "runs: expected an array, found object"},
           Case{"{\"runs\": [7]}", "runs[0]: expected an object, found number"},
           Case{"{\"proofs\": 1}", "proofs: expected an array, found number"},
           Case{altered("batch.json", "/proofs/0/wall_seconds", "10"), "proofs[0].wall_seconds"},
           Case{altered("batch.json", "/proofs/2/wall_seconds", 0), "seconds above 0, found 0"},
           Case{altered("batch.json", "/proofs/2/wall_seconds", -1), "seconds above 0, found -1"},
           Case{altered("batch.json", "/proofs/2/error", 7), "proofs[2].error: expected a string"},
           Case{altered("sweep.json", "/runs/0/configuration", 7), "runs[0].configuration"},
           Case{altered("sweep.json", "/runs/0/configuration/timeline", true), "timeline"},
           Case{altered("sweep.json", "/runs/1/configuration/gpu_workers", 1u << 31), "at most"},
           Case{altered("sweep.json", "/runs/1/configuration/gpu_workers", -1), "a count"},
           Case{altered("sweep.json", "/runs/1/configuration/gpu_workers", json::object()),
                "object"},
           Case{without("/runs/1/configuration", "concurrency"), "the field concurrency"},
           Case{without("/runs/2", "seconds_per_proof"), "the field seconds_per_proof"},
           Case{without("/runs/2", "error"), "the field error"},
       }) {
    try {
      read(c.text);
      ADD_FAILURE() << c.text.substr(0, 100);
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kRunsBadJson);
      EXPECT_TRUE(error.text().starts_with("a.json: ")) << error.text();
      EXPECT_TRUE(contains(error.text(), c.mention)) << error.text();
    }
  }
}

TEST(Comparison, MatchesConfigurations) {
  const RunDocument a = read(sweep_json(sweep({{1}, {2}, {3}})).dump());
  const RunDocument b = read(sweep_json(sweep({{4}, {5}})).dump());
  const std::vector<SamplePair> pairs = matching_samples(a, b);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[1].name, "partition_workers 2");
  EXPECT_EQ(pairs[1].a, (std::vector<double>{2}));
  EXPECT_EQ(pairs[1].b, (std::vector<double>{5}));
  const RunDocument other = read(to_json(batch({1})).dump());
  EXPECT_THROW(matching_samples(a, other), base::Error);
  EXPECT_THROW(matching_samples(a, {.is_sweep = true, .samples = {}}), base::Error);
}

TEST(Comparison, CommandPrintsOneVerdictForEach) {
  cli::TemporaryFolder folder;
  const auto write = [&](const std::string& name, const json& document) {
    base::write_new_file(folder / name, document.dump());
    return folder / name;
  };
  const std::vector<double> slow = {10, 10.1, 10.2, 10.3}, fast = {8, 8.1, 8.2, 8.3};
  const std::string a = write("a", sweep_json(sweep({slow, fast, slow, {1, 2, 3}, {}})));
  const std::string b = write("b", sweep_json(sweep({fast, slow, slow, {7, 8, 9}, {}})));
  const cli::CommandResult ran = run_command({"compare", a, b});
  EXPECT_EQ(ran.code, cli::kExitOk) << ran.err;
  for (const char* line :
       {"seconds a proof of each run",
        "partition_workers 1     10.150 (4)      8.150 (4)  0.803  0.777 to 0.830  B is faster\n",
        "partition_workers 2      8.150 (4)     10.150 (4)  1.245  1.205 to 1.288  B is slower\n",
        "1.000  0.971 to 1.030  no difference beyond the spread\n",
        "2.000 (3)      8.000 (3)  4.000               -  too few runs\n"}) {
    EXPECT_TRUE(contains(ran.out, line)) << line << ran.out;
  }
  const std::string c = write("c", to_json(batch(slow))), d = write("d", to_json(batch(fast)));
  const cli::CommandResult batches = run_command({"compare", c, d});
  EXPECT_TRUE(contains(batches.out, "wall time of each proof")) << batches.out << batches.err;
  EXPECT_TRUE(contains(batches.out, "0.777 to 0.830  B is faster\n")) << batches.out;

  EXPECT_EQ(run_command({"compare", a, c}).code, cli::kExitUsage);
  EXPECT_EQ(run_command({"compare", a}).code, cli::kExitUsage);
  const cli::CommandResult foreign =
      run_command({"compare", a, kReference + "porep/2k-v1_1-a/inputs.json"});
  EXPECT_EQ(foreign.code, cli::kExitFailed);
  EXPECT_TRUE(contains(foreign.err, "error: RUNS_BAD_JSON: ")) << foreign.err;
}

}  // namespace
}  // namespace cuzk::bench
