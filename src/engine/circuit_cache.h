// SPDX-License-Identifier: MIT OR Apache-2.0
// Compiled circuits on disk (r1cs/circuit_file.h), so that a program records a circuit once and not
// at every start: a 32 GiB PoRep takes about 5 seconds to record and half a second to read, 227 MB.
//
// A file is named by kind, sector size and revision, and is nothing but a cache: one that is
// missing is made, one that is damaged or of another version is replaced, one that cannot be
// written is done without, as where the folder does not exist. None of these is an error; `origin`
// says what happened and why, for the report. Several programs may make the same file at the same
// time: it appears complete or not at all.
//
// The checksum of a file tells damage, not a file that was made wrong or belongs to another size.
// So whoever finds that a proof does not verify, or that parameters have other counts, suspects the
// file before he blames the parameters or the hardware.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "engine/kind.h"
#include "groth16/params_file.h"
#include "r1cs/circuit.h"

namespace cuzk::engine {

// To be raised when a circuit's definition or the recorder changes what a file holds.
constexpr unsigned kCircuitRevision = 1;

struct CachedCircuit {
  r1cs::Circuit circuit;
  std::string origin;  // "recorded", "read from FILE", ...
};

// <folder>/porep-32GiB-r1.circuit
std::filesystem::path circuit_path(const std::filesystem::path& folder,
                                   const KindCircuit& kind_circuit);

// Without a folder it is recorded and not kept.
CachedCircuit compiled_circuit(const KindCircuit& kind_circuit,
                               const std::optional<std::filesystem::path>& folder,
                               const base::Progress& progress);

// Records the circuit again and compares it with the file, if there is one. Returns if they are
// equal. Else replaces the file and throws kCircuitFileDamaged, which names it; a circuit that was
// read from it must not be used any more. Also throws kWriteFailed, kFileUnreadable.
void suspect_circuit(const KindCircuit& kind_circuit,
                     const std::optional<std::filesystem::path>& folder,
                     const base::Progress& progress);

// Throws the error of ParamsFile::check_circuit if a parameter file has other counts than a circuit
// that came from the folder, but suspects the circuit first.
void check_parameters(const groth16::ParamsFile& file, const r1cs::Circuit& circuit,
                      const KindCircuit& kind_circuit,
                      const std::optional<std::filesystem::path>& folder,
                      const base::Progress& progress);

}  // namespace cuzk::engine
