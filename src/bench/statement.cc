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

// All fields of a request but its label.
struct Fields {
  const ProofKind* kind = nullptr;
  uint64_t sector_size = 0, registered_proof = 0, miner = 0, sector_number = 0;
  uint32_t partition = 0;
  std::vector<std::string> vanilla;
  std::string randomness, comm_r_old, comm_r_new, comm_d_new;

  Request request(std::string label) const {
    Request out;
    out.label = std::move(label);
    out.kind = kind;
    out.sector_size = sector_size;
    out.registered_proof = registered_proof;
    out.miner_id = miner;
    out.sector_number = sector_number;
    out.partition_index = partition;
    out.vanilla_proofs = vanilla;
    out.randomness = randomness;
    out.comm_r_old = comm_r_old;
    out.comm_r_new = comm_r_new;
    out.comm_d_new = comm_d_new;
    return out;
  }
};

// Reads the file that the flags name, without knowing what is in it.
std::vector<uint8_t> file_of(const std::string& path, uint64_t bytes_max) {
  return base::read_file(path == "-" ? "/dev/stdin" : path, bytes_max);
}

std::string digest_bytes(const char* flag, const std::string& hex) {
  if (hex.empty()) return {};
  const base::Bytes32 bytes = bytes32_argument(flag, hex);
  return {bytes.begin(), bytes.end()};
}

void finish(Statement& out, Fields fields) {
  const bool uses_randomness = !fields.randomness.empty();
  out.request = [fields = std::make_shared<const Fields>(std::move(fields)), checked = out.checked,
                 uses_randomness](std::string label) {
    Request request = fields->request(std::move(label));
    request.checked = checked;
    const std::string random = random_bytes();
    if (uses_randomness) {
      request.sector_number =
          base::load_le<uint64_t>(reinterpret_cast<const uint8_t*>(random.data()));
    } else {
      request.randomness = random;
    }
    return request;
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
  finish(out, {.kind = &kind,
               .sector_size = proof.sector->bytes,
               .registered_proof = proof.id,
               .miner = identity.miner,
               .sector_number = identity.sector_number,
               .vanilla = {std::string(file.begin(), file.end())}});
  return out;
}

}  // namespace

Statement read_statement(const StatementOptions& options, bool with_identity) {
  const ProofKind& kind = options.check();
  if (kind.parameters == ParameterKind::kPorep) return read_c1(options, with_identity);
  const RegisteredProof proof =
      registered_proof_argument("--registered-proof", options.registered_proof, kind);
  Fields fields{.kind = &kind,
                .sector_size = proof.sector->bytes,
                .registered_proof = proof.number,
                .miner = kMiner,
                .sector_number = 0,
                .partition = options.only_partition() ? 0 : options.partition.value_or(0),
                .vanilla = {},
                .randomness = digest_bytes("--randomness", options.randomness),
                .comm_r_old = digest_bytes("--comm-r-old", options.comm_r_old),
                .comm_r_new = digest_bytes("--comm-r-new", options.comm_r_new),
                .comm_d_new = digest_bytes("--comm-d-new", options.comm_d_new)};
  Statement out;
  base::Stopwatch watch;
  fields.vanilla = read_vanilla(file_of(options.vanilla, kVanillaBytesMax), options.vanilla);
  out.read_seconds = watch.lap_seconds();
  const engine::Kind& row = *engine::find_kind(engine::kinds(), kind);
  const Request request = fields.request(options.vanilla);
  row.size(request);
  out.checked = std::make_shared<const engine::CheckedCase>(row.read(request));
  out.check_seconds = watch.lap_seconds();
  out.type = fmt::format("{}, {}", kind.short_name, proof.name);
  out.lines.push_back({"records", fmt::format("{}", fields.vanilla.size())});
  finish(out, std::move(fields));
  return out;
}

}  // namespace cuzk::bench
