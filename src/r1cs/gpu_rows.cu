// SPDX-License-Identifier: MIT OR Apache-2.0
#include "r1cs/gpu_rows.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "r1cs/gpu_tuning.h"

namespace cuzk::r1cs {
namespace {

// What a launch works on.
struct Job {
  RowTables tables;
  GpuAssignment assignment;
  RowValues which;
  unsigned log_domain;
  Fr* out;
};

// Requires: value < 2^count.
__device__ uint32_t bit_reverse(uint32_t value, unsigned count) {
  return static_cast<uint32_t>(uint64_t{__brev(value)} >> (32 - count));
}

// Each block of threads evaluates 2^log_runs runs of rows, which lie 2^(log_domain - log_runs)
// apart, so that in bit-reversed order rows of equal number in their runs are neighbours. Threads
// that follow one another evaluate consecutive rows and write consecutive halves of elements.
__global__ void __launch_bounds__(kRowThreads)
    small_rows(Job job, unsigned log_runs, unsigned log_run_rows) {
  constexpr unsigned kRows = 1u << (kLogRuns + kLogRunRows);
  constexpr unsigned kPad = 1;  // against bank conflicts
  __shared__ int32_t values[kRows + (kPad << kLogRuns)];
  unsigned stride = (1u << log_run_rows) + kPad;
  unsigned rows = 1u << (log_runs + log_run_rows);
  uint32_t first = blockIdx.x << log_run_rows;
#pragma unroll
  for (unsigned k = 0; k < kRows / kRowThreads; ++k) {
    unsigned i = k * kRowThreads + threadIdx.x;
    if (i >= rows) break;
    unsigned run = i >> log_run_rows, number = i & ((1u << log_run_rows) - 1);
    uint32_t row = first + number + (bit_reverse(run, log_runs) << (job.log_domain - log_runs));
    values[run * stride + number] = small_value(job.tables, job.assignment, job.which, row);
  }
  __syncthreads();

  const auto* multiples = reinterpret_cast<const uint4*>(job.tables.multiples + kMultipleMax);
  auto* out = reinterpret_cast<uint4*>(job.out);
#pragma unroll
  for (unsigned k = 0; k < 2 * kRows / kRowThreads; ++k) {
    unsigned i = k * kRowThreads + threadIdx.x;
    if (i >= 2 * rows) break;
    unsigned half = i & 1, run = (i >> 1) & ((1u << log_runs) - 1), number = i >> (log_runs + 1);
    uint32_t position = bit_reverse(first + number, job.log_domain - log_runs) << log_runs | run;
    out[uint64_t{position} * 2 + half] =
        multiples[2 * values[run * stride + number] + static_cast<int>(half)];
  }
}

// The sum over the kLanes threads of a group, for all of them.
template <unsigned kLanes>
__device__ Fr group_sum(Fr sum) {
#pragma unroll
  for (unsigned distance = kLanes / 2; distance > 0; distance /= 2) {
    Fr::Canonical other = sum.montgomery_limbs();
    for (uint64_t& limb : other) limb = __shfl_xor_sync(0xffffffff, limb, distance);
    sum += Fr::from_montgomery(other);
  }
  return sum;
}

// General rows [rows_begin, rows_begin + row_count) in all repetitions of a block, kLanes threads
// each. Repetitions of a row follow one another, so that its terms are read from memory once.
template <unsigned kLanes>
__global__ void __launch_bounds__(kRowThreads)
    general_rows(Job job, RowBlock block, uint32_t rows_begin, uint32_t row_count) {
  constexpr unsigned kGroups = kRowThreads / kLanes;
  uint32_t item = blockIdx.x * kGroups + threadIdx.x / kLanes;
  if (item >= row_count * block.repeat) return;
  uint32_t lane = threadIdx.x % kLanes;
  uint32_t instance = item % block.repeat;
  GeneralRow row = job.tables.rows[rows_begin + item / block.repeat];
  auto part = [&](uint32_t begin, uint32_t end) {
    return group_sum<kLanes>(
        sum_terms(begin, end, lane, kLanes, job.tables, job.assignment, block, instance));
  };
  uint32_t begin = job.which == RowValues::kB ? row.b_begin : row.a_begin;
  uint32_t end = job.which == RowValues::kB ? row.end : row.b_begin;
  Fr value = part(begin, end);
  if (job.which == RowValues::kProduct) value *= part(row.b_begin, row.end);
  uint32_t number = block.first_row + instance * block.row_count + row.row;
  if (lane == 0) job.out[bit_reverse(number, job.log_domain)] = value;
}

// Of A; in B they are zero.
__global__ void closing_rows(Job job, uint32_t num_inputs) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num_inputs) return;
  job.out[bit_reverse(job.tables.num_constraints + i, job.log_domain)] = job.assignment.inputs[i];
}

__global__ void find_first_unsatisfied(unsigned log_domain, const Fr* a, const Fr* b, const Fr* c,
                                       uint32_t* row) {
  uint64_t position = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (position >> log_domain != 0 || a[position] * b[position] == c[position]) return;
  atomicMin(row, bit_reverse(static_cast<uint32_t>(position), log_domain));
}

unsigned blocks_for(uint64_t threads) {
  return static_cast<unsigned>((threads + kRowThreads - 1) / kRowThreads);
}

template <unsigned kLanes>
void launch_general(const gpu::Stream& stream, const Job& job, const RowBlock& block,
                    uint32_t begin, uint32_t end) {
  if (begin == end) return;
  unsigned blocks = blocks_for(uint64_t{end - begin} * block.repeat * kLanes);
  general_rows<kLanes><<<blocks, kRowThreads, 0, stream.get()>>>(job, block, begin, end - begin);
  stream.check_launch("general_rows");
}

// To the memory of a GpuCircuit, which nobody else writes.
template <class T>
void fill(const gpu::Stream& stream, const T* to, const std::vector<T>& from) {
  stream.copy(const_cast<T*>(to), from.data(), from.size());
}

void copy_tables(const gpu::Stream& stream, const DeviceRows& rows, const RowTables& to) {
  fill(stream, to.blocks, rows.blocks);
  fill(stream, to.small[0], rows.small[0]);
  fill(stream, to.small[1], rows.small[1]);
  fill(stream, to.patterns, rows.patterns);
  fill(stream, to.rows, rows.rows);
  fill(stream, to.terms, rows.terms);
  fill(stream, to.coefficients, rows.coefficients);
  fill(stream, to.multiples, rows.multiples);
  fill(stream, to.lent, rows.lent);
}

}  // namespace

GpuCircuit::GpuCircuit(gpu::Device& device, const gpu::Stream& stream, const Circuit& circuit,
                       StoredMatrices stored)
    : log_domain_(circuit.log_domain()), num_inputs_(static_cast<uint32_t>(circuit.num_inputs())) {
  DeviceRows rows(circuit, stored);
  gpu::Arena need;
  rows.take(need);
  memory_ = gpu::DeviceMemory(device, need.peak());
  gpu::Arena arena(memory_.data(), memory_.bytes());
  tables_ = rows.take(arena);
  copy_tables(stream, rows, tables_);
  stream.wait();
  blocks_ = std::move(rows.blocks);
}

void GpuCircuit::enqueue_rows(const gpu::Stream& stream, const GpuAssignment& assignment,
                              RowValues which, Fr* out) const {
  Job job{tables_, assignment, which, log_domain_, out};
  unsigned log_runs = std::min(kLogRuns, log_domain_);
  unsigned log_run_rows = std::min(kLogRunRows, log_domain_ - log_runs);
  unsigned blocks = 1u << (log_domain_ - log_runs - log_run_rows);
  small_rows<<<blocks, kRowThreads, 0, stream.get()>>>(job, log_runs, log_run_rows);
  stream.check_launch("small_rows");
  for (const RowBlock& block : blocks_) {
    launch_general<1>(stream, job, block, block.rows_begin, block.long_rows_begin);
    launch_general<32>(stream, job, block, block.long_rows_begin, block.rows_end);
  }
  if (which == RowValues::kA) {
    closing_rows<<<blocks_for(num_inputs_), kRowThreads, 0, stream.get()>>>(job, num_inputs_);
    stream.check_launch("closing_rows");
  }
}

void enqueue_first_unsatisfied(const gpu::Stream& stream, unsigned log_domain, const Fr* a,
                               const Fr* b, const Fr* c, uint32_t* row) {
  static_assert(kAllSatisfied == 0xffffffff);
  gpu::check_cuda(stream.device(), cudaMemsetAsync(row, 0xff, sizeof(*row), stream.get()),
                  "cudaMemsetAsync");
  find_first_unsatisfied<<<blocks_for(uint64_t{1} << log_domain), kRowThreads, 0, stream.get()>>>(
      log_domain, a, b, c, row);
  stream.check_launch("find_first_unsatisfied");
}

}  // namespace cuzk::r1cs
