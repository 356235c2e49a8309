// SPDX-License-Identifier: MIT OR Apache-2.0
// Inclusion in tree D of every sector size against the reference (porep.md 7.5): up to 31 levels of
// SHA-256, 1.4 million constraints.
#include <gtest/gtest.h>

#include "gadget/gadget_definitions.h"
#include "r1cs/recorder.h"
#include "r1cs/reference_digest.h"

namespace cuzk::gadget {
namespace {

class TreeD : public testing::TestWithParam<unsigned> {};

TEST_P(TreeD, EqualsTheReference) {
  std::string leaves = std::to_string(uint64_t{1} << GetParam());
  InclusionDefinition<Sha256Tree> definition{std::vector<unsigned>(GetParam(), 2)};
  r1cs::expect_reference_digest("por-tree-d-" + leaves + "-leaves-private",
                                r1cs::record(definition));
}

INSTANTIATE_TEST_SUITE_P(Gadget, TreeD, testing::Values(6, 7, 9, 10, 18, 19, 24, 25, 30, 31));

}  // namespace
}  // namespace cuzk::gadget
