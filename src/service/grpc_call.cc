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

// What a client gets to take a refusal while its message is still under way.
constexpr auto kRefusalTime = std::chrono::seconds(5);

// Whatever is wrong with the caller's request, with files that an operator has to mend, or with the
// moment has a code of its own; INTERNAL is for what nobody foresaw.
StatusCode status_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadArgument:
    case ErrorCode::kRecordCount:
    case ErrorCode::kRecordLength:
    case ErrorCode::kCommitmentLength:
    case ErrorCode::kCommitmentNotCanonical:
    case ErrorCode::kNotSupported: return StatusCode::INVALID_ARGUMENT;
    case ErrorCode::kFileMissing:
    case ErrorCode::kNotFound: return StatusCode::NOT_FOUND;
    case ErrorCode::kResourceExhausted:
    case ErrorCode::kGpuOutOfMemory:
    case ErrorCode::kOutOfMemory: return StatusCode::RESOURCE_EXHAUSTED;
    case ErrorCode::kUnavailable: return StatusCode::UNAVAILABLE;
    case ErrorCode::kCancelled: return StatusCode::CANCELLED;
    case ErrorCode::kDeadlineExceeded: return StatusCode::DEADLINE_EXCEEDED;
    case ErrorCode::kFileUnreadable:
    case ErrorCode::kFileEmpty:
    case ErrorCode::kParamsTruncated:
    case ErrorCode::kParamsTrailingData:
    case ErrorCode::kParamsCountMismatch:
    case ErrorCode::kParamsBadPoint:
    case ErrorCode::kParamsDigestMismatch:
    case ErrorCode::kKeyTruncated:
    case ErrorCode::kKeyTrailingData:
    case ErrorCode::kKeyBadPoint: return StatusCode::FAILED_PRECONDITION;
    default: return StatusCode::INTERNAL;
  }
}

grpc::Status status_of(const Error& error) {
  return {status_code_of(error.code()),
          fmt::format("{}: {}", base::error_name(error.code()), error.text())};
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
      call->refuse({StatusCode::RESOURCE_EXHAUSTED,
                    "RESOURCE_EXHAUSTED: too many calls wait already; try again later, or raise "
                    "daemon.waiting_calls_max or the system's limit of threads"});
    }
    return call.get();
  }

  void OnReadDone(bool complete) override {
    if (!method_.waits) {
      if (complete) {
        reply({});
      } else {
        refuse(no_message());
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
  enum class Read { kNone, kPending, kComplete, kFailed };

  Call(CallContext& service, grpc::GenericCallbackServerContext& context, const Method& method)
      : service_(service), context_(context), method_(method) {}

  // On a thread of its own.
  void run() {
    engine::Reservation reservation;
    if (grpc::Status status = receive(reservation); status.ok()) {
      reply(std::move(reservation));
    } else {
      refuse(status);
      await_end_of_read();
    }
  }

  static grpc::Status no_message() {
    return {StatusCode::INVALID_ARGUMENT, "BAD_ARGUMENT: the call has no message"};
  }

  grpc::Status receive(engine::Reservation& reservation) {
    if (method_.has_proofs) {
      try {
        auto reserved = service_.engine.reserve_request(kReceptionBytes, stop_.get_token());
        if (!reserved) return {StatusCode::CANCELLED, "CANCELLED: the client has gone"};
        reservation = std::move(*reserved);
      } catch (const Error& error) {
        return status_of(error);
      }
    }
    const std::string peer = context_.peer();
    UploadWatch watch(service_.upload, received_bytes(peer));
    {
      std::lock_guard lock(mutex_);
      read_ = Read::kPending;
    }
    StartRead(&received_);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, service_.upload.interval,
                              [&] { return read_ != Read::kPending; })) {
      if (!watch.goes_on(received_bytes(peer))) {
        return {StatusCode::DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED: " + watch.text()};
      }
    }
    return read_ == Read::kComplete ? grpc::Status::OK : no_message();
  }

  // Memory of the request stays reserved until its bytes are gone. The refusal ends the read, once
  // it has reached the client; one that does not listen is cut off.
  void await_end_of_read() {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] { return read_ != Read::kPending; };
    if (changed_.wait_for(lock, kRefusalTime, is_over)) return;
    context_.TryCancel();
    changed_.wait(lock, is_over);
  }

  void refuse(const grpc::Status& status) {
    write(service_.log, LogLevel::kWarning, "call refused",
          {{"method", std::string(method_.name)},
           {"peer", context_.peer()},
           {"error", status.error_message()}});
    Finish(status);
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
      status = status_of(error);
    } catch (const std::bad_alloc&) {
      status = {StatusCode::RESOURCE_EXHAUSTED, "OUT_OF_MEMORY: the system gave no more memory"};
    } catch (const std::exception& error) {
      status = {StatusCode::INTERNAL, fmt::format("INTERNAL: {}", error.what())};
    }
    if (status.ok()) {
      StartWriteAndFinish(&answer_, grpc::WriteOptions(), status);
    } else {
      refuse(status);
    }
  }

  CallContext& service_;
  grpc::GenericCallbackServerContext& context_;
  const Method& method_;
  std::shared_ptr<Call> self_;
  std::stop_source stop_;
  grpc::ByteBuffer received_, answer_;

  std::mutex mutex_;
  std::condition_variable changed_;
  Read read_ = Read::kNone;
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
