// SPDX-License-Identifier: MIT OR Apache-2.0
// A region writer (region_writer.h) for the 32 threads of a warp that run one region of a circuit
// definition together. All of them run it with the same values and keep the same offset; one of
// them writes. Where it has equal parts that do not need one another, `share` gives each thread
// its own part, and then each writes. For regions that are mostly wide values in a long dependence.
//
// Bits are combined with what is in memory at once, so they are to be few, and must be zero before.
// All threads of the warp call every function together, except inside a shared part, where only
// wide values may be allocated.
#pragma once

#include <utility>

#include "base/host_device.h"
#include "r1cs/backend.h"
#include "r1cs/lanes.h"
#include "r1cs/linear_value.h"
#include "r1cs/offset.h"

namespace cuzk::r1cs {

template <class Tables>
class GroupWriter {
 public:
  using Number = Fr;
  using Lanes = uint32_t;
  using Value = Fr;
  using Bits = uint32_t;
  using Linear = LinearValue;
  using Sum = WideSum;
  static constexpr bool kHasRows = false;
  static constexpr unsigned kThreads = 32;

  __device__ GroupWriter(const AssignmentMemory& out, const Offset& place, const Tables& tables)
      : bits_(out.bits),
        wide_(out.wide + place.wide),
        input_(out.inputs + place.input),
        aux_(place.aux),
        writes_(leads()),
        tables_(tables) {}
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;

  __device__ static unsigned thread() { return threadIdx.x % kThreads; }
  __device__ static bool leads() { return thread() == 0; }

  __device__ Number one() const { return Fr::one(); }
  __device__ Number alloc(const Fr& value) {
    if (writes_) *wide_ = value;
    ++wide_;
    ++aux_;
    return value;
  }
  __device__ Number alloc_input(const Fr& value) {
    if (writes_) *input_ = value;
    ++input_;
    return value;
  }
  __device__ Lanes alloc_lanes(uint32_t mask, uint32_t bits) {
    append(gather(bits, mask), bit_count(mask));
    return bits & mask;
  }
  __device__ std::pair<Lanes, Lanes> alloc_lane_pairs(uint32_t mask1, uint32_t bits1,
                                                      uint32_t mask2, uint32_t bits2) {
    uint64_t mask = interleave(mask1, mask2);
    append(gather(interleave(bits1, bits2), mask), bit_count(mask));
    return {bits1 & mask1, bits2 & mask2};
  }

  // This thread makes part `part` of `count` equal parts of `variables` wide values each, and
  // writes it if no other thread does; then all go on behind the last part.
  template <class F>
  __device__ void share(unsigned count, unsigned variables, unsigned part, bool writes,
                        const F& make) {
    Fr* wide = wide_;
    uint32_t aux = aux_;
    wide_ = wide + part * variables;
    writes_ = writes;
    make();
    wide_ = wide + count * variables;
    aux_ = aux + count * variables;
    writes_ = leads();
  }

  // Thread i makes make(i); all get all of them. Requires: count <= kThreads.
  template <class F>
  __device__ void divide(unsigned count, Fr* out, const F& make) const {
    Fr own = thread() < count ? make(thread()) : Fr::zero();
    for (unsigned i = 0; i < count; ++i) out[i] = from(own, i);
  }

  // The value of another thread: the one of this number, or the one whose number differs in the bit
  // `distance`.
  __device__ static Fr from(const Fr& value, unsigned thread) {
    Fr::Canonical limbs = value.montgomery_limbs();
    for (uint64_t& limb : limbs) limb = __shfl_sync(0xffffffff, limb, thread);
    return Fr::from_montgomery(limbs);
  }
  __device__ static Fr across(const Fr& value, unsigned distance) {
    Fr::Canonical limbs = value.montgomery_limbs();
    for (uint64_t& limb : limbs) limb = __shfl_xor_sync(0xffffffff, limb, distance);
    return Fr::from_montgomery(limbs);
  }

  template <class F>
  __device__ void enforce(const char*, F&&) {}
  template <class F>
  __device__ void enforce_lanes(const char*, uint32_t, F&&) {}

  __device__ static const Fr& value(const Number& number) { return number; }
  __device__ static const Fr& value(const Linear& linear) { return linear.value(); }
  __device__ static uint32_t bits(Lanes lanes) { return lanes; }

  struct Scope {
    __device__ ~Scope() {}  // so that the object counts as used
  };
  __device__ Scope scope(const char*) { return {}; }
  __device__ Scope scope(const char*, unsigned) { return {}; }

  __device__ const Tables& tables() const { return tables_; }

 private:
  // The low `count` bits of `bits`; those above are zero.
  __device__ void append(uint64_t bits, unsigned count) {
    unsigned shift = aux_ % 64;
    if (writes_) {
      base::or_shared(bits_[aux_ / 64], bits << shift);
      if (shift + count > 64) base::or_shared(bits_[aux_ / 64 + 1], bits >> (64 - shift));
    }
    aux_ += count;
  }

  uint64_t* bits_;
  Fr* wide_;
  Fr* input_;
  uint32_t aux_;
  bool writes_;
  const Tables& tables_;
};

}  // namespace cuzk::r1cs
