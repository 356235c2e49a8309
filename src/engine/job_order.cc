// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/job_order.h"

#include <algorithm>
#include <limits>

namespace cuzk::engine {
namespace {

constexpr int64_t kStarvingSteps = 4;
constexpr Duration kWindowPostTime = std::chrono::minutes(25);

int64_t steps_waited(const JobFacts& job, Duration ageing_step, Time now) {
  return ageing_step > Duration{} ? (now - job.arrived) / ageing_step : 0;
}

}  // namespace

int64_t job_level(const JobFacts& job, Duration ageing_step, Time now) {
  if (job.proof_class != ProofClass::kBulk) return 0;
  const auto own = static_cast<int64_t>(job.priority);
  return std::max(own, std::min(own + steps_waited(job, ageing_step, now),
                                static_cast<int64_t>(Priority::kHigh)));
}

JobRank job_rank(const JobFacts& job, Duration ageing_step, Time now) {
  const auto number = static_cast<int64_t>(job.number);
  const auto proof_class = static_cast<int64_t>(job.proof_class);
  switch (job.proof_class) {
    case ProofClass::kWinningPost: return {proof_class, number};
    case ProofClass::kWindowPost: {
      const Time due = job.arrived + kWindowPostTime;
      return {proof_class, std::min(job.deadline.value_or(due), due).count(), number};
    }
    case ProofClass::kBulk: break;
  }
  const bool starving = steps_waited(job, ageing_step, now) >= kStarvingSteps;
  const int64_t level = job_level(job, ageing_step, now);
  if (starving) return {proof_class, -level, 0, number};
  const int64_t deadline =
      job.deadline ? job.deadline->count() : std::numeric_limits<int64_t>::max();
  return {proof_class, -level, 1, deadline, !job.begun, -int64_t{job.at_hand}, number};
}

}  // namespace cuzk::engine
