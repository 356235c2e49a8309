// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/readiness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cuzk::service {

ReadinessAnswer readiness_answer(const std::string& reason,
                                 const std::vector<KindReadiness>* kinds) {
  const bool any = kinds == nullptr ||
                   std::ranges::any_of(*kinds, [](const auto& k) { return !k.circuits.empty(); });
  ReadinessAnswer out{reason.empty() && any, reason + "\n"};
  if (reason.empty()) out.text = any ? "ready\n" : "no kind of proof can be made\n";
  if (kinds == nullptr) return out;
  for (const KindReadiness& kind : *kinds) {
    if (kind.circuits.empty()) {
      out.text += fmt::format("{} not ready: {}\n", kind.kind, kind.reason);
    } else {
      out.text += fmt::format("{} ready: {}{}{}\n", kind.kind, fmt::join(kind.circuits, ", "),
                              kind.reason.empty() ? "" : "; ", kind.reason);
    }
  }
  return out;
}

}  // namespace cuzk::service
