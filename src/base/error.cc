// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/error.h"

#include <utility>

namespace cuzk::base {

const char* error_name(ErrorCode code) {
  switch (code) {
#include "base/error_names.inc"
  }
  return "UNKNOWN";
}

Error::Error(ErrorCode code, std::string text) : code_(code), text_(std::move(text)) {}

}  // namespace cuzk::base
