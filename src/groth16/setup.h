// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameter generation for a circuit from a trapdoor (groth16.md 2): the quadratic
// arithmetic program of the circuit is evaluated at tau, and every element of the file is a known
// multiple of g1 or g2.
//
//   L_j(tau)            inverse transform of (1, tau, tau^2, ...)                        G16-211
//   a_v, b_v, c_v       column sums of the matrices weighted with L_j                    G16-212
//   h_i                 tau^i (tau^m - 1) / delta                                        G16-213
//   l_v, ic_v           (beta a_v + alpha b_v + c_v) / delta, or / gamma for inputs
//   a, b_g1, b_g2       a_v, b_v, b_v without the zeros                                  G16-214
//
// The result is determined by circuit and trapdoor, byte for byte. Points are made and written
// chunk by chunk; memory holds a few vectors of scalars (m + 3 variables, 32 bytes each) and two
// tables of multiples. Cost: 16 batched additions a point, about 100 products in Fp or Fp2, and
// three passes over the matrices.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/bytes.h"
#include "base/progress.h"
#include "gpu/device.h"
#include "groth16/params_file.h"
#include "groth16/trapdoor.h"

namespace cuzk::groth16 {

enum class SecretsOrigin : uint8_t {
  kGiven,   // stated somewhere: the parameters are insecure, and a side file says so and repeats
            // them
  kRandom,  // drawn for this setup and forgotten afterwards
};

struct SetupOptions {
  SecretsOrigin origin = SecretsOrigin::kGiven;
  uint64_t sector_bytes = 0;      // for .meta
  gpu::Device* device = nullptr;  // makes the points; the host's processors if it is null
  base::Progress progress = {};
};

struct SetupReport {
  uint64_t bytes = 0;
  uint64_t num_inputs = 0;
  QueryCounts counts{};
  base::Bytes32 sha256_params{}, sha256_key{};
  double seconds_scalars = 0, seconds_points = 0;
};

// Writes `path`, which ends in .params, and beside it the same name with .vk, .meta and
// .generated.json. No existing file is replaced, and after an error none of the four remains.
// Throws kSetupBadSecret, kFileExists, kWriteFailed, kBadArgument (another ending), kNotSupported
// (an auxiliary variable in no constraint).
SetupReport generate_parameters(const r1cs::Circuit& circuit, const Trapdoor& trapdoor,
                                const std::filesystem::path& path, const SetupOptions& options);

}  // namespace cuzk::groth16
