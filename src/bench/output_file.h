// SPDX-License-Identifier: MIT OR Apache-2.0
// A file that a command writes when its work is done, and that is opened before the work: a name
// that is taken, a folder that is not there or may not be written to ends the command at once, and
// not after an hour of proving.
//
// Until `write` the file has no name, so that a command that fails leaves nothing (base/file.h). An
// empty path stands for a flag that was not given: then `write` does nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"

namespace cuzk::bench {

class OutputFile {
 public:
  // Throws kFileExists, kWriteFailed.
  explicit OutputFile(const std::string& path) {
    if (!path.empty()) file_.emplace(path);
  }

  void write(std::span<const uint8_t> bytes) {
    if (!file_) return;
    file_->write(bytes);
    file_->commit();
  }
  void write(std::string_view text) {
    write(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }

 private:
  std::optional<base::NewFile> file_;
};

}  // namespace cuzk::bench
