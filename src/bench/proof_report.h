// SPDX-License-Identifier: MIT OR Apache-2.0
// The report of `single`: status, what was proved, where the time went, the proof.
//
// Times of partitions are added up; they do not overlap, because partitions are proved one after
// the other. "wall time" is reading and proving without the making of parameters, which happens
// once for a circuit and has a line of its own. The proof is printed whole, two digits a byte.
// Of non-interactive proofs it says that the chain does not take them as they are (porep.md PAR-6).
#pragma once

#include <filesystem>
#include <optional>

#include "bench/report.h"
#include "engine/prove_case.h"
#include "filecoin/porep_check.h"

namespace cuzk::bench {

struct ProofReport {
  const filecoin::SealCommitOne& c1;
  filecoin::StatementIdentity identity;
  std::filesystem::path params = {};
  bool made_for_tests = false;
  double read_seconds = 0, check_seconds = 0;
  std::optional<double> setup_seconds = {};  // Absent: the parameters were there.
  double wall_seconds = 0;
};

Report proof_report(const ProofReport& report, const engine::CaseResult& result);

}  // namespace cuzk::bench
