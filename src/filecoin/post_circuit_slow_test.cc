// SPDX-License-Identifier: MIT OR Apache-2.0
// The whole 32 GiB and 64 GiB WindowPoSt partitions against the reference, some of their blocks
// recorded and compared.
#include <gtest/gtest.h>

#include "filecoin/post_circuit.h"
#include "r1cs/reference_digest.h"

namespace cuzk::filecoin {
namespace {

class LargeWindow : public testing::TestWithParam<const char*> {};

TEST_P(LargeWindow, WholePartition) {
  const PostShape shape = post_shape(PostKind::kWindow, *find_sector(GetParam()));
  r1cs::expect_reference_digest(std::string("post-window-") + GetParam(), compile_post(shape, 20));
}

INSTANTIATE_TEST_SUITE_P(Post, LargeWindow, testing::Values("32GiB", "64GiB"));

}  // namespace
}  // namespace cuzk::filecoin
