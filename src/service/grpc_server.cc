// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/grpc_server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <utility>

#include <cuzk/v1/proving.grpc.pb.h>
#include "base/error.h"
#include "service/address.h"
#include "service/grpc_call.h"
#include "service/messages.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;
using Engine = v1::ProvingEngine;

constexpr const char* kServiceName = "cuzk.v1.ProvingEngine";
constexpr int kPingSecondsMin = 10;

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
      : context{engine, std::move(log), CallThreads(options.waiting_calls_max)} {}

  CallContext context;
  NamedService named_service{context.engine};
  Calls calls{context};
  std::vector<std::string> addresses;
  std::vector<UnixSocketFile> socket_files;
  std::unique_ptr<grpc::Server> server;
};

GrpcServer::GrpcServer(engine::Engine& engine, const GrpcOptions& options, Log log)
    : parts_(std::make_unique<Parts>(engine, options, std::move(log))) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.RegisterService(&parts_->named_service);
  builder.RegisterCallbackGenericService(&parts_->calls);
  builder.SetMaxReceiveMessageSize(static_cast<int>(kMessageBytesMax));
  builder.SetMaxSendMessageSize(static_cast<int>(kMessageBytesMax));
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             1000 * kPingSecondsMin);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);

  std::vector<Address> addresses;
  for (const std::string& text : options.listen) addresses.push_back(parse_address(text));
  std::vector<int> ports(addresses.size(), 0);
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (addresses[i].is_unix) parts_->socket_files.emplace_back(addresses[i].text);
    builder.AddListeningPort(addresses[i].grpc_target(), grpc::InsecureServerCredentials(),
                             &ports[i]);
  }
  parts_->server = builder.BuildAndStart();
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (parts_->server == nullptr || ports[i] == 0) {
      throw Error(ErrorCode::kUnavailable,
                  fmt::format("cannot listen on {}: is the address in use, or not of this machine?",
                              fmt::join(options.listen, ", ")));
    }
    parts_->addresses.push_back(addresses[i].with_port(ports[i]));
  }
  if (parts_->server == nullptr) throw Error(ErrorCode::kBadArgument, "no address to listen on");
  parts_->server->GetHealthCheckService()->SetServingStatus(kServiceName, true);
}

GrpcServer::~GrpcServer() {
  if (parts_->server != nullptr) stop({});
}

const std::vector<std::string>& GrpcServer::addresses() const { return parts_->addresses; }

void GrpcServer::announce_end() {
  parts_->server->GetHealthCheckService()->SetServingStatus(false);
}

void GrpcServer::stop(engine::Duration patience) {
  parts_->server->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::duration_cast<std::chrono::microseconds>(patience));
}

}  // namespace cuzk::service
