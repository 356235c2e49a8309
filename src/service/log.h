// SPDX-License-Identifier: MIT OR Apache-2.0
// How this folder reports what happens: a function that gets a level, a sentence and named values
// (job, label, kind, ...). The daemon turns them into lines of text or JSON; tests look at them or
// pass an empty function, which is allowed everywhere.
// It is called from many threads at once, never with a lock held, and must not throw.
// Values may hold any bytes, because labels are the callers'.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::service {

enum class LogLevel : uint8_t { kTrace, kDebug, kInfo, kWarning, kError };

struct LogField {
  std::string name;
  std::string value;
};
using LogFields = std::vector<LogField>;

using Log = std::function<void(LogLevel, std::string_view text, const LogFields&)>;

inline void write(const Log& log, LogLevel level, std::string_view text,
                  const LogFields& fields = {}) {
  if (log) log(level, text, fields);
}

}  // namespace cuzk::service
