// SPDX-License-Identifier: MIT OR Apache-2.0
// The byte encodings of points (groth16.md G16-120..124): big-endian coordinates, c1 before c0 in
// Fp2, and three flag bits at the top of the first byte (0x80 compressed, 0x40 infinity, 0x20 the
// larger y).
//
// The decoders are strict: they refuse flags of the other encoding, anything but zeros after the
// infinity flag, coordinates that are not reduced, and points off the curve, and say which of these
// it was. They do not test the subgroup (`is_in_subgroup` in curve.h does), because a parameter
// file of 10^9 points need not pay for it twice. Infinity has a status of its own: whether it is
// welcome depends on the field of the file.
//
// Cost: uncompressed a few products; compressed a square root (about 380 squarings; 1.5 times that
// in Fp2).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "curve/curve.h"

namespace cuzk::curve {

enum class PointStatus : uint8_t {
  kOk,
  kBadFlags,       // flags of another encoding, or bits beside the infinity flag
  kNotCanonical,   // a coordinate is not below p
  kNotOnCurve,     // the equation does not hold, or x^3 + b has no square root
  kNotInSubgroup,  // given by callers that test it
  kInfinity,       // a proper encoding of infinity; the point is set
};

const char* point_status_text(PointStatus status);

// The point is set for kOk and kInfinity and unspecified otherwise.
[[nodiscard]] PointStatus decode_uncompressed(std::span<const uint8_t, 96> bytes, G1Affine& out);
[[nodiscard]] PointStatus decode_uncompressed(std::span<const uint8_t, 192> bytes, G2Affine& out);
[[nodiscard]] PointStatus decode_compressed(std::span<const uint8_t, 48> bytes, G1Affine& out);
[[nodiscard]] PointStatus decode_compressed(std::span<const uint8_t, 96> bytes, G2Affine& out);

// Requires: the point is on its curve.
std::array<uint8_t, 96> encode_uncompressed(const G1Affine& p);
std::array<uint8_t, 192> encode_uncompressed(const G2Affine& p);
std::array<uint8_t, 48> encode_compressed(const G1Affine& p);
std::array<uint8_t, 96> encode_compressed(const G2Affine& p);

}  // namespace cuzk::curve
