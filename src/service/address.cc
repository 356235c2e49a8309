// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/address.h"

#include <fmt/format.h>
#include <sys/un.h>

#include <charconv>

#include "base/error.h"

namespace cuzk::service {
namespace {

using base::Error;
using base::ErrorCode;

constexpr size_t kSocketPathMax = sizeof(sockaddr_un::sun_path) - 1;

[[noreturn]] void bad(std::string_view text) {
  throw Error(ErrorCode::kBadArgument,
              fmt::format("expected an address as 0.0.0.0:9820 or unix:///run/curio/cuzk.sock, "
                          "found '{}'",
                          text));
}

}  // namespace

Address parse_address(std::string_view text) {
  const std::string_view whole = text;
  if (text.starts_with("http://")) text.remove_prefix(7);
  while (!text.starts_with("unix:") && text.ends_with('/')) text.remove_suffix(1);
  if (text.starts_with("unix:")) {
    text.remove_prefix(5);
    if (text.starts_with("///")) text.remove_prefix(2);
    if (!text.starts_with('/') || text.starts_with("//") || text.size() < 2) bad(whole);
    if (text.size() > kSocketPathMax) {
      throw Error(
          ErrorCode::kBadArgument,
          fmt::format("the path of a unix socket has at most {} bytes: {}", kSocketPathMax, text));
    }
    return {std::string(text), true};
  }
  Address address{std::string(text), false};
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) bad(whole);
  int port = -1;
  auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
  const bool has_port = error == std::errc() && end == text.data() + text.size();
  const bool two_colons = text.substr(0, colon).find(':') != std::string_view::npos;
  const bool bracketed = text.starts_with('[') && text[colon - 1] == ']';
  if (!has_port || port < 0 || port > 65535 || two_colons != bracketed) bad(whole);
  return address;
}

std::string Address::grpc_target() const { return is_unix ? "unix:" + text : text; }

std::string Address::with_port(int port) const {
  if (is_unix) return "unix://" + text;
  return fmt::format("{}:{}", text.substr(0, text.rfind(':')), port);
}

std::string Address::host() const {
  std::string host = text.substr(0, text.rfind(':'));
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

int Address::port() const { return std::stoi(text.substr(text.rfind(':') + 1)); }

bool Address::is_loopback() const {
  if (is_unix) return true;
  const std::string name = host();
  return name == "localhost" || name == "::1" || name.starts_with("127.");
}

}  // namespace cuzk::service
