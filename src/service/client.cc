// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/client.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cuzk/v1/proving.grpc.pb.h>
#include "base/error.h"
#include "service/address.h"
#include "service/messages.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;

ErrorCode code_of(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::INVALID_ARGUMENT: return ErrorCode::kBadArgument;
    case grpc::StatusCode::NOT_FOUND: return ErrorCode::kNotFound;
    case grpc::StatusCode::RESOURCE_EXHAUSTED: return ErrorCode::kResourceExhausted;
    case grpc::StatusCode::UNAVAILABLE: return ErrorCode::kUnavailable;
    case grpc::StatusCode::CANCELLED: return ErrorCode::kCancelled;
    default: return ErrorCode::kInternal;
  }
}

}  // namespace

struct Client::Channel {
  std::string address;
  std::unique_ptr<v1::ProvingEngine::Stub> stub;

  template <class Message, class Answer>
  Answer call(grpc::Status (v1::ProvingEngine::Stub::*method)(grpc::ClientContext*, const Message&,
                                                              Answer*),
              const Message& message) {
    grpc::ClientContext context;
    Answer answer;
    const grpc::Status status = (stub.get()->*method)(&context, message, &answer);
    if (!status.ok()) {
      throw Error(code_of(status.error_code()),
                  fmt::format("{}: {}", address, status.error_message()));
    }
    return answer;
  }
};

Client::Client(const std::string& address) : channel_(std::make_unique<Channel>()) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetMaxSendMessageSize(-1);
  channel_->address = address;
  channel_->stub = v1::ProvingEngine::NewStub(grpc::CreateCustomChannel(
      parse_address(address).grpc_target(), grpc::InsecureChannelCredentials(), arguments));
}

Client::~Client() = default;

v1::GetStatusResponse Client::status() {
  return channel_->call(&v1::ProvingEngine::Stub::GetStatus, v1::GetStatusRequest());
}

std::string Client::metrics() {
  return channel_->call(&v1::ProvingEngine::Stub::GetMetrics, v1::GetMetricsRequest())
      .prometheus_text();
}

v1::PreloadSrsResponse Client::preload(const std::string& circuit) {
  v1::PreloadSrsRequest message;
  message.set_circuit_id(circuit);
  return channel_->call(&v1::ProvingEngine::Stub::PreloadSRS, message);
}

v1::AwaitProofResponse Client::prove(const engine::Request& request) {
  v1::ProveRequest message;
  *message.mutable_submit() = message_of(request);
  return channel_->call(&v1::ProvingEngine::Stub::Prove, message).result();
}

}  // namespace cuzk::service
