// SPDX-License-Identifier: MIT OR Apache-2.0
// The table of a sweep, its marks, and its documents, of runs that are written down here.
#include "bench/sweep_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cuzk::bench {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// One configuration a row: its knob has the row's number, from 1.
SweepResult sweep(KnobIndex knob, const std::vector<std::vector<double>>& times) {
  SweepResult out{.type = "porep", .count = 2, .repeats = 0, .configurations = {}, .runs = {}};
  for (size_t i = 0; i < times.size(); ++i) {
    Configuration configuration = preset_configuration();
    configuration[knob] = static_cast<unsigned>(knob == kTimeline ? i : i + 1);
    out.configurations.push_back(configuration);
    out.repeats = static_cast<unsigned>(times[i].size());
    for (size_t round = 0; round < times[i].size(); ++round) {
      out.runs.push_back({.round = static_cast<unsigned>(round + 1),
                          .configuration = i,
                          .completed = 2,
                          .error = "",
                          .total_seconds = 2 * times[i][round],
                          .seconds_a_proof = times[i][round],
                          .queue_seconds = 0.5,
                          .prove_seconds = 4,
                          .peak_host_bytes = (round + 1) << 30,
                          .peak_device_bytes = 0,
                          .peak_reserved_bytes = uint64_t{3} << 20,
                          .permits_peak = round + 7});
    }
  }
  return out;
}

using Marks = std::vector<std::string>;

TEST(SweepReport, MarksTheBestAndWhatIsAsGood) {
  // Ranges decide where there are too few runs: the lucky 9.9 does not make the second the best.
  EXPECT_EQ(sweep_marks(sweep(kGpuWorkers, {{10, 10.1, 10.2}, {9.9, 10.3, 10.4}, {11, 12, 13}})),
            (Marks{"best", "as good", ""}));
  // The ranges of these overlap, and the test tells them apart all the same.
  const std::vector<double> low = {10.0, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6, 12.5};
  const std::vector<double> high = {12.0, 12.1, 12.2, 12.3, 12.4, 12.6, 12.7, 12.8};
  EXPECT_EQ(sweep_marks(sweep(kGpuWorkers, {high, low})), (Marks{"", "best"}));
  // And these do not differ by it.
  EXPECT_EQ(sweep_marks(sweep(kGpuWorkers, {{1, 3, 5, 7}, {2, 4, 6, 8}})),
            (Marks{"best", "as good"}));
  SweepResult failed = sweep(kGpuWorkers, {{1, 1}, {2, 2}});
  failed.runs[0].error = failed.runs[1].error = "FAILED: x";
  EXPECT_EQ(sweep_marks(failed), (Marks{"failed", "best"}));
}

TEST(SweepReport, TableHasTheColumnsThatVary) {
  const std::string text = sweep_text(sweep(kPartitionWorkers, {{10, 10.1, 10.2}, {12, 13, 12.5}}));
  for (const char* part :
       {"partition_workers    s/proof (min-max)  peak RSS  peak VRAM  reserved  in flight  "
        "queue s  prove s  failed\n",
        "                1  10.10 (10.00-10.20)  3.00 GiB          -  3.00 MiB          9  "
        "   0.50     4.00       -  best\n",
        "                2  12.50 (12.00-13.00)  3.00 GiB          -  3.00 MiB          9  "
        "   0.50     4.00       -\n"}) {
    EXPECT_TRUE(contains(text, part)) << part << text;
  }
  for (const char* word : {"gpu_workers", "FAILED", "Timeline"}) {
    EXPECT_FALSE(contains(text, word)) << word << text;
  }
}

TEST(SweepReport, FailuresShow) {
  SweepResult failed = sweep(kConcurrency, {{10, 10.1}, {12, 13}});
  failed.runs[3].error = "FAILED: GPU_FAULT: it broke";
  failed.runs[3].completed = 1;
  const std::string text = sweep_text(failed);
  EXPECT_TRUE(contains(text, "12.00 (12.00-12.00)")) << text;
  EXPECT_TRUE(contains(text, "1 of 2")) << text;
  EXPECT_TRUE(contains(text,
                       "FAILED: round 2, concurrency 2: 1 of 2 proofs completed: FAILED: "
                       "GPU_FAULT: it broke\n"))
      << text;
}

TEST(SweepReport, EndsWithTheTimeline) {
  const std::string text =
      sweep_text(sweep(kTimeline, {{10, 10.1, 10.2, 10.3}, {10.05, 10.15, 10.25, 10.35}}));
  EXPECT_TRUE(contains(text, "=== Timeline: on (B) against off (A) ===\n")) << text;
  EXPECT_TRUE(contains(text, "10.150 (4)     10.200 (4)  1.005")) << text;
  EXPECT_TRUE(contains(text, "no difference beyond the spread\n")) << text;
  EXPECT_TRUE(contains(sweep_text(sweep(kTimeline, {{1, 2, 3}, {1, 2, 3}})), "too few runs\n"));
}

TEST(SweepReport, DocumentsHaveEveryRun) {
  const SweepResult some = sweep(kGpuThreads, {{10, 11}, {12, 13}});
  const nlohmann::json document = sweep_json(some);
  ASSERT_EQ(document["runs"].size(), 4u);
  EXPECT_EQ(document["runs"][2]["configuration"]["gpu_threads"], 2);
  EXPECT_EQ(document["runs"][2]["configuration"]["gpu_workers"], 2);
  EXPECT_EQ(document["runs"][2]["seconds_per_proof"], 12);
  const std::string csv = sweep_csv(some);
  EXPECT_TRUE(
      csv.starts_with("round,partition_workers,gpu_workers,gpu_threads,queue_capacity,"
                      "concurrency,timeline,count,completed,total_seconds,"))
      << csv;
  EXPECT_TRUE(
      contains(csv, "\n2,0,2,2,0,1,0,2,2,26.000,13.000,0.500,4.000,2147483648,0,3145728,8\n"))
      << csv;
}

}  // namespace
}  // namespace cuzk::bench
