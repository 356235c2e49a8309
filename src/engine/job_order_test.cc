// SPDX-License-Identifier: MIT OR Apache-2.0
// The order of jobs (residency.md RS-305), pair by pair.
#include "engine/job_order.h"

#include <gtest/gtest.h>

namespace cuzk::engine {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

bool before(const JobFacts& first, const JobFacts& second, Time now) {
  const Duration step = minutes(2);
  EXPECT_NE(job_rank(first, step, now), job_rank(second, step, now));
  return job_rank(first, step, now) < job_rank(second, step, now);
}

TEST(JobOrder, AgeAndPriorityNeverLiftAJobAboveItsClass) {
  const JobFacts winning = {.number = 9,
                            .proof_class = ProofClass::kWinningPost,
                            .priority = Priority::kLow,
                            .arrived = hours(5)};
  const JobFacts window = {.number = 8,
                           .proof_class = ProofClass::kWindowPost,
                           .priority = Priority::kLow,
                           .arrived = hours(5)};
  const JobFacts bulk = {.number = 1,
                         .priority = Priority::kCritical,
                         .deadline = hours(5) + seconds(1),
                         .begun = true,
                         .at_hand = 2};
  EXPECT_TRUE(before(winning, window, hours(5)));
  EXPECT_TRUE(before(winning, bulk, hours(5)));
  EXPECT_TRUE(before(window, bulk, hours(5)));
}

TEST(JobOrder, WinningPostIsServedInTurn) {
  const JobFacts first = {.number = 1, .proof_class = ProofClass::kWinningPost};
  JobFacts second = {.number = 2,
                     .proof_class = ProofClass::kWinningPost,
                     .priority = Priority::kCritical,
                     .deadline = seconds(1),
                     .begun = true};
  EXPECT_TRUE(before(first, second, seconds(9)));
}

// RS-306: 25 minutes after its arrival at the latest, whatever its client says.
TEST(JobOrder, WindowPostByItsLatestStart) {
  const JobFacts patient = {
      .number = 1, .proof_class = ProofClass::kWindowPost, .deadline = minutes(60)};
  const JobFacts later = {.number = 2,
                          .proof_class = ProofClass::kWindowPost,
                          .arrived = minutes(5),
                          .deadline = minutes(28)};
  const JobFacts hurried = {.number = 3,
                            .proof_class = ProofClass::kWindowPost,
                            .arrived = minutes(6),
                            .deadline = minutes(20)};
  EXPECT_TRUE(before(patient, later, minutes(6)));
  EXPECT_TRUE(before(hurried, patient, minutes(6)));
}

TEST(JobOrder, BulkByLevelStarvingDeadlineBegunAtHandAge) {
  const JobFacts plain = {.number = 5};
  JobFacts other = {.number = 9, .priority = Priority::kHigh};
  EXPECT_TRUE(before(other, plain, seconds(0)));
  EXPECT_EQ(job_level(plain, minutes(2), minutes(3)), 2);  // one step lifts to high
  EXPECT_EQ(job_level(plain, minutes(2), hours(3)), 2);
  EXPECT_TRUE(before({.number = 4, .priority = Priority::kHigh, .arrived = minutes(9)}, other,
                     seconds(-1)));
  EXPECT_TRUE(before(
      {.number = 5, .priority = Priority::kHigh},  // has waited four steps
      {.number = 6, .priority = Priority::kHigh, .arrived = minutes(5), .deadline = minutes(9)},
      minutes(8)));
  EXPECT_TRUE(before({.number = 9, .deadline = minutes(9)}, plain, seconds(0)));
  EXPECT_TRUE(before({.number = 9, .begun = true}, plain, seconds(0)));
  EXPECT_TRUE(before({.number = 9, .at_hand = 1}, plain, seconds(0)));
  EXPECT_TRUE(before({.number = 4}, plain, seconds(0)));
}

}  // namespace
}  // namespace cuzk::engine
