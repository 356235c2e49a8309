// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/parameters.h"

#include <fmt/format.h>

#include "base/error.h"
#include "engine/circuit_cache.h"
#include "groth16/gpu_point_decoder.h"
#include "groth16/params_file.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;

constexpr const char* kSideFileEnding = ".generated.json";

}  // namespace

std::filesystem::path parameter_path(const std::filesystem::path& folder,
                                     const KindCircuit& kind_circuit) {
  return folder / (kind_circuit.parameters + ".params");
}

std::filesystem::path parameter_path(const std::filesystem::path& folder,
                                     filecoin::ParameterKind kind, const filecoin::Sector& sector) {
  return folder / (filecoin::parameter_name(kind, sector) + ".params");
}

bool made_for_tests(const std::filesystem::path& path) {
  std::filesystem::path side_file = path;
  return std::filesystem::exists(side_file.replace_extension(kSideFileEnding));
}

groth16::SetupReport generate_parameters(const std::filesystem::path& folder,
                                         const KindCircuit& kind_circuit,
                                         const std::optional<std::filesystem::path>& secrets,
                                         gpu::Device* device, const base::Progress& progress) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw Error(ErrorCode::kWriteFailed, fmt::format("{}: cannot create the folder: {}",
                                                     folder.string(), failure.message()));
  }
  groth16::Trapdoor trapdoor =
      secrets ? groth16::read_trapdoor(*secrets) : groth16::Trapdoor::random();
  const r1cs::Circuit circuit = compiled_circuit(kind_circuit, std::nullopt, progress).circuit;
  groth16::SetupOptions options{
      .origin = secrets ? groth16::SecretsOrigin::kGiven : groth16::SecretsOrigin::kRandom,
      .sector_bytes = kind_circuit.sector_bytes,
      .device = device,
      .progress = progress};
  return groth16::generate_parameters(circuit, trapdoor, parameter_path(folder, kind_circuit),
                                      options);
}

ParametersReport verify_parameters(const std::filesystem::path& path,
                                   const VerifyParametersOptions& options) {
  groth16::ParamsFile file(path);
  ParametersReport report;
  report.bytes = file.bytes();
  report.num_inputs = file.key().num_inputs();
  report.counts = file.counts();
  std::string name = path.stem().string();
  report.made_for_tests = made_for_tests(path);
  if (const KindCircuit* circuit = find_circuit_of_parameters(kinds(), name)) {
    file.check_circuit(compiled_circuit(*circuit, std::nullopt, options.progress).circuit);
    report.circuit_checked = true;
  }
  if (options.points || options.subgroup) {
    auto test = options.subgroup ? groth16::SubgroupTest::kYes : groth16::SubgroupTest::kNo;
    if (options.device != nullptr) {
      groth16::check_points(*options.device, file, test, options.progress);
    } else {
      file.check_points(test, options.progress);
    }
  }
  if (options.digest) {
    report.digest = file.digest(options.progress);
    const filecoin::PublishedParameters* published = filecoin::find_published(name);
    if (published != nullptr && report.digest != published->params_digest) {
      throw Error(ErrorCode::kParamsDigestMismatch,
                  fmt::format("{}: digest: expected {} (published), found {}; these are not the "
                              "network's parameters{}",
                              path.string(), published->params_digest, report.digest,
                              report.made_for_tests ? ", as their side file says" : ""));
    }
    report.digest_published = published != nullptr;
  }
  return report;
}

}  // namespace cuzk::engine
