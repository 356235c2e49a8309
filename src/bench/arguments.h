// SPDX-License-Identifier: MIT OR Apache-2.0
// Values of flags as the tools accept them, turned into the types of the lower folders.
// A value that means nothing throws Error kBadArgument; its text names the flag and lists or
// describes what is accepted, so that the message teaches what --help would have.
// Numbers are decimal, bytes hexadecimal in either case. Pure functions apart from reading files.
// Nothing here has a default: defaults stand at the flag.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "engine/kind.h"
#include "filecoin/proof_kind.h"
#include "filecoin/seal_proof.h"
#include "filecoin/sector.h"

namespace cuzk::bench {

// "2KiB", "32 gib".
const filecoin::Sector& sector_argument(std::string_view flag, std::string_view value);

// A number (0 to 19) or a name ("StackedDrg2KiBV1_1").
const filecoin::SealProof& seal_proof_argument(std::string_view flag, std::string_view value);

// A proof that a kind is asked for by.
struct RegisteredProof {
  uint64_t number = 0;
  std::string name;  // "StackedDrgWindow2KiBV1_1"
  const filecoin::Sector* sector = nullptr;
};

// A number or a name among those of the kind, which is none of a C1 file.
RegisteredProof registered_proof_argument(std::string_view flag, std::string_view value,
                                          const filecoin::ProofKind& kind);

// 64 hexadecimal digits.
base::Bytes32 bytes32_argument(std::string_view flag, std::string_view value);

// A kind of proof by any of its names (filecoin/proof_kind.h).
const filecoin::ProofKind& kind_argument(std::string_view flag, std::string_view value);
// "porep, update, ...", for the help of such a flag.
std::string kind_names();

// The circuit of a kind and size. Throws kNotSupported where this version has none.
const engine::KindCircuit& circuit_argument(std::string_view kind_flag, std::string_view kind,
                                            std::string_view size_flag, std::string_view size);

// The bytes of a file that holds them raw or as hexadecimal text, a line end at the end allowed.
std::vector<uint8_t> raw_or_hex_file(const std::filesystem::path& path);

}  // namespace cuzk::bench
