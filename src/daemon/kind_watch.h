// SPDX-License-Identifier: MIT OR Apache-2.0
// Which kinds of proof have their parameters (service/readiness.h), as it is now: files come and go
// while the daemon runs, and no restart is needed for them.
//
// `look` has the folder looked at anew and answers with what is found, so that nobody waits for a
// period to pass. A thread of its own looks, because a folder on a network that has gone away keeps
// whoever asks it: `look` then answers with what was found last, after kPatience, and without any
// wait until that look has ended. The thread also looks every kPeriod for itself, so that the log
// says when a kind comes or goes although nobody asks.
// Any thread may call. The destructor waits for a look that is under way.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "daemon/folders.h"
#include "service/log.h"
#include "service/readiness.h"

namespace cuzk::daemon {

using KindsFound = std::vector<service::KindReadiness>;

// One look: a few system calls for each circuit.
KindsFound look_for_kinds(const Folder& parameters, const engine::Kinds& kinds);

class KindWatch {
 public:
  static constexpr std::chrono::milliseconds kPatience{300};
  static constexpr std::chrono::seconds kPeriod{10};

  // `kinds` outlives it. Throws std::system_error if the system gives no thread.
  KindWatch(const Folder& parameters, const engine::Kinds& kinds, service::Log log);
  // With another way to look and other patience, for tests.
  KindWatch(std::function<KindsFound()> look_once, service::Log log,
            std::chrono::milliseconds patience);
  KindWatch(const KindWatch&) = delete;
  KindWatch& operator=(const KindWatch&) = delete;
  ~KindWatch();

  KindsFound look();

 private:
  void run();
  void tell_changes(const KindsFound& before, const KindsFound& now) const;

  const std::function<KindsFound()> look_once_;
  const service::Log log_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable wanted_, found_;
  // Numbers of looks: the last that somebody wants, that has begun, that has ended.
  uint64_t asked_ = 0, begun_ = 0, ended_ = 0;
  bool late_ = false;  // somebody has waited for the look under way in vain
  bool ending_ = false;
  KindsFound last_;
  std::thread thread_;
};

}  // namespace cuzk::daemon
