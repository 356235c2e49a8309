// SPDX-License-Identifier: MIT OR Apache-2.0
// Names and numbers of the interface, and what requests and results become.
#include "service/messages.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace cuzk::service {
namespace {

using namespace std::chrono_literals;

using Numbers = std::map<std::string, int>;

Numbers numbers_of(const google::protobuf::Descriptor* message) {
  Numbers out;
  for (int i = 0; i < message->field_count(); ++i) {
    out[message->field(i)->name()] = message->field(i)->number();
  }
  return out;
}

// daemon-reference.md 6.1, point 1: the numbers of daemon-reference.md 1.4.
TEST(Interface, FieldNumbers) {
  EXPECT_EQ(numbers_of(v1::SubmitProofRequest::descriptor()), (Numbers{{"request_id", 1},
                                                                       {"proof_kind", 2},
                                                                       {"sector_size", 3},
                                                                       {"registered_proof", 4},
                                                                       {"priority", 5},
                                                                       {"vanilla_proof", 10},
                                                                       {"vanilla_proofs", 11},
                                                                       {"sector_number", 20},
                                                                       {"miner_id", 21},
                                                                       {"randomness", 22},
                                                                       {"partition_index", 23},
                                                                       {"comm_r_old", 30},
                                                                       {"comm_r_new", 31},
                                                                       {"comm_d_new", 32}}));
  EXPECT_EQ(numbers_of(v1::SubmitProofResponse::descriptor()),
            (Numbers{{"job_id", 1}, {"queue_position", 2}, {"assigned_gpu", 3}}));
  EXPECT_EQ(numbers_of(v1::AwaitProofRequest::descriptor()),
            (Numbers{{"job_id", 1}, {"timeout_ms", 2}}));
  EXPECT_EQ(numbers_of(v1::AwaitProofResponse::descriptor()), (Numbers{{"job_id", 1},
                                                                       {"status", 2},
                                                                       {"proof", 3},
                                                                       {"error_message", 4},
                                                                       {"queue_wait_ms", 10},
                                                                       {"srs_load_ms", 11},
                                                                       {"synthesis_ms", 12},
                                                                       {"gpu_compute_ms", 13},
                                                                       {"total_ms", 14}}));
  EXPECT_EQ(numbers_of(v1::ProveRequest::descriptor()), (Numbers{{"submit", 1}}));
  EXPECT_EQ(numbers_of(v1::ProveResponse::descriptor()), (Numbers{{"result", 1}}));
  EXPECT_EQ(numbers_of(v1::GetStatusResponse::descriptor()),
            (Numbers{{"gpus", 1},
                     {"loaded_srs", 2},
                     {"queues", 3},
                     {"total_proofs_completed", 4},
                     {"total_proofs_failed", 5},
                     {"uptime_seconds", 6},
                     {"pinned_memory_bytes", 7},
                     {"pinned_memory_limit_bytes", 8}}));
  EXPECT_EQ(numbers_of(v1::GPUStatus::descriptor()), (Numbers{{"ordinal", 1},
                                                              {"name", 2},
                                                              {"vram_total_bytes", 3},
                                                              {"vram_free_bytes", 4},
                                                              {"current_job_id", 5},
                                                              {"current_proof_kind", 6}}));
  EXPECT_EQ(numbers_of(v1::SRSStatus::descriptor()),
            (Numbers{{"circuit_id", 1}, {"tier", 2}, {"size_bytes", 3}, {"ref_count", 4}}));
  EXPECT_EQ(numbers_of(v1::QueueStatus::descriptor()),
            (Numbers{{"proof_kind", 1}, {"pending", 2}, {"in_progress", 3}}));
}

// daemon-reference.md 6.1, points 1 and 10: kinds and priorities, also those that are absent or
// unknown.
TEST(Interface, KindsAndPriorities) {
  const engine::Priority expected[] = {engine::Priority::kNormal, engine::Priority::kNormal,
                                       engine::Priority::kHigh, engine::Priority::kCritical};
  const char* names[] = {"porep-c2", "snap-update", "window-post", "winning-post"};
  for (unsigned number = 1; number <= 4; ++number) {
    const engine::ProofKind* kind = engine::find_proof_kind(number);
    EXPECT_STREQ(kind->name, names[number - 1]);
    EXPECT_EQ(kind->priority, expected[number - 1]);
  }
  EXPECT_EQ(priority_of(0), std::nullopt);
  EXPECT_EQ(priority_of(1), engine::Priority::kLow);
  EXPECT_EQ(priority_of(2), engine::Priority::kNormal);
  EXPECT_EQ(priority_of(3), engine::Priority::kHigh);
  EXPECT_EQ(priority_of(4), engine::Priority::kCritical);
  EXPECT_EQ(priority_of(77), engine::Priority::kNormal);
}

// Both directions, every field.
TEST(Messages, RequestsSurviveTheWay) {
  engine::Request request;
  request.label = "snap-1000-7";
  request.kind = engine::find_proof_kind(2);
  request.sector_size = 32ull << 30;
  request.registered_proof = 3;
  request.vanilla_proofs = {"one", "two"};
  request.sector_number = 7;
  request.miner_id = 1000;
  request.partition_index = 2;
  request.randomness = std::string(32, 'r');
  request.comm_r_old = std::string(32, 'o');
  request.comm_r_new = std::string(32, 'n');
  request.comm_d_new = std::string(32, 'd');
  request.priority = engine::Priority::kLow;
  const engine::Request back = request_of(message_of(request));
  EXPECT_EQ(engine::job_name(back), engine::job_name(request));
  EXPECT_EQ(back.label, request.label);
  EXPECT_EQ(back.priority, request.priority);
  EXPECT_EQ(message_of(request).vanilla_proofs_size(), 2);

  request.kind = engine::find_proof_kind(1);
  request.vanilla_proofs = {"c1"};
  EXPECT_EQ(message_of(request).vanilla_proof(), "c1");  // where the reference reads PoRep's
}

// daemon-reference.md 5.1, fault 9: 51 MB are not copied.
TEST(Messages, ProofsAreTakenOver) {
  v1::SubmitProofRequest message;
  message.set_proof_kind(v1::POREP_SEAL_COMMIT);
  message.set_vanilla_proof(std::string(1000, 'x'));
  const char* bytes = message.vanilla_proof().data();
  EXPECT_EQ(request_of(std::move(message)).vanilla_proofs.at(0).data(), bytes);
}

// daemon-reference.md 6.1, point 5: randomness and commitments are absent or have 32 bytes.
TEST(Messages, DigestsHaveTheirSize) {
  using Message = v1::SubmitProofRequest;
  using Set = void (*)(Message&, std::string);
  const std::pair<const char*, Set> fields[] = {
      {"randomness", [](Message& m, std::string s) { m.set_randomness(s); }},
      {"comm_r_old", [](Message& m, std::string s) { m.set_comm_r_old(s); }},
      {"comm_r_new", [](Message& m, std::string s) { m.set_comm_r_new(s); }},
      {"comm_d_new", [](Message& m, std::string s) { m.set_comm_d_new(s); }}};
  for (const auto& [name, set] : fields) {
    for (size_t size : {0, 31, 32, 33}) {
      Message message;
      message.set_proof_kind(v1::SNAP_DEALS_UPDATE);
      message.add_vanilla_proofs("x");
      set(message, std::string(size, 'd'));
      try {
        request_of(std::move(message));
        EXPECT_EQ(size % 32, 0u) << name;
      } catch (const base::Error& error) {
        EXPECT_NE(size % 32, 0u) << name;
        EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
        EXPECT_EQ(error.text(),
                  std::string(name) + ": expected 32 bytes, found " + std::to_string(size));
      }
    }
  }
}

TEST(Messages, ResultsHaveTheirTimes) {
  engine::JobResult result;
  result.state = engine::JobState::kCompleted;
  result.proof = {1, 2, 3};
  result.times = {.queue = 1ms, .parameters = 2ms, .prepare = 3ms, .prove = 4ms, .total = 5ms};
  const v1::AwaitProofResponse answer = answer_of("id", result);
  EXPECT_EQ(answer.queue_wait_ms(), 1u);
  EXPECT_EQ(answer.srs_load_ms(), 2u);
  EXPECT_EQ(answer.synthesis_ms(), 3u);
  EXPECT_EQ(answer.gpu_compute_ms(), 4u);
  EXPECT_EQ(answer.total_ms(), 5u);
  EXPECT_EQ(answer.proof(), "\1\2\3");
  result.state = engine::JobState::kTimeout;
  result.code = base::ErrorCode::kDeadlineExceeded;
  EXPECT_EQ(answer_of("id", result).status(), v1::AwaitProofResponse::TIMEOUT);
  EXPECT_TRUE(answer_of("id", result).proof().empty());
}

}  // namespace
}  // namespace cuzk::service
