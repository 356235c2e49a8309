// SPDX-License-Identifier: MIT OR Apache-2.0
// Names of jobs (design.md D10).
#include "engine/request.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace cuzk::engine {
namespace {

Request sample() {
  Request request;
  request.label = "porep-1000-1";
  request.kind = find_proof_kind(1);
  request.vanilla_proofs = {"ab", "c"};
  return request;
}

TEST(JobName, DependsOnEveryInputAndOnNothingElse) {
  const std::string name = job_name(sample());
  EXPECT_EQ(name.size(), 64u);
  const std::vector<std::function<void(Request&)>> changes = {
      [](Request& r) { r.kind = find_proof_kind(2); },
      [](Request& r) { r.sector_size = 1; },
      [](Request& r) { r.registered_proof = 1; },
      [](Request& r) { r.sector_number = 1; },
      [](Request& r) { r.miner_id = 1; },
      [](Request& r) { r.partition_index = 1; },
      [](Request& r) {
        r.vanilla_proofs = {"a", "bc"};
      },
      [](Request& r) {
        r.vanilla_proofs = {"ab", "c", ""};
      },
      [](Request& r) { r.randomness = "1"; },
      [](Request& r) { r.comm_r_old = "1"; },
      [](Request& r) { r.comm_r_new = "1"; },
      [](Request& r) { r.comm_d_new = "1"; },
  };
  std::set<std::string> names = {name};
  for (const auto& change : changes) {
    Request changed = sample();
    change(changed);
    names.insert(job_name(changed));
    EXPECT_EQ(job_name(copy_of(changed)), job_name(changed));
  }
  EXPECT_EQ(names.size(), changes.size() + 1);

  Request other_caller = sample();
  other_caller.label = "x";
  other_caller.priority = Priority::kHigh;
  other_caller.time_limit = Duration(5);
  EXPECT_EQ(job_name(other_caller), name);

  const Request copy = copy_of(other_caller);
  EXPECT_EQ(copy.label, "x");
  EXPECT_EQ(copy.priority, Priority::kHigh);
  EXPECT_EQ(copy.time_limit, Duration(5));
}

}  // namespace
}  // namespace cuzk::engine
