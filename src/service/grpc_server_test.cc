// SPDX-License-Identifier: MIT OR Apache-2.0
// The eight calls over real sockets, with the fake prover: what a replacement must match, and
// faults of the reference that it must not have.
#include "service/grpc_server.h"

#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.h"
#include "engine/circuit_prover.h"
#include "engine/porep_kind.h"
#include "service/relay_testing.h"
#include "service/service_testing.h"

namespace cuzk::service {
namespace {

using std::chrono::milliseconds;
using Service = ServiceUnderTest;
using AwaitStatus = v1::AwaitProofResponse;

engine::KindCounts counts(const Service& service, unsigned kind = 1) {
  return service.engine.status().kinds.at(engine::find_proof_kind(kind));
}

// daemon-reference.md 6.1, point 1: both kinds of sockets at the same time; daemon-reference.md
// 2.5: the label is echoed, the proof is whole.
TEST(GrpcServer, ProvesOverBothSockets) {
  Service service;
  for (size_t address : {0, 1}) {
    auto stub = service.stub(address);
    auto message = Service::prove_request(Service::request("input", "porep-1000-7", 1, 10));
    v1::AwaitProofResponse result = call(*stub, &Stub::Prove, message).result();
    EXPECT_EQ(result.status(), AwaitStatus::COMPLETED) << result.error_message();
    EXPECT_EQ(result.job_id(), "porep-1000-7");
    EXPECT_EQ(result.proof(),
              text_of(engine::FakeProver::whole_proof(engine::FakeProver::request("input", 10))));
    EXPECT_EQ(result.error_message(), "");
  }
  EXPECT_EQ(counts(service).completed, 1u);  // the second is answered from the first's result
}

TEST(GrpcServer, ProveWithoutLabelNamesTheJob) {
  Service service;
  auto stub = service.stub();
  auto message = Service::prove_request(Service::request("input"));
  EXPECT_EQ(call(*stub, &Stub::Prove, message).result().job_id(),
            engine::job_name(engine::FakeProver::request("input")));
}

// daemon-reference.md 6.1, point 9: a job that fails is an answer with its reason, not an RPC
// error.
TEST(GrpcServer, FailedJobsAreAnswers) {
  Service service;
  auto stub = service.stub();
  auto message = Service::prove_request(Service::request("unreadable"));
  v1::AwaitProofResponse result = call(*stub, &Stub::Prove, message).result();
  EXPECT_EQ(result.status(), AwaitStatus::FAILED);
  EXPECT_EQ(result.error_message(), "C1_BAD_JSON: unreadable");
  EXPECT_TRUE(result.proof().empty());
}

// daemon-reference.md 6.1, point 9: never an unverified proof. Every finish of the device lies.
TEST(GrpcServer, WrongProofsAreNotReturned) {
  Service service;
  service.fake.device(0).wrong_proofs = 1000;
  auto stub = service.stub();
  auto message = Service::prove_request(Service::request("input"));
  v1::AwaitProofResponse result = call(*stub, &Stub::Prove, message).result();
  EXPECT_EQ(result.status(), AwaitStatus::FAILED);
  EXPECT_TRUE(result.proof().empty());
}

// daemon-reference.md 6.1, point 9: the codes of daemon-reference.md 1.11.
TEST(GrpcServer, CodesOfWrongCalls) {
  Service service;
  auto stub = service.stub();
  const auto invalid = grpc::StatusCode::INVALID_ARGUMENT;
  call(*stub, &Stub::Prove, v1::ProveRequest(), invalid);
  call(*stub, &Stub::SubmitProof, Service::request("input", "", 0), invalid);
  call(*stub, &Stub::SubmitProof, Service::request("input", "", 5), invalid);
  call(*stub, &Stub::SubmitProof, Service::request(""), invalid);
  call(*stub, &Stub::SubmitProof, Service::request("input", std::string(1025, 'i')), invalid);
  v1::SubmitProofRequest short_digest = Service::request("input", "", 2);
  short_digest.set_comm_r_old("31 bytes are not enough.......");
  call(*stub, &Stub::SubmitProof, short_digest, invalid);
  v1::AwaitProofRequest unknown;
  unknown.set_job_id("nobody");
  call(*stub, &Stub::AwaitProof, unknown, grpc::StatusCode::NOT_FOUND);
  v1::CancelProofRequest cancel;
  cancel.set_job_id("nobody");
  call(*stub, &Stub::CancelProof, cancel, grpc::StatusCode::NOT_FOUND);
}

// Whoever asks for a kind that the daemon does not prove is told so at once.
TEST(GrpcServer, KindsThatAreNotThereAreRefused) {
  engine::Options options;
  options.host_budget_bytes = 4 * kReceptionBytes;
  options.request_bytes_max = 2 * kReceptionBytes;
  engine::Engine engine(options,
                        engine::circuit_prover({.parameters = testing::TempDir(), .devices = {{}}},
                                               {engine::porep_kind()}));
  GrpcServer server(engine, {{"127.0.0.1:0"}}, {});
  auto stub = v1::ProvingEngine::NewStub(
      grpc::CreateChannel(server.addresses()[0], grpc::InsecureChannelCredentials()));
  for (const engine::ProofKind& kind : engine::proof_kinds().subspan(1)) {
    grpc::ClientContext context;
    v1::ProveResponse answer;
    const grpc::Status status = stub->Prove(
        &context, Service::prove_request(Service::request("x", "", kind.number)), &answer);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(status.error_message(),
              std::string("NOT_SUPPORTED: ") + kind.name + ": this version proves porep-c2 only");
    call(*stub, &Stub::SubmitProof, Service::request("x", "", kind.number),
         grpc::StatusCode::INVALID_ARGUMENT);
  }
}

// daemon-reference.md 0, fact 9: timeout_ms is honoured, the job goes on, and 0 waits.
TEST(GrpcServer, AwaitTimesOut) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  const std::string job = submit(*stub, Service::request("input"));
  v1::AwaitProofResponse early = await(*stub, job, 30);
  EXPECT_EQ(early.status(), AwaitStatus::TIMEOUT);
  EXPECT_EQ(early.job_id(), job);
  service.fake.set_gate(true);
  EXPECT_EQ(await(*stub, job).status(), AwaitStatus::COMPLETED);
  EXPECT_EQ(await(*stub, job, UINT64_MAX).status(), AwaitStatus::COMPLETED);
}

// daemon-reference.md 0, fact 9: cancel works, on a job that waits or runs, and says whether it
// did.
TEST(GrpcServer, CancelEndsAJob) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  const std::string job = submit(*stub, Service::request("input"));
  v1::CancelProofRequest message;
  message.set_job_id(job);
  EXPECT_TRUE(call(*stub, &Stub::CancelProof, message).was_running());
  v1::AwaitProofResponse result = await(*stub, job);
  EXPECT_EQ(result.status(), AwaitStatus::CANCELLED);
  EXPECT_FALSE(result.error_message().empty());
  EXPECT_FALSE(call(*stub, &Stub::CancelProof, message).was_running());
}

// daemon-reference.md 0, fact 8, and 2.6: a request_id used again with other input is another job
// with its own proof, also while the first one runs; the same input shares one job.
TEST(GrpcServer, LabelsDoNotNameJobs) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  const std::string first = submit(*stub, Service::request("first", "label"));
  const std::string other = submit(*stub, Service::request("other", "label"));
  const std::string again = submit(*stub, Service::request("first", "another label"));
  EXPECT_NE(first, other);
  EXPECT_EQ(first, again);
  service.fake.set_gate(true);
  EXPECT_EQ(await(*stub, first).proof(), "<first/0>");
  EXPECT_EQ(await(*stub, other).proof(), "<other/0>");
  EXPECT_EQ(service.fake.prepared_inputs().size(), 2u);
}

// daemon-reference.md 2.6: a client that goes takes its job with it, unless somebody else wants it
// too.
TEST(GrpcServer, ClientsThatLeave) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  const auto prove = [&](const char* input, grpc::ClientContext& context) {
    v1::ProveResponse answer;
    return stub->Prove(&context, Service::prove_request(Service::request(input)), &answer);
  };
  grpc::ClientContext gone, shared_gone, shared;
  std::jthread one([&] { EXPECT_FALSE(prove("alone", gone).ok()); });
  std::jthread two([&] { EXPECT_FALSE(prove("shared", shared_gone).ok()); });
  std::jthread three([&] { EXPECT_TRUE(prove("shared", shared).ok()); });
  wait_for([&] { return counts(service).submitted == 3 && counts(service).joined == 1; });
  gone.TryCancel();
  shared_gone.TryCancel();
  wait_for([&] { return counts(service).cancelled == 1; });
  service.fake.set_gate(true);
  wait_for([&] { return counts(service).completed == 1; });
}

TEST(GrpcServer, DeadlineOfTheClientEndsItsJob) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + milliseconds(100));
  v1::ProveResponse answer;
  grpc::Status status =
      stub->Prove(&context, Service::prove_request(Service::request("input")), &answer);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  wait_for([&] { return counts(service).pending + counts(service).in_progress == 0; });
  EXPECT_EQ(counts(service).completed, 0u);
}

// Whoever awaits the job of a Prove call waits for it as its caller does.
TEST(GrpcServer, AwaitingKeepsAJob) {
  Service service;
  service.fake.set_gate(false);
  auto stub = service.stub();
  const std::string job = engine::job_name(engine::FakeProver::request("input"));
  grpc::ClientContext gone;
  std::jthread prover([&] {
    v1::ProveResponse answer;
    EXPECT_FALSE(
        stub->Prove(&gone, Service::prove_request(Service::request("input")), &answer).ok());
  });
  wait_for([&] { return counts(service).submitted == 1; });
  v1::AwaitProofResponse result;
  std::jthread awaiter([&] { result = await(*stub, job); });
  const auto waiters = [&] {
    const engine::Status status = service.engine.status();
    return status.pipelines.empty() ? 0 : status.pipelines[0].waiters;
  };
  wait_for([&] { return waiters() == 3; });  // the submission, and two that await it
  gone.TryCancel();
  wait_for([&] { return waiters() == 1; });
  service.fake.set_gate(true);
  awaiter.join();
  EXPECT_EQ(result.status(), AwaitStatus::COMPLETED) << result.error_message();
}

// One input is one proof however many ask; counts and log say so.
TEST(GrpcServer, SharedProofsAreMarked) {
  std::mutex mutex;
  std::vector<std::string> shared;
  Service service({}, {}, {}, [&](LogLevel, std::string_view text, const LogFields& fields) {
    if (text != "job completed") return;
    std::lock_guard lock(mutex);
    for (const LogField& field : fields) {
      if (field.name == "shared") shared.push_back(field.value);
    }
  });
  auto stub = service.stub();
  for (int i = 0; i < 3; ++i) {
    call(*stub, &Stub::Prove, Service::prove_request(Service::request("input")));
  }
  EXPECT_EQ(shared, (std::vector<std::string>{"no", "yes", "yes"}));
  const std::string metrics =
      call(*stub, &Stub::GetMetrics, v1::GetMetricsRequest()).prometheus_text();
  for (const char* line : {"cuzk_jobs_submitted_total{proof_kind=\"porep_c2\"} 3\n",
                           "cuzk_jobs_shared_total{proof_kind=\"porep_c2\"} 2\n",
                           "cuzk_proofs_completed{proof_kind=\"porep_c2\"} 1\n"}) {
    EXPECT_NE(metrics.find(line), std::string::npos) << line;
  }
}

// A client behind a link that died is missed, and its place in the queue is free.
TEST(GrpcServer, VanishedClientsAreMissed) {
  Service service({}, {}, {.keepalive = milliseconds(50), .keepalive_timeout = milliseconds(50)});
  service.fake.set_gate(false);
  Relay relay(service.server.addresses()[0]);
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  auto stub = v1::ProvingEngine::NewStub(
      grpc::CreateCustomChannel(relay.address(), grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  std::jthread client([&] {
    v1::ProveResponse answer;
    EXPECT_FALSE(
        stub->Prove(&context, Service::prove_request(Service::request("input")), &answer).ok());
  });
  wait_for([&] { return counts(service).submitted == 1; });
  relay.freeze();
  wait_for([&] { return counts(service).cancelled == 1; });
  context.TryCancel();
}

// A client that falls silent in the middle of its message is told so, and logged.
TEST(GrpcServer, SilentUploadsAreRefusedWithTheirCode) {
  std::mutex mutex;
  std::string logged;
  const Log log = [&](LogLevel, std::string_view text, const LogFields& fields) {
    std::lock_guard lock(mutex);
    if (text != "call refused") return;
    for (const LogField& field : fields) logged += field.name + "=" + field.value + " ";
  };
  Service service({}, {}, {.upload = {milliseconds(50), 1, 2}}, log);
  Relay relay(service.server.addresses()[0]);
  relay.set_upload_max(100'000);
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  auto stub = v1::ProvingEngine::NewStub(
      grpc::CreateCustomChannel(relay.address(), grpc::InsecureChannelCredentials(), arguments));
  const auto refused = [&] {
    std::lock_guard lock(mutex);
    return !logged.empty();
  };
  // gRPC's client takes an answer only when what it was writing has gone out.
  std::jthread link([&] {
    wait_for(refused);
    relay.set_upload_max(UINT64_MAX);
  });
  grpc::ClientContext context;
  v1::SubmitProofResponse answer;
  const grpc::Status status =
      stub->SubmitProof(&context, Service::request(std::string(30'000'000, 'x')), &answer);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED) << status.error_message();
  EXPECT_NE(status.error_message().find("bytes had arrived"), std::string::npos)
      << status.error_message();
  wait_for([&] { return service.engine.status().memory.request_bytes == 0; });
  std::lock_guard lock(mutex);
  EXPECT_NE(logged.find("method=SubmitProof"), std::string::npos) << logged;
  EXPECT_NE(logged.find(status.error_message()), std::string::npos) << logged;
}

// Frames of HTTP/2 by hand, because a client of gRPC pings once a second at most.
class Frames {
 public:
  explicit Frames(const std::string& address) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    where.sin_port = htons(static_cast<uint16_t>(parse_address(address).port()));
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
  }
  Frames(const Frames&) = delete;
  ~Frames() { ::close(socket_); }

  void send(std::string_view bytes) const {
    EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  // Type and flags of the next frame; nothing at the end of the connection.
  std::optional<std::pair<int, int>> next() const {
    unsigned char head[9];
    if (::recv(socket_, head, sizeof head, MSG_WAITALL) != sizeof head) return std::nullopt;
    std::string body(static_cast<size_t>(head[0] << 16 | head[1] << 8 | head[2]), '\0');
    if (!body.empty()) ::recv(socket_, body.data(), body.size(), MSG_WAITALL);
    return std::pair{head[3], head[4]};
  }

 private:
  const int socket_;
};

// Pings cost nothing; a client that sends one after the other is not cut off.
TEST(GrpcServer, PingsAreTolerated) {
  using namespace std::string_view_literals;
  constexpr int kPing = 6, kGoAway = 7, kAck = 1;
  Service service;
  const Frames client(service.server.addresses()[0]);
  client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"sv);
  client.send("\0\0\0\4\0\0\0\0\0"sv);  // settings
  for (int answered = 0; answered < 50; ++answered) {
    client.send("\0\0\x8\6\0\0\0\0\0 a ping "sv);
    auto frame = client.next();
    while (frame && frame->first != kPing && frame->first != kGoAway) frame = client.next();
    ASSERT_TRUE(frame.has_value()) << answered;
    ASSERT_EQ(frame, std::pair(kPing, kAck)) << answered;
  }
}

// daemon-reference.md 6.1, point 2: hundreds of Prove calls wait, and calls that only look are
// answered; daemon-reference.md 0, fact 5: the queue counts are the true ones.
TEST(GrpcServer, ManyBlockedCalls) {
  constexpr size_t kCalls = 300;
  engine::Options options;
  options.queue_jobs_max = kCalls;
  Service service({}, options);
  service.fake.set_gate(false);
  auto stub = service.stub();
  std::atomic<size_t> completed = 0;
  std::vector<std::jthread> clients;
  for (size_t i = 0; i < kCalls; ++i) {
    clients.emplace_back([&, i] {
      auto message = Service::prove_request(Service::request(std::to_string(i)));
      if (call(*stub, &Stub::Prove, message).result().status() == AwaitStatus::COMPLETED) {
        ++completed;
      }
    });
  }
  uint64_t waiting = 0;
  wait_for([&] {
    v1::GetStatusResponse status = call(*stub, &Stub::GetStatus, v1::GetStatusRequest());
    const v1::QueueStatus& queue = status.queues(0);
    EXPECT_EQ(queue.proof_kind(), "porep-c2");
    waiting = queue.pending() + queue.in_progress();
    return waiting == kCalls;
  });
  // daemon-reference.md 5.2: a bounded queue.
  call(*stub, &Stub::SubmitProof, Service::request("one more"),
       grpc::StatusCode::RESOURCE_EXHAUSTED);
  service.fake.set_gate(true);
  clients.clear();
  EXPECT_EQ(completed, kCalls);
}

TEST(GrpcServer, WaitingCallsAreBounded) {
  Service service({}, {}, {.waiting_calls_max = 2});
  service.fake.set_gate(false);
  auto stub = service.stub();
  const std::string job = submit(*stub, Service::request("input"));
  const auto try_await = [&](uint64_t timeout_ms) {
    v1::AwaitProofRequest message;
    message.set_job_id(job);
    message.set_timeout_ms(timeout_ms);
    grpc::ClientContext context;
    v1::AwaitProofResponse answer;
    return stub->AwaitProof(&context, message, &answer).error_code();
  };
  std::vector<std::jthread> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back([&] {
      while (try_await(0) == grpc::StatusCode::RESOURCE_EXHAUSTED) {
      }
    });
  }
  wait_for([&] { return try_await(1) == grpc::StatusCode::RESOURCE_EXHAUSTED; });
  call(*stub, &Stub::GetStatus, v1::GetStatusRequest());
  service.fake.set_gate(true);
}

// Memory for requests is reserved before they are received (daemon-reference.md 5.1, fault 9):
// while it is taken, a message stays with its sender; it goes on when there is room, or goes away
// with its client.
TEST(GrpcServer, MessagesWaitForMemory) {
  Service service;
  auto stub = service.stub();
  auto taken = service.engine.reserve_request(2 * kReceptionBytes, {});
  ASSERT_TRUE(taken.has_value());
  grpc::ClientContext hasty;
  hasty.set_deadline(std::chrono::system_clock::now() + milliseconds(200));
  v1::SubmitProofResponse answer;
  EXPECT_EQ(stub->SubmitProof(&hasty, Service::request("hasty"), &answer).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  std::jthread client([&] { submit(*stub, Service::request("patient")); });
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(service.fake.prepared_inputs().size(), 0u);
  taken.reset();
  wait_for([&] { return counts(service).completed == 1; });
}

// daemon-reference.md 6.1, point 12: already_loaded and milliseconds; daemon-reference.md 0, fact
// 9: evict works, is refused while a job needs the circuit, and tiers and sizes in the status
// follow.
TEST(GrpcServer, PreloadAndEvict) {
  Service service;
  auto stub = service.stub();
  v1::PreloadSrsRequest preload;
  preload.set_circuit_id("circuit-0");
  EXPECT_FALSE(call(*stub, &Stub::PreloadSRS, preload).already_loaded());
  EXPECT_TRUE(call(*stub, &Stub::PreloadSRS, preload).already_loaded());
  v1::GetStatusResponse status = call(*stub, &Stub::GetStatus, v1::GetStatusRequest());
  ASSERT_EQ(status.loaded_srs_size(), 1);
  EXPECT_EQ(status.loaded_srs(0).circuit_id(), "circuit-0");
  EXPECT_NE(status.loaded_srs(0).tier(), v1::SRSStatus::COLD);
  EXPECT_GE(status.loaded_srs(0).size_bytes(), 1000u);
  EXPECT_EQ(status.loaded_srs(0).ref_count(), 0u);

  v1::EvictSrsRequest evict;
  evict.set_circuit_id("circuit-0");
  v1::EvictSrsResponse evicted = call(*stub, &Stub::EvictSRS, evict);
  EXPECT_TRUE(evicted.was_loaded());
  EXPECT_GE(evicted.freed_bytes(), 1000u);
  EXPECT_FALSE(call(*stub, &Stub::EvictSRS, evict).was_loaded());

  preload.set_circuit_id("no such circuit");
  call(*stub, &Stub::PreloadSRS, preload, grpc::StatusCode::NOT_FOUND);

  service.fake.set_gate(false);
  submit(*stub, Service::request("input"));
  wait_for([&] { return counts(service).in_progress == 1; });
  call(*stub, &Stub::EvictSRS, evict, grpc::StatusCode::UNAVAILABLE);
}

// daemon-reference.md 6.1, point 13, and 1.5: an entry for each device, with the job that it really
// works on.
TEST(GrpcServer, StatusOfDevices) {
  engine::FakeProver::Settings settings;
  settings.num_devices = 2;
  settings.finish_time = milliseconds(200);
  Service service(settings);
  auto stub = service.stub();
  const std::string job = submit(*stub, Service::request("input"));
  v1::GetStatusResponse status;
  wait_for([&] {
    status = call(*stub, &Stub::GetStatus, v1::GetStatusRequest());
    return status.gpus(0).current_job_id() == job || status.gpus(1).current_job_id() == job;
  });
  ASSERT_EQ(status.gpus_size(), 2);
  EXPECT_EQ(status.gpus(1).ordinal(), 1u);
  EXPECT_EQ(status.gpus(0).name(), "fake 0");
  EXPECT_EQ(status.gpus(0).vram_total_bytes(), settings.device_budget_bytes);
  EXPECT_EQ(status.pinned_memory_limit_bytes(), 4 * kReceptionBytes);
  await(*stub, job);
  status = call(*stub, &Stub::GetStatus, v1::GetStatusRequest());
  EXPECT_EQ(status.total_proofs_completed(), 1u);
  EXPECT_EQ(status.total_proofs_failed(), 0u);
  EXPECT_EQ(status.gpus(0).current_job_id() + status.gpus(1).current_job_id(), "");
}

TEST(GrpcServer, DrainingAnswersUnavailable) {
  Service service;
  auto stub = service.stub();
  ASSERT_TRUE(service.engine.drain(milliseconds(100)));
  call(*stub, &Stub::SubmitProof, Service::request("input"), grpc::StatusCode::UNAVAILABLE);
}

TEST(GrpcServer, RefusesAddressesInUse) {
  Service service;
  engine::FakeProver fake({});
  engine::Options options;
  options.host_budget_bytes = 2 * kReceptionBytes;
  options.request_bytes_max = kReceptionBytes;
  engine::Engine engine(options, fake.prover());
  for (const std::string& address : service.server.addresses()) {
    try {
      GrpcServer second(engine, {{address}}, {});
      ADD_FAILURE() << address << " was taken twice";
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), base::ErrorCode::kUnavailable) << error.text();
    }
  }
}

}  // namespace
}  // namespace cuzk::service
