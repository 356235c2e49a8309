// SPDX-License-Identifier: MIT OR Apache-2.0
// The report of `single`: status, what was proved, where the time went, the proof.
//
// Times of partitions are added up; they do not overlap, because partitions are proved one after
// the other. "wall time" is reading and proving without the making of parameters, which happens
// once for a circuit and has a line of its own. The proof is printed whole, two digits a byte.
#pragma once

#include <filesystem>
#include <optional>

#include "bench/report.h"
#include "bench/statement.h"
#include "engine/prove_case.h"

namespace cuzk::bench {

struct ProofReport {
  const Statement& statement;
  std::filesystem::path params = {};
  bool made_for_tests = false;
  std::optional<double> setup_seconds = {};  // Absent: the parameters were there.
  double wall_seconds = 0;
};

Report proof_report(const ProofReport& report, const engine::CaseResult& result);

}  // namespace cuzk::bench
