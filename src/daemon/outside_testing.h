// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: the program cuzk-fake-daemon as a process of its own, under limits and breakages of
// the world outside. A World says how it is started; OutsideDaemon starts it in a folder of its
// own, on a unix socket and a TCP port of loopback, and sees that it ends.
//
// Three things hold in every world: each acknowledged job ends right or with its code; the daemon
// answers within a second, or has ended by itself with a reason; nothing is left behind: no
// process, no socket, no temporary file. `prove`, `answers` and `leaves_nothing` look at them.
//
// Nothing here waits for a fixed time: each wait is for an event, with a bound of twenty seconds.
// One test, one object, one thread.
#pragma once

#include <sys/resource.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_testing.h"
#include "service/client.h"

namespace cuzk::daemon {

struct World {
  rlim_t descriptors = 0;  // soft and hard; 0: as they are
  std::optional<mode_t> umask;
  std::optional<uid_t> user;  // needs root
  std::optional<std::vector<std::string>> environment;
  bool close_stdout = false;
  std::string stdout_path = "/dev/null";
  std::string daemon_keys;  // more lines for [daemon]
};

class OutsideDaemon {
 public:
  OutsideDaemon();
  ~OutsideDaemon();

  // Before `start`; the folder is open to every user.
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path socket() const { return folder_ / "run" / "cuzk.sock"; }
  std::string address() const { return "unix://" + socket().string(); }
  std::filesystem::path config() const { return folder_ / "cuzk.toml"; }

  void start(const World& world);
  bool becomes_ready();
  int pid() const { return pid_; }
  void signal(int number) const;
  // The exit code, or the number of the signal that ended it, less than 0.
  std::optional<int> wait_for_end();
  // What it wrote to stderr.
  std::string log() const;

  // The proof of a job with these partitions is right.
  void prove(const std::string& input, unsigned partitions = 1);
  // GetStatus is answered within a second.
  bool answers() const;
  // After its end.
  void leaves_nothing() const;

 private:
  cli::TemporaryFolder temporary_;
  const std::filesystem::path folder_;
  int pid_ = 0;
};

// Until it is so; false after twenty seconds.
bool becomes(const std::function<bool()>& condition);

}  // namespace cuzk::daemon
