// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/acceptor.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "service/descriptors.h"

namespace cuzk::service {
namespace {

constexpr int kPauseMilliseconds = 20;
constexpr auto kReportPause = std::chrono::seconds(5);

// Of one connection, which its client has given up; the next one may be good.
bool is_about_the_connection(int error) {
  return error == EINTR || error == ECONNABORTED || error == EPROTO || error == ENETDOWN ||
         error == EHOSTDOWN || error == EHOSTUNREACH || error == ENETUNREACH || error == ENONET ||
         error == ENOPROTOOPT || error == EOPNOTSUPP || error == EPERM;
}

}  // namespace

Acceptor::Acceptor(std::vector<int> listeners, DescriptorBound bound, Take take, Log log)
    : listeners_(std::move(listeners)),
      bound_(bound),
      take_(std::move(take)),
      log_(std::move(log)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const char* what = "descriptor";
  int error = errno;
  if (wake_ >= 0) {
    try {
      thread_ = std::thread([this] { run(); });
      return;
    } catch (const std::system_error& failure) {
      what = "thread";
      error = failure.code().value();
      ::close(wake_);
    }
  }
  throw base::Error(base::ErrorCode::kUnavailable,
                    fmt::format("the system gives no {} to take connections: {}", what,
                                std::generic_category().message(error)));
}

Acceptor::~Acceptor() {
  const uint64_t one = 1;
  // An event counter that is not read takes eight bytes.
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);
  thread_.join();
  ::close(wake_);
}

void Acceptor::run() {
  std::vector<pollfd> watched = {{wake_, POLLIN, 0}};
  for (int listener : listeners_) watched.push_back({listener, POLLIN, 0});
  bool pause = false;
  while (true) {
    const int ready =
        ::poll(watched.data(), pause ? 1 : watched.size(), pause ? kPauseMilliseconds : -1);
    if (ready < 0) {  // interrupted, or no memory
      pause = true;
      continue;
    }
    if (watched[0].revents != 0) return;
    const bool was_pause = std::exchange(pause, false);
    for (size_t i = 1; i < watched.size(); ++i) {
      if ((was_pause || watched[i].revents != 0) && !accept_from(watched[i].fd)) pause = true;
    }
  }
}

bool Acceptor::accept_from(int listener) {
  const int connection = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (connection < 0) {
    if (errno == EAGAIN || is_about_the_connection(errno)) return true;
    const std::string why = std::generic_category().message(errno);
    report(true, why.c_str());
    return false;
  }
  if (static_cast<uint64_t>(connection) >= bound_()) {
    ::close(connection);
    report(true, "the descriptors for connections are taken");
    return true;
  }
  report(false, "");
  take_(listener, connection);
  return true;
}

void Acceptor::report(bool refused, const char* why) {
  if (refusing_ == refused) return;
  const auto now = std::chrono::steady_clock::now();
  if (!refused && now - reported_ < kReportPause) return;  // a flood is one report
  refusing_ = refused;
  reported_ = now;
  if (refused) {
    write(log_, LogLevel::kWarning, "connections are refused",
          {{"reason", why}, {"descriptors", fmt::format("{}", descriptor_limit().soft)}});
  } else {
    write(log_, LogLevel::kInfo, "connections are taken again");
  }
}

}  // namespace cuzk::service
