// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/query_msm.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <string>
#include <vector>

#include "base/check.h"
#include "msm/bucket_msm.h"
#include "msm/subset_sum.h"

namespace cuzk::groth16 {
namespace {

constexpr uint64_t kTask = 4096;                // points that a thread decodes at once
constexpr uint64_t kChunk = uint64_t{1} << 17;  // points between two rounds of bucket additions
static_assert(kTask % 64 == 0);

// What one thread needs for its share of a sparse MSM.
template <class F>
struct Worker {
  msm::LaneSum<F> booleans;
  std::vector<Affine<F>> points;
};

// The number of set bits before each task.
std::vector<uint64_t> ranks(const base::BitVector& bits) {
  std::vector<uint64_t> out;
  uint64_t rank = 0;
  for (size_t i = 0; i < bits.words().size(); ++i) {
    if (i % (kTask / 64) == 0) out.push_back(rank);
    rank += static_cast<uint64_t>(std::popcount(bits.words()[i]));
  }
  return out;
}

std::string stage_name(Query query) { return std::string("MSM ") + query_name(query); }

}  // namespace

template <class F>
Jacobian<F> sparse_msm(const ParamsFile& params, Query query, const QueryScalars& scalars,
                       const base::Progress& progress) {
  uint64_t count = params.count(query);
  base::check(scalars.booleans.size() == count && scalars.wide.size() == count,
              "a scalar for each point");
  std::vector<uint64_t> wide_ranks = ranks(scalars.wide);
  std::vector<Affine<F>> wide_points(scalars.values.size());
  tbb::enumerable_thread_specific<Worker<F>> workers;
  std::atomic<uint64_t> done = 0;
  tbb::parallel_for(size_t{0}, wide_ranks.size(), [&](size_t task) {
    Worker<F>& worker = workers.local();
    uint64_t first = task * kTask;
    worker.points.resize(std::min(kTask, count - first));
    params.read<F>(query, first, worker.points);
    uint64_t rank = wide_ranks[task];
    for (uint64_t begin = 0; begin < worker.points.size(); begin += 64) {
      size_t word = (first + begin) / 64;
      for (uint64_t bits = scalars.booleans.words()[word]; bits != 0; bits &= bits - 1) {
        worker.booleans.add(worker.points[begin + static_cast<uint64_t>(std::countr_zero(bits))]);
      }
      for (uint64_t bits = scalars.wide.words()[word]; bits != 0; bits &= bits - 1) {
        wide_points[rank++] = worker.points[begin + static_cast<uint64_t>(std::countr_zero(bits))];
      }
    }
    uint64_t finished = ++done;
    if (finished % 64 == 0) base::report(progress, stage_name(query), finished * kTask, count);
  });
  Jacobian<F> total = msm::scalar_sum<F>(wide_points, scalars.values);
  for (Worker<F>& worker : workers) total = curve::add_mixed(total, worker.booleans.total());
  base::report(progress, stage_name(query), count, count);
  return total;
}

template <class F>
Jacobian<F> dense_msm(const ParamsFile& params, Query query, std::span<const Fr> scalars,
                      const base::Progress& progress) {
  base::check(scalars.size() <= params.count(query), "a point for each scalar");
  msm::BucketMsm<F> buckets(scalars.size());
  std::vector<Affine<F>> points;
  for (uint64_t first = 0; first < scalars.size();) {
    points.resize(std::min<uint64_t>(kChunk, scalars.size() - first));
    tbb::parallel_for(tbb::blocked_range<uint64_t>(0, points.size(), 1024), [&](const auto& range) {
      params.read<F>(query, first + range.begin(),
                     std::span(points).subspan(range.begin(), range.size()));
    });
    buckets.add(points, scalars.subspan(first, points.size()));
    first += points.size();
    base::report(progress, stage_name(query), first, scalars.size());
  }
  return buckets.total();
}

template Jacobian<Fp> sparse_msm(const ParamsFile&, Query, const QueryScalars&,
                                 const base::Progress&);
template Jacobian<Fp2> sparse_msm(const ParamsFile&, Query, const QueryScalars&,
                                  const base::Progress&);
template Jacobian<Fp> dense_msm(const ParamsFile&, Query, std::span<const Fr>,
                                const base::Progress&);
template Jacobian<Fp2> dense_msm(const ParamsFile&, Query, std::span<const Fr>,
                                 const base::Progress&);

}  // namespace cuzk::groth16
