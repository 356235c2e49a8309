// SPDX-License-Identifier: MIT OR Apache-2.0
// Points in files: uncompressed, decoded strictly, with errors that say where (groth16.md G16-331,
// G16-332).
//
// Where a point belongs is described by `PointRun`: the file, the field ("alpha_g1", or a query
// with the point's index, "l[12345]") and the byte offset. The text is made only when a point is
// refused.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "curve/encoding.h"

namespace cuzk::groth16 {

using curve::Affine;
using curve::Fp;
using curve::Fp2;
using curve::G1Affine;
using curve::G1Jacobian;
using curve::G2Affine;
using curve::G2Jacobian;
using curve::Jacobian;
using field::Fr;

template <class F>
constexpr size_t kPointBytes = 2 * sizeof(F);

enum class SubgroupTest : uint8_t { kNo, kYes };

// A run of points of one field in a file.
struct PointRun {
  std::string_view file;
  std::string_view field;
  uint64_t offset;         // of point 0
  bool is_indexed = true;  // a query or ic; else a single point
};

// Throws the kPoint... code of the reason for which `index` of `run` is refused.
[[noreturn]] void refuse_point(const PointRun& run, uint64_t index, size_t point_bytes,
                               curve::PointStatus status);

// Decodes points [first, first + out.size()) of a run, whose bytes these are. Infinity is refused.
// One thread. Requires: `bytes` reaches far enough.
template <class F>
void decode_points(std::span<const uint8_t> bytes, const PointRun& run, uint64_t first,
                   std::span<Affine<F>> out, SubgroupTest test) {
  for (size_t i = 0; i < out.size(); ++i) {
    auto encoded = bytes.subspan(i * kPointBytes<F>).template first<kPointBytes<F>>();
    curve::PointStatus status = curve::decode_uncompressed(encoded, out[i]);
    if (status == curve::PointStatus::kOk && test == SubgroupTest::kYes &&
        !curve::is_in_subgroup(out[i])) {
      status = curve::PointStatus::kNotInSubgroup;
    }
    if (status != curve::PointStatus::kOk) refuse_point(run, first + i, kPointBytes<F>, status);
  }
}

}  // namespace cuzk::groth16
