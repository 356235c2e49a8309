// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/gpu_bucket_lists.h"

#include <cub/device/device_scan.cuh>

#include "gpu/launch.h"
#include "msm/gpu_points.cuh"

namespace cuzk::msm {
namespace {

using gpu::launch;
using gpu::thread_index;

struct Items {
  uint32_t* keys;
  uint32_t* references;
  uint32_t* starts;
  uint32_t* lengths;

  explicit Items(const SegmentList& list)
      : keys(list.keys), references(list.references), starts(list.starts), lengths(list.lengths) {}

  __device__ void set(uint64_t item, uint32_t key, uint32_t reference) const {
    keys[item] = key;
    references[item] = reference;
  }
};

__global__ void prepare_scalars(SignedDigits digits, Fr* scalars, uint64_t count) {
  uint64_t i = thread_index();
  if (i >= count) return;
  store_words(reinterpret_cast<SignedDigits::Prepared*>(&scalars[i]),
              digits.prepare(load_words(&scalars[i])));
}

__global__ void cut_digits(Items items, uint64_t first_item, SignedDigits digits,
                           unsigned first_window, unsigned windows, DigitTerms terms) {
  uint64_t i = thread_index();
  if (i >= terms.count) return;
  auto scalar = load_words(reinterpret_cast<const SignedDigits::Prepared*>(&terms.scalars[i]));
  uint32_t reference = terms.references != nullptr ? terms.references[i] - terms.first_reference
                                                   : static_cast<uint32_t>(i);
  auto buckets = static_cast<uint32_t>(digits.digit_max());
  for (unsigned w = 0; w < windows; ++w) {
    int32_t digit = digits.digit(scalar, first_window + w);
    uint32_t key = windows * buckets;  // no segment
    if (digit != 0) key = w * buckets + static_cast<uint32_t>(digit < 0 ? -digit : digit) - 1;
    items.set(first_item + w * terms.count + i, key, reference | (digit < 0 ? kNegated : 0));
  }
}

__global__ void set_one_each(Items items, uint64_t first_item, uint32_t segments,
                             uint32_t first_reference) {
  uint64_t segment = thread_index();
  if (segment >= segments) return;
  items.set(first_item + segment, static_cast<uint32_t>(segment),
            first_reference + static_cast<uint32_t>(segment));
}

__global__ void count_set_bits(BooleanTerms terms, uint32_t* counts) {
  uint64_t word = thread_index();
  if (word > terms.words) return;
  counts[word] = word == terms.words
                     ? 0
                     : static_cast<uint32_t>(__popcll(terms.bits[word] & terms.mask[word]));
}

// Points of a segment, which stands at segment * (each + 1), its kept point first.
__device__ uint32_t booleans_each(uint32_t total) {
  return (total + kBooleanSegments - 1) / kBooleanSegments;
}

__global__ void uniform_booleans(Items items, BooleanTerms terms, const uint32_t* ranks) {
  uint64_t word = thread_index();
  if (word >= terms.words) return;
  uint32_t each = booleans_each(ranks[terms.words]);
  uint32_t rank = ranks[word];
  uint64_t density = terms.density[word];
  uint32_t first = terms.first_point + terms.density_ranks[word];
  for (uint64_t left = terms.bits[word] & terms.mask[word]; left != 0; left &= left - 1, ++rank) {
    uint64_t below = (left & (~left + 1)) - 1;
    uint32_t segment = rank / each;
    items.set(uint64_t{segment} * (each + 1) + 1 + rank % each, segment,
              first + static_cast<uint32_t>(__popcll(density & below)));
  }
}

__global__ void bound_booleans(Items items, const uint32_t* total, uint32_t kept_reference) {
  uint64_t thread = thread_index();
  if (thread > kBooleanSegments) return;
  auto segment = static_cast<uint32_t>(thread);
  uint32_t each = booleans_each(*total);
  uint32_t begin = min(segment * each, *total);
  uint32_t length = segment == kBooleanSegments ? 0 : min(*total - begin, each);
  uint32_t start = segment * (each + 1);
  bool is_kept = kept_reference != 0 && segment < kBooleanSegments;
  if (is_kept) items.set(start, segment, kept_reference + segment);
  items.starts[segment] = is_kept ? start : start + 1;
  items.lengths[segment] = is_kept ? length + 1 : length;
}

__global__ void set_lines(Items items, BucketGrid grid, unsigned windows) {
  uint64_t item = thread_index();
  uint64_t all = uint64_t{windows} * grid.buckets();
  if (item >= 2 * all) return;
  bool is_column = item >= all;
  uint64_t rest = is_column ? item - all : item;
  auto window = static_cast<uint32_t>(rest / grid.buckets());
  auto place = static_cast<uint32_t>(rest % grid.buckets());
  uint32_t length = is_column ? grid.rows() : grid.columns();
  uint32_t line = place / length;
  uint32_t rank = place % length;
  uint32_t bucket = is_column ? rank * grid.columns() + line : place;
  uint32_t segment = window * grid.lines() + (is_column ? grid.rows() : 0) + line;
  items.set(item, segment, window * grid.buckets() + bucket);
  if (rank > 0) return;
  items.starts[segment] = static_cast<uint32_t>(item);
  items.lengths[segment] = length;
}

// What one item of the weights of a window is: the rank-th number with the bit set.
struct WeightItem {
  uint32_t segment, line, rank, length;

  __device__ WeightItem(const BucketGrid& grid, uint32_t place) {
    bool is_row = place < grid.row_weight_items();
    uint32_t half = (is_row ? grid.rows() : grid.columns()) / 2;
    uint32_t rest = is_row ? place : place - grid.row_weight_items();
    uint32_t bit = rest / half;
    rank = rest % half;
    uint32_t number = (rank >> bit) << (bit + 1) | 1u << bit | (rank & ((1u << bit) - 1));
    segment = is_row ? bit : grid.high_bits + bit;
    // A column counts low + 1 times; low + 1 = columns() is the only one with the highest bit.
    line = is_row ? number : grid.rows() + number - 1;
    length = !is_row && bit == grid.low_bits ? 1 : half;
  }
};

__global__ void set_weights(Items items, BucketGrid grid, unsigned windows) {
  auto item = static_cast<uint32_t>(thread_index());
  uint32_t window = item / grid.weight_items();
  if (window < windows) {
    WeightItem weight(grid, item % grid.weight_items());
    uint32_t segment = window * grid.weights() + weight.segment;
    items.set(item, segment, window * grid.lines() + weight.line);
    if (weight.rank > 0) return;
    items.starts[segment] = item;
    items.lengths[segment] = weight.length;
    return;
  }
  uint32_t rank = item - windows * grid.weight_items();
  if (rank >= kBooleanSegments) return;
  uint32_t segment = windows * grid.weights();
  items.set(item, segment, windows * grid.lines() + rank);
  if (rank > 0) return;
  items.starts[segment] = item;
  items.lengths[segment] = kBooleanSegments;
}

__global__ void end_segments(uint32_t* starts, uint32_t* lengths, uint32_t segments) {
  starts[segments] = 0;
  lengths[segments] = 0;
}

void enqueue_end(const gpu::Stream& stream, const SegmentList& list, uint32_t segments) {
  end_segments<<<1, 1, 0, stream.get()>>>(list.starts, list.lengths, segments);
  stream.check_launch("end_segments");
}

}  // namespace

void enqueue_digits(const gpu::Stream& stream, const SegmentList& list, uint64_t first_item,
                    const SignedDigits& digits, unsigned first_window, unsigned windows,
                    const DigitTerms& terms) {
  if (first_window == 0) {
    launch(stream, "prepare_scalars", prepare_scalars, terms.count, digits, terms.scalars,
           terms.count);
  }
  launch(stream, "cut_digits", cut_digits, terms.count, Items(list), first_item, digits,
         first_window, windows, terms);
}

void enqueue_one_each(const gpu::Stream& stream, const SegmentList& list, uint64_t first_item,
                      uint32_t segments, uint32_t first_reference) {
  launch(stream, "set_one_each", set_one_each, segments, Items(list), first_item, segments,
         first_reference);
}

void enqueue_booleans(const gpu::Stream& stream, const SegmentList& list, const BooleanTerms& terms,
                      uint64_t points_max, uint32_t* ranks, uint32_t kept_reference) {
  launch(stream, "count_set_bits", count_set_bits, terms.words + 1, terms, ranks);
  size_t bytes = list.temporary_bytes;
  gpu::check_cuda(
      stream.device(),
      cub::DeviceScan::ExclusiveSum(list.temporary, bytes, ranks, ranks,
                                    static_cast<int64_t>(terms.words) + 1, stream.get()),
      "cub::DeviceScan");
  gpu::check_cuda(stream.device(),
                  cudaMemsetAsync(list.keys, 0xff,
                                  boolean_item_bound(points_max) * sizeof(uint32_t), stream.get()),
                  "cudaMemsetAsync");
  Items items(list);
  launch(stream, "uniform_booleans", uniform_booleans, terms.words, items, terms, ranks);
  launch(stream, "bound_booleans", bound_booleans, uint64_t{kBooleanSegments} + 1, items,
         ranks + terms.words, kept_reference);
}

void enqueue_lines(const gpu::Stream& stream, const SegmentList& list, const BucketGrid& grid,
                   unsigned windows) {
  launch(stream, "set_lines", set_lines, 2 * uint64_t{windows} * grid.buckets(), Items(list), grid,
         windows);
  enqueue_end(stream, list, windows * grid.lines());
}

void enqueue_weights(const gpu::Stream& stream, const SegmentList& list, const BucketGrid& grid,
                     unsigned windows) {
  launch(stream, "set_weights", set_weights,
         uint64_t{windows} * grid.weight_items() + kBooleanSegments, Items(list), grid, windows);
  enqueue_end(stream, list, windows * grid.weights() + 1);
}

}  // namespace cuzk::msm
