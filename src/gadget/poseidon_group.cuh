// SPDX-License-Identifier: MIT OR Apache-2.0
// The state of a Poseidon hash that the 32 threads of a warp make together (r1cs/group_writer.cuh),
// with the operations of gadget::PoseidonState, so that the circuit definition is the same. It
// makes the longest dependence of a hash short: one of arity 8 takes 300 products one after the
// other where a lone thread needs 2,000. The work is more, but the device has threads to spare.
//
// Element i is kept by threads i and 16 + i. In the S-boxes of a full round both raise it, in those
// of a partial round all threads raise the head. To mix, the two sum every second term each and
// then exchange their sums; the sparse matrix of a partial round takes one product, half of the
// threads making what is added to their elements, the others the terms of the next head.
#pragma once

#include "gadget/poseidon.h"
#include "r1cs/group_writer.cuh"

namespace cuzk::gadget {

// The S-box of the circuit definition as one function that is called, found by the type of its
// writer. A hash is code of thousands of instructions already; it fits the instruction cache so,
// and is compiled in half of the time.
template <class Tables>
__device__ __noinline__ Fr quintic(r1cs::GroupWriter<Tables>& b, const Fr& x, const Fr& pre,
                                   const Fr& post) {
  return quintic<r1cs::GroupWriter<Tables>>(b, x, pre, post);
}

template <class B, unsigned kWidth>
class PoseidonGroupState {
 public:
  static constexpr unsigned kHalf = B::kThreads / 2;
  static_assert(kWidth <= kHalf);

  __device__ explicit PoseidonGroupState(B& b)
      : b_(b),
        place_(b.thread() % kHalf),
        index_(place_ < kWidth ? place_ : 0),
        upper_(b.thread() / kHalf) {}

  // Threads without an element do what another one does.
  template <class F>
  __device__ void each(unsigned first, unsigned variables, const F& f) {
    bool is_mine = first <= place_ && place_ < kWidth;
    unsigned i = is_mine ? place_ : first;
    typename B::Linear element(own_);
    b_.share(kWidth - first, variables, i - first, is_mine && upper_ == 0, [&] { f(i, element); });
    if (is_mine) own_ = element.value();
  }
  __device__ void set_head(const Fr& constant) {
    if (place_ == 0) own_ = constant;
  }
  __device__ typename B::Linear element(unsigned i) const {
    return typename B::Linear(B::from(own_, i));
  }

  template <class Matrix>
  __device__ void mix(const Matrix& matrix) {
    Fr sum = Fr::zero();
#pragma unroll 1
    for (unsigned pair = 0; pair < (kWidth + 1) / 2; ++pair) {
      unsigned i = 2 * pair + upper_;
      unsigned row = i < kWidth ? i : 0;
      Fr term = B::from(own_, row) * matrix.data()[row].data()[index_];
      if (i < kWidth) sum += term;
    }
    own_ = sum + B::across(sum, kHalf);
  }

  template <class Sparse>
  __device__ void mix_sparse(const Fr& head, const Sparse& sparse) {
    bool sums = upper_ != 0;  // the terms of the next head
    Fr constant =
        sums || index_ == 0 ? sparse.column.data()[index_] : sparse.row.data()[index_ - 1];
    Fr product = (sums && place_ != 0 ? own_ : head) * constant;
    Fr sum = place_ < kWidth ? product : Fr::zero();
#pragma unroll 1
    for (unsigned distance = kHalf / 2; distance > 0; distance /= 2)
      sum += B::across(sum, distance);
    Fr element = own_ + product;
    Fr received = B::across(sums ? sum : element, kHalf);
    if (place_ == 0) {
      own_ = sums ? sum : received;
    } else {
      own_ = sums ? received : element;
    }
  }

 private:
  B& b_;
  unsigned place_, index_, upper_;
  Fr own_ = Fr::zero();
};

template <class Tables, unsigned kWidth>
struct PoseidonStateOf<r1cs::GroupWriter<Tables>, kWidth> {
  using Type = PoseidonGroupState<r1cs::GroupWriter<Tables>, kWidth>;
};

}  // namespace cuzk::gadget
