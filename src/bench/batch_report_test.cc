// SPDX-License-Identifier: MIT OR Apache-2.0
// The batch report says what the reference's bench says, in its words (daemon-reference.md 1.8).
#include "bench/batch_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cuzk::bench {
namespace {

BatchResult sample() {
  return {.type = "porep",
          .daemon = "",
          .count = 3,
          .concurrency = 2,
          .proofs = {{"COMPLETED", "", 10.04, 9.5, 0.1},
                     {"FAILED", "no such thing", 1, 0, 0},
                     {"COMPLETED", "", 12, 9.25, 2.5}},
          .total_seconds = 24,
          .ready_seconds = 1.5,
          .first_seconds = 12.25,
          .peak_host_bytes = uint64_t{2} << 30,
          .peak_device_bytes = 0};
}

TEST(BatchReport, LinesAreTheReferences) {
  EXPECT_EQ(proof_line(sample(), 0), "[1/3] COMPLETED — 10.0s (prove=9500 ms, queue=100 ms)");
  EXPECT_EQ(proof_line(sample(), 1), "[2/3] FAILED — 1.0s (prove=0 ms, queue=0 ms): no such thing");
  const std::string text = summary_text(sample());
  for (const char* line :
       {"=== Batch Summary ===\n", "total time:            24.0s\n", "completed:             2\n",
        "failed:                1\n", "avg=11.0s min=10.0s max=12.0s\n",
        "throughput:            5.000 proofs/min (12.0s/proof)\n",
        "p50=10.0s p90=12.0s p99=12.0s"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(text.find("GPU memory"), std::string::npos);
}

TEST(BatchReport, JsonAndCsv) {
  const nlohmann::json document = to_json(sample());
  EXPECT_EQ(document["completed"], 2);
  EXPECT_EQ(document["seconds_per_proof"], 12);
  EXPECT_EQ(document["proofs"][1]["error"], "no such thing");
  EXPECT_EQ(to_csv(sample()),
            "proof,status,wall_seconds,prove_seconds,queue_seconds\n"
            "1,COMPLETED,10.040,9.500,0.100\n"
            "2,FAILED,1.000,0.000,0.000\n"
            "3,COMPLETED,12.000,9.250,2.500\n");
}

TEST(BatchReport, PeaksOfADaemonHaveNamesOfTheirOwn) {
  BatchResult batch = sample();
  batch.daemon = "unix:///cuzk.sock";
  batch.peak_device_bytes = 1 << 20;
  const std::string text = summary_text(batch);
  for (const char* line :
       {"peak host reserved:    2.00 GiB\n", "peak GPU reserved:     1.00 MiB\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  for (const char* word : {"peak host memory", "ready:"}) {
    EXPECT_EQ(text.find(word), std::string::npos) << word << text;
  }
  const nlohmann::json document = to_json(batch);
  EXPECT_EQ(document["daemon"], "unix:///cuzk.sock");
  EXPECT_EQ(document["peak_reserved_bytes"], uint64_t{2} << 30);
  EXPECT_FALSE(document.contains("peak_host_bytes"));
}

}  // namespace
}  // namespace cuzk::bench
