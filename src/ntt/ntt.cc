// SPDX-License-Identifier: MIT OR Apache-2.0
#include "ntt/ntt.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "base/error.h"
#include "ntt/tuning.h"

namespace cuzk::ntt {
namespace {

// The index whose entry of the root table is minus the inverse of entry k. Requires: k >= 1.
uint64_t mirrored(uint64_t k) { return 3 * std::bit_floor(k) - 1 - k; }

// One step down the tree: modulo X^h - c and X^h + c. For block 0 of a cyclic level c is 1.
template <bool kUnit>
void split(Fr& u, Fr& v, const Fr& c) {
  Fr product = kUnit ? v : v * c;
  v = u - product;
  u = u + product;
}

// One step up, without the factor 1/2. `d` is minus the inverse of the root.
template <bool kUnit>
void join(Fr& u, Fr& v, const Fr& d) {
  Fr difference = kUnit ? u - v : v - u;
  u = u + v;
  v = kUnit ? difference : difference * d;
}

// A step works on node `k` of the tree (counted within its level) whose residues are the `size`
// elements at `block`. `one_level` and `two_levels` do elements [begin, end) of its halves or
// quarters.
struct Down {
  template <bool kUnit>
  static void one_level(Fr* block, uint64_t half, uint64_t begin, uint64_t end, const Fr* roots,
                        uint64_t k) {
    const Fr c = roots[k];
    for (uint64_t i = begin; i < end; ++i) split<kUnit>(block[i], block[i + half], c);
  }

  template <bool kUnit>
  static void two_levels(Fr* block, uint64_t quarter, uint64_t begin, uint64_t end, const Fr* roots,
                         uint64_t k) {
    const Fr c = roots[k];
    const Fr left = roots[2 * k];
    const Fr right = roots[2 * k + 1];
    for (uint64_t i = begin; i < end; ++i) {
      Fr* p = block + i;
      split<kUnit>(p[0], p[2 * quarter], c);
      split<kUnit>(p[quarter], p[3 * quarter], c);
      split<kUnit>(p[0], p[quarter], left);
      split<false>(p[2 * quarter], p[3 * quarter], right);
    }
  }
};

struct Up {
  template <bool kUnit>
  static void one_level(Fr* block, uint64_t half, uint64_t begin, uint64_t end, const Fr* roots,
                        uint64_t k) {
    const Fr d = kUnit ? Fr::one() : roots[mirrored(k)];
    for (uint64_t i = begin; i < end; ++i) join<kUnit>(block[i], block[i + half], d);
  }

  template <bool kUnit>
  static void two_levels(Fr* block, uint64_t quarter, uint64_t begin, uint64_t end, const Fr* roots,
                         uint64_t k) {
    const Fr d = kUnit ? Fr::one() : roots[mirrored(k)];
    const Fr left = kUnit ? Fr::one() : roots[mirrored(2 * k)];
    const Fr right = roots[mirrored(2 * k + 1)];
    for (uint64_t i = begin; i < end; ++i) {
      Fr* p = block + i;
      join<kUnit>(p[0], p[quarter], left);
      join<false>(p[2 * quarter], p[3 * quarter], right);
      join<kUnit>(p[0], p[2 * quarter], d);
      join<kUnit>(p[quarter], p[3 * quarter], d);
    }
  }
};

// Levels [level, level + count), count 1 or 2, of node `k` at `level` with `size` elements.
template <class Step>
void step_node(Fr* block, uint64_t size, unsigned count, uint64_t begin, uint64_t end,
               const Fr* roots, uint64_t k) {
  if (count == 1) {
    if (k == 0) {
      Step::template one_level<true>(block, size / 2, begin, end, roots, k);
    } else {
      Step::template one_level<false>(block, size / 2, begin, end, roots, k);
    }
  } else if (k == 0) {
    Step::template two_levels<true>(block, size / 4, begin, end, roots, k);
  } else {
    Step::template two_levels<false>(block, size / 4, begin, end, roots, k);
  }
}

// The same levels of all nodes, spread over threads. `first` is the number of the level's first
// node.
template <class Step>
void step_all(std::span<Fr> values, unsigned level, unsigned count, const Fr* roots,
              uint64_t first) {
  uint64_t size = values.size() >> level;
  uint64_t part = size >> count;
  uint64_t task = std::min(part, uint64_t{1} << kLogTask >> count);
  uint64_t tasks_a_node = part / task;
  tbb::parallel_for(uint64_t{0}, tasks_a_node << level, [&](uint64_t index) {
    uint64_t node = index / tasks_a_node;
    uint64_t begin = index % tasks_a_node * task;
    step_node<Step>(values.data() + node * size, size, count, begin, begin + task, roots,
                    first + node);
  });
}

// All levels from `level` to the leaves, of the nodes under node `k`, whose residues are the `size`
// elements at `block`.
template <class Step>
void step_levels(Fr* block, uint64_t size, unsigned count, unsigned depth, const Fr* roots,
                 uint64_t k) {
  uint64_t node_size = size >> depth;
  uint64_t first = k << depth;
  for (uint64_t node = 0; node < uint64_t{1} << depth; ++node) {
    step_node<Step>(block + node * node_size, node_size, count, 0, node_size >> count, roots,
                    first + node);
  }
}

void subtree_down(Fr* block, unsigned log_size, const Fr* roots, uint64_t k) {
  for (unsigned depth = 0; depth < log_size;) {
    unsigned count = (log_size - depth) % 2 == 1 ? 1 : 2;
    step_levels<Down>(block, uint64_t{1} << log_size, count, depth, roots, k);
    depth += count;
  }
}

void subtree_up(Fr* block, unsigned log_size, const Fr* roots, uint64_t k) {
  for (unsigned depth = log_size; depth > 0;) {
    unsigned count = depth == 1 ? 1 : 2;
    depth -= count;
    step_levels<Up>(block, uint64_t{1} << log_size, count, depth, roots, k);
  }
}

uint64_t reversed(uint64_t value, unsigned bits) {
  uint64_t out = 0;
  for (unsigned i = 0; i < bits; ++i) out |= (value >> i & 1) << (bits - 1 - i);
  return out;
}

}  // namespace

Domain::Domain(unsigned log_n) : log_n_(log_n) {
  if (log_n > kLogSizeMax) {
    throw base::Error(base::ErrorCode::kNotSupported,
                      fmt::format("evaluation domain: expected at most 2^{} rows, found 2^{}",
                                  kLogSizeMax, log_n));
  }
  root_ = field::root_of_unity(log_n);
  size_inverse_ = Fr::from_u64(size()).inverse();
  roots_.resize(size());
  roots_[0] = Fr::one();
  for (unsigned j = 0; j < log_n; ++j) {
    uint64_t half = uint64_t{1} << j;
    const Fr factor = field::root_of_unity(j + 2);
    uint64_t task = std::min(half, uint64_t{1} << kLogTask);
    tbb::parallel_for(uint64_t{0}, half / task, [&](uint64_t index) {
      for (uint64_t k = index * task; k < (index + 1) * task; ++k)
        roots_[half + k] = roots_[k] * factor;
    });
  }
}

void Domain::to_values(std::span<Fr> values, Ring ring) const {
  base::check(values.size() == size(), "the vector fills the domain");
  uint64_t root = ring == Ring::kCyclic ? 0 : 1;
  unsigned top = log_n_ > kLogBlock ? log_n_ - kLogBlock : 0;
  for (unsigned level = 0; level < top;) {
    unsigned count = top - level == 1 ? 1 : 2;
    step_all<Down>(values, level, count, roots_.data(), root << level);
    level += count;
  }
  tbb::parallel_for(uint64_t{0}, uint64_t{1} << top, [&](uint64_t node) {
    unsigned log_size = log_n_ - top;
    subtree_down(values.data() + (node << log_size), log_size, roots_.data(), (root << top) + node);
  });
}

void Domain::to_coefficients(std::span<Fr> values, Ring ring) const {
  base::check(values.size() == size(), "the vector fills the domain");
  uint64_t root = ring == Ring::kCyclic ? 0 : 1;
  unsigned top = log_n_ > kLogBlock ? log_n_ - kLogBlock : 0;
  tbb::parallel_for(uint64_t{0}, uint64_t{1} << top, [&](uint64_t node) {
    unsigned log_size = log_n_ - top;
    subtree_up(values.data() + (node << log_size), log_size, roots_.data(), (root << top) + node);
  });
  for (unsigned level = top; level > 0;) {
    unsigned count = level == 1 ? 1 : 2;
    level -= count;
    step_all<Up>(values, level, count, roots_.data(), root << level);
  }
}

void Domain::forward(std::span<Fr> values) const {
  to_values(values, Ring::kCyclic);
  reverse_bits(values);
}

void Domain::inverse(std::span<Fr> values) const {
  reverse_bits(values);
  to_coefficients(values, Ring::kCyclic);
  scale_by_powers(values, size_inverse_, Fr::one());
}

void Domain::forward_coset(std::span<Fr> values, const Fr& shift) const {
  scale_by_powers(values, Fr::one(), shift);
  forward(values);
}

void Domain::inverse_coset(std::span<Fr> values, const Fr& shift) const {
  reverse_bits(values);
  to_coefficients(values, Ring::kCyclic);
  scale_by_powers(values, size_inverse_, shift.inverse());
}

// An index is three parts, `tile` bits each at the top and the bottom. Tiles of 2^tile by 2^tile
// elements whose middle parts are each other's reversals are exchanged through buffers, so memory
// is touched in runs.
void reverse_bits(std::span<Fr> values) {
  base::check(std::has_single_bit(values.size()), "a power of two of elements");
  unsigned log_n = static_cast<unsigned>(std::countr_zero(values.size()));
  constexpr unsigned kTile = 4;
  constexpr uint64_t kSide = uint64_t{1} << kTile;
  if (log_n < 2 * kTile) {
    for (uint64_t i = 0; i < values.size(); ++i) {
      uint64_t j = reversed(i, log_n);
      if (i < j) std::swap(values[i], values[j]);
    }
    return;
  }
  unsigned middle_bits = log_n - 2 * kTile;
  std::array<uint64_t, kSide> flipped;
  for (uint64_t i = 0; i < kSide; ++i) flipped[i] = reversed(i, kTile);
  tbb::parallel_for(uint64_t{0}, uint64_t{1} << middle_bits, [&](uint64_t middle) {
    uint64_t other = reversed(middle, middle_bits);
    if (middle > other) return;
    std::array<Fr, kSide * kSide> tile, other_tile;
    auto at = [&](uint64_t high, uint64_t between, uint64_t low) -> Fr& {
      return values[high << (log_n - kTile) | between << kTile | low];
    };
    for (uint64_t high = 0; high < kSide; ++high) {
      for (uint64_t low = 0; low < kSide; ++low) {
        tile[flipped[low] * kSide + flipped[high]] = at(high, middle, low);
        other_tile[flipped[low] * kSide + flipped[high]] = at(high, other, low);
      }
    }
    for (uint64_t high = 0; high < kSide; ++high) {
      for (uint64_t low = 0; low < kSide; ++low) {
        at(high, other, low) = tile[high * kSide + low];
        at(high, middle, low) = other_tile[high * kSide + low];
      }
    }
  });
}

void scale_by_powers(std::span<Fr> values, const Fr& first, const Fr& ratio) {
  uint64_t task = uint64_t{1} << kLogTask;
  tbb::parallel_for(uint64_t{0}, (values.size() + task - 1) / task, [&](uint64_t index) {
    uint64_t begin = index * task;
    uint64_t end = std::min<uint64_t>(begin + task, values.size());
    if (ratio.is_one()) {
      for (uint64_t i = begin; i < end; ++i) values[i] *= first;
      return;
    }
    Fr power = first * ratio.pow(begin);
    for (uint64_t i = begin; i < end; ++i) {
      values[i] *= power;
      power *= ratio;
    }
  });
}

}  // namespace cuzk::ntt
