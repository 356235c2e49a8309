// SPDX-License-Identifier: MIT OR Apache-2.0
// Time of one field operation on the host. "Chain" benchmarks feed each result into the next
// operation and so measure latency; "Vector" ones run over an array in the first-level cache and
// measure throughput, which is what transforms and witness generation see.
#include <benchmark/benchmark.h>

#include <vector>

#include "field/batch_inverse.h"
#include "field/fp2.h"
#include "field/fr.h"

namespace cuzk::field {
namespace {

constexpr size_t kVectorCount = 128;

template <class F>
std::vector<F> random_vector(size_t count) {
  std::vector<F> values(count);
  for (F& value : values) value = F::random();
  return values;
}

struct Multiply {
  template <class F>
  static F apply(const F& a, const F& b) {
    return a * b;
  }
};
struct Square {
  template <class F>
  static F apply(const F& a, const F&) {
    return a.square();
  }
};
struct Add {
  template <class F>
  static F apply(const F& a, const F& b) {
    return a + b;
  }
};
struct Subtract {
  template <class F>
  static F apply(const F& a, const F& b) {
    return a - b;
  }
};
struct Inverse {
  template <class F>
  static F apply(const F& a, const F&) {
    return a.inverse();
  }
};

template <class F, class Operation>
void chain(benchmark::State& state) {
  F a = F::random();
  F b = F::random();
  for (auto _ : state) {
    a = Operation::apply(a, b);
    benchmark::DoNotOptimize(a);
  }
}

template <class F, class Operation>
void vector(benchmark::State& state) {
  std::vector<F> a = random_vector<F>(kVectorCount);
  std::vector<F> b = random_vector<F>(kVectorCount);
  for (auto _ : state) {
    for (size_t i = 0; i < kVectorCount; ++i) a[i] = Operation::apply(a[i], b[i]);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kVectorCount));
}

template <class F>
void batch_inverse_each(benchmark::State& state) {
  std::vector<F> a = random_vector<F>(kVectorCount);
  std::vector<F> products(kVectorCount);
  for (auto _ : state) batch_inverse<F>(a, products);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kVectorCount));
}

BENCHMARK(chain<Fr, Multiply>);
BENCHMARK(chain<Fr, Square>);
BENCHMARK(chain<Fr, Add>);
BENCHMARK(chain<Fr, Inverse>);
BENCHMARK(vector<Fr, Multiply>);
BENCHMARK(vector<Fr, Square>);
BENCHMARK(vector<Fr, Add>);
BENCHMARK(vector<Fr, Subtract>);
BENCHMARK(batch_inverse_each<Fr>);
BENCHMARK(chain<Fp, Multiply>);
BENCHMARK(chain<Fp, Square>);
BENCHMARK(chain<Fp, Add>);
BENCHMARK(chain<Fp, Inverse>);
BENCHMARK(vector<Fp, Multiply>);
BENCHMARK(vector<Fp, Square>);
BENCHMARK(vector<Fp, Add>);
BENCHMARK(vector<Fp, Subtract>);
BENCHMARK(batch_inverse_each<Fp>);
BENCHMARK(chain<Fp2, Multiply>);
BENCHMARK(chain<Fp2, Square>);

}  // namespace
}  // namespace cuzk::field
