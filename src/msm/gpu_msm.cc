// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/gpu_msm.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "msm/gpu_tuning.h"

namespace cuzk::msm {
namespace {

// Additions of a sum, by the number of bits of a digit: items, and for each bucket the reduction
// and one more for each chunk but the first.
double additions(unsigned bits, uint64_t scalars, uint64_t chunks) {
  double buckets = static_cast<double>(uint64_t{1} << (bits - 1));
  return SignedDigits(bits).windows() *
         (static_cast<double>(scalars) + (static_cast<double>(chunks) + 1) * buckets);
}

}  // namespace

GpuMsmShape GpuMsmShape::plan(uint64_t scalars, uint64_t chunks, uint64_t scalars_chunk,
                              uint64_t booleans_chunk, uint64_t words_chunk, uint64_t items) {
  GpuMsmShape shape;
  shape.scalars_max = scalars_chunk;
  shape.booleans_max = booleans_chunk;
  shape.words_max = words_chunk;
  shape.chunks = chunks;
  shape.digit_bits = kDigitBitsMin;
  for (unsigned bits = kDigitBitsMin; bits <= kDigitBitsMax; ++bits) {
    if (additions(bits, scalars, chunks) < additions(shape.digit_bits, scalars, chunks)) {
      shape.digit_bits = bits;
    }
  }
  const BucketGrid grid = shape.grid();
  const unsigned windows = shape.digits().windows();
  uint64_t passes = std::clamp<uint64_t>(items / shape.window_items(), 1, windows);
  shape.items_max = std::max({passes * shape.window_items(),
                              booleans_chunk > 0 ? boolean_item_bound(booleans_chunk) : 0,
                              uint64_t{windows} * grid.weight_items() + kBooleanSegments});
  return shape;
}

uint32_t GpuMsmShape::bucket_count() const {
  return digits().windows() * grid().buckets() + kBooleanSegments;
}

// Of the larger one of the two: the digits of a window with what its buckets hold, or its lines.
uint64_t GpuMsmShape::window_items() const {
  uint64_t buckets = grid().buckets();
  return std::max(scalars_max + (chunks > 1 ? buckets : 0), 2 * buckets);
}

unsigned GpuMsmShape::windows_a_pass() const {
  return static_cast<unsigned>(
      std::clamp<uint64_t>(items_max / window_items(), 1, digits().windows()));
}

uint64_t GpuMsmShape::segments_max() const {
  const unsigned windows = digits().windows();
  return std::max<uint64_t>({uint64_t{windows_a_pass()} * grid().buckets(),
                             uint64_t{windows_a_pass()} * grid().lines(),
                             uint64_t{windows} * grid().weights() + 1, uint64_t{kBooleanSegments}});
}

// The highest window holds what is left of half the order, so fewer digits occur in it.
uint64_t GpuMsmShape::length_max(unsigned first_window, unsigned count_windows,
                                 uint64_t count) const {
  if (!is_uniform) return count + 1;
  const SignedDigits digits = this->digits();
  uint64_t occurring = digits.digit_max();
  if (first_window + count_windows == digits.windows()) {
    unsigned position = digit_bits * (digits.windows() - 1);
    occurring = std::min(occurring, (Fr::M::kModulus[3] >> 1 >> (position - 192)) + 1);
  }
  return std::min(count + 1, 2 * count / occurring + 65);
}

uint64_t GpuMsmShape::result_points() const {
  return uint64_t{digits().windows()} * grid().weights() + 1;
}

template <class F>
Jacobian<F> fold(const GpuMsmShape& shape, std::span<const Affine<F>> results) {
  base::check(results.size() == shape.result_points(), "the results are of this shape");
  const BucketGrid grid = shape.grid();
  const unsigned windows = shape.digits().windows();
  // By the power of two that a point counts.
  std::vector<Jacobian<F>> places(shape.digit_bits * (windows + 1), Jacobian<F>::infinity());
  for (unsigned window = 0; window < windows; ++window) {
    for (unsigned weight = 0; weight < grid.weights(); ++weight) {
      unsigned exponent =
          weight < grid.high_bits ? grid.low_bits + weight : weight - grid.high_bits;
      Jacobian<F>& place = places[window * shape.digit_bits + exponent];
      place = add_mixed(place, results[window * grid.weights() + weight]);
    }
  }
  Jacobian<F> sum = Jacobian<F>::infinity();
  for (size_t i = places.size(); i-- > 0;) sum = add(sum.doubled(), places[i]);
  return add_mixed(sum, results.back());
}

template Jacobian<field::Fp> fold(const GpuMsmShape&, std::span<const Affine<field::Fp>>);
template Jacobian<field::Fp2> fold(const GpuMsmShape&, std::span<const Affine<field::Fp2>>);

}  // namespace cuzk::msm
