// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cuzk::groth16 {
namespace {

template <class F>
void read_point(std::span<const uint8_t> bytes, size_t offset, size_t partition, char name,
                Affine<F>& out) {
  auto encoded = bytes.subspan(offset).template first<sizeof(F)>();
  curve::PointStatus status = curve::decode_compressed(encoded, out);
  if (status == curve::PointStatus::kOk && !curve::is_in_subgroup(out)) {
    status = curve::PointStatus::kNotInSubgroup;
  }
  if (status == curve::PointStatus::kOk) return;
  throw base::Error(
      base::ErrorCode::kProofBadPoint,
      fmt::format("proof of partition {}: point {} at byte {}: expected a compressed point of {} "
                  "that is not "
                  "infinity, found {}",
                  partition, name, partition * kProofBytes + offset,
                  sizeof(F) == sizeof(Fp) ? "G1" : "G2", curve::point_status_text(status)));
}

}  // namespace

ProofBytes encode_proof(const Proof& proof) {
  ProofBytes out;
  auto a = curve::encode_compressed(proof.a);
  auto b = curve::encode_compressed(proof.b);
  auto c = curve::encode_compressed(proof.c);
  auto end = std::copy(a.begin(), a.end(), out.begin());
  end = std::copy(b.begin(), b.end(), end);
  std::copy(c.begin(), c.end(), end);
  return out;
}

std::vector<Proof> decode_proofs(std::span<const uint8_t> bytes, size_t partitions) {
  if (bytes.size() != partitions * kProofBytes) {
    throw base::Error(base::ErrorCode::kProofLength,
                      fmt::format("proof: expected {} bytes for {} partition(s), found {}",
                                  partitions * kProofBytes, partitions, bytes.size()));
  }
  std::vector<Proof> out(partitions);
  for (size_t k = 0; k < partitions; ++k) {
    auto one = bytes.subspan(k * kProofBytes, kProofBytes);
    read_point(one, 0, k, 'A', out[k].a);
    read_point(one, sizeof(Fp), k, 'B', out[k].b);
    read_point(one, sizeof(Fp) + sizeof(Fp2), k, 'C', out[k].c);
  }
  return out;
}

Proof decode_proof(std::span<const uint8_t> bytes) { return decode_proofs(bytes, 1).front(); }

}  // namespace cuzk::groth16
