// SPDX-License-Identifier: MIT OR Apache-2.0
// A linear combination in a back end with values: nothing but its value. Terms are added one after
// the other, each with a product of Fr unless its coefficient is one by its type, and every sum is
// reduced, so that it can be read at any time.
// For host and device: both witness back ends share it (valuation.h, region_writer.h). An object
// belongs to one thread.
#pragma once

#include <cstdint>

#include "base/host_device.h"
#include "field/fr.h"

namespace cuzk::r1cs {

using field::Fr;

class LinearValue {
 public:
  LinearValue() = default;
  CUZK_HOST_DEVICE explicit LinearValue(const Fr& value) : value_(value) {}

  CUZK_HOST_DEVICE void add(const Fr& number) { value_ += number; }
  CUZK_HOST_DEVICE void add(const Fr& number, const Fr& coefficient) {
    value_ += number * coefficient;
  }
  CUZK_HOST_DEVICE void add(const LinearValue& other) { value_ += other.value_; }
  CUZK_HOST_DEVICE void add(const LinearValue& other, const Fr& coefficient) {
    value_ += other.value_ * coefficient;
  }
  CUZK_HOST_DEVICE void add_one(const Fr& coefficient) { value_ += coefficient; }
  CUZK_HOST_DEVICE void add_lane(uint32_t lanes, unsigned lane, const Fr& coefficient) {
    if (lanes >> lane & 1) value_ += coefficient;
  }
  CUZK_HOST_DEVICE void clear() { value_ = Fr::zero(); }
  CUZK_HOST_DEVICE const Fr& value() const { return value_; }

 private:
  Fr value_ = Fr::zero();
};

}  // namespace cuzk::r1cs
