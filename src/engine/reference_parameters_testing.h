// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests that compare proofs with those of the published Rust libraries, byte for byte: the
// parameters that those were made under, from the secrets that tests/vectors/reference/params
// states. `expected` is the prove.json of the case, which has the digests that the files must have.
//
// One call at a time for a folder; CUZK_VECTORS is defined by the build for tests only.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/bytes.h"
#include "engine/parameters.h"

namespace cuzk::engine {

// On the host if `device` is null.
inline void make_reference_parameters(const std::filesystem::path& folder,
                                      const KindCircuit& circuit, const nlohmann::json& expected,
                                      gpu::Device* device) {
  const std::string secrets = CUZK_VECTORS "/reference/params/" +
                              parameter_path(folder, circuit).stem().string() + ".generated.json";
  const groth16::SetupReport report = generate_parameters(folder, circuit, secrets, device, {});
  EXPECT_EQ(base::to_hex(report.sha256_params), expected["parameters"]["sha256_params"]);
  EXPECT_EQ(base::to_hex(report.sha256_key), expected["parameters"]["sha256_vk"]);
}

}  // namespace cuzk::engine
