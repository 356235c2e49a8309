// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: encodings that a strict reader refuses, each with its code (groth16.md G16-120..124).
// Keys, parameter files and proofs share these cases, so that every reader is tried with every
// way in which a point can be wrong: flags, a coordinate that is not reduced, a point off the
// curve, outside the subgroup, infinity. Each case is wrong in one way only and names the code
// that the reader must give. Tests only.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "groth16/point_io.h"

namespace cuzk::groth16 {

struct BadPoint {
  std::string name;
  base::ErrorCode code;
  std::vector<uint8_t> bytes;
};

inline std::vector<uint8_t> hex_bytes(const std::string& text) {
  return base::from_hex(text).value();
}

// y^2 = x^3 + 4 at x = 4: on the curve and outside G1 (G16-115).
inline std::vector<uint8_t> g1_outside_subgroup() {
  std::vector<uint8_t> out(48, 0);
  out.back() = 4;
  auto y = hex_bytes(
      "0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26da9dd85e928483446346b8ed00e1de5d5ea93e354abe"
      "706c");
  out.insert(out.end(), y.begin(), y.end());
  return out;
}

// The first x = (n, 0) with a square x^3 + b: a point of the whole curve over Fp2, of huge
// cofactor.
inline std::vector<uint8_t> g2_outside_subgroup() {
  for (uint8_t n = 1;; ++n) {
    std::vector<uint8_t> compressed(96, 0);
    compressed[0] = 0x80;
    compressed.back() = n;
    G2Affine point;
    auto status = curve::decode_compressed(std::span(compressed).first<96>(), point);
    if (status != curve::PointStatus::kOk || curve::is_in_subgroup(point)) continue;
    auto bytes = curve::encode_uncompressed(point);
    return {bytes.begin(), bytes.end()};
  }
}

// Alterations of a valid uncompressed point of G1 (96 bytes) or G2 (192 bytes).
inline std::vector<BadPoint> bad_points(const std::vector<uint8_t>& valid) {
  using base::ErrorCode;
  auto with_flag = [&](uint8_t flag) {
    std::vector<uint8_t> out = valid;
    out[0] = static_cast<uint8_t>(out[0] | flag);
    return out;
  };
  std::vector<uint8_t> infinity(valid.size(), 0);
  infinity[0] = 0x40;
  std::vector<uint8_t> infinity_with_bit = infinity;
  infinity_with_bit.back() = 1;
  std::vector<uint8_t> off_curve = valid;
  off_curve.back() ^= 1;
  std::vector<uint8_t> zeros(valid.size(), 0);
  std::vector<uint8_t> large = valid;
  auto modulus = hex_bytes(
      "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffff"
      "aaab");
  std::copy(modulus.begin(), modulus.end(), large.end() - 48);
  return {{"compressed flag", ErrorCode::kPointBadEncoding, with_flag(0x80)},
          {"sign flag", ErrorCode::kPointBadEncoding, with_flag(0x20)},
          {"infinity flag on a point", ErrorCode::kPointBadEncoding, with_flag(0x40)},
          {"infinity with another bit", ErrorCode::kPointBadEncoding, infinity_with_bit},
          {"infinity", ErrorCode::kPointInfinity, infinity},
          {"coordinate equal to p", ErrorCode::kPointNotCanonical, large},
          {"all ones below the flags", ErrorCode::kPointNotCanonical,
           [&] {
             std::vector<uint8_t> out(valid.size(), 0xff);
             out[0] = 0x1f;
             return out;
           }()},
          {"off the curve", ErrorCode::kPointNotOnCurve, off_curve},
          {"zero, zero", ErrorCode::kPointNotOnCurve, zeros}};
}

}  // namespace cuzk::groth16
