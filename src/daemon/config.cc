// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "base/error.h"
#include "cli/quantity.h"

namespace cuzk::daemon {
namespace {

using base::Error;
using base::ErrorCode;
using Config = DaemonConfig;

struct NoEffect {};  // of the reference; its text says why, and what to use instead

using Field = std::variant<NoEffect, std::string Config::*, std::vector<std::string> Config::*,
                           std::vector<unsigned> Config::*, unsigned Config::*, bool Config::*,
                           uint64_t Config::*, AutoBytes Config::*, Time Config::*>;

struct Range {  // of a count, both ends included
  unsigned min = 0, max = 0;
};

struct Key {
  const char* name;
  Field field;
  const char* text;
  Range range = {};
  const char* choices = nullptr;  // "a|b": the strings that are accepted
};

const std::vector<Key>& keys() {
  static const std::vector<Key> kKeys = {
#include "daemon/config_keys.inc"
  };
  return kKeys;
}

const Key* find_key(const std::string& name) {
  auto found = std::ranges::find(keys(), name, &Key::name);
  return found == keys().end() ? nullptr : &*found;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string nearest_key(const std::string& name) {
  return std::ranges::min_element(keys(), {},
                                  [&](const Key& key) { return edit_distance(name, key.name); })
      ->name;
}

// One value being read: where it stands, for messages.
class Value {
 public:
  Value(const Key& key, const toml::node& node, const std::string& file)
      : key_(key), node_(node), file_(file) {}

  void store(Config& config) const {
    std::visit([&](auto field) { store(config, field); }, key_.field);
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    std::ostringstream found;
    node_.visit([&](const auto& value) { found << value; });
    throw Error(ErrorCode::kBadArgument,
                fmt::format("{}:{}: {}: expected {}, found {}", file_, node_.source().begin.line,
                            key_.name, expected, found.str()));
  }

  std::string text(const toml::node& node, const char* expected) const {
    if (!node.is_string()) fail(expected);
    return node.as_string()->get();
  }
  unsigned number(const toml::node& node, const char* what) const {
    const auto* value = node.as_integer();
    if (value == nullptr || value->get() < key_.range.min || value->get() > key_.range.max) {
      fail(fmt::format("{} from {} to {}", what, key_.range.min, key_.range.max));
    }
    return static_cast<unsigned>(value->get());
  }
  // Integers count bytes or seconds.
  std::string quantity(const char* expected) const {
    return node_.is_integer() ? std::to_string(node_.as_integer()->get()) : text(node_, expected);
  }

  void store(Config&, NoEffect) const {}
  void store(Config& config, std::string Config::*field) const {
    std::string value = text(node_, key_.choices ? key_.choices : "a string");
    const std::string all = fmt::format("|{}|", key_.choices ? key_.choices : value);
    if (all.find("|" + value + "|") == std::string::npos) fail(key_.choices);
    config.*field = std::move(value);
  }
  void store(Config& config, std::vector<std::string> Config::*field) const {
    constexpr const char* kExpected = "a string or a list of strings";
    (config.*field).clear();
    if (const toml::array* array = node_.as_array()) {
      for (const toml::node& item : *array) (config.*field).push_back(text(item, kExpected));
    } else {
      (config.*field).push_back(text(node_, kExpected));
    }
  }
  void store(Config& config, std::vector<unsigned> Config::*field) const {
    constexpr const char* kExpected = "a list of numbers";
    if (!node_.is_array()) {
      fail(fmt::format("{} from {} to {}", kExpected, key_.range.min, key_.range.max));
    }
    (config.*field).clear();
    for (const toml::node& item : *node_.as_array()) {
      (config.*field).push_back(number(item, kExpected));
    }
  }
  void store(Config& config, unsigned Config::*field) const {
    config.*field = number(node_, "a number");
  }
  void store(Config& config, bool Config::*field) const {
    if (!node_.is_boolean()) fail("true or false");
    config.*field = node_.as_boolean()->get();
  }
  void store(Config& config, uint64_t Config::*field) const {
    std::optional<uint64_t> value = cli::parse_bytes(quantity(cli::kBytesExample));
    if (!value) fail(cli::kBytesExample);
    config.*field = *value;
  }
  void store(Config& config, AutoBytes Config::*field) const {
    const std::string expected = fmt::format("\"auto\" or {}", cli::kBytesExample);
    const std::string value = quantity(expected.c_str());
    config.*field = cli::parse_bytes(value);
    if (!(config.*field) && value != "auto") fail(expected);
  }
  void store(Config& config, Time Config::*field) const {
    std::optional<Time> value = cli::parse_time(quantity(cli::kTimeExample));
    if (!value) fail(cli::kTimeExample);
    config.*field = *value;
  }

  const Key& key_;
  const toml::node& node_;
  const std::string& file_;
};

std::string toml_of(const std::string& text) { return nlohmann::json(text).dump(); }

std::string toml_of(const Config& config, const Field& field) {
  const auto text = [&](auto member) -> std::string {
    if constexpr (std::is_same_v<decltype(member), NoEffect>) {
      return "";
    } else {
      const auto& value = config.*member;
      using Type = std::decay_t<decltype(value)>;
      if constexpr (std::is_same_v<Type, std::string>) {
        return toml_of(value);
      } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
        return nlohmann::json(value).dump();
      } else if constexpr (std::is_same_v<Type, std::vector<unsigned>>) {
        return nlohmann::json(value).dump();
      } else if constexpr (std::is_same_v<Type, uint64_t>) {
        return toml_of(cli::bytes_setting(value));
      } else if constexpr (std::is_same_v<Type, AutoBytes>) {
        return toml_of(value ? cli::bytes_setting(*value) : "auto");
      } else if constexpr (std::is_same_v<Type, Time>) {
        return toml_of(cli::time_setting(value));
      } else {
        return fmt::format("{}", value);
      }
    }
  };
  return std::visit(text, field);
}

}  // namespace

DaemonConfig parse_config(std::string_view text, const std::string& name,
                          std::vector<std::string>& warnings) {
  toml::table document;
  try {
    document = toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::kBadArgument,
                fmt::format("{}:{}: {}", name, error.source().begin.line, error.description()));
  }
  Config config;
  const auto read = [&](const std::string& path, const toml::node& node) {
    const auto warn = [&](const std::string& text_of_warning) {
      warnings.push_back(
          fmt::format("{}:{}: {} {}", name, node.source().begin.line, path, text_of_warning));
    };
    const Key* key = find_key(path);
    if (key == nullptr) {
      warn(fmt::format("is not known and ignored; is {} meant?", nearest_key(path)));
    } else if (std::holds_alternative<NoEffect>(key->field)) {
      warn(fmt::format("has no effect: {}", key->text));
    } else {
      Value(*key, node, name).store(config);
      config.origins[path] = fmt::format("{}:{}", name, node.source().begin.line);
    }
  };
  for (const auto& [section, node] : document) {
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      read(std::string(section.str()), node);
      continue;
    }
    for (const auto& [key, value] : *table) {
      read(fmt::format("{}.{}", section.str(), key.str()), value);
    }
  }
  return config;
}

DaemonConfig read_config(const std::filesystem::path& path, bool may_be_missing,
                         std::vector<std::string>& warnings) {
  if (!std::filesystem::exists(path)) {
    if (!may_be_missing) {
      throw Error(ErrorCode::kFileMissing,
                  fmt::format("{}: there is no such file; `cuzk config default` prints one",
                              path.string()));
    }
    warnings.push_back(fmt::format("{}: there is no such file; the defaults hold", path.string()));
    return {};
  }
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path) || !file) {
    throw Error(ErrorCode::kFileUnreadable, fmt::format("{}: cannot be read", path.string()));
  }
  std::string text{std::istreambuf_iterator<char>(file), {}};
  return parse_config(text, path.string(), warnings);
}

std::vector<KeyValue> config_values(const DaemonConfig& config) {
  std::vector<KeyValue> out;
  for (const Key& key : keys()) {
    if (std::holds_alternative<NoEffect>(key.field)) continue;
    out.push_back({key.name, toml_of(config, key.field)});
  }
  return out;
}

std::string config_text(const DaemonConfig& config) {
  std::string out, current;
  for (const Key& key : keys()) {
    if (std::holds_alternative<NoEffect>(key.field)) continue;
    const std::string name = key.name;
    const std::string section = name.substr(0, name.find('.'));
    if (section != current) {
      out += fmt::format("{}[{}]\n", current.empty() ? "" : "\n", section);
      current = section;
    }
    const std::string range =
        key.range.max > 0 ? fmt::format("; from {} to {}", key.range.min, key.range.max) : "";
    out += fmt::format("# {}{}\n{} = {}\n", key.text, range, name.substr(section.size() + 1),
                       toml_of(config, key.field));
  }
  return out;
}

std::vector<std::string> config_keys() {
  std::vector<std::string> names;
  for (const Key& key : keys()) names.emplace_back(key.name);
  return names;
}

}  // namespace cuzk::daemon
