// SPDX-License-Identifier: MIT OR Apache-2.0
// One pass of a transform on the device: nine levels of the tree of rings (ntt.h) for one reading
// and one writing of the vector.
//
// A node of the pass's first level has 512 rows of `stride` neighbouring elements each; the
// butterflies of nine levels mix the rows of one column. A block of 128 threads does two columns,
// 1,024 elements: each thread keeps eight of them in registers and does a round of three levels on
// them, three times, and between rounds the block exchanges elements through shared memory. In the
// pass of the leaves, where the stride is one, the two columns are two neighbouring nodes.
//
// A pass may skip its first levels, which some earlier pass has done; that makes all sizes from
// 2^10 up sequences of equal passes. A round that is skipped as a whole costs nothing.
//
// In round r a thread holds elements whose row numbers differ in the three bits from 6 - 3 r up.
// The rounds are a loop with one copy of the body: its 12 products are 50 KB of machine code, and
// code beyond the instruction cache halves the speed. The root of the cyclic ring has the twiddle
// one for seven of the 12; a branch that is the same for all threads of a block passes over them.
//
// Values are below 2 r between passes (lazy_fr.h) and reduced after the last one.
// Shared memory holds elements in two planes of 16-byte words, since threads then access
// neighbouring words, with two words left free after sixteen, so that no two of eight threads meet
// in a bank in any of the three rounds.
//
// Cost: 9 * 512 products and twice 32 KB of memory traffic a block, apart from twiddles.
#pragma once

#include <cstdint>

#include "field/fr.h"
#include "field/lazy_fr.h"
#include "ntt/tuning.h"

namespace cuzk::ntt {

using field::Fr;
using field::LazyFr;

constexpr unsigned kPassLevels = 9;
constexpr unsigned kRounds = 3;
constexpr unsigned kPassElements = 1024;

// Elements are 8 bytes aligned for the compiler; vectors of them are 16 bytes aligned.
__device__ __forceinline__ Fr joined(const ulonglong2& low, const ulonglong2& high) {
  return Fr::from_montgomery({low.x, low.y, high.x, high.y});
}
__device__ __forceinline__ Fr load(const Fr* element) {
  auto halves = reinterpret_cast<const ulonglong2*>(element);
  return joined(halves[0], halves[1]);
}
__device__ __forceinline__ Fr load_constant(const Fr* element) {
  auto halves = reinterpret_cast<const ulonglong2*>(element);
  return joined(__ldg(halves), __ldg(halves + 1));
}
__device__ __forceinline__ void store(Fr* element, const Fr& value) {
  auto halves = reinterpret_cast<ulonglong2*>(element);
  const auto& limbs = value.montgomery_limbs();
  halves[0] = {limbs[0], limbs[1]};
  halves[1] = {limbs[2], limbs[3]};
}

// The index whose entry of the root table is minus the inverse of entry k. Requires: k >= 1.
__device__ __forceinline__ uint32_t mirrored(uint32_t k) {
  return 3 * (0x80000000u >> __clz(k)) - 1 - k;
}

// From the ring of a node to those of its children: the steps of ntt.cc. `multiply` is what a step
// does to v before or after `combine`.
struct Down {
  static constexpr bool kIsDown = true;

  __device__ __forceinline__ static Fr twiddle(const Fr* roots, uint32_t k) {
    return load_constant(roots + k);
  }
  __device__ __forceinline__ static void step(LazyFr& u, LazyFr& v, const Fr& root) {
    v = v * root;
    combine(u, v);
  }
  __device__ __forceinline__ static void combine(LazyFr& u, LazyFr& v) {
    LazyFr difference = u - v;
    u = u + v;
    v = difference;
  }
};

// Where a twiddle is read from that the table has no entry for.
struct alignas(16) AlignedElement {
  Fr value;
};
static __device__ const AlignedElement kMinusOne{-Fr::one()};

// And back, without the factor 1/2. The twiddle is minus the inverse of the root.
struct Up {
  static constexpr bool kIsDown = false;

  __device__ __forceinline__ static Fr twiddle(const Fr* roots, uint32_t k) {
    return load_constant(k == 0 ? &kMinusOne.value : roots + mirrored(k));
  }
  __device__ __forceinline__ static void step(LazyFr& u, LazyFr& v, const Fr& root) {
    combine(u, v);
    v = v * root;
  }
  __device__ __forceinline__ static void combine(LazyFr& u, LazyFr& v) {
    LazyFr difference = v - u;
    u = u + v;
    v = difference;
  }
};

// `kCount` butterflies of node k: x[first], x[first + 1], ... with those `kDistance` further. If
// `is_unit`, the root is one.
template <class Step, unsigned kDistance, unsigned kCount>
__device__ __forceinline__ void steps(LazyFr (&x)[8], unsigned first, const Fr* roots, uint32_t k,
                                      bool is_unit) {
  if constexpr (!Step::kIsDown) {
#pragma unroll
    for (unsigned i = first; i < first + kCount; ++i) Step::combine(x[i], x[i + kDistance]);
  }
  if (!is_unit) {
    const Fr root = Step::twiddle(roots, k);
#pragma unroll
    for (unsigned i = first + kDistance; i < first + kDistance + kCount; ++i) x[i] = x[i] * root;
  } else if constexpr (!Step::kIsDown) {
#pragma unroll
    for (unsigned i = first + kDistance; i < first + kDistance + kCount; ++i) {
      x[i] = LazyFr(Fr::zero()) - x[i];
    }
  }
  if constexpr (Step::kIsDown) {
#pragma unroll
    for (unsigned i = first; i < first + kCount; ++i) Step::combine(x[i], x[i + kDistance]);
  }
}

// Three levels from node k down or up to it, without the upper `skip` of them. `is_unit` tells all
// threads of a block alike that k is the root of the cyclic ring.
template <class Step>
__device__ __forceinline__ void round_of_levels(LazyFr (&x)[8], const Fr* roots, uint32_t k,
                                                unsigned skip, bool is_unit) {
  auto upper = [&] {
    if (skip < 1) steps<Step, 4, 4>(x, 0, roots, k, is_unit);
  };
  auto middle = [&] {
    if (skip >= 2) return;
    steps<Step, 2, 2>(x, 0, roots, 2 * k, is_unit);
    steps<Step, 2, 2>(x, 4, roots, 2 * k + 1, false);
  };
  auto lower = [&] {
    steps<Step, 1, 1>(x, 0, roots, 4 * k, is_unit);
    steps<Step, 1, 1>(x, 2, roots, 4 * k + 1, false);
    steps<Step, 1, 1>(x, 4, roots, 4 * k + 2, false);
    steps<Step, 1, 1>(x, 6, roots, 4 * k + 3, false);
  };
  if constexpr (Step::kIsDown) {
    upper();
    middle();
    lower();
  } else {
    lower();
    middle();
    upper();
  }
}

// What a pass does where. Its first level has 2^level nodes, numbered from `first_node` in the
// table of roots: 0 in the cyclic ring, 2^level in the other one.
struct Pass {
  const Fr* roots;
  uint32_t first_node;
  unsigned log_stride;  // log_n - level - kPassLevels
  unsigned skip;        // levels that are done already, below kPassLevels
  bool is_last;         // its results are reduced
};

// The elements of a block on their way between its threads. A row number has three octal digits;
// the digit of round r is the one that an element's number in its thread gives.
struct Exchange {
  static constexpr unsigned kWords = kPassElements + kPassElements / 8;
  ulonglong2 low[kWords];
  ulonglong2 high[kWords];

  // Words between the elements of a thread in a round: 144, 18, 2.
  __device__ __forceinline__ static unsigned step(unsigned round) {
    return round == 0 ? kWords / 8 : round == 1 ? kWords / 64 : 2;
  }
  __device__ __forceinline__ void put(unsigned word, const LazyFr& value) {
    const Fr element = value.unreduced();
    const auto& limbs = element.montgomery_limbs();
    low[word] = {limbs[0], limbs[1]};
    high[word] = {limbs[2], limbs[3]};
  }
  __device__ __forceinline__ LazyFr get(unsigned word) const {
    return LazyFr::from_unreduced(joined(low[word], high[word]));
  }
};

// The part of one thread. kLeaves: the pass of stride one.
template <bool kLeaves>
struct ThreadColumn {
  unsigned column;  // of the two of the block
  unsigned lane;    // 0..63, in the column
  uint32_t node;    // number of the column's node in the table of roots
  uint32_t origin;  // index of row 0 of the column
  unsigned log_stride;

  __device__ __forceinline__ explicit ThreadColumn(const Pass& pass)
      : column(threadIdx.x % 2), lane(threadIdx.x / 2), log_stride(kLeaves ? 0 : pass.log_stride) {
    if constexpr (kLeaves) {
      node = pass.first_node + 2 * blockIdx.x + column;
      origin = blockIdx.x * kPassElements + column * (kPassElements / 2);
    } else {
      uint32_t in_level = blockIdx.x >> (log_stride - 1);
      uint32_t pair = blockIdx.x & ((1u << (log_stride - 1)) - 1);
      node = pass.first_node + in_level;
      origin = (in_level << (log_stride + kPassLevels)) + 2 * pair + column;
    }
  }

  // The two digits that all elements of the thread share are the upper and the lower three bits of
  // `lane`; element 0 has a zero between, before or behind them.
  __device__ __forceinline__ unsigned first_row(unsigned round) const {
    unsigned shift = 6 - 3 * round;
    return ((lane >> shift) << (shift + 3)) + (lane & ((1u << shift) - 1));
  }
  __device__ __forceinline__ unsigned first_word(unsigned round) const {
    unsigned upper = lane / 8;
    unsigned lower = lane % 8;
    return upper * Exchange::step(round == 0 ? 1 : 0) + lower * Exchange::step(round == 2 ? 1 : 2) +
           column;
  }
  __device__ __forceinline__ uint32_t first_index(unsigned round) const {
    return origin + (first_row(round) << log_stride);
  }
  __device__ __forceinline__ uint32_t index_step(unsigned round) const {
    return 1u << (6 - 3 * round + log_stride);
  }
  // Of the subtree that the thread works on in a round.
  __device__ __forceinline__ uint32_t node_of(unsigned round) const {
    return (node << (3 * round)) + (lane >> (6 - 3 * round));
  }

  __device__ __forceinline__ void put(Exchange& exchange, unsigned round,
                                      const LazyFr (&x)[8]) const {
    unsigned word = first_word(round);
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) exchange.put(word + i * Exchange::step(round), x[i]);
  }
  __device__ __forceinline__ void get(const Exchange& exchange, unsigned round,
                                      LazyFr (&x)[8]) const {
    unsigned word = first_word(round);
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) x[i] = exchange.get(word + i * Exchange::step(round));
  }
};

// Gives each thread its elements of round `to`. A thread writes the words that it read last, so
// nobody else still reads them. Rounds 1 and 2 exchange between 16 neighbouring threads only.
template <bool kLeaves>
__device__ __forceinline__ void block_exchange(Exchange& exchange, const ThreadColumn<kLeaves>& own,
                                               unsigned from, unsigned to, LazyFr (&x)[8]) {
  own.put(exchange, from, x);
  if (from == 0 || to == 0) {
    __syncthreads();
  } else {
    __syncwarp();
  }
  own.get(exchange, to, x);
}

// Between a vector in memory and the registers of a thread. Where rows are single elements, those
// of round 2 lie side by side in one thread, but those of round 1 in neighbouring threads; the
// pass of the leaves, which begins or ends with round 2, accesses memory in the form of round 1.
template <bool kLeaves, class Source>
__device__ __forceinline__ void block_load(Exchange& exchange, const ThreadColumn<kLeaves>& own,
                                           unsigned round, const Source& source, LazyFr (&x)[8]) {
  if (kLeaves && round == 2) {
#pragma unroll Source::kUnroll
    for (unsigned i = 0; i < 8; ++i) {
      exchange.put(own.first_word(1) + i * Exchange::step(1),
                   source.load(own.first_index(1) + i * own.index_step(1)));
    }
    __syncwarp();
    own.get(exchange, 2, x);
  } else {
    uint32_t index = own.first_index(round);
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) x[i] = source.load(index + i * own.index_step(round));
  }
}

// All stores go through shared memory, the thread's own words if need be: the loop need not be
// unrolled then, which keeps the code of the last reduction small.
template <bool kLeaves, class Sink>
__device__ __forceinline__ void block_store(Exchange& exchange, const ThreadColumn<kLeaves>& own,
                                            unsigned round, const Sink& sink, bool reduces,
                                            const LazyFr (&x)[8]) {
  own.put(exchange, round, x);
  __syncwarp();
  const unsigned form = kLeaves && round == 2 ? 1 : round;
#pragma unroll 2
  for (unsigned i = 0; i < 8; ++i) {
    LazyFr value = exchange.get(own.first_word(form) + i * Exchange::step(form));
    if (reduces) value = value.reduced();
    sink.store(own.first_index(form) + i * own.index_step(form), value);
  }
}

// A vector that is transformed in place: source and sink of a pass. A source has `kUnroll`, how
// often the loop over its elements is unrolled in the pass of the leaves.
struct Vector {
  static constexpr int kUnroll = 4;
  Fr* values;

  __device__ __forceinline__ LazyFr load(uint32_t index) const {
    return LazyFr::from_unreduced(ntt::load(values + index));
  }
  __device__ __forceinline__ void store(uint32_t index, const LazyFr& value) const {
    ntt::store(values + index, value.unreduced());
  }
};

// Launched with kPassThreads threads and a block for each kPassElements elements.
template <class Step, bool kLeaves, class Source, class Sink>
__global__ void __launch_bounds__(kPassThreads, kPassBlocks)
    pass_kernel(Pass pass, Source source, Sink sink) {
  __shared__ Exchange exchange;
  const ThreadColumn<kLeaves> own(pass);
  const unsigned skipped = pass.skip / 3;
  const bool has_root = !kLeaves && own.node == 0;
  unsigned round = Step::kIsDown ? skipped : kRounds - 1;
  const unsigned end = Step::kIsDown ? kRounds - 1 : skipped;
  LazyFr x[8];
  block_load(exchange, own, round, source, x);
#pragma unroll 1
  while (true) {
    round_of_levels<Step>(x, pass.roots, own.node_of(round), round == skipped ? pass.skip % 3 : 0,
                          has_root && round == 0);
    if (round == end) break;
    unsigned next = Step::kIsDown ? round + 1 : round - 1;
    block_exchange(exchange, own, round, next, x);
    round = next;
  }
  block_store(exchange, own, round, sink, pass.is_last, x);
}

}  // namespace cuzk::ntt
