// SPDX-License-Identifier: MIT OR Apache-2.0
#include "ntt/quotient.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/check.h"

namespace cuzk::ntt {
namespace {

template <class F>
void parallel_indices(uint64_t count, F&& f) {
  tbb::parallel_for(tbb::blocked_range<uint64_t>(0, count, 4096), [&](const auto& range) {
    for (uint64_t i = range.begin(); i < range.end(); ++i) f(i);
  });
}

}  // namespace

std::vector<Fr> quotient(const Domain& domain, std::vector<Fr> a, std::vector<Fr> b,
                         const base::Progress& progress) {
  base::check(a.size() == b.size() && a.size() <= domain.size(), "the rows fit the domain");
  uint64_t m = domain.size();
  uint64_t transforms = 0;
  const auto report = [&] { base::report(progress, "quotient", transforms++, 6); };
  report();
  a.resize(m);
  b.resize(m);
  reverse_bits(a);
  reverse_bits(b);
  std::vector<Fr> c(m);
  parallel_indices(m, [&](uint64_t i) { c[i] = a[i] * b[i]; });
  domain.to_coefficients(c, Ring::kCyclic);
  report();

  for (std::vector<Fr>* x : {&a, &b}) {
    domain.to_coefficients(*x, Ring::kCyclic);
    report();
    domain.to_values(*x, Ring::kNegacyclic);
    report();
  }
  parallel_indices(m, [&](uint64_t i) { a[i] *= b[i]; });
  b = {};
  domain.to_coefficients(a, Ring::kNegacyclic);
  report();

  // c is m times C, and a is m^3 times D: each of the three transforms to coefficients left a
  // factor m.
  const Fr c_scale = domain.size_inverse() * Fr::from_u64(2).inverse();
  const Fr d_scale = c_scale * domain.size_inverse().square();
  parallel_indices(m, [&](uint64_t i) { c[i] = c[i] * c_scale - a[i] * d_scale; });
  c.pop_back();
  return c;
}

}  // namespace cuzk::ntt
