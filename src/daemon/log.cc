// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/log.h"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/line_writer.h"

namespace cuzk::daemon {
namespace {

using service::LogFields;
using service::LogLevel;

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::kTrace: return spdlog::level::trace;
    case LogLevel::kDebug: return spdlog::level::debug;
    case LogLevel::kInfo: return spdlog::level::info;
    case LogLevel::kWarning: return spdlog::level::warn;
    case LogLevel::kError: return spdlog::level::err;
  }
  return spdlog::level::info;
}

std::string json_text(std::string_view text) {
  using nlohmann::json;
  return json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::unique_ptr<spdlog::formatter> formatter(bool json) {
  return std::make_unique<spdlog::pattern_formatter>(
      json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %l %v",
      spdlog::pattern_time_type::utc);
}

std::string lost_line(bool json, uint64_t lost) {
  const std::string_view text = "log lines were lost";
  const LogFields fields{{"count", std::to_string(lost)}};
  const std::string line =
      json ? DaemonLog::json_members(text, fields) : DaemonLog::text_line(text, fields);
  spdlog::memory_buf_t out;
  formatter(json)->format({"cuzk", spdlog::level::warn, line}, out);
  return fmt::to_string(out);
}

bool is_plain(std::string_view value) {
  for (char c : value) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '\\' || c == 0x7f) return false;
  }
  return !value.empty();
}

}  // namespace

// Formats under a lock and leaves writing to the writer.
class DaemonLog::Sink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit Sink(bool json)
      : writer_(STDERR_FILENO, [json](uint64_t lost) { return lost_line(json, lost); }) {}

  base::LineWriter& writer() { return writer_; }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    writer_.write(fmt::to_string(line));
  }
  void flush_() override { writer_.flush(); }

 private:
  base::LineWriter writer_;
};

DaemonLog::DaemonLog(const std::string& level, const std::string& format)
    : json_(format == "json"),
      sink_(std::make_shared<Sink>(json_)),
      logger_(std::make_shared<spdlog::logger>("cuzk", sink_)) {
  logger_->set_formatter(formatter(json_));
  set_level(level);
}

DaemonLog::~DaemonLog() = default;

void DaemonLog::write(LogLevel level, std::string_view text, const LogFields& fields) {
  if (!logger_->should_log(level_of(level))) return;
  const std::string line = json_ ? json_members(text, fields) : text_line(text, fields);
  logger_->log(level_of(level), spdlog::string_view_t(line));
}

void DaemonLog::timeline_line(const std::string& line) {
  if (json_) {
    write(LogLevel::kInfo, "timeline", timeline_fields(line));
  } else {
    sink_->writer().write(line + "\n");
  }
}

void DaemonLog::flush() { sink_->writer().flush(); }

void DaemonLog::set_level(const std::string& level) {
  logger_->set_level(spdlog::level::from_str(level));
}

service::Log DaemonLog::sink() {
  return [this](LogLevel level, std::string_view text, const LogFields& fields) {
    write(level, text, fields);
  };
}

std::string DaemonLog::text_line(std::string_view text, const LogFields& fields) {
  std::string line(text);
  for (const service::LogField& field : fields) {
    line += fmt::format(" {}={}", field.name,
                        is_plain(field.value) ? field.value : json_text(field.value));
  }
  return line;
}

std::string DaemonLog::json_members(std::string_view text, const LogFields& fields) {
  std::string line = "\"message\":" + json_text(text);
  for (const service::LogField& field : fields) {
    line += fmt::format(",{}:{}", json_text(field.name), json_text(field.value));
  }
  return line;
}

// TIMELINE,<ms>,<EVENT>,<job>,<name>=<value> ...
LogFields DaemonLog::timeline_fields(const std::string& line) {
  static constexpr const char* kNames[] = {"", "at_ms", "event", "job"};
  LogFields fields;
  size_t from = 0;
  for (const char* name : kNames) {
    const size_t comma = line.find(',', from);
    if (comma == std::string::npos) return fields;
    if (*name != '\0') fields.push_back({name, line.substr(from, comma - from)});
    from = comma + 1;
  }
  while (from < line.size()) {
    const size_t end = std::min(line.find(' ', from), line.size());
    const std::string pair = line.substr(from, end - from);
    const size_t equals = pair.find('=');
    if (equals != std::string::npos) {
      fields.push_back({pair.substr(0, equals), pair.substr(equals + 1)});
    }
    from = end + 1;
  }
  return fields;
}

}  // namespace cuzk::daemon
