// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: an engine with the fake prover behind a gRPC server on a free TCP port and on a unix
// socket, in this process, and raw stubs for both.
// The folder of the socket goes away with the object. Requests are those of FakeProver: the input
// is the vanilla proof, `sector_size` the number of partitions. The budget holds two messages of
// 256 MiB while they are received. One instance belongs to one test; stubs may be used by threads.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <cuzk/v1/proving.grpc.pb.h>
#include "engine/fake_prover_testing.h"
#include "service/address.h"
#include "service/grpc_call.h"
#include "service/grpc_server.h"

namespace cuzk::service {

using Stub = v1::ProvingEngine::Stub;

class ServiceUnderTest {
 public:
  explicit ServiceUnderTest(engine::FakeProver::Settings settings = {},
                            engine::Options options = {}, GrpcOptions grpc_options = {},
                            Log log = {})
      : fake(settings),
        folder_(std::filesystem::temp_directory_path() /
                ("cuzk-service-test-" + std::to_string(::getpid()))),
        engine(completed(options), fake.prover()),
        server(engine, completed(std::move(grpc_options)), log) {}
  ~ServiceUnderTest() { fake.set_gate(true); }

  std::unique_ptr<Stub> stub(size_t address = 0) const {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    arguments.SetMaxSendMessageSize(-1);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return v1::ProvingEngine::NewStub(
        grpc::CreateCustomChannel(parse_address(server.addresses()[address]).grpc_target(),
                                  grpc::InsecureChannelCredentials(), arguments));
  }

  static v1::SubmitProofRequest request(const std::string& input, const std::string& label = "",
                                        unsigned kind = 1, uint64_t partitions = 1) {
    v1::SubmitProofRequest message;
    message.set_request_id(label);
    message.set_proof_kind(static_cast<v1::ProofKind>(kind));
    message.set_vanilla_proof(input);
    message.set_sector_size(partitions);
    return message;
  }
  static v1::ProveRequest prove_request(v1::SubmitProofRequest submit) {
    v1::ProveRequest message;
    *message.mutable_submit() = std::move(submit);
    return message;
  }

 private:
  struct Folder {
    explicit Folder(std::filesystem::path folder) : path(std::move(folder)) {}
    Folder(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path); }
    friend std::filesystem::path operator/(const Folder& a, const char* b) { return a.path / b; }
    std::filesystem::path path;
  };
  GrpcOptions completed(GrpcOptions options) const {
    options.listen = {"127.0.0.1:0", "unix://" + (folder_ / "a" / "cuzk.sock").string()};
    return options;
  }
  static engine::Options completed(engine::Options options) {
    if (options.host_budget_bytes == 0) options.host_budget_bytes = 4 * kReceptionBytes;
    if (options.request_bytes_max == 0) options.request_bytes_max = 2 * kReceptionBytes;
    return options;
  }

 public:
  engine::FakeProver fake;

 private:
  Folder folder_;

 public:
  engine::Engine engine;
  GrpcServer server;
};

template <class Condition>
inline void wait_for(Condition condition) {
  for (int i = 0; i < 2000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(condition());
}

template <class Answer, class Message>
Answer call(Stub& stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Message&, Answer*),
            const Message& message, grpc::StatusCode expected = grpc::StatusCode::OK) {
  grpc::ClientContext context;
  Answer answer;
  const grpc::Status status = (stub.*method)(&context, message, &answer);
  EXPECT_EQ(status.error_code(), expected) << status.error_message();
  return answer;
}

inline std::string submit(Stub& stub, const v1::SubmitProofRequest& message) {
  return call(stub, &Stub::SubmitProof, message).job_id();
}

inline v1::AwaitProofResponse await(Stub& stub, const std::string& job, uint64_t timeout_ms = 0) {
  v1::AwaitProofRequest message;
  message.set_job_id(job);
  message.set_timeout_ms(timeout_ms);
  return call(stub, &Stub::AwaitProof, message);
}

inline std::string text_of(const std::vector<uint8_t>& bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace cuzk::service
