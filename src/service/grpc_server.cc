// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/grpc_server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <utility>

#include <cuzk/v1/proving.grpc.pb.h>
#include "base/error.h"
#include "service/acceptor.h"
#include "service/descriptors.h"
#include "service/grpc_call.h"
#include "service/messages.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;
using Engine = v1::ProvingEngine;

constexpr const char* kServiceName = "cuzk.v1.ProvingEngine";

// All calls are taken as generic ones (grpc_call.h) but one that never waits: reflection and health
// list a service only if it has a method of its own.
using GenericService = Engine::WithGenericMethod_SubmitProof<
    Engine::WithGenericMethod_AwaitProof<Engine::WithGenericMethod_Prove<
        Engine::WithGenericMethod_CancelProof<Engine::WithGenericMethod_GetMetrics<
            Engine::WithGenericMethod_PreloadSRS<Engine::WithGenericMethod_EvictSRS<
                Engine::WithCallbackMethod_GetStatus<Engine::Service>>>>>>>>;

class NamedService final : public GenericService {
 public:
  explicit NamedService(const engine::Engine& engine) : engine_(engine) {}

 private:
  grpc::ServerUnaryReactor* GetStatus(grpc::CallbackServerContext* context,
                                      const v1::GetStatusRequest*,
                                      v1::GetStatusResponse* answer) override {
    *answer = answer_of(engine_.status());
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  const engine::Engine& engine_;
};

class Calls final : public grpc::CallbackGenericService {
 public:
  explicit Calls(CallContext& service) : service_(service) {}

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    return take_call(service_, *context);
  }

  CallContext& service_;
};

}  // namespace

struct GrpcServer::Parts {
  Parts(engine::Engine& engine, const GrpcOptions& options, Log log)
      : context{engine, std::move(log), options.upload, CallThreads(options.waiting_calls_max)} {}

  void listen(const GrpcOptions& options);
  void start(const GrpcOptions& options);

  CallContext context;
  NamedService named_service{context.engine};
  Calls calls{context};
  std::vector<std::string> addresses;
  std::vector<Listener> listeners;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> connections;
  std::unique_ptr<grpc::Server> server;
  std::optional<Acceptor> acceptor;  // ends before all that it uses
};

void GrpcServer::Parts::listen(const GrpcOptions& options) {
  if (options.listen.empty()) throw Error(ErrorCode::kBadArgument, "no address to listen on");
  for (const std::string& text : options.listen) {
    listeners.emplace_back(parse_address(text), options.socket_access);
    addresses.push_back(listeners.back().address());
  }
}

void GrpcServer::Parts::start(const GrpcOptions& options) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.RegisterService(&named_service);
  builder.RegisterCallbackGenericService(&calls);
  builder.SetMaxReceiveMessageSize(static_cast<int>(kMessageBytesMax));
  builder.SetMaxSendMessageSize(static_cast<int>(kMessageBytesMax));
  const auto set = [&](const char* name, std::chrono::milliseconds value) {
    builder.AddChannelArgument(name, static_cast<int>(value.count()));
  };
  set(GRPC_ARG_KEEPALIVE_TIME_MS, options.keepalive);
  set(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, options.keepalive_timeout);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);  // no bound
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);        // likewise
  using ConnectionType = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
  connections = builder.experimental().AddExternalConnectionAcceptor(
      ConnectionType::FROM_FD, grpc::InsecureServerCredentials());
  server = builder.BuildAndStart();
  if (server == nullptr) {
    throw Error(ErrorCode::kUnavailable, "gRPC did not start; its reason is on stderr");
  }
  server->GetHealthCheckService()->SetServingStatus(kServiceName, true);
  std::vector<int> descriptors;
  for (const Listener& listener : listeners) {
    std::ranges::copy(listener.descriptors(), std::back_inserter(descriptors));
  }
  acceptor.emplace(
      std::move(descriptors), grpc_descriptors_max,
      [this](int listener, int connection) {
        grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
        parameters.listener_fd = listener;
        parameters.fd = connection;
        connections->HandleNewConnection(&parameters);
      },
      context.log);
}

GrpcServer::GrpcServer(engine::Engine& engine, const GrpcOptions& options, Log log)
    : parts_(std::make_unique<Parts>(engine, options, std::move(log))) {
  parts_->listen(options);
  parts_->start(options);
}

GrpcServer::~GrpcServer() { stop({}); }

const std::vector<std::string>& GrpcServer::addresses() const { return parts_->addresses; }

void GrpcServer::announce_end() {
  parts_->server->GetHealthCheckService()->SetServingStatus(false);
}

void GrpcServer::stop(engine::Duration patience) {
  parts_->acceptor.reset();
  parts_->listeners.clear();
  parts_->server->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::duration_cast<std::chrono::microseconds>(patience));
}

}  // namespace cuzk::service
