// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: the daemon as a process (process_testing.h) on a unix socket in a folder of its own,
// under limits and breakages of the world outside, and what has to hold in every such world:
// each acknowledged job ends right or with its code; the daemon answers within a second, or has
// ended by itself with a reason; nothing is left behind: no process, no socket, no temporary file.
// `prove`, `answers` and `leaves_nothing` look at these.
//
// Nothing here waits for a fixed time: each wait is for an event, with a bound that only a hang
// reaches. One test, one object, one thread.
#pragma once

#include <sys/resource.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/process_testing.h"

namespace cuzk::daemon {

struct World {
  // Soft and hard limits; 0: as they are. Address space and size of a file are in bytes.
  rlim_t descriptors = 0, threads = 0, address_space = 0, file_size = 0;
  std::optional<mode_t> umask = {};
  std::optional<uid_t> user = {};  // needs root
  std::optional<std::vector<std::string>> environment = {};
  Stream out = Stream::kFile, err = Stream::kFile;
  std::string daemon_keys = {};  // more lines for [daemon]
};

class OutsideDaemon {
 public:
  OutsideDaemon();

  // There before `start`, and open to every user.
  std::filesystem::path socket_folder() const { return folder_ / "run"; }
  std::filesystem::path socket() const { return socket_folder() / "cuzk.sock"; }
  std::string address() const { return "unix://" + socket().string(); }

  void start(const World& world);
  // Of the started one.
  DaemonProcess& process() { return *process_; }
  std::string config() const { return *process_ / "cuzk.toml"; }
  bool becomes_ready() const;

  // The proof of a job with these partitions is right.
  void prove(const std::string& input, unsigned partitions = 1) const;
  // GetStatus is answered within a second.
  bool answers() const;
  // After its end.
  void leaves_nothing() const;

 private:
  cli::TemporaryFolder folder_;
  std::optional<DaemonProcess> process_;
};

// Until it is so; false after twenty seconds.
bool becomes(const std::function<bool()>& condition);

}  // namespace cuzk::daemon
