// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/setup_scalars.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/error.h"
#include "groth16/params_file.h"
#include "ntt/ntt.h"
#include "r1cs/evaluate.h"

namespace cuzk::groth16 {
namespace {

using r1cs::Matrix;

std::vector<Fr> lagrange_values(const r1cs::Circuit& circuit, const Fr& tau) {
  ntt::Domain domain(circuit.log_domain());
  std::vector<Fr> values(domain.size(), Fr::one());
  ntt::scale_by_powers(values, Fr::one(), tau);
  domain.inverse(values);
  return values;
}

void drop_zeros(std::vector<Fr>& values, const char* field, uint64_t expected) {
  std::erase_if(values, [](const Fr& value) { return value.is_zero(); });
  if (values.size() == expected) return;
  throw base::Error(
      base::ErrorCode::kSetupBadSecret,
      fmt::format("setup secret tau: expected {} columns of {} that are not zero at tau, found {}; "
                  "choose another tau",
                  expected, field, values.size()));
}

}  // namespace

SetupScalars setup_scalars(const r1cs::Circuit& circuit, const Trapdoor& trapdoor) {
  SetupScalars out;
  std::vector<Fr> sums;  // of C, then beta A + alpha B + C over delta or gamma
  {
    std::vector<Fr> weights = lagrange_values(circuit, trapdoor.tau);
    out.a = column_sums(circuit, Matrix::kA, weights);
    out.b = column_sums(circuit, Matrix::kB, weights);
    sums = column_sums(circuit, Matrix::kC, weights);
  }
  const Fr gamma_inverse = trapdoor.gamma.inverse();
  const Fr delta_inverse = trapdoor.delta.inverse();
  uint64_t num_inputs = circuit.num_inputs();
  tbb::parallel_for(tbb::blocked_range<size_t>(0, sums.size(), 4096), [&](const auto& range) {
    for (size_t v = range.begin(); v < range.end(); ++v) {
      Fr sum = trapdoor.beta * out.a[v] + trapdoor.alpha * out.b[v] + sums[v];
      sums[v] = sum * (v < num_inputs ? gamma_inverse : delta_inverse);
    }
  });
  auto first_aux = sums.begin() + static_cast<ptrdiff_t>(num_inputs);
  out.ic.assign(sums.begin(), first_aux);
  out.l.assign(first_aux, sums.end());
  sums = {};
  auto unconstrained =
      std::find_if(out.l.begin(), out.l.end(), [](const Fr& l) { return l.is_zero(); });
  if (unconstrained != out.l.end()) {
    throw base::Error(
        base::ErrorCode::kNotSupported,
        fmt::format("circuit: auxiliary variable {}: expected a constraint on it, found none",
                    unconstrained - out.l.begin()));
  }
  QueryCounts counts = expected_counts(circuit);
  drop_zeros(out.a, "A", counts[static_cast<size_t>(Query::kA)]);
  drop_zeros(out.b, "B", counts[static_cast<size_t>(Query::kBG1)]);
  out.h_ratio = trapdoor.tau;
  out.h_first = (trapdoor.tau.pow(uint64_t{1} << circuit.log_domain()) - Fr::one()) * delta_inverse;
  return out;
}

}  // namespace cuzk::groth16
