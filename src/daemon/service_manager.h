// SPDX-License-Identifier: MIT OR Apache-2.0
// What systemd is told by a service of Type=notify: lines as "READY=1" sent as a datagram to the
// socket that NOTIFY_SOCKET names (a path, or an abstract name that begins with @). Without that
// variable nothing is sent, so a daemon that was started by hand does the same.
// With WatchdogSec= in the unit WATCHDOG_USEC is set, and "WATCHDOG=1" is due that often.
// Failures are ignored: there is nobody to tell. Main's thread only.
//
// libsystemd is not used: the protocol is one datagram, documented as stable (sd_notify(3)), and a
// shared library of systemd would be needed on machines and in containers that have none.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace cuzk::daemon {

class ServiceManager {
 public:
  // From the environment.
  ServiceManager();

  void tell(const std::string& lines) const;
  // Half the time of the watchdog; absent if there is none.
  std::optional<std::chrono::nanoseconds> watchdog_period() const { return watchdog_period_; }

 private:
  std::string socket_;
  std::optional<std::chrono::nanoseconds> watchdog_period_;
};

}  // namespace cuzk::daemon
