// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "base/file.h"
#include "bench/arguments.h"
#include "bench/bench.h"
#include "bench/inputs_file.h"
#include "bench/report.h"
#include "groth16/verifier.h"

namespace cuzk::bench {
namespace {

struct Options {
  std::string key;
  std::string inputs;
  std::string proof;
};

// The numbers of the partitions that do not verify on their own.
std::string bad_partitions(const groth16::PreparedKey& key, std::span<const uint8_t> proof,
                           std::span<const std::vector<Fr>> inputs) {
  std::vector<groth16::Proof> proofs = groth16::decode_proofs(proof, inputs.size());
  std::string bad;
  for (size_t k = 0; k < proofs.size(); ++k) {
    if (groth16::verify(key, proofs[k], inputs[k])) continue;
    bad += fmt::format("{}{}", bad.empty() ? "" : " ", k);
  }
  return bad;
}

cli::ExitCode verify(const Options& options) {
  groth16::PreparedKey key(groth16::read_verifying_key(options.key));
  std::vector<std::vector<Fr>> inputs =
      read_inputs(base::read_file(options.inputs, kInputsBytesMax), options.inputs);
  std::vector<uint8_t> proof = raw_or_hex_file(options.proof);
  bool valid = groth16::verify_bytes(key, proof, inputs);
  std::string bad = bad_partitions(key, proof, inputs);
  Report report;
  report.heading("Verification")
      .field("key", fmt::format("{} ({} inputs)", options.key, key.key().num_inputs()))
      .field("proof", fmt::format("{} ({} bytes)", options.proof, proof.size()))
      .field("partitions", fmt::format("{}", inputs.size()))
      .field("status", valid ? "VALID" : "INVALID");
  report.field("one by one", bad.empty() ? "all valid" : "not valid: " + bad);
  report.print();
  return valid && bad.empty() ? cli::kExitOk : cli::kExitFailed;
}

}  // namespace

void add_verify(CLI::App& bench, cli::Action& action) {
  CLI::App* command = bench.add_subcommand("verify", "Verify a proof under a verifying key");
  auto options = std::make_shared<Options>();
  command->add_option("--vk", options->key, "Verifying key (.vk)")->required();
  command
      ->add_option("--inputs", options->inputs,
                   "Public inputs: {\"inputs\": [[hex, ...], ...]}, a list for each partition,\n"
                   "without ONE, little-endian")
      ->required();
  command
      ->add_option("--proof", options->proof,
                   "Proof, 192 bytes for each partition, raw or as hexadecimal text")
      ->required();
  command->footer(
      "Several partitions are verified together, as the network does, and one by one.\n"
      "The exit code is 0 for a valid proof and 1 for one that is not.\n"
      "Example:\n"
      "  cuzk-bench verify --vk porep.vk --inputs inputs.json --proof proof.bin\n");
  command->callback([options, &action] { action = [options] { return verify(*options); }; });
}

}  // namespace cuzk::bench
