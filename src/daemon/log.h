// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon's log on stderr, one line an event, as text for people or as JSON for programs:
//   2026-03-01T12:00:00.123Z info job completed job=… label=porep-1000-7 total_ms=9300
//   {"time":"2026-03-01T12:00:00.123Z","level":"info","message":"job completed","job":"…",…}
// Names of fields: job, label, kind, partition, device, circuit, error, ... Control characters in
// values are escaped, so that a label cannot forge a line.
//
// Lines of the timeline (engine/timeline.h) pass as they are in text, for the tools that read those
// of the reference daemon, and as objects with their fields in JSON.
// Nobody waits for stderr: a thread of the log writes, and lines that cannot be written are lost
// and counted (base/line_writer.h); once there is room again a warning says how many. Any thread
// may write; the level may change at any time (SIGHUP).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "service/log.h"

namespace spdlog {
class logger;
}

namespace cuzk::daemon {

class DaemonLog {
 public:
  // `level` and `format` are values that the configuration accepts.
  DaemonLog(const std::string& level, const std::string& format);
  ~DaemonLog();

  void write(service::LogLevel level, std::string_view text, const service::LogFields& fields = {});
  void timeline_line(const std::string& line);
  void set_level(const std::string& level);
  // Before the process ends without its destructor.
  void flush();
  // For the service; this object outlives it.
  service::Log sink();

  // A line without time and line end; for the tests.
  static std::string text_line(std::string_view text, const service::LogFields& fields);
  // Members of an object, without braces.
  static std::string json_members(std::string_view text, const service::LogFields& fields);
  static service::LogFields timeline_fields(const std::string& line);

 private:
  class Sink;

  const bool json_;
  std::shared_ptr<Sink> sink_;
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace cuzk::daemon
