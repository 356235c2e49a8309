// SPDX-License-Identifier: MIT OR Apache-2.0
// The three forms of one state, whose counts are the same: JSON, Prometheus's text and the message
// (daemon-reference.md 6.1, point 13; 5.1, fault 18).
#include "service/status_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "service/messages.h"
#include "service/metrics_text.h"

namespace cuzk::service {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

engine::Status example() {
  engine::Status status;
  status.uptime = 90500ms;
  status.memory = {.budget_bytes = 1000, .used_bytes = 300, .peak_bytes = 700, .request_bytes = 5};
  status.partition_workers = 4;
  status.flight = {.preparing = 2, .blocked = 1, .queued = 3, .starting = 1, .finishing = 2};
  const engine::ProofKind* porep = engine::find_proof_kind(1);
  for (const engine::ProofKind& kind : engine::proof_kinds()) status.kinds[&kind];
  status.kinds[porep] = {.pending = 2,
                         .in_progress = 1,
                         .completed = 7,
                         .failed = 3,
                         .cancelled = 4,
                         .total_time = 14s};
  engine::PipelineStatus job{
      .job = "a1", .label = "porep-\xff", .kind = porep, .age = 2500ms, .partitions = {}};
  job.partitions = {{engine::PartitionState::kDone, 10ms, 20ms},
                    {engine::PartitionState::kSynthesizing, 0ms, 0ms}};
  status.pipelines = {job};
  status.workers = {{.worker = 0,
                     .ordinal = 0,
                     .busy = true,
                     .job = "a1",
                     .kind = porep,
                     .partition = 1,
                     .busy_for = 1500ms},
                    engine::WorkerStatus()};
  status.devices = {{.name = "GPU \"0\"",
                     .uuid = "GPU-00112233",
                     .pci_address = "0000:1b:00.0",
                     .memory_bytes = 90,
                     .budget_bytes = 80,
                     .used_bytes = 30,
                     .fixed_bytes = 3,
                     .region_bytes = 9,
                     .quarantined = true}};
  status.circuits = {{.circuit = "porep-32g",
                      .tier = engine::Tier::kHot,
                      .host_bytes = 40,
                      .device_bytes = 30,
                      .copied_bytes = 77,
                      .references = 1,
                      .idle_for = 1s},
                     {.circuit = "snap-32g"}};
  status.proved_again = 6;
  return status;
}

TEST(StatusJson, TellsWhichDeviceIsWhich) {
  const json state = json::parse(status_json(example()));
  EXPECT_EQ(state["devices"], json::array({{{"gpu_ordinal", 0},
                                            {"name", "GPU \"0\""},
                                            {"uuid", "GPU-00112233"},
                                            {"pci_address", "0000:1b:00.0"},
                                            {"budget_bytes", 80},
                                            {"used_bytes", 30},
                                            {"quarantined", true}}}));
}

TEST(StatusJson, TellsWhatTheProcessHolds) {
  EXPECT_EQ(json::parse(status_json(example(), {7, {}, 64}))["process"],
            json({{"threads", 7}, {"descriptors", nullptr}, {"descriptors_max", 64}}));
}

// Every path of daemon-reference.md 1.6.
TEST(StatusJson, HasTheFieldsOfTheReference) {
  const json state = json::parse(status_json(example()));
  EXPECT_EQ(state["uptime_secs"], 90.5);
  EXPECT_EQ(state["memory"],
            json({{"total_bytes", 1000}, {"used_bytes", 300}, {"available_bytes", 700}}));
  EXPECT_EQ(state["synthesis"], json({{"max_concurrent", 4}, {"active", 2}}));
  const json& job = state["pipelines"][0];
  EXPECT_EQ(job["proof_kind"], "porep-c2");
  EXPECT_EQ(job["started_secs_ago"], 2.5);
  EXPECT_EQ(job["total_partitions"], 2);
  EXPECT_EQ(job["partitions_done"], 1);
  EXPECT_EQ(job["partitions"][0],
            json({{"index", 0}, {"state", "done"}, {"synth_ms", 10}, {"gpu_ms", 20}}));
  EXPECT_EQ(job["partitions"][1]["state"], "synthesizing");
  const json& worker = state["gpu_workers"][0];
  EXPECT_EQ(worker["worker_id"], 0);
  EXPECT_EQ(worker["gpu_ordinal"], 0);
  EXPECT_EQ(worker["state"], "proving");
  EXPECT_EQ(worker["current_job"], "a1");
  EXPECT_EQ(worker["current_partition"], 1);
  EXPECT_EQ(worker["busy_secs"], 1.5);
  EXPECT_EQ(state["gpu_workers"][1]["state"], "idle");
  ASSERT_EQ(state["allocations"]["srs"].size(), 1u);  // what is loaded
  EXPECT_EQ(state["allocations"]["srs"][0], json({{"circuit_id", "porep-32g"},
                                                  {"bytes", 70},
                                                  {"last_used_secs_ago", 1.0},
                                                  {"evictable", false}}));
  EXPECT_TRUE(state["allocations"]["pce"].empty());
  EXPECT_EQ(state["counters"]["total_completed"], 7);
  EXPECT_EQ(state["counters"]["total_failed"], 3);
  EXPECT_EQ(state["counters"]["completed_by_kind"]["porep-c2"], 7);
  EXPECT_EQ(state["counters"]["failed_by_kind"]["winning-post"], 0);
  EXPECT_EQ(state["counters"]["queue_depth"], 2);
  EXPECT_EQ(state["buffers"], json({{"synth_in_flight", 2},
                                    {"provers_in_flight", 5},
                                    {"aux_in_flight", 2},
                                    {"shells_in_flight", 0},
                                    {"abandoned_in_flight", 0},
                                    {"pending_handles", 2}}));
}

// Every name of daemon-reference.md 1.7.
TEST(MetricsText, HasTheNamesOfTheReference) {
  const std::string text = metrics_text(example());
  for (const char* line : {"cuzk_proofs_completed_total 7",
                           "cuzk_proofs_failed_total 3",
                           "cuzk_uptime_seconds 90.5",
                           "cuzk_queue_depth 2",
                           "cuzk_running_jobs 1",
                           "cuzk_gpu_workers 2",
                           "cuzk_proofs_completed{proof_kind=\"porep_c2\"} 7",
                           "cuzk_proofs_failed{proof_kind=\"porep_c2\"} 3",
                           "cuzk_proofs_completed{proof_kind=\"snap_update\"} 0",
                           "cuzk_proofs_completed{proof_kind=\"window_post\"} 0",
                           "cuzk_proofs_completed{proof_kind=\"winning_post\"} 0",
                           "cuzk_proof_duration_seconds_count{proof_kind=\"porep_c2\"} 7",
                           "cuzk_proof_duration_seconds_sum{proof_kind=\"porep_c2\"} 14",
                           "# TYPE cuzk_proof_duration_seconds summary",
                           "# TYPE cuzk_proofs_completed counter",
                           "cuzk_memory_used_bytes 300",
                           "cuzk_partitions_proved_again_total 6",
                           "cuzk_device_used_bytes{device=\"0\",name=\"GPU \\\"0\\\"\"} 30",
                           "cuzk_device_quarantined{device=\"0\",name=\"GPU \\\"0\\\"\"} 1",
                           "cuzk_device_fixed_bytes{device=\"0\",name=\"GPU \\\"0\\\"\"} 3",
                           "cuzk_device_region_bytes{device=\"0\",name=\"GPU \\\"0\\\"\"} 9",
                           "cuzk_circuit_bytes{circuit=\"porep-32g\",where=\"device\"} 30",
                           "cuzk_copied_bytes_total{circuit=\"porep-32g\"} 77"}) {
    EXPECT_NE(text.find(std::string(line) + "\n"), std::string::npos) << line << " in\n" << text;
  }
  EXPECT_EQ(text.find("cuzk_proof_duration_seconds_count{proof_kind=\"snap"), std::string::npos);
}

TEST(Messages, StatusHasTheFieldsOfTheReference) {
  const v1::GetStatusResponse answer = answer_of(example());
  ASSERT_EQ(answer.gpus_size(), 1);
  EXPECT_EQ(answer.gpus(0).vram_total_bytes(), 90u);
  EXPECT_EQ(answer.gpus(0).vram_free_bytes(), 60u);
  EXPECT_EQ(answer.gpus(0).current_job_id(), "a1");
  EXPECT_EQ(answer.gpus(0).current_proof_kind(), "porep-c2");
  ASSERT_EQ(answer.loaded_srs_size(), 2);
  EXPECT_EQ(answer.loaded_srs(0).tier(), v1::SRSStatus::HOT);
  EXPECT_EQ(answer.loaded_srs(0).size_bytes(), 70u);
  EXPECT_EQ(answer.loaded_srs(0).ref_count(), 1u);
  EXPECT_EQ(answer.loaded_srs(1).tier(), v1::SRSStatus::COLD);
  EXPECT_EQ(answer.queues_size(), 4);
  EXPECT_EQ(answer.total_proofs_completed(), 7u);
  EXPECT_EQ(answer.total_proofs_failed(), 3u);
  EXPECT_EQ(answer.uptime_seconds(), 90u);
  EXPECT_EQ(answer.pinned_memory_bytes(), 300u);
  EXPECT_EQ(answer.pinned_memory_limit_bytes(), 1000u);
}

}  // namespace
}  // namespace cuzk::service
