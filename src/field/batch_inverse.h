// SPDX-License-Identifier: MIT OR Apache-2.0
// The inverses of many elements for the price of one inverse and three products an element
// (Montgomery's trick): running products forward, one inverse, running quotients backward. Zeros
// are stepped over and stay zero.
//
// Scratch: one element for each element, on the heap, unless the caller lends it. One thread; to
// use more, give each a part of the array, as the single inverse costs no more than 120 products.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cuzk::field {

// Requires: products.size() >= values.size(); `products` is overwritten.
template <class F>
constexpr void batch_inverse(std::span<F> values, std::span<F> products) {
  F product = F::one();
  for (size_t i = 0; i < values.size(); ++i) {
    products[i] = product;
    if (!values[i].is_zero()) product *= values[i];
  }
  F inverse = product.inverse();
  for (size_t i = values.size(); i-- > 0;) {
    if (values[i].is_zero()) continue;
    F value = values[i];
    values[i] = inverse * products[i];
    inverse *= value;
  }
}

template <class F>
void batch_inverse(std::span<F> values) {
  std::vector<F> products(values.size());
  batch_inverse<F>(values, products);
}

}  // namespace cuzk::field
