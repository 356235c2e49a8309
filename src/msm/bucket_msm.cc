// SPDX-License-Identifier: MIT OR Apache-2.0
#include "msm/bucket_msm.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "base/check.h"
#include "msm/batch_adder.h"
#include "msm/tuning.h"

namespace cuzk::msm {

using curve::Xyzz;

unsigned window_bits(uint64_t count) {
  unsigned best = 2;
  double best_cost = 0;
  for (unsigned bits = 2; bits <= kWindowBitsMax; ++bits) {
    double windows = (254 + bits) / bits;
    double cost =
        windows * (6.0 * static_cast<double>(count) + 24.0 * static_cast<double>(1u << (bits - 1)));
    if (bits == 2 || cost < best_cost) {
      best = bits;
      best_cost = cost;
    }
  }
  return best;
}

// The buckets of one window.
template <class F>
class BucketMsm<F>::Window {
 public:
  explicit Window(uint64_t bucket_count)
      : buckets_(bucket_count, Affine<F>::infinity()),
        batch_of_(bucket_count, 0),
        adder_(std::min<uint64_t>(kBatch, std::max<uint64_t>(bucket_count, 16))),
        waiting_max_(adder_.capacity() / 2) {
    waiting_.reserve(waiting_max_);
  }

  void add(const Affine<F>& point, int32_t digit) {
    if (digit == 0) return;
    uint32_t bucket = static_cast<uint32_t>(digit < 0 ? -digit : digit) - 1;
    Entry entry = {digit < 0 ? point.negated() : point, bucket};
    if (batch_of_[bucket] == batch_) {
      waiting_.push_back(entry);
    } else {
      give(entry);
    }
    if (adder_.is_full() || waiting_.size() == waiting_max_) settle();
  }

  void prefetch(int32_t digit) const {
    if (digit == 0) return;
    uint32_t bucket = static_cast<uint32_t>(digit < 0 ? -digit : digit) - 1;
    __builtin_prefetch(&batch_of_[bucket], 1);
    prefetch_lines(buckets_[bucket]);
  }

  // The sum of (index + 1) * bucket, by sums of sums from the highest bucket down.
  Xyzz<F> total() {
    do {
      settle();
    } while (!waiting_.empty());
    adder_.flush();
    Xyzz<F> running = Xyzz<F>::infinity();
    Xyzz<F> sum = Xyzz<F>::infinity();
    for (size_t i = buckets_.size(); i-- > 0;) {
      running = curve::add_mixed(running, buckets_[i]);
      sum = curve::add(sum, running);
    }
    return sum;
  }

 private:
  struct Entry {
    Affine<F> point;
    uint32_t bucket;
  };

  void give(const Entry& entry) {
    batch_of_[entry.bucket] = batch_;
    adder_.add(buckets_[entry.bucket], entry.point);
  }

  // Ends the batch and begins the next one with the points that waited.
  void settle() {
    adder_.flush();
    while (waiting_.size() > waiting_max_ / 2) {
      if (!add_waiting_pairs()) break;
    }
    ++batch_;
    size_t left = 0;
    for (const Entry& entry : waiting_) {
      if (batch_of_[entry.bucket] == batch_) {
        waiting_[left++] = entry;
      } else {
        give(entry);
      }
    }
    waiting_.resize(left);
  }

  // Replaces two waiting points of one bucket by their sum. Returns whether there were any.
  bool add_waiting_pairs() {
    std::sort(waiting_.begin(), waiting_.end(),
              [](const Entry& a, const Entry& b) { return a.bucket < b.bucket; });
    size_t kept = 0;
    for (size_t i = 0; i < waiting_.size(); ++kept) {
      bool is_pair = i + 1 < waiting_.size() && waiting_[i].bucket == waiting_[i + 1].bucket;
      waiting_[kept] = waiting_[i];
      if (is_pair) adder_.add(waiting_[kept].point, waiting_[i + 1].point);
      i += is_pair ? 2 : 1;
    }
    adder_.flush();
    bool found = kept < waiting_.size();
    waiting_.resize(kept);
    return found;
  }

  AlignedVector<Affine<F>> buckets_;
  std::vector<uint32_t> batch_of_;  // the batch that last took the bucket
  uint32_t batch_ = 1;
  BatchAdder<F> adder_;
  size_t waiting_max_;  // so few that they never fill a batch
  std::vector<Entry> waiting_;
};

template <class F>
BucketMsm<F>::BucketMsm(uint64_t count) : digits_(window_bits(count)) {
  size_t threads = static_cast<size_t>(tbb::this_task_arena::max_concurrency());
  parts_ = (threads + digits_.windows() - 1) / digits_.windows();
  if (count < 4096) parts_ = 1;
  for (size_t i = 0; i < parts_ * digits_.windows(); ++i) {
    windows_.push_back(std::make_unique<Window>(digits_.digit_max()));
  }
}

template <class F>
BucketMsm<F>::~BucketMsm() = default;

template <class F>
void BucketMsm<F>::add(std::span<const Affine<F>> points, std::span<const Fr> scalars) {
  base::check(points.size() == scalars.size(), "as many scalars as points");
  prepared_.resize(scalars.size());
  tbb::parallel_for(tbb::blocked_range<size_t>(0, scalars.size(), 4096), [&](const auto& range) {
    for (size_t i = range.begin(); i < range.end(); ++i) prepared_[i] = digits_.prepare(scalars[i]);
  });
  tbb::parallel_for(size_t{0}, windows_.size(), [&](size_t index) {
    unsigned window = static_cast<unsigned>(index / parts_);
    size_t part = index % parts_;
    size_t begin = points.size() * part / parts_;
    size_t end = points.size() * (part + 1) / parts_;
    Window& buckets = *windows_[index];
    for (size_t i = begin; i < end; ++i) {
      if (i + kPrefetch < end) buckets.prefetch(digits_.digit(prepared_[i + kPrefetch], window));
      buckets.add(points[i], digits_.digit(prepared_[i], window));
    }
  });
}

template <class F>
Jacobian<F> BucketMsm<F>::total() {
  std::vector<Xyzz<F>> sums(windows_.size());
  tbb::parallel_for(size_t{0}, windows_.size(), [&](size_t i) { sums[i] = windows_[i]->total(); });
  Xyzz<F> total = Xyzz<F>::infinity();
  unsigned bits = static_cast<unsigned>(std::countr_zero(digits_.digit_max())) + 1;
  for (size_t window = digits_.windows(); window-- > 0;) {
    for (unsigned i = 0; i < bits; ++i) total = total.doubled();
    for (size_t part = 0; part < parts_; ++part) {
      total = curve::add(total, sums[window * parts_ + part]);
    }
  }
  return total.to_jacobian();
}

template class BucketMsm<field::Fp>;
template class BucketMsm<field::Fp2>;

}  // namespace cuzk::msm
