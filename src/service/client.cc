// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/client.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdlib>
#include <utility>

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

// The variable that makes gRPC use a proxy, in the order in which it looks.
std::string proxy_text() {
  for (const char* name : {"grpc_proxy", "https_proxy", "http_proxy"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      return fmt::format("; the environment names a proxy: {}={}, set no_proxy to go without", name,
                         value);
    }
  }
  return "";
}

}  // namespace

struct Client::Channel {
  std::string name;  // as the user wrote it
  Address address;
  ClientPatience patience;
  std::unique_ptr<v1::ProvingEngine::Stub> stub;

  template <class Message, class Answer>
  Answer call(bool is_long,
              grpc::Status (v1::ProvingEngine::Stub::*method)(grpc::ClientContext*, const Message&,
                                                              Answer*),
              const Message& message) {
    grpc::ClientContext context;
    if (!is_long) context.set_deadline(std::chrono::system_clock::now() + patience.answer_time);
    Answer answer;
    const grpc::Status status = (stub.get()->*method)(&context, message, &answer);
    if (status.ok()) return answer;
    std::string text = fmt::format("{}: {}", name, status.error_message());
    ErrorCode code = code_of(status.error_code());
    if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED && !is_long) {
      code = ErrorCode::kUnavailable;
      text = fmt::format("{}: no answer within {} ms", name, patience.answer_time.count());
    }
    if (code == ErrorCode::kUnavailable && !address.is_loopback()) text += proxy_text();
    throw Error(code, std::move(text));
  }
};

Client::Client(const std::string& address, const ClientPatience& patience)
    : channel_(
          std::make_unique<Channel>(Channel{address, parse_address(address), patience, nullptr})) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetMaxSendMessageSize(-1);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, static_cast<int>(patience.keepalive.count()));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                   static_cast<int>(patience.keepalive_timeout.count()));
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);  // no bound
  if (channel_->address.is_loopback()) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  channel_->stub = v1::ProvingEngine::NewStub(grpc::CreateCustomChannel(
      channel_->address.grpc_target(), grpc::InsecureChannelCredentials(), arguments));
}

Client::~Client() = default;

v1::GetStatusResponse Client::status() {
  return channel_->call(false, &v1::ProvingEngine::Stub::GetStatus, v1::GetStatusRequest());
}

std::string Client::metrics() {
  return channel_->call(false, &v1::ProvingEngine::Stub::GetMetrics, v1::GetMetricsRequest())
      .prometheus_text();
}

v1::PreloadSrsResponse Client::preload(const std::string& circuit) {
  v1::PreloadSrsRequest message;
  message.set_circuit_id(circuit);
  return channel_->call(true, &v1::ProvingEngine::Stub::PreloadSRS, message);
}

v1::AwaitProofResponse Client::prove(const engine::Request& request) {
  v1::ProveRequest message;
  *message.mutable_submit() = message_of(request);
  return channel_->call(true, &v1::ProvingEngine::Stub::Prove, message).result();
}

}  // namespace cuzk::service
