// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameter files of circuits (kind.h): where they are, how test ones are made, and whether one
// fits its circuit. Real parameters come from the network's ceremony and are only read; made ones
// have the same names, so they belong into a folder of their own and carry a side file that says
// what they are. One call at a time for a folder: two that make the same file race for its name,
// and the second fails without harm.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "engine/kind.h"
#include "groth16/setup.h"

namespace cuzk::engine {

// <folder>/<name>.params, whether it exists or not.
std::filesystem::path parameter_path(const std::filesystem::path& folder,
                                     const KindCircuit& kind_circuit);
// Also where this program has no circuit of that kind.
std::filesystem::path parameter_path(const std::filesystem::path& folder,
                                     filecoin::ParameterKind kind, const filecoin::Sector& sector);

// Whether a side file beside this .params file says that it was made for tests.
bool made_for_tests(const std::filesystem::path& path);

// Makes the parameters of a circuit in a folder, which is created if it is missing: from the
// secrets of a file (groth16/trapdoor.h), or from the system's random source; on a device, or on
// the host if `device` is null. Throws what groth16::generate_parameters does.
groth16::SetupReport generate_parameters(const std::filesystem::path& folder,
                                         const KindCircuit& kind_circuit,
                                         const std::optional<std::filesystem::path>& secrets,
                                         gpu::Device* device, const base::Progress& progress);

struct VerifyParametersOptions {
  bool points = true;     // read every point, with its curve equation
  bool subgroup = false;  // and test that it is in its subgroup; hours for the largest files
  bool digest = false;    // compare with the published digest
  gpu::Device* device = nullptr;  // reads the points; the host's processors if it is null
  base::Progress progress;
};

struct ParametersReport {
  uint64_t bytes = 0;
  uint64_t num_inputs = 0;
  groth16::QueryCounts counts{};
  bool circuit_checked = false;   // the counts are those of the circuit that the name belongs to
  bool digest_published = false;  // the digest was computed and equals the published one
  std::string digest;             // empty unless asked for
  bool made_for_tests = false;    // a side file says so
};

// Checks one .params file: structure and key always, counts against the circuit of its name where
// this program has that circuit. Throws the errors of groth16::ParamsFile, kParamsDigestMismatch.
ParametersReport verify_parameters(const std::filesystem::path& path,
                                   const VerifyParametersOptions& options);

}  // namespace cuzk::engine
