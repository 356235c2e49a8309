// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/fixed_base.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "msm/batch_adder.h"
#include "msm/tuning.h"

namespace cuzk::msm {
namespace {

// The width with the fewest additions for the table and the multiplications together.
unsigned table_bits(uint64_t count) {
  unsigned best = 2;
  double best_cost = 0;
  for (unsigned bits = 2; bits <= kFixedBaseBitsMax; ++bits) {
    double windows = (254 + bits) / bits;
    double cost = windows * (static_cast<double>(count) + static_cast<double>(1u << (bits - 1)));
    if (bits == 2 || cost < best_cost) {
      best = bits;
      best_cost = cost;
    }
  }
  return best;
}

// row[i] = (i + 1) * row[0] for the whole row, by doubling the filled part: the entries after a
// power of two are the entries before it plus that power.
template <class F>
void fill_multiples(std::span<Affine<F>> row, BatchAdder<F>& adder) {
  for (size_t filled = 1; filled < row.size(); filled *= 2) {
    const Affine<F> step = row[filled - 1];
    for (size_t i = 0; i < filled; ++i) {
      row[filled + i] = row[i];
      adder.add(row[filled + i], step);
      if (adder.is_full()) adder.flush();
    }
    adder.flush();
  }
}

}  // namespace

template <class F>
FixedBase<F>::FixedBase(const Affine<F>& base, uint64_t count) : digits_(table_bits(count)) {
  uint64_t width = digits_.digit_max();
  table_.resize(digits_.windows() * width);
  std::vector<curve::Jacobian<F>> firsts;
  curve::Jacobian<F> power = curve::Jacobian<F>::from_affine(base);
  for (unsigned window = 0; window < digits_.windows(); ++window) {
    firsts.push_back(power);
    for (uint64_t weight = width; weight > 0; weight /= 2) power = power.doubled();
  }
  std::vector<Affine<F>> affine_firsts = curve::batch_to_affine(firsts);
  tbb::parallel_for(0u, digits_.windows(), [&](unsigned window) {
    BatchAdder<F> adder;
    auto row = std::span<Affine<F>>(table_).subspan(window * width, width);
    row[0] = affine_firsts[window];
    fill_multiples(row, adder);
  });
}

template <class F>
void FixedBase<F>::multiply(std::span<const Fr> scalars, std::span<Affine<F>> out) const {
  base::check(scalars.size() == out.size(), "a result for each scalar");
  tbb::enumerable_thread_specific<BatchAdder<F>> adders;
  size_t tasks = (scalars.size() + kFixedBaseTask - 1) / kFixedBaseTask;
  tbb::parallel_for(size_t{0}, tasks, [&](size_t task) {
    size_t begin = task * kFixedBaseTask;
    size_t count = std::min(kFixedBaseTask, scalars.size() - begin);
    multiply_task(scalars.subspan(begin, count), out.subspan(begin, count), adders.local());
  });
}

// Window by window over the whole task, so that one window's entries stay in the cache.
template <class F>
void FixedBase<F>::multiply_task(std::span<const Fr> scalars, std::span<Affine<F>> out,
                                 BatchAdder<F>& adder) const {
  std::vector<SignedDigits::Prepared> prepared(scalars.size());
  for (size_t i = 0; i < scalars.size(); ++i) prepared[i] = digits_.prepare(scalars[i]);
  std::fill(out.begin(), out.end(), Affine<F>::infinity());
  for (unsigned window = 0; window < digits_.windows(); ++window) {
    for (size_t i = 0; i < scalars.size(); ++i) {
      int32_t digit = digits_.digit(prepared[i], window);
      if (digit == 0) continue;
      const Affine<F>& multiple = entry(window, static_cast<uint64_t>(digit < 0 ? -digit : digit));
      adder.add(out[i], digit < 0 ? multiple.negated() : multiple);
      if (adder.is_full()) adder.flush();
    }
    adder.flush();
  }
}

template class FixedBase<field::Fp>;
template class FixedBase<field::Fp2>;

}  // namespace cuzk::msm
