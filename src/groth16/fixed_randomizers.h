// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests only: a proof with chosen r and s, which is then determined byte for byte (groth16.md
// G16-524). A proof whose r and s are known does not hide the witness. `engine`, `service` and
// `app` do not include this header.
// The house rules (tests/tidy_rules.h) keep it out of everything but tests and this folder. It
// exists because equal bytes are the strongest comparison with another prover.
#pragma once

#include "groth16/cpu_prover.h"
#include "groth16/gpu_prover.h"

namespace cuzk::groth16 {

struct Randomizers {
  Fr r, s;
};

Proof prove_with_randomizers(const CpuProver& prover, const r1cs::Assignment& assignment,
                             const Randomizers& randomizers);
// A group of one, with the plain program.
inline GpuProver::Pending start_one(GpuProver& prover, const r1cs::Circuit& circuit,
                                    const r1cs::Assignment& assignment) {
  return prover.start(std::vector{plain_input(circuit, assignment)})[0];
}
Proof finish_with_randomizers(GpuProver& prover, GpuProver::Pending pending,
                              const Randomizers& randomizers);

}  // namespace cuzk::groth16
