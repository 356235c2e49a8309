// SPDX-License-Identifier: MIT OR Apache-2.0
// The witness back end of a device: it writes the part of an assignment that a region of a circuit
// definition makes, from a given offset on (scope_offsets.h finds the offsets). Many threads write
// regions of one assignment at the same time, each with a writer of its own. Like every witness
// back end it ignores constraints: they vanish by type.
//
// Bits are collected in a word and stored when it is full. Regions do not end at words, so the
// first word of a region and its last are combined with what the neighbours write; a writer's bits
// must be zero before. Wide values and inputs are stored as they come.
//
// Names and labels are `const char*` here: a string view would ask for their length, which device
// code cannot, and the compiler would take the whole region for dead.
//
// `Tables` is what gadgets find under tables(): constants by their addresses on the device. For
// host and device, so that the regions are tested without a device; there one at a time may write.
#pragma once

#include <utility>

#include "base/host_device.h"
#include "r1cs/backend.h"
#include "r1cs/lanes.h"
#include "r1cs/linear_value.h"
#include "r1cs/offset.h"

namespace cuzk::r1cs {

template <class Tables>
class RegionWriter {
 public:
  using Number = Fr;
  using Lanes = uint32_t;
  using Value = Fr;
  using Bits = uint32_t;
  using Linear = LinearValue;
  using Sum = WideSum;
  static constexpr bool kHasRows = false;

  CUZK_HOST_DEVICE RegionWriter(const AssignmentMemory& out, const Offset& place,
                                const Tables& tables)
      : word_(out.bits + place.aux / 64),
        wide_(out.wide + place.wide),
        input_(out.inputs + place.input),
        filled_(place.aux % 64),
        tables_(tables) {}
  RegionWriter(const RegionWriter&) = delete;
  RegionWriter& operator=(const RegionWriter&) = delete;
  CUZK_HOST_DEVICE ~RegionWriter() {
    if (pending_ != 0) base::or_shared(*word_, pending_);
  }

  CUZK_HOST_DEVICE Number one() const { return Fr::one(); }
  CUZK_HOST_DEVICE Number alloc(const Fr& value) {
    append(0, 1);
    *wide_++ = value;
    return value;
  }
  CUZK_HOST_DEVICE Number alloc_input(const Fr& value) {
    *input_++ = value;
    return value;
  }
  CUZK_HOST_DEVICE Lanes alloc_lanes(uint32_t mask, uint32_t bits) {
    append(gather(bits, mask), bit_count(mask));
    return bits & mask;
  }
  CUZK_HOST_DEVICE std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t mask1, uint32_t bits1,
                                                            uint32_t mask2, uint32_t bits2) {
    uint64_t mask = interleave(mask1, mask2);
    append(gather(interleave(bits1, bits2), mask), bit_count(mask));
    return {bits1 & mask1, bits2 & mask2};
  }

  // make(i) to out[i] for all i < count. A writer of several threads divides the work.
  template <class F>
  CUZK_HOST_DEVICE void divide(unsigned count, Fr* out, const F& make) const {
    for (unsigned i = 0; i < count; ++i) out[i] = make(i);
  }

  template <class F>
  CUZK_HOST_DEVICE void enforce(const char*, F&&) {}
  template <class F>
  CUZK_HOST_DEVICE void enforce_lanes(const char*, uint32_t, F&&) {}

  CUZK_HOST_DEVICE static const Fr& value(const Number& number) { return number; }
  CUZK_HOST_DEVICE static const Fr& value(const Linear& linear) { return linear.value(); }
  CUZK_HOST_DEVICE static uint32_t bits(Lanes lanes) { return lanes; }

  struct Scope {
    CUZK_HOST_DEVICE ~Scope() {}  // so that the object counts as used
  };
  CUZK_HOST_DEVICE Scope scope(const char*) { return {}; }
  CUZK_HOST_DEVICE Scope scope(const char*, unsigned) { return {}; }

  CUZK_HOST_DEVICE const Tables& tables() const { return tables_; }

 private:
  // The low `count` bits of `bits`; those above are zero.
  CUZK_HOST_DEVICE void append(uint64_t bits, unsigned count) {
    pending_ |= bits << filled_;
    filled_ += count;
    if (filled_ < 64) return;
    if (owns_word_) {
      *word_ = pending_;
    } else {
      base::or_shared(*word_, pending_);
    }
    owns_word_ = true;
    ++word_;
    filled_ -= 64;
    pending_ = filled_ == 0 ? 0 : bits >> (count - filled_);
  }

  uint64_t* word_;
  Fr* wide_;
  Fr* input_;
  uint64_t pending_ = 0;
  unsigned filled_;
  bool owns_word_ = false;  // no other region has bits in it
  const Tables& tables_;
};

}  // namespace cuzk::r1cs
