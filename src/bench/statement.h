// SPDX-License-Identifier: MIT OR Apache-2.0
// What the flags ask to be proved, read and checked once, for any number of proofs: the commands
// that prove in this process take the checked case, and each request of a batch carries it; a
// daemon reads the bytes itself. What every kind needs goes through its half of the engine's table;
// only a C1 file, which says itself which proof it is, is read here.
//
// Values; requests may be made by several threads at once.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/statement_options.h"
#include "engine/kind.h"

namespace cuzk::bench {

struct Statement {
  std::shared_ptr<const engine::CheckedCase> checked;
  // A new one with each call, under this label. Requests differ in a field that their kind does not
  // use and the name of a job covers: equal ones would be answered from one result.
  std::function<engine::Request(std::string label)> request;
  std::string type;  // "porep, StackedDrg32GiBV1_1"
  // Further lines of a report: what was proved, and what is to be said about it.
  std::vector<std::pair<std::string, std::string>> lines;
  double read_seconds = 0, check_seconds = 0;
};

// Throws what StatementOptions::check, reader and check of the kind throw.
// `with_identity`: of a C1 file, that the replica belongs to sector and miner.
Statement read_statement(const StatementOptions& options, bool with_identity = true);

}  // namespace cuzk::bench
