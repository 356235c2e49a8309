// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/proof_type.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuzk::app {

using base::Error;
using base::ErrorCode;

void check_porep_type(const std::string& type) {
  for (const char* porep : {"porep", "porep-c2", "seal-commit"}) {
    if (type == porep) return;
  }
  for (const char* later : {"snap", "snap-deals", "update", "wpost", "window-post", "windowpost",
                            "winning", "winning-post", "winningpost"}) {
    if (type != later) continue;
    throw Error(ErrorCode::kNotSupported,
                fmt::format("--type {}: this version proves porep only", type));
  }
  throw Error(ErrorCode::kBadArgument,
              fmt::format("--type: expected porep, porep-c2 or seal-commit, found '{}'", type));
}

}  // namespace cuzk::app
