// SPDX-License-Identifier: MIT OR Apache-2.0
// The overload of engine_load_testing.h again and again, each time with another seed: half a minute
// of it, or CUZK_SOAK_SECONDS, for a long run under a sanitizer. Resident memory must not grow.
// Prints how many rounds that were, and the memory that it compares.
#include <cstdlib>
#include <iostream>

#include "base/clock.h"
#include "base/resident.h"
#include "engine/engine_load_testing.h"

namespace cuzk::engine {
namespace {

TEST(EngineSoak, OverloadDoesNotGrow) {
  const char* wanted = std::getenv("CUZK_SOAK_SECONDS");
  const double seconds = wanted != nullptr ? std::atof(wanted) : 30;
  base::Stopwatch watch;
  unsigned seed = 100;
  uint64_t settled_bytes = 0;
  while (watch.seconds() < seconds && !HasFailure()) {
    Overload(seed++).run();
    if (settled_bytes == 0 && watch.seconds() > seconds / 3) {
      settled_bytes = base::resident_bytes();
    }
  }
  const uint64_t end_bytes = base::resident_bytes();
  std::cout << seed - 100 << " rounds; resident bytes: " << settled_bytes << " after a third, "
            << end_bytes << " at the end\n";
  if (HasFailure()) return;  // of a round
  EXPECT_LT(end_bytes, settled_bytes + settled_bytes / 4);
}

}  // namespace
}  // namespace cuzk::engine
