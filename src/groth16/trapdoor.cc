// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/trapdoor.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"

namespace cuzk::groth16 {
namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view expected,
                         std::string_view found) {
  throw base::Error(base::ErrorCode::kSetupBadSecret,
                    fmt::format("{}: expected {}, found {}", where, expected, found));
}

Fr read_secret(const nlohmann::json& object, const char* member, std::string_view file) {
  std::string where = fmt::format("{}: {}", file, member);
  auto found = object.find(member);
  if (found == object.end()) refuse(where, "64 hexadecimal digits", "no such member");
  if (!found->is_string()) refuse(where, "64 hexadecimal digits", "another type");
  auto bytes = base::bytes32_from_hex(found->get<std::string>());
  if (!bytes) refuse(where, "64 hexadecimal digits", "another text");
  std::optional<Fr> value = Fr::from_bytes_le(*bytes);
  if (!value) refuse(where, "a value below the group order", "a larger one");
  return *value;
}

}  // namespace

Trapdoor Trapdoor::random() {
  return {Fr::random(), Fr::random(), Fr::random(), Fr::random(),
          Fr::random(), Fr::random(), Fr::random()};
}

Trapdoor parse_trapdoor(std::string_view json, std::string_view file) {
  nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
  if (object.is_object() && object.contains("trapdoor"))
    object = nlohmann::json(object["trapdoor"]);
  if (!object.is_object()) refuse(file, "a JSON object with the secrets", "something else");
  Trapdoor out;
  out.tau = read_secret(object, "tau", file);
  out.alpha = read_secret(object, "alpha", file);
  out.beta = read_secret(object, "beta", file);
  out.gamma = read_secret(object, "gamma", file);
  out.delta = read_secret(object, "delta", file);
  out.g1 = read_secret(object, "g1", file);
  out.g2 = read_secret(object, "g2", file);
  return out;
}

Trapdoor read_trapdoor(const std::filesystem::path& path) {
  constexpr uint64_t kBytesMax = uint64_t{1} << 16;
  const std::vector<uint8_t> bytes = base::read_file(path, kBytesMax);
  return parse_trapdoor({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path.string());
}

void check_trapdoor(const Trapdoor& trapdoor, unsigned log_n) {
  auto check_value = [](const char* name, const Fr& value) {
    if (value.is_zero())
      refuse(fmt::format("setup secret {}", name), "a value that is not zero", "zero");
  };
  check_value("tau", trapdoor.tau);
  check_value("alpha", trapdoor.alpha);
  check_value("beta", trapdoor.beta);
  check_value("gamma", trapdoor.gamma);
  check_value("delta", trapdoor.delta);
  check_value("g1", trapdoor.g1);
  check_value("g2", trapdoor.g2);
  if (trapdoor.tau.pow(uint64_t{1} << log_n).is_one()) {
    refuse("setup secret tau", fmt::format("no root of unity of order 2^{}", log_n), "one of them");
  }
}

}  // namespace cuzk::groth16
