// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "filecoin/post_proof.h"
#include "filecoin/update_proof.h"

namespace cuzk::bench {
namespace {

using base::Error;
using base::ErrorCode;

[[noreturn]] void refuse(std::string_view flag, std::string_view value, std::string_view expected) {
  throw Error(ErrorCode::kBadArgument,
              fmt::format("{}: expected {}, found '{}'", flag, expected, value));
}

std::optional<uint64_t> decimal(std::string_view text) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<RegisteredProof> registered_proofs(const filecoin::ProofKind& kind) {
  std::vector<RegisteredProof> out;
  for (const filecoin::PostProof& proof : filecoin::post_proofs()) {
    if (&filecoin::proof_kind_of(proof.kind) == &kind)
      out.push_back({proof.id, proof.name, proof.sector});
  }
  for (const filecoin::UpdateProof& proof : filecoin::update_proofs()) {
    if (kind.parameters != filecoin::ParameterKind::kUpdate) break;
    out.push_back({proof.id, proof.name, &proof.sector()});
  }
  return out;
}

}  // namespace

const filecoin::Sector& sector_argument(std::string_view flag, std::string_view value) {
  if (const filecoin::Sector* sector = filecoin::find_sector(value)) return *sector;
  std::string names;
  for (const filecoin::Sector& sector : filecoin::sectors()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", sector.name);
  }
  refuse(flag, value, "one of " + names);
}

const filecoin::SealProof& seal_proof_argument(std::string_view flag, std::string_view value) {
  std::optional<uint64_t> id = decimal(value);
  const filecoin::SealProof* proof =
      id ? filecoin::find_seal_proof(*id) : filecoin::find_seal_proof(value);
  if (proof != nullptr) return *proof;
  refuse(flag, value, "a registered seal proof, 0 to 19 or a name like StackedDrg2KiBV1_1");
}

RegisteredProof registered_proof_argument(std::string_view flag, std::string_view value,
                                          const filecoin::ProofKind& kind) {
  const std::optional<uint64_t> number = decimal(value);
  std::string expected;
  for (const RegisteredProof& proof : registered_proofs(kind)) {
    if (number ? *number == proof.number : value == proof.name) return proof;
    expected += fmt::format("{}{} ({})", expected.empty() ? "" : ", ", proof.number, proof.name);
  }
  refuse(flag, value, fmt::format("one of {}, of {}", expected, kind.name));
}

base::Bytes32 bytes32_argument(std::string_view flag, std::string_view value) {
  if (auto bytes = base::bytes32_from_hex(value)) return *bytes;
  refuse(flag, value, "64 hexadecimal digits");
}

const filecoin::ProofKind& kind_argument(std::string_view flag, std::string_view value) {
  if (const filecoin::ProofKind* kind = filecoin::find_proof_kind(value)) return *kind;
  refuse(flag, value, "one of " + kind_names());
}

const engine::KindCircuit& circuit_argument(std::string_view kind_flag, std::string_view kind,
                                            std::string_view size_flag, std::string_view size) {
  const filecoin::ProofKind& row = kind_argument(kind_flag, kind);
  const std::string name = filecoin::circuit_name(row, sector_argument(size_flag, size));
  if (const auto* circuit = engine::find_circuit(engine::kinds(), name)) return *circuit;
  throw Error(ErrorCode::kNotSupported,
              fmt::format("{} {}: this version has circuits of {} only", kind_flag, kind,
                          engine::names_of(engine::kinds())));
}

std::string kind_names() {
  std::string names;
  for (const filecoin::ProofKind& kind : filecoin::all_proof_kinds()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.parameters_name);
  }
  return names;
}

std::vector<uint8_t> raw_or_hex_file(const std::filesystem::path& path) {
  constexpr uint64_t kBytesMax = uint64_t{16} << 20;  // proofs of 192 bytes a partition
  std::vector<uint8_t> bytes = base::read_file(path, kBytesMax);
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  if (auto decoded = base::from_hex(text); decoded && !decoded->empty()) return *decoded;
  return bytes;
}

}  // namespace cuzk::bench
