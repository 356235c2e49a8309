// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/kind_watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace cuzk::daemon {
namespace {

using service::LogLevel;

const service::KindReadiness* find(const KindsFound& kinds, const std::string& name) {
  const auto found = std::ranges::find(kinds, name, &service::KindReadiness::kind);
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

KindsFound look_for_kinds(const Folder& parameters, const engine::Kinds& kinds) {
  KindsFound out;
  for (const engine::Kind& kind : kinds) {
    const ParameterFiles files = inspect_parameters(parameters.path, std::span(&kind, 1));
    service::KindReadiness readiness{kind.row->name, files.usable};
    if (!files.faults.empty()) {
      readiness.reason = fmt::format("{}", fmt::join(files.faults, "; "));
    } else if (!files.fault.empty()) {
      readiness.reason = fmt::format("{}: {}", parameters.text(), files.fault);
    }
    out.push_back(std::move(readiness));
  }
  return out;
}

KindWatch::KindWatch(const Folder& parameters, const engine::Kinds& kinds, service::Log log)
    : KindWatch([parameters, &kinds] { return look_for_kinds(parameters, kinds); }, std::move(log),
                kPatience) {}

KindWatch::KindWatch(std::function<KindsFound()> look_once, service::Log log,
                     std::chrono::milliseconds patience)
    : look_once_(std::move(look_once)),
      log_(std::move(log)),
      patience_(patience),
      thread_([this] { run(); }) {}

KindWatch::~KindWatch() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    wanted_.notify_all();
  }
  thread_.join();
}

KindsFound KindWatch::look() {
  std::unique_lock lock(mutex_);
  // A look that has begun may have passed what changed since.
  const uint64_t mine = begun_ + 1;
  asked_ = std::max(asked_, mine);
  wanted_.notify_all();
  if (!late_ && !found_.wait_for(lock, patience_, [&] { return ended_ >= mine; })) late_ = true;
  return last_;
}

void KindWatch::run() {
  std::unique_lock lock(mutex_);
  for (bool is_first = true;; is_first = false) {
    if (!is_first) {
      wanted_.wait_for(lock, kPeriod, [&] { return ending_ || asked_ > begun_; });
    }
    if (ending_) return;
    ++begun_;
    lock.unlock();
    std::optional<KindsFound> now;
    try {
      now = look_once_();
    } catch (const std::exception&) {  // memory is short: what was found before holds
    }
    lock.lock();
    const KindsFound before = last_;
    if (now) last_ = *now;
    ended_ = begun_;
    late_ = false;
    found_.notify_all();
    lock.unlock();
    if (now && !is_first) tell_changes(before, *now);
    lock.lock();
  }
}

void KindWatch::tell_changes(const KindsFound& before, const KindsFound& now) const {
  for (const service::KindReadiness& kind : now) {
    const service::KindReadiness* earlier = find(before, kind.kind);
    const bool was_ready = earlier != nullptr && !earlier->circuits.empty();
    if (earlier == nullptr || earlier->circuits == kind.circuits) continue;
    if (!kind.circuits.empty()) {
      service::write(
          log_, LogLevel::kInfo, "kind of proof can be made",
          {{"kind", kind.kind}, {"circuits", fmt::format("{}", fmt::join(kind.circuits, ","))}});
    } else if (was_ready) {
      service::write(log_, LogLevel::kWarning, "a kind of proof cannot be made any more",
                     {{"kind", kind.kind}, {"reason", kind.reason}});
    }
  }
}

}  // namespace cuzk::daemon
