// SPDX-License-Identifier: MIT OR Apache-2.0
// The Groth16 prover on the CPU (groth16.md 5): circuit, parameters and assignment in, 192
// bytes out.
//
//   a, b       row values of the matrices A and B; c is their product          G16-501, G16-512
//   h          quotient, six transforms (ntt/quotient.h)
//   H          MSM of h_i over the query h, full-size scalars
//   L, A, B1, B2  MSMs over l, a, b_g1, b_g2: packed bits and a few wide values
//   proof      A + alpha + r delta, B2 + beta + s delta, H + L + s A' + r B1' - r s delta   G16-521
//
// r and s come from the system's random source for every proof; no caller can choose them here. The
// prover does not see whether the assignment satisfies the circuit: callers verify the proof, or
// check the rows first.
//
// A CpuProver refers to the circuit and the file, which outlive it. It is immutable and may be
// shared by threads; one proof uses all of them. Working memory: four vectors of m scalars and the
// buckets.
#pragma once

#include <span>
#include <vector>

#include "base/progress.h"
#include "groth16/params_file.h"
#include "groth16/proof.h"
#include "groth16/query_scalars.h"

namespace cuzk::groth16 {

// Seconds of each stage of one proof. On a device they are its time, but for `total`; the MSMs
// other than h run beside the rest there. What several partitions share, as streamed MSMs do,
// counts with each one's part.
struct ProveTimes {
  double upload = 0;  // of the assignment, to a device
  double rows = 0;    // a and b
  double quotient = 0;
  double h = 0, l = 0, a = 0, b_g1 = 0, b_g2 = 0;
  double device = 0;  // of a device, from the upload to the last sum
  double total = 0;
};

struct Randomizers;

class CpuProver {
 public:
  // Throws kParamsCountMismatch if the file is of another circuit.
  CpuProver(const r1cs::Circuit& circuit, const ParamsFile& params);

  // Requires: the assignment has the circuit's counts. Throws kPoint... for a damaged file,
  // kPointInfinity if a point of the proof comes out as infinity. What `progress` throws ends the
  // proof; for 2^22 rows on two cores it is called at least once a second.
  Proof prove(const r1cs::Assignment& assignment, const base::Progress& progress = {},
              ProveTimes* times = nullptr) const;

  // The concatenated proofs of several partitions, one after the other.
  std::vector<uint8_t> prove_partitions(std::span<const r1cs::Assignment> assignments,
                                        const base::Progress& progress = {},
                                        std::vector<ProveTimes>* times = nullptr) const;

 private:
  friend Proof prove_with_randomizers(const CpuProver&, const r1cs::Assignment&,
                                      const Randomizers&);

  Proof prove_blinded(const r1cs::Assignment& assignment, const Randomizers& randomizers,
                      const base::Progress& progress, ProveTimes* times) const;

  const r1cs::Circuit& circuit_;
  const ParamsFile& params_;
  QueryLayouts layouts_;
};

}  // namespace cuzk::groth16
