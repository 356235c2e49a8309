// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/prover.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/error.h"
#include "groth16/fixed_randomizers.h"
#include "groth16/query_sum.h"
#include "ntt/quotient.h"
#include "r1cs/evaluate.h"

namespace cuzk::groth16 {
namespace {

struct Sums {
  G1Jacobian h, l, a, b_g1;
  G2Jacobian b_g2;
};

// G16-521, with A' and B1' the blinded first and second point.
Proof assemble(const VerifyingKey& key, const Sums& sums, const Randomizers& randomizers) {
  const auto& [r, s] = randomizers;
  G1Jacobian a = add(add_mixed(sums.a, key.alpha_g1), multiply(key.delta_g1, r));
  G1Jacobian b_g1 = add(add_mixed(sums.b_g1, key.beta_g1), multiply(key.delta_g1, s));
  G2Jacobian b_g2 = add(add_mixed(sums.b_g2, key.beta_g2), multiply(key.delta_g2, s));
  G1Jacobian c = add(add(sums.h, sums.l), add(multiply(a, s), multiply(b_g1, r)));
  c = add(c, multiply(key.delta_g1, -(r * s)));
  return {a.to_affine(), b_g2.to_affine(), c.to_affine()};
}

void refuse_infinity(const Proof& proof) {
  char name = proof.a.is_infinity()   ? 'A'
              : proof.b.is_infinity() ? 'B'
              : proof.c.is_infinity() ? 'C'
                                      : 0;
  if (name == 0) return;
  throw base::Error(
      base::ErrorCode::kPointInfinity,
      fmt::format(
          "proof: point {}: expected a point, found infinity; verifiers refuse such proofs, "
          "prove again",
          name));
}

}  // namespace

// A key that was read has no infinity, so neither delta_g1 nor delta_g2 is (G16-525).
Prover::Prover(const r1cs::Circuit& circuit, const ParamsFile& params)
    : circuit_(circuit), params_(params), layouts_(circuit) {
  params.check_circuit(circuit);
}

Proof Prover::prove(const r1cs::Assignment& assignment, const base::Progress& progress,
                    ProveTimes* times) const {
  return prove_blinded(assignment, {Fr::random(), Fr::random()}, progress, times);
}

std::vector<uint8_t> Prover::prove_partitions(std::span<const r1cs::Assignment> assignments,
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

Proof Prover::prove_blinded(const r1cs::Assignment& assignment, const Randomizers& randomizers,
                            const base::Progress& progress, ProveTimes* times) const {
  ProveTimes unused;
  ProveTimes& spent = times != nullptr ? *times : unused;
  base::Stopwatch all;
  base::Stopwatch watch;
  Sums sums;
  {
    base::report(progress, "rows", 0, 1);
    std::vector<Fr> a = evaluate(circuit_, r1cs::Matrix::kA, assignment);
    std::vector<Fr> b = evaluate(circuit_, r1cs::Matrix::kB, assignment);
    spent.rows = watch.lap_seconds();
    base::report(progress, "quotient", 0, 1);
    std::vector<Fr> h = [&] {
      ntt::Domain domain(circuit_.log_domain());
      return ntt::quotient(domain, std::move(a), std::move(b));
    }();
    spent.quotient = watch.lap_seconds();
    sums.h = dense_sum<Fp>(params_, Query::kH, h, progress);
    spent.h = watch.lap_seconds();
  }
  sums.l = sparse_sum<Fp>(params_, Query::kL, layouts_.l.scalars(assignment), progress);
  spent.l = watch.lap_seconds();
  sums.a = sparse_sum<Fp>(params_, Query::kA, layouts_.a.scalars(assignment), progress);
  spent.a = watch.lap_seconds();
  QueryScalars b_scalars = layouts_.b.scalars(assignment);
  sums.b_g1 = sparse_sum<Fp>(params_, Query::kBG1, b_scalars, progress);
  spent.b_g1 = watch.lap_seconds();
  sums.b_g2 = sparse_sum<Fp2>(params_, Query::kBG2, b_scalars, progress);
  spent.b_g2 = watch.lap_seconds();
  Proof proof = assemble(params_.key(), sums, randomizers);
  refuse_infinity(proof);
  spent.total = all.seconds();
  return proof;
}

Proof prove_with_randomizers(const Prover& prover, const r1cs::Assignment& assignment,
                             const Randomizers& randomizers) {
  return prover.prove_blinded(assignment, randomizers, {}, nullptr);
}

}  // namespace cuzk::groth16
