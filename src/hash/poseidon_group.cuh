// SPDX-License-Identifier: MIT OR Apache-2.0
// Poseidon by a group of sixteen neighbouring threads, one for each element of the state, for
// chains of hashes whose time is that of their longest dependence: a full round takes 3 + t
// products one after the other, a partial one 4, together 324 for arity 8 where one thread needs
// 2,000. Numbers of poseidon.h; the result is that of hash::poseidon.
//
// In a partial round the head of the state is raised to the fifth power by thread 0 while the
// others multiply and sum what they add to the next head.
// All sixteen threads call together, in the same order; half warps need not agree.
#pragma once

#include "hash/poseidon.h"

namespace cuzk::hash {

class PoseidonGroup {
 public:
  static constexpr unsigned kThreads = 16;

  __device__ PoseidonGroup()
      : lane_(threadIdx.x % kThreads), mask_(0xffffu << (threadIdx.x % 32 / kThreads * kThreads)) {}

  __device__ bool leads() const { return lane_ == 0; }

  // The hash of child(0), child(1), ..., for every thread of the group.
  template <unsigned kArity, class Child>
  __device__ Fr hash(const PoseidonConstants<kArity>& table, const Child& child) const {
    constexpr unsigned kWidth = PoseidonConstants<kArity>::kWidth;
    constexpr unsigned kHalf = PoseidonConstants<kArity>::kFullRounds / 2;
    static_assert(kWidth <= kThreads);
    const Fr* next = table.constants.data();
    bool takes_part = lane_ < kWidth;
    unsigned lane = takes_part ? lane_ : 0;  // of the constants that are read
    Fr state = lane_ == 0 ? table.domain_tag : takes_part ? child(lane_ - 1) : Fr::zero();
    state += next[lane];
    next += kWidth;
#pragma unroll 1
    for (unsigned round = 0; round < 2 * kHalf; ++round) {
      if (round == kHalf) partial_rounds(state, table, next, lane);
      state = state.square().square() * state;
      if (round + 1 < 2 * kHalf) {
        state += next[lane];
        next += kWidth;
      }
      state = mixed<kWidth>(state, round + 1 == kHalf ? table.pre_sparse : table.mds, lane);
    }
    return from(state, 1);
  }

 private:
  // Another thread's value.
  __device__ Fr from(const Fr& value, unsigned lane) const {
    Fr::Canonical limbs = value.montgomery_limbs();
    for (uint64_t& limb : limbs) limb = __shfl_sync(mask_, limb, lane, kThreads);
    return Fr::from_montgomery(limbs);
  }

  // Over all threads, for thread 0.
  __device__ Fr sum(Fr value) const {
#pragma unroll 1
    for (unsigned distance = kThreads / 2; distance > 0; distance /= 2) {
      Fr::Canonical limbs = value.montgomery_limbs();
      for (uint64_t& limb : limbs) limb = __shfl_down_sync(mask_, limb, distance, kThreads);
      value += Fr::from_montgomery(limbs);
    }
    return value;
  }

  template <unsigned kWidth, class Matrix>
  __device__ Fr mixed(const Fr& state, const Matrix& matrix, unsigned lane) const {
    Fr out = Fr::zero();
#pragma unroll 1
    for (unsigned i = 0; i < kWidth; ++i) out += from(state, i) * matrix.data()[i].data()[lane];
    return out;
  }

  template <unsigned kArity>
  __device__ void partial_rounds(Fr& state, const PoseidonConstants<kArity>& table, const Fr*& next,
                                 unsigned lane) const {
    constexpr unsigned kWidth = PoseidonConstants<kArity>::kWidth;
#pragma unroll 1
    for (const auto& sparse : table.sparse) {
      Fr column = sparse.column.data()[lane];
      Fr row = lane == 0 ? column : sparse.row.data()[lane - 1];
      Fr product = state * (lane_ == 0 ? state : column);
      Fr rest = sum(lane_ == 0 || lane_ >= kWidth ? Fr::zero() : product);
      Fr head = from(product.square() * state + *next++, 0);
      state = head * row + (lane_ == 0 ? rest : state);
    }
  }

  unsigned lane_;
  uint32_t mask_;
};

}  // namespace cuzk::hash
