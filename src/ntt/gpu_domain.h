// SPDX-License-Identifier: MIT OR Apache-2.0
// The transforms of ntt.h on the device: same tree of rings, same table of roots, same orders, same
// results to the limb.
//
// A vector of 2^10 elements and more is transformed in passes of nine levels (gpu_pass.cuh), in
// place, without a step that reorders; a smaller one level by level. All functions enqueue on a
// stream and return; nothing is allocated. A domain is immutable once its stream has filled the
// table; other streams must be ordered behind that.
//
// Vectors and table are device memory, aligned to 16 bytes, with elements that are reduced on
// entry and on return.
//
// Cost: m * log_n / 2 products and, for each pass, 64 m bytes of memory traffic and the twiddles,
// at most 32 m bytes; the table is 32 m bytes. Measured times are in tuning.h.
#pragma once

#include <cstdint>

#include "field/fr.h"
#include "gpu/stream.h"
#include "ntt/ntt.h"

namespace cuzk::ntt {

class GpuDomain {
 public:
  static constexpr unsigned kLogSizeMax = 28;

  // `table`: memory of 2^log_n elements, which outlives the domain; its filling is enqueued.
  // Requires: log_n <= kLogSizeMax.
  GpuDomain(const gpu::Stream& stream, unsigned log_n, Fr* table);

  unsigned log_n() const { return log_n_; }
  uint64_t size() const { return uint64_t{1} << log_n_; }
  const Fr* roots() const { return roots_; }  // in bit-reversed order, as in ntt.h

  // As Domain's: values stand in bit-reversed order, and to_coefficients gives m times the
  // coefficients.
  void to_values(const gpu::Stream& stream, Fr* values, Ring ring) const;
  void to_coefficients(const gpu::Stream& stream, Fr* values, Ring ring) const;

 private:
  unsigned log_n_;
  const Fr* roots_;
};

// out[i] = in[i with its log_n bits reversed]. Requires: out is not in.
void enqueue_bit_reversal(const gpu::Stream& stream, Fr* out, const Fr* in, unsigned log_n);

}  // namespace cuzk::ntt
