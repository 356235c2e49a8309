// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/subset_sum.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <bit>

#include "base/check.h"

namespace cuzk::msm {

template <class F>
Jacobian<F> subset_sum(std::span<const Affine<F>> points, const base::BitVector& selected) {
  base::check(points.size() == selected.size(), "a bit for each point");
  const std::vector<uint64_t>& words = selected.words();
  tbb::enumerable_thread_specific<LaneSum<F>> sums;
  tbb::parallel_for(tbb::blocked_range<size_t>(0, words.size(), 256), [&](const auto& range) {
    LaneSum<F>& sum = sums.local();
    for (size_t word = range.begin(); word < range.end(); ++word) {
      for (uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
        sum.add(points[64 * word + static_cast<size_t>(std::countr_zero(bits))]);
      }
    }
  });
  Jacobian<F> total = Jacobian<F>::infinity();
  for (LaneSum<F>& sum : sums) total = curve::add_mixed(total, sum.total());
  return total;
}

template Jacobian<field::Fp> subset_sum(std::span<const Affine<field::Fp>>, const base::BitVector&);
template Jacobian<field::Fp2> subset_sum(std::span<const Affine<field::Fp2>>,
                                         const base::BitVector&);

}  // namespace cuzk::msm
