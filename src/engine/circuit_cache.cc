// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_cache.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "r1cs/circuit_file.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;

r1cs::Circuit record(const KindCircuit& kind_circuit, const base::Progress& progress) {
  base::report(progress, "record circuit", 0, 1);
  r1cs::Circuit circuit = kind_circuit.record();
  base::report(progress, "record circuit", 1, 1);
  return circuit;
}

// Writes the file, in the place of one that was refused, and says how that went.
std::string keep(const r1cs::Circuit& circuit, const std::filesystem::path& path, bool refused) {
  if (!std::filesystem::is_directory(path.parent_path())) {
    return fmt::format("not kept: {} is no folder", path.parent_path().string());
  }
  try {
    std::error_code ignored;  // what is in the way shows when the file is written
    if (refused) std::filesystem::remove(path, ignored);
    r1cs::write_circuit(circuit, path);
    return fmt::format("kept in {}", path.string());
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kFileExists) return "kept by another program";
    return fmt::format("not kept: {}", error.text());
  }
}

}  // namespace

std::filesystem::path circuit_path(const std::filesystem::path& folder,
                                   const KindCircuit& kind_circuit) {
  return folder / fmt::format("{}-r{}.circuit", kind_circuit.file_name, kCircuitRevision);
}

CachedCircuit compiled_circuit(const KindCircuit& kind_circuit,
                               const std::optional<std::filesystem::path>& folder,
                               const base::Progress& progress) {
  if (!folder) return {record(kind_circuit, progress), "recorded"};
  std::filesystem::path path = circuit_path(*folder, kind_circuit);
  std::string reason;
  try {
    base::report(progress, "read circuit", 0, 1);
    r1cs::Circuit circuit =
        r1cs::read_circuit(base::read_file(path, r1cs::kCircuitBytesMax), path.string());
    base::report(progress, "read circuit", 1, 1);
    return {std::move(circuit), fmt::format("read from {}", path.string())};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kFileMissing) reason = fmt::format(", as {}", error.text());
  }
  r1cs::Circuit circuit = record(kind_circuit, progress);
  std::string kept = keep(circuit, path, !reason.empty());
  return {std::move(circuit), fmt::format("recorded{}; {}", reason, kept)};
}

void suspect_circuit(const KindCircuit& kind_circuit,
                     const std::optional<std::filesystem::path>& folder,
                     const base::Progress& progress) {
  if (!folder) return;
  const std::filesystem::path path = circuit_path(*folder, kind_circuit);
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return;
  std::filesystem::path right = path;
  right += ".recorded";
  std::filesystem::remove(right, failure);
  r1cs::write_circuit(record(kind_circuit, progress), right);
  if (base::read_file(right, r1cs::kCircuitBytesMax) ==
      base::read_file(path, r1cs::kCircuitBytesMax)) {
    std::filesystem::remove(right, failure);
    return;
  }
  std::filesystem::rename(right, path, failure);
  throw Error(ErrorCode::kCircuitFileDamaged,
              fmt::format("{}: expected the circuit {}, found another one with a right "
                          "checksum; {}; find out who wrote the file, then try again",
                          path.string(), kind_circuit.name,
                          failure ? fmt::format("it cannot be replaced ({})", failure.message())
                                  : std::string("it was recorded again and replaced")));
}

void check_parameters(const groth16::ParamsFile& file, const r1cs::Circuit& circuit,
                      const KindCircuit& kind_circuit,
                      const std::optional<std::filesystem::path>& folder,
                      const base::Progress& progress) {
  if (!file.fits(circuit)) suspect_circuit(kind_circuit, folder, progress);
  file.check_circuit(circuit);
}

}  // namespace cuzk::engine
