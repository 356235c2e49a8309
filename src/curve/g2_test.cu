// SPDX-License-Identifier: MIT OR Apache-2.0
// G2 on the device.
#include "curve/group_on_device.cuh"

namespace cuzk::curve {
namespace {

TEST(G2DeviceTest, Jacobian) { expect_group_on_device<G2Jacobian>(); }
TEST(G2DeviceTest, Xyzz) { expect_group_on_device<G2Xyzz>(); }
TEST(G2DeviceTest, AffineAndConversion) { expect_affine_on_device<Fp2>(); }

}  // namespace
}  // namespace cuzk::curve
