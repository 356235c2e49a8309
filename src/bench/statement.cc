// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/statement.h"

#include <fmt/format.h>

#include <array>

#include "base/clock.h"
#include "base/file.h"
#include "base/random.h"
#include "bench/arguments.h"
#include "bench/vanilla_file.h"
#include "engine/porep_kind.h"
#include "filecoin/c1_reader.h"

namespace cuzk::bench {
namespace {

using engine::Request;
using filecoin::ParameterKind;
using filecoin::ProofKind;

constexpr uint64_t kMiner = 1000;

std::string random_bytes() {
  std::array<uint8_t, 32> random;
  base::fill_random(random);
  return {random.begin(), random.end()};
}

// Reads the file that the flags name, without knowing what is in it.
std::vector<uint8_t> file_of(const std::string& path, uint64_t bytes_max) {
  return base::read_file(path == "-" ? "/dev/stdin" : path, bytes_max);
}

std::string digest_bytes(const char* flag, const std::string& hex) {
  if (hex.empty()) return {};
  const base::Bytes32 bytes = bytes32_argument(flag, hex);
  return {bytes.begin(), bytes.end()};
}

// Of copies of `request`.
void set_requests(Statement& out, Request request) {
  const bool uses_randomness = !request.randomness.empty();
  request.checked = out.checked;
  out.request = [shared = std::make_shared<const Request>(std::move(request)),
                 uses_randomness](std::string label) {
    Request made = engine::copy_of(*shared);
    made.label = std::move(label);
    const std::string random = random_bytes();
    if (uses_randomness) {
      made.sector_number = base::load_le<uint64_t>(reinterpret_cast<const uint8_t*>(random.data()));
    } else {
      made.randomness = random;
    }
    return made;
  };
}

Statement read_c1(const StatementOptions& options, bool with_identity) {
  Statement out;
  base::Stopwatch watch;
  const std::vector<uint8_t> file = file_of(options.c1, filecoin::kC1BytesMax);
  auto c1 = std::make_shared<const filecoin::SealCommitOne>(filecoin::read_c1(file, options.c1));
  out.read_seconds = watch.lap_seconds();
  const filecoin::StatementIdentity identity{
      options.miner.value_or(kMiner),
      options.sector_number.value_or(c1->sector_number.value_or(1))};
  out.checked = std::make_shared<const engine::CheckedCase>(
      engine::porep_case(c1, with_identity ? &identity : nullptr));
  out.check_seconds = watch.lap_seconds();
  const filecoin::SealProof& proof = *c1->proof;
  const ProofKind& kind = filecoin::proof_kind_of(ParameterKind::kPorep);
  out.type = fmt::format("{}, {}", kind.short_name, proof.name);
  out.lines.push_back(
      {"sector", fmt::format("{} of miner {}", identity.sector_number, identity.miner)});
  if (proof.feature == filecoin::Feature::kNonInteractive) {
    out.lines.push_back({"on chain",
                         "not as they are: the chain takes non-interactive proofs aggregated, "
                         "which this version does not do"});
  }
  Request request;
  request.kind = &kind;
  request.sector_size = proof.sector->bytes;
  request.registered_proof = proof.id;
  request.miner_id = identity.miner;
  request.sector_number = identity.sector_number;
  request.vanilla_proofs = {std::string(file.begin(), file.end())};
  set_requests(out, std::move(request));
  return out;
}

}  // namespace

Statement read_statement(const StatementOptions& options, bool with_identity) {
  const ProofKind& kind = options.check();
  if (kind.parameters == ParameterKind::kPorep) return read_c1(options, with_identity);
  const RegisteredProof proof =
      registered_proof_argument("--registered-proof", options.registered_proof, kind);
  Request request;
  request.label = options.vanilla;
  request.kind = &kind;
  request.sector_size = proof.sector->bytes;
  request.registered_proof = proof.number;
  request.miner_id = kMiner;
  request.partition_index = options.only_partition() ? 0 : options.partition.value_or(0);
  request.randomness = digest_bytes("--randomness", options.randomness);
  request.comm_r_old = digest_bytes("--comm-r-old", options.comm_r_old);
  request.comm_r_new = digest_bytes("--comm-r-new", options.comm_r_new);
  request.comm_d_new = digest_bytes("--comm-d-new", options.comm_d_new);
  Statement out;
  base::Stopwatch watch;
  request.vanilla_proofs =
      read_vanilla(file_of(options.vanilla, kVanillaBytesMax), options.vanilla);
  out.read_seconds = watch.lap_seconds();
  out.checked = std::make_shared<const engine::CheckedCase>(
      engine::find_kind(engine::kinds(), kind)->read(request));
  out.check_seconds = watch.lap_seconds();
  out.type = fmt::format("{}, {}", kind.short_name, proof.name);
  out.lines.push_back({"records", fmt::format("{}", request.vanilla_proofs.size())});
  set_requests(out, std::move(request));
  return out;
}

}  // namespace cuzk::bench
