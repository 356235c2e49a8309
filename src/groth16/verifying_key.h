// SPDX-License-Identifier: MIT OR Apache-2.0
// Verifying keys and the .vk format (groth16.md G16-301, G16-331), which is also the beginning of a
// .params file (G16-303): no header, uncompressed points, one big-endian u32.
//
//   offset  bytes  field
//        0     96  alpha_g1
//       96     96  beta_g1
//      192    192  beta_g2
//      384    192  gamma_g2
//      576     96  delta_g1
//      672    192  delta_g2
//      864      4  number k of ic points, the inputs with ONE
//      868   96 k  ic
//
// A key that was read has every point on its curve, in its subgroup and not infinity. Nothing else
// is assumed: the bases need not be the standard generators. Cost of reading: a subgroup test a
// point, about 50 us, in parallel.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "groth16/point_io.h"

namespace cuzk::groth16 {

constexpr uint64_t kKeyHeaderBytes = 868;
// Of a .vk file: room for 174,000 inputs, where the largest circuit has 30,000.
constexpr uint64_t kKeyBytesMax = uint64_t{16} << 20;

struct VerifyingKey {
  G1Affine alpha_g1, beta_g1;
  G2Affine beta_g2, gamma_g2;
  G1Affine delta_g1;
  G2Affine delta_g2;
  std::vector<G1Affine> ic;

  uint64_t num_inputs() const { return ic.size(); }  // with ONE
  uint64_t encoded_bytes() const { return kKeyHeaderBytes + kPointBytes<Fp> * ic.size(); }

  bool operator==(const VerifyingKey&) const = default;
};

// `file` is for messages. Throws kKeyTruncated, kKeyTrailingData, kPoint....
VerifyingKey decode_verifying_key(std::span<const uint8_t> bytes, std::string_view file);
VerifyingKey read_verifying_key(const std::filesystem::path& path);

// The key at the beginning of a parameter file. Throws kParamsTruncated, kPoint... and the errors
// of InputFile::read.
VerifyingKey read_key_of_params(const base::InputFile& file);

std::vector<uint8_t> encode_verifying_key(const VerifyingKey& key);

}  // namespace cuzk::groth16
