// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/proof_request.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/random.h"
#include "bench/arguments.h"
#include "bench/vanilla_file.h"
#include "engine/porep_kind.h"
#include "filecoin/c1_reader.h"

namespace cuzk::bench {
namespace {

using filecoin::ParameterKind;

// Absent texts stay empty.
std::string digest_argument(const char* flag, const std::string& text) {
  if (text.empty()) return {};
  const base::Bytes32 bytes = bytes32_argument(flag, text);
  return {bytes.begin(), bytes.end()};
}

bool is_post(const filecoin::ProofKind& row) {
  return row.parameters == ParameterKind::kWindowPost ||
         row.parameters == ParameterKind::kWinningPost;
}

uint32_t partition_index(const ProofOptions& options) {
  if (options.partition_of_proof() || !options.partition) return 0;
  constexpr uint64_t kMax = std::numeric_limits<uint32_t>::max();
  if (*options.partition <= kMax) return static_cast<uint32_t>(*options.partition);
  throw base::Error(
      base::ErrorCode::kBadArgument,
      fmt::format("--partition: expected at most {}, found {}", kMax, *options.partition));
}

// Without its vanilla proofs.
engine::Request request_of(const ProofOptions& options, const engine::Kind& kind) {
  engine::Request out;
  out.label = options.vanilla;
  out.kind = kind.row;
  out.registered_proof = registered_proof_argument("--registered-proof", options.registered_proof);
  out.miner_id = options.miner;
  out.partition_index = partition_index(options);
  out.randomness = digest_argument("--randomness", options.randomness);
  if (out.randomness.empty() && is_post(*kind.row)) out.randomness.assign(32, '\0');
  out.comm_r_old = digest_argument("--comm-r-old", options.comm_r_old);
  out.comm_r_new = digest_argument("--comm-r-new", options.comm_r_new);
  out.comm_d_new = digest_argument("--comm-d-new", options.comm_d_new);
  return out;
}

// Everything but what is reserved for a request, which its owner takes.
engine::Request copy_of(const engine::Request& request) {
  engine::Request out;
  out.label = request.label;
  out.kind = request.kind;
  out.sector_size = request.sector_size;
  out.registered_proof = request.registered_proof;
  out.vanilla_proofs = request.vanilla_proofs;
  out.sector_number = request.sector_number;
  out.miner_id = request.miner_id;
  out.partition_index = request.partition_index;
  out.checked = request.checked;
  out.randomness = request.randomness;
  out.comm_r_old = request.comm_r_old;
  out.comm_r_new = request.comm_r_new;
  out.comm_d_new = request.comm_d_new;
  return out;
}

RequestMaker maker_of(engine::Request request, bool porep) {
  return [porep,
          shared = std::make_shared<const engine::Request>(std::move(request))](unsigned index) {
    engine::Request out = copy_of(*shared);
    out.label = fmt::format("batch-{}", index + 1);
    std::array<uint8_t, 32> random;
    base::fill_random(random);
    if (porep) {
      out.randomness.assign(random.begin(), random.end());
    } else {
      out.sector_number = base::load_le<uint64_t>(random.data());
    }
    return out;
  };
}

ProofRequests porep_requests(const ProofOptions& options, Identity whose) {
  base::Stopwatch watch;
  const std::vector<uint8_t> file = c1_argument(options.c1);
  const auto parsed =
      std::make_shared<const filecoin::SealCommitOne>(filecoin::read_c1(file, options.c1));
  const filecoin::StatementIdentity identity{
      options.miner, options.sector_number.value_or(parsed->sector_number.value_or(1))};
  ProofRequests out;
  out.read_seconds = watch.lap_seconds();
  out.checked = std::make_shared<const engine::CheckedCase>(
      engine::porep_case(parsed, whose == Identity::kChecked ? &identity : nullptr));
  out.check_seconds = watch.lap_seconds();
  out.circuit = out.checked->circuit;
  const filecoin::SealProof& proof = *parsed->proof;
  out.proof_name = proof.name;
  out.subject = fmt::format("sector {} of miner {}", identity.sector_number, identity.miner);
  if (proof.feature == filecoin::Feature::kNonInteractive) {
    out.remark =
        "not as they are: the chain takes non-interactive proofs aggregated, "
        "which this version does not do";
  }
  engine::Request request;
  request.kind = &filecoin::proof_kind_of(ParameterKind::kPorep);
  request.sector_size = proof.sector->bytes;
  request.registered_proof = proof.id;
  request.vanilla_proofs = {std::string(file.begin(), file.end())};
  request.checked = out.checked;
  request.miner_id = identity.miner;
  request.sector_number = identity.sector_number;
  out.make = maker_of(std::move(request), true);
  return out;
}

}  // namespace

ProofRequests proof_requests(const ProofOptions& options, Identity identity) {
  const engine::Kind& kind = options.kind();
  if (options.is_porep()) return porep_requests(options, identity);
  base::Stopwatch watch;
  engine::Request request = request_of(options, kind);
  request.vanilla_proofs =
      parse_vanilla(base::read_file(options.vanilla, kVanillaFileBytesMax), options.vanilla);
  // The registered proof says the size.
  request.sector_size =
      engine::find_circuit(engine::kinds(), kind.size(request).circuit)->sector_bytes;
  ProofRequests out;
  out.read_seconds = watch.lap_seconds();
  out.checked = std::make_shared<const engine::CheckedCase>(kind.read(request));
  out.check_seconds = watch.lap_seconds();
  out.circuit = out.checked->circuit;
  out.proof_name = registered_proof_name(*kind.row, request.registered_proof);
  out.subject =
      fmt::format("{} vanilla proofs of miner {}", request.vanilla_proofs.size(), request.miner_id);
  if (kind.row->parameters == ParameterKind::kWindowPost) {
    out.subject += fmt::format(", partition {}", request.partition_index);
  }
  request.checked = out.checked;
  out.make = maker_of(std::move(request), false);
  return out;
}

}  // namespace cuzk::bench
