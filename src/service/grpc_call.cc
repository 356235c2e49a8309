// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/grpc_call.h"

#include <fmt/format.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <stop_token>
#include <utility>

#include "base/error.h"
#include "service/handlers.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;
using grpc::StatusCode;

constexpr auto kReceptionTimeMax = std::chrono::minutes(1);

StatusCode status_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadArgument:
    case ErrorCode::kNotSupported: return StatusCode::INVALID_ARGUMENT;
    case ErrorCode::kNotFound: return StatusCode::NOT_FOUND;
    case ErrorCode::kResourceExhausted:
    case ErrorCode::kOutOfMemory: return StatusCode::RESOURCE_EXHAUSTED;
    case ErrorCode::kUnavailable: return StatusCode::UNAVAILABLE;
    case ErrorCode::kCancelled: return StatusCode::CANCELLED;
    case ErrorCode::kDeadlineExceeded: return StatusCode::DEADLINE_EXCEEDED;
    default: return StatusCode::INTERNAL;
  }
}

// Parses, calls, serializes. The received bytes are given back before the call.
template <class Message, class Answer, void (*handle)(Caller&, Message&, Answer&)>
grpc::ByteBuffer answer(Caller& caller, grpc::ByteBuffer& received) {
  Message message;
  grpc::Status status = grpc::SerializationTraits<Message>::Deserialize(&received, &message);
  received.Clear();
  if (!status.ok()) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("the bytes are not a {}", message.GetTypeName()));
  }
  Answer result;
  handle(caller, message, result);
  grpc::ByteBuffer bytes;
  bool owned = false;
  status = grpc::SerializationTraits<Answer>::Serialize(result, &bytes, &owned);
  if (!status.ok()) throw Error(ErrorCode::kInternal, status.error_message());
  return bytes;
}

struct Method {
  std::string_view name;
  bool waits;
  bool has_proofs;
  grpc::ByteBuffer (*answer)(Caller&, grpc::ByteBuffer&);
};

constexpr Method kMethods[] = {
    {"SubmitProof", true, true,
     answer<v1::SubmitProofRequest, v1::SubmitProofResponse, submit_proof>},
    {"AwaitProof", true, false, answer<v1::AwaitProofRequest, v1::AwaitProofResponse, await_proof>},
    {"Prove", true, true, answer<v1::ProveRequest, v1::ProveResponse, prove>},
    {"CancelProof", false, false,
     answer<v1::CancelProofRequest, v1::CancelProofResponse, cancel_proof>},
    {"GetMetrics", false, false,
     answer<v1::GetMetricsRequest, v1::GetMetricsResponse, get_metrics>},
    {"PreloadSRS", true, false, answer<v1::PreloadSrsRequest, v1::PreloadSrsResponse, preload_srs>},
    {"EvictSRS", true, false, answer<v1::EvictSrsRequest, v1::EvictSrsResponse, evict_srs>},
};

constexpr std::string_view kPrefix = "/cuzk.v1.ProvingEngine/";

const Method* find_method(std::string_view path) {
  if (!path.starts_with(kPrefix)) return nullptr;
  path.remove_prefix(kPrefix.size());
  auto found = std::ranges::find(kMethods, path, &Method::name);
  return found == std::end(kMethods) ? nullptr : &*found;
}

class Call final : public grpc::ServerGenericBidiReactor {
 public:
  // The call is alive until OnDone, and longer if a thread still holds it.
  static Call* start(CallContext& service, grpc::GenericCallbackServerContext& context,
                     const Method& method) {
    auto call = std::shared_ptr<Call>(new Call(service, context, method));
    call->self_ = call;
    if (!method.waits) {
      call->StartRead(&call->received_);  // OnReadDone answers
    } else if (!service.threads.run([call] { call->run(); })) {
      call->Finish({StatusCode::RESOURCE_EXHAUSTED, "too many calls wait already"});
    }
    return call.get();
  }

  void OnReadDone(bool complete) override {
    if (!method_.waits) {
      if (complete) {
        reply({});
      } else {
        Finish({StatusCode::INVALID_ARGUMENT, "the call has no message"});
      }
      return;
    }
    std::lock_guard lock(mutex_);
    read_ = complete ? Read::kComplete : Read::kFailed;
    changed_.notify_all();
  }

  void OnCancel() override { stop_.request_stop(); }
  void OnDone() override { self_.reset(); }

 private:
  enum class Read { kPending, kComplete, kFailed };

  Call(CallContext& service, grpc::GenericCallbackServerContext& context, const Method& method)
      : service_(service), context_(context), method_(method) {}

  // On a thread of its own.
  void run() {
    engine::Reservation reservation;
    if (grpc::Status status = receive(reservation); status.ok()) {
      reply(std::move(reservation));
    } else {
      Finish(status);
    }
  }

  grpc::Status receive(engine::Reservation& reservation) {
    if (method_.has_proofs) {
      try {
        auto reserved = service_.engine.reserve_request(kReceptionBytes, stop_.get_token());
        if (!reserved) return {StatusCode::CANCELLED, "the client does not wait any more"};
        reservation = std::move(*reserved);
      } catch (const Error& error) {
        return {status_code_of(error.code()), error.text()};
      }
    }
    StartRead(&received_);
    std::unique_lock lock(mutex_);
    const auto is_read = [&] { return read_ != Read::kPending; };
    if (!changed_.wait_for(lock, kReceptionTimeMax, is_read)) {
      context_.TryCancel();  // ends the read
      changed_.wait(lock, is_read);
      return {StatusCode::DEADLINE_EXCEEDED, "the message did not arrive within a minute"};
    }
    if (read_ == Read::kComplete) return grpc::Status::OK;
    return {StatusCode::INVALID_ARGUMENT, "the call has no message"};
  }

  std::optional<engine::Duration> patience() const {
    const auto deadline = context_.deadline();
    if (deadline == std::chrono::system_clock::time_point::max()) return std::nullopt;
    return std::max<engine::Duration>(deadline - std::chrono::system_clock::now(),
                                      std::chrono::milliseconds(1));
  }

  // One of the two places where errors end; the other is the stage runner of the engine.
  void reply(engine::Reservation reservation) {
    grpc::Status status;
    try {
      Caller caller{service_.engine, service_.log, stop_.get_token(), patience(),
                    std::move(reservation)};
      answer_ = method_.answer(caller, received_);
    } catch (const Error& error) {
      status = {status_code_of(error.code()),
                fmt::format("{}: {}", base::error_name(error.code()), error.text())};
    } catch (const std::bad_alloc&) {
      status = {StatusCode::RESOURCE_EXHAUSTED, "the system gave no more memory"};
    } catch (const std::exception& error) {
      status = {StatusCode::INTERNAL, error.what()};
    }
    if (status.ok()) {
      StartWriteAndFinish(&answer_, grpc::WriteOptions(), status);
      return;
    }
    write(service_.log, LogLevel::kWarning, "call refused",
          {{"method", std::string(method_.name)}, {"error", status.error_message()}});
    Finish(status);
  }

  CallContext& service_;
  grpc::GenericCallbackServerContext& context_;
  const Method& method_;
  std::shared_ptr<Call> self_;
  std::stop_source stop_;
  grpc::ByteBuffer received_, answer_;

  std::mutex mutex_;
  std::condition_variable changed_;
  Read read_ = Read::kPending;
};

class UnknownMethod final : public grpc::ServerGenericBidiReactor {
 public:
  explicit UnknownMethod(const std::string& method) {
    Finish({StatusCode::UNIMPLEMENTED, "there is no method " + method});
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* take_call(CallContext& service,
                                          grpc::GenericCallbackServerContext& context) {
  const Method* method = find_method(context.method());
  if (method == nullptr) return new UnknownMethod(context.method());
  return Call::start(service, context, *method);
}

}  // namespace cuzk::service
