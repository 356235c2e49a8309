// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace cuzk::daemon {
namespace {

using nlohmann::json;
using service::LogLevel;

constexpr int kFormat = 1;

const char* verdict_of(const Finding& finding) {
  switch (finding.level) {
    case LogLevel::kError: return "problem";
    case LogLevel::kWarning: return "look";
    default: return "ok";
  }
}

json values_of(const Finding& finding) {
  json out = json::object();
  for (const service::LogField& field : finding.values) out[field.name] = field.value;
  return out;
}

}  // namespace

void append(Findings& all, Findings more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void log_findings(const Findings& findings, const service::Log& log) {
  service::LogFields good;
  for (const Finding& finding : findings) {
    if (finding.level != LogLevel::kInfo) {
      service::write(log, finding.level, finding.line, finding.values);
    } else {
      good.push_back({finding.subject, finding.text});
    }
  }
  service::write(log, LogLevel::kInfo, "surroundings", good);
}

std::string findings_text(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("{:<8} {}\n", verdict_of(finding), finding.text);
  }
  return out;
}

std::string findings_json(const Findings& findings, const std::vector<Setting>& settings,
                          const std::string& version) {
  json list = json::array(), keys = json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"subject", finding.subject},
                    {"verdict", verdict_of(finding)},
                    {"line", finding.line.empty() ? json(nullptr) : json(finding.line)},
                    {"text", finding.text},
                    {"values", values_of(finding)}});
  }
  for (const Setting& setting : settings) {
    keys.push_back({{"key", setting.key}, {"value", setting.value}, {"origin", setting.origin}});
  }
  const json out = {{"format", kFormat},
                    {"version", version},
                    {"problems", count_problems(findings)},
                    {"findings", std::move(list)},
                    {"settings", std::move(keys)}};
  // Paths may hold any bytes.
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

size_t count_problems(const Findings& findings) {
  return static_cast<size_t>(std::ranges::count(findings, LogLevel::kError, &Finding::level));
}

}  // namespace cuzk::daemon
