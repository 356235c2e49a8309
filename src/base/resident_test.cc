// SPDX-License-Identifier: MIT OR Apache-2.0
// Memory that is written to is counted, and the peak stays when it is given back.
#include "base/resident.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace cuzk::base {
namespace {

TEST(ResidentBytes, CountsWhatIsWritten) {
  constexpr uint64_t kBytes = uint64_t{64} << 20;
  uint64_t before = resident_bytes();
  ASSERT_GT(before, 0u);
  auto block = std::make_unique<std::vector<char>>(kBytes, 1);
  EXPECT_GE(resident_bytes(), before + kBytes / 2);
  block.reset();
  EXPECT_GE(peak_resident_bytes(), before + kBytes / 2);
}

}  // namespace
}  // namespace cuzk::base
