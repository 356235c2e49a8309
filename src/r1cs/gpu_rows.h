// SPDX-License-Identifier: MIT OR Apache-2.0
// Row values of a circuit on the device: what evaluate.h computes on the host, in bit-reversed
// order and over the whole domain, as the first transform wants them. For sources that nvcc
// compiles.
//
// The matrices stand in the recoded form of device_rows.h. One kernel writes the value of every
// row, 0 for the general ones; then the general rows are summed by a thread or a warp each, and the
// closing rows are written. All values are exactly those of `evaluate`.
//
// Cost for a 32 GiB PoRep partition, domain 2^27: 4.3 GB written, and for each matrix 1.0 GB of
// words and 0.2 GB of bits and terms read, which is 1.3 ms of an H200; the general rows of A take
// at most 118 million additions and 10 million products of Fr. Nothing is computed in Fr for small
// rows. gpu_tuning.h has the times: 2.5 ms for A, 1.8 for B, 3.1 for the products.
//
// Immutable; any number of streams may use one circuit at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/arena.h"
#include "gpu/memory.h"
#include "gpu/stream.h"
#include "r1cs/device_rows.h"

namespace cuzk::r1cs {

// Matrices of a circuit on the device: A and B, or C.
class GpuCircuit {
 public:
  // Returns when they are there.
  GpuCircuit(gpu::Device& device, const gpu::Stream& stream, const Circuit& circuit,
             StoredMatrices stored = StoredMatrices::kAB);

  uint64_t device_bytes() const { return memory_.bytes(); }
  unsigned log_domain() const { return log_domain_; }

  // Row j goes to out[bit_reverse(j, log_domain)], for all 2^log_domain rows; those from num_rows()
  // on are zero. The rows of C are those of kB where C stands instead of B. Requires: the
  // assignment is the circuit's; `out` is aligned to 16 bytes.
  void enqueue_rows(const gpu::Stream& stream, const GpuAssignment& assignment, RowValues which,
                    Fr* out) const;

 private:
  std::vector<RowBlock> blocks_;
  gpu::DeviceMemory memory_;
  RowTables tables_{};
  unsigned log_domain_ = 0;
  uint32_t num_inputs_ = 0;
};

inline constexpr uint32_t kAllSatisfied = UINT32_MAX;

// *row = the number of the first row with a * b != c, kAllSatisfied if there is none; for row
// values as enqueue_rows writes them.
void enqueue_first_unsatisfied(const gpu::Stream& stream, unsigned log_domain, const Fr* a,
                               const Fr* b, const Fr* c, uint32_t* row);

}  // namespace cuzk::r1cs
