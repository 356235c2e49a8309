// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: verifying keys in the compressed forms that other projects' vectors use. Not a format
// of this project.
//
//   polka-storage   alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2, u32 BE count, ic
//   bellman-waves   alpha_g1, beta_g2, gamma_g2, delta_g2, ic to the end; beta_g1 and delta_g1 are
//   not needed
//                   for verification and are left infinite
#pragma once

#include <gtest/gtest.h>

#include <span>

#include "base/bytes.h"
#include "curve/encoding.h"
#include "groth16/verifying_key.h"

namespace cuzk::groth16 {

class CompressedKeyReader {
 public:
  explicit CompressedKeyReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  template <class Point>
  void take(Point& out) {
    constexpr size_t kBytes = sizeof(Point) / 2;
    EXPECT_EQ(curve::decode_compressed(bytes_.first<kBytes>(), out), curve::PointStatus::kOk);
    EXPECT_TRUE(curve::is_in_subgroup(out));
    bytes_ = bytes_.subspan(kBytes);
  }
  void take_ic(VerifyingKey& key) {
    while (!bytes_.empty()) take(key.ic.emplace_back());
  }
  uint32_t take_count() {
    uint32_t count = base::load_be<uint32_t>(bytes_.data());
    bytes_ = bytes_.subspan(sizeof(count));
    return count;
  }

 private:
  std::span<const uint8_t> bytes_;
};

inline VerifyingKey read_polka_key(std::span<const uint8_t> bytes) {
  VerifyingKey key;
  CompressedKeyReader reader(bytes);
  reader.take(key.alpha_g1);
  reader.take(key.beta_g1);
  reader.take(key.beta_g2);
  reader.take(key.gamma_g2);
  reader.take(key.delta_g1);
  reader.take(key.delta_g2);
  uint32_t count = reader.take_count();
  reader.take_ic(key);
  EXPECT_EQ(key.ic.size(), count);
  return key;
}

inline VerifyingKey read_waves_key(std::span<const uint8_t> bytes) {
  VerifyingKey key;
  key.beta_g1 = key.delta_g1 = G1Affine::infinity();
  CompressedKeyReader reader(bytes);
  reader.take(key.alpha_g1);
  reader.take(key.beta_g2);
  reader.take(key.gamma_g2);
  reader.take(key.delta_g2);
  reader.take_ic(key);
  return key;
}

}  // namespace cuzk::groth16
