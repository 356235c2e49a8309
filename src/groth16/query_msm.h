// SPDX-License-Identifier: MIT OR Apache-2.0
// The five MSMs of a proof over a parameter file (groth16.md G16-520). Points are decoded
// chunk by chunk, each with every check, and used at once; no query is ever in memory as a whole.
//
// A sparse MSM goes through a query once: points of set bits are added without scalars
// (msm/subset_sum.h), points of wide scalars are kept and go through buckets afterwards. A dense
// MSM feeds the chunks to buckets directly.
#pragma once

#include <span>
#include <string_view>

#include "base/progress.h"
#include "groth16/params_file.h"
#include "groth16/query_scalars.h"

namespace cuzk::groth16 {

// F is Fp2 for kBG2, else Fp. Requires: a scalar for each point of the query. Throws kPoint....
template <class F>
Jacobian<F> sparse_msm(const ParamsFile& params, Query query, const QueryScalars& scalars,
                       const base::Progress& progress);

// The query's first points with full-size scalars. Requires: at most as many scalars as points.
template <class F>
Jacobian<F> dense_msm(const ParamsFile& params, Query query, std::span<const Fr> scalars,
                      const base::Progress& progress);

}  // namespace cuzk::groth16
