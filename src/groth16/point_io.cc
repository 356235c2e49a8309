// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/point_io.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuzk::groth16 {
namespace {

base::ErrorCode code_of(curve::PointStatus status) {
  switch (status) {
    case curve::PointStatus::kNotCanonical: return base::ErrorCode::kPointNotCanonical;
    case curve::PointStatus::kNotOnCurve: return base::ErrorCode::kPointNotOnCurve;
    case curve::PointStatus::kNotInSubgroup: return base::ErrorCode::kPointNotInSubgroup;
    case curve::PointStatus::kInfinity: return base::ErrorCode::kPointInfinity;
    default: return base::ErrorCode::kPointBadEncoding;
  }
}

}  // namespace

void refuse_point(const PointRun& run, uint64_t index, size_t point_bytes,
                  curve::PointStatus status) {
  std::string field =
      run.is_indexed ? fmt::format("{}[{}]", run.field, index) : std::string(run.field);
  throw base::Error(
      code_of(status),
      fmt::format(
          "{}: {} at byte {}: expected an uncompressed point of {} that is not infinity, found {}; "
          "the file is damaged or of another kind, fetch or generate it again",
          run.file, field, run.offset + index * point_bytes,
          point_bytes == kPointBytes<Fp> ? "G1" : "G2", curve::point_status_text(status)));
}

}  // namespace cuzk::groth16
