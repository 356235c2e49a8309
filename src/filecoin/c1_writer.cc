// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_writer.h"

#include <fmt/format.h>

#include <span>
#include <string_view>

#include "base/error.h"
#include "filecoin/base64.h"
#include "filecoin/c1_tree.h"
#include "filecoin/label.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

class InnerWriter {
 public:
  explicit InnerWriter(const SealCommitOne& c1)
      : c1_(c1), tree_d_(c1_tree_d(*c1.proof->sector)), tree_r_(c1_tree_r(*c1.proof->sector)) {}

  std::string write() &&;

 private:
  void write_challenge(const ChallengeProof& proof);
  void write_opening(const Opening& opening, const C1Tree& tree);
  void write_column(const ColumnOpening& column);
  void write_labeling_proof(const ChallengeProof& proof, unsigned layer);
  void write_levels(const C1PathPart& part, const Fr* siblings, const uint8_t* indices);

  void text(std::string_view text) { out_ += text; }
  void number(uint64_t value) { fmt::format_to(std::back_inserter(out_), "{}", value); }
  void bytes(std::span<const uint8_t> bytes);
  void element(const Fr& value) { bytes(value.to_bytes_le()); }
  void named(std::string_view name, const Fr& value);
  // write(i) for each i below count, with brackets and commas.
  template <class Write>
  void list(size_t count, Write&& write);

  const SealCommitOne& c1_;
  const C1Tree tree_d_;
  const C1Tree tree_r_;
  std::string out_;
};

void InnerWriter::bytes(std::span<const uint8_t> bytes) {
  list(bytes.size(), [&](size_t i) {
    const unsigned value = bytes[i];
    if (value >= 100) out_ += static_cast<char>('0' + value / 100);
    if (value >= 10) out_ += static_cast<char>('0' + value / 10 % 10);
    out_ += static_cast<char>('0' + value % 10);
  });
}

template <class Write>
void InnerWriter::list(size_t count, Write&& write) {
  out_ += '[';
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) out_ += ',';
    write(i);
  }
  out_ += ']';
}

void InnerWriter::named(std::string_view name, const Fr& value) {
  out_ += '"';
  text(name);
  text("\":");
  element(value);
}

std::string InnerWriter::write() && {
  text("{\"registered_proof\":\"");
  text(c1_.proof->name);
  text("\",\"vanilla_proofs\":{\"");
  text(vanilla_name(*c1_.proof));
  text("\":");
  list(c1_.partitions.size(), [&](size_t k) {
    const std::vector<ChallengeProof>& partition = c1_.partitions[k];
    list(partition.size(), [&](size_t i) { write_challenge(partition[i]); });
  });
  text("},");
  named("comm_r", c1_.comm_r);
  text(",");
  named("comm_d", c1_.comm_d);
  text(",");
  named("replica_id", c1_.replica_id);
  text(",\"seed\":");
  bytes(c1_.seed);
  text(",\"ticket\":");
  bytes(c1_.ticket);
  text("}");
  return std::move(out_);
}

void InnerWriter::write_challenge(const ChallengeProof& proof) {
  text("{\"comm_d_proofs\":");
  write_opening(proof.data, tree_d_);
  text(",\"comm_r_last_proof\":");
  write_opening(proof.replica, tree_r_);
  text(",\"replica_column_proofs\":{\"c_x\":");
  write_column(proof.column);
  text(",\"drg_parents\":");
  list(proof.drg_parents.size(), [&](size_t i) { write_column(proof.drg_parents[i]); });
  text(",\"exp_parents\":");
  list(proof.exp_parents.size(), [&](size_t i) { write_column(proof.exp_parents[i]); });
  text("},\"labeling_proofs\":");
  const unsigned layers = c1_.proof->sector->layers;
  list(layers, [&](size_t i) { write_labeling_proof(proof, static_cast<unsigned>(i) + 1); });
  text(",\"encoding_proof\":");
  write_labeling_proof(proof, layers);
  text("}");
}

void InnerWriter::write_opening(const Opening& opening, const C1Tree& tree) {
  const bool single = tree.parts.size() == 1;
  text("{\"data\":{\"");
  text(tree.variant);
  text("\":{");
  if (single) {
    named("root", opening.root);
    text(",");
    named("leaf", opening.leaf);
    text(",");
  }
  const Fr* siblings = opening.siblings.data();
  const uint8_t* indices = opening.indices.data();
  for (const C1PathPart& part : tree.parts) {
    text("\"");
    text(part.field);
    text("\":");
    write_levels(part, siblings, indices);
    if (!single) text(",");
    siblings += part.levels * (part.arity - 1);
    indices += part.levels;
  }
  if (!single) {
    named("root", opening.root);
    text(",");
    named("leaf", opening.leaf);
  }
  text("}}}");
}

void InnerWriter::write_levels(const C1PathPart& part, const Fr* siblings, const uint8_t* indices) {
  const size_t beside = part.arity - 1;
  text("{\"path\":");
  list(part.levels, [&](size_t level) {
    text("{\"hashes\":");
    list(beside, [&](size_t i) { element(siblings[level * beside + i]); });
    text(",\"index\":");
    number(indices[level]);
    text("}");
  });
  text("}");
}

void InnerWriter::write_column(const ColumnOpening& column) {
  text("{\"column\":{\"index\":");
  number(column.node);
  text(",\"rows\":");
  list(column.rows.size(), [&](size_t i) { element(column.rows[i]); });
  text(",\"_h\":null},\"inclusion_proof\":");
  write_opening(column.path, tree_r_);
  text("}");
}

void InnerWriter::write_labeling_proof(const ChallengeProof& proof, unsigned layer) {
  const std::vector<Fr> parents = parent_labels(proof, layer);
  text("{\"parents\":");
  list(kLabelParents, [&](size_t i) { element(parents[i % parents.size()]); });
  text(",\"layer_index\":");
  number(layer);
  text(",\"node\":");
  number(proof.node);
  text("}");
}

}  // namespace

std::string write_c1(const SealCommitOne& c1, uint64_t sector_number) {
  if (find_seal_proof(c1.proof->name) == nullptr) {
    throw base::Error(
        base::ErrorCode::kNotSupported,
        fmt::format("C1 file: expected a sector size with a registered seal proof (2KiB, 8MiB, "
                    "512MiB, 32GiB, 64GiB), found {}; the format has no name for this size",
                    c1.proof->sector->name));
  }
  const std::string inner = InnerWriter(c1).write();
  return fmt::format("{{\"SectorNum\":{},\"Phase1Out\":\"{}\",\"SectorSize\":{}}}", sector_number,
                     base64_encode(inner), c1.proof->sector->bytes);
}

}  // namespace cuzk::filecoin
