// SPDX-License-Identifier: MIT OR Apache-2.0
#include "curve/curve.h"

#include "curve/blst_convert.h"

namespace cuzk::curve {
namespace {

// groth16.md G16-111, as little-endian limbs of the canonical values.
constexpr G1Affine kG1Generator = {
    Fp::from_canonical({0xfb3af00adb22c6bb, 0x6c55e83ff97a1aef, 0xa14e3a3f171bac58,
                        0xc3688c4f9774b905, 0x2695638c4fa9ac0f, 0x17f1d3a73197d794}),
    Fp::from_canonical({0x0caa232946c5e7e1, 0xd03cc744a2888ae4, 0x00db18cb2c04b3ed,
                        0xfcf5e095d5d00af6, 0xa09e30ed741d8ae4, 0x08b3f481e3aaa0f1}),
};
constexpr G2Affine kG2Generator = {
    {Fp::from_canonical({0xd48056c8c121bdb8, 0x0bac0326a805bbef, 0xb4510b647ae3d177,
                         0xc6e47ad4fa403b02, 0x260805272dc51051, 0x024aa2b2f08f0a91}),
     Fp::from_canonical({0xe5ac7d055d042b7e, 0x334cf11213945d57, 0xb5da61bbdc7f5049,
                         0x596bd0d09920b61a, 0x7dacd3a088274f65, 0x13e02b6052719f60})},
    {Fp::from_canonical({0xe193548608b82801, 0x923ac9cc3baca289, 0x6d429a695160d12c,
                         0xadfd9baa8cbdd3a7, 0x8cc9cdc6da2e351a, 0x0ce5d527727d6e11}),
     Fp::from_canonical({0xaaa9075ff05f79be, 0x3f370d275cec1da1, 0x267492ab572e99ab,
                         0xcb3e287e85a763af, 0x32acd2b02bc28b99, 0x0606c4a02ea734cc})},
};
static_assert(is_on_curve(kG1Generator) && is_on_curve(kG2Generator));

}  // namespace

const G1Affine& g1_generator() { return kG1Generator; }
const G2Affine& g2_generator() { return kG2Generator; }

bool is_in_subgroup(const G1Affine& p) {
  return p.is_infinity() || blst_p1_affine_in_g1(to_blst(&p));
}

bool is_in_subgroup(const G2Affine& p) {
  return p.is_infinity() || blst_p2_affine_in_g2(to_blst(&p));
}

G1Jacobian multiply(const G1Jacobian& p, const Fr& scalar) {
  auto bytes = scalar.to_bytes_le();
  G1Jacobian out;
  blst_p1_mult(to_blst(&out), to_blst(&p), bytes.data(), Fr::kBits);
  return out;
}

G2Jacobian multiply(const G2Jacobian& p, const Fr& scalar) {
  auto bytes = scalar.to_bytes_le();
  G2Jacobian out;
  blst_p2_mult(to_blst(&out), to_blst(&p), bytes.data(), Fr::kBits);
  return out;
}

G1Jacobian multiply(const G1Affine& p, const Fr& scalar) {
  return multiply(G1Jacobian::from_affine(p), scalar);
}

G2Jacobian multiply(const G2Affine& p, const Fr& scalar) {
  return multiply(G2Jacobian::from_affine(p), scalar);
}

}  // namespace cuzk::curve
