// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/cpu_prover.h"

#include "base/clock.h"
#include "groth16/assemble.h"
#include "groth16/query_msm.h"
#include "ntt/quotient.h"
#include "r1cs/evaluate.h"

namespace cuzk::groth16 {

// A key that was read has no infinity, so neither delta_g1 nor delta_g2 is (G16-525).
CpuProver::CpuProver(const r1cs::Circuit& circuit, const ParamsFile& params)
    : circuit_(circuit), params_(params), layouts_(circuit) {
  params.check_circuit(circuit);
}

Proof CpuProver::prove(const r1cs::Assignment& assignment, const base::Progress& progress,
                       ProveTimes* times) const {
  return prove_blinded(assignment, {Fr::random(), Fr::random()}, progress, times);
}

std::vector<uint8_t> CpuProver::prove_partitions(std::span<const r1cs::Assignment> assignments,
                                                 const base::Progress& progress,
                                                 std::vector<ProveTimes>* times) const {
  std::vector<uint8_t> out;
  for (const r1cs::Assignment& assignment : assignments) {
    ProveTimes one;
    ProofBytes bytes = encode_proof(prove(assignment, progress, &one));
    out.insert(out.end(), bytes.begin(), bytes.end());
    if (times != nullptr) times->push_back(one);
  }
  return out;
}

Proof CpuProver::prove_blinded(const r1cs::Assignment& assignment, const Randomizers& randomizers,
                               const base::Progress& progress, ProveTimes* times) const {
  ProveTimes unused;
  ProveTimes& spent = times != nullptr ? *times : unused;
  base::Stopwatch all;
  base::Stopwatch watch;
  Sums sums;
  {
    std::vector<Fr> a = evaluate(circuit_, r1cs::Matrix::kA, assignment, progress);
    std::vector<Fr> b = evaluate(circuit_, r1cs::Matrix::kB, assignment, progress);
    spent.rows = watch.lap_seconds();
    std::vector<Fr> h = [&] {
      ntt::Domain domain(circuit_.log_domain());
      return ntt::quotient(domain, std::move(a), std::move(b), progress);
    }();
    spent.quotient = watch.lap_seconds();
    sums.h = dense_msm<Fp>(params_, Query::kH, h, progress);
    spent.h = watch.lap_seconds();
  }
  sums.l = sparse_msm<Fp>(params_, Query::kL, layouts_.l.scalars(assignment), progress);
  spent.l = watch.lap_seconds();
  sums.a = sparse_msm<Fp>(params_, Query::kA, layouts_.a.scalars(assignment), progress);
  spent.a = watch.lap_seconds();
  QueryScalars b_scalars = layouts_.b.scalars(assignment);
  sums.b_g1 = sparse_msm<Fp>(params_, Query::kBG1, b_scalars, progress);
  spent.b_g1 = watch.lap_seconds();
  sums.b_g2 = sparse_msm<Fp2>(params_, Query::kBG2, b_scalars, progress);
  spent.b_g2 = watch.lap_seconds();
  Proof proof = assemble(params_.key(), sums, randomizers);
  spent.total = all.seconds();
  return proof;
}

Proof prove_with_randomizers(const CpuProver& prover, const r1cs::Assignment& assignment,
                             const Randomizers& randomizers) {
  return prover.prove_blinded(assignment, randomizers, {}, nullptr);
}

}  // namespace cuzk::groth16
