// SPDX-License-Identifier: MIT OR Apache-2.0
// Which process holds an address, for errors that name it: "process 812 (cuzk)".
//
// For TCP the kernel lists listening sockets with their inodes (/proc/net/tcp, /proc/net/tcp6), and
// the descriptors of each process name the inodes they stand for. Those of other users' processes
// are hidden from an ordinary user; the answer then is their user alone, which the list has too.
// Cost: a walk over /proc, only when something has failed. Any thread may call.
#pragma once

#include <string>

namespace cuzk::service {

// "process 812 (cuzk)"; empty if there is no such process.
std::string process_text(int pid);
// Who listens on the TCP port, or nothing if nobody is found.
std::string tcp_port_owner(int port);

}  // namespace cuzk::service
