// SPDX-License-Identifier: MIT OR Apache-2.0
// G1 on the device.
#include "curve/group_on_device.cuh"

namespace cuzk::curve {
namespace {

TEST(G1DeviceTest, Jacobian) { expect_group_on_device<G1Jacobian>(); }
TEST(G1DeviceTest, Xyzz) { expect_group_on_device<G1Xyzz>(); }
TEST(G1DeviceTest, AffineAndConversion) { expect_affine_on_device<Fp>(); }

}  // namespace
}  // namespace cuzk::curve
