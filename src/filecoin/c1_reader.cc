// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_reader.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "filecoin/c1_bincode.h"
#include "filecoin/c1_tree.h"
#include "filecoin/c1_wrapper.h"
#include "filecoin/json_reader.h"
#include "filecoin/label.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;
using field::Fr;

// Reads the inner object of one sector whose seal proof is known.
class InnerReader {
 public:
  InnerReader(JsonReader& json, const SealProof& proof)
      : json_(json),
        proof_(proof),
        sector_(*proof.sector),
        tree_d_(c1_tree_d(sector_)),
        tree_r_(c1_tree_r(sector_)) {}

  SealCommitOne read();

 private:
  using Partition = std::vector<ChallengeProof>;

  std::vector<Partition> read_partitions(JsonValue value);
  ChallengeProof read_challenge(JsonValue value);
  void read_columns(JsonValue value, ChallengeProof& out);
  ColumnOpening read_column_opening(JsonValue value);
  void read_column(JsonValue value, ColumnOpening& out);
  Opening read_opening(JsonValue value, const C1Tree& tree);
  void read_path_part(JsonValue value, const C1PathPart& part, Fr* siblings, uint8_t* indices);
  uint64_t read_labeling_proofs(JsonValue value);
  uint64_t read_labeling_proof(JsonValue value, size_t layer);
  uint64_t read_node(JsonValue value) { return json_.integer(value, sector_.nodes - 1); }
  void require_not_zero(bool is_zero, std::string_view field) const;

  JsonReader& json_;
  const SealProof& proof_;
  const Sector& sector_;
  const C1Tree tree_d_;
  const C1Tree tree_r_;
};

SealCommitOne InnerReader::read() {
  SealCommitOne out;
  out.proof = &proof_;
  json_.object(
      json_.root(),
      {"registered_proof", "vanilla_proofs", "comm_r", "comm_d", "replica_id", "seed", "ticket"},
      [&](size_t i, JsonValue value) {
        switch (i) {
          case 0: json_.string(value); break;
          case 1: out.partitions = read_partitions(value); break;
          case 2: out.comm_r = json_.element(value); break;
          case 3: out.comm_d = json_.element(value); break;
          case 4: out.replica_id = json_.element(value); break;
          case 5: out.seed = json_.bytes32(value); break;
          default: out.ticket = json_.bytes32(value); break;
        }
      });
  require_not_zero(out.comm_r.is_zero(), "comm_r");
  require_not_zero(out.comm_d.is_zero(), "comm_d");
  require_not_zero(out.seed == base::Bytes32{}, "seed");
  return out;
}

void InnerReader::require_not_zero(bool is_zero, std::string_view field) const {
  if (!is_zero) return;
  json_.fail_at(field, ErrorCode::kC1ZeroValue, "a value other than zero", "32 zero bytes",
                "the sector was not sealed completely");
}

std::vector<InnerReader::Partition> InnerReader::read_partitions(JsonValue value) {
  const unsigned partitions = partition_count(sector_, proof_.feature);
  std::vector<Partition> out(partitions);
  json_.only_field(value, vanilla_name(proof_), ErrorCode::kC1WrongProof, [&](JsonValue list) {
    json_.array(list, partitions, ErrorCode::kC1PartitionCount, "partitions",
                [&](size_t k, JsonValue partition) {
                  out[k].reserve(sector_.challenges);
                  json_.array(
                      partition, sector_.challenges, ErrorCode::kC1ChallengeCount, "challenges",
                      [&](size_t, JsonValue proof) { out[k].push_back(read_challenge(proof)); });
                });
  });
  return out;
}

ChallengeProof InnerReader::read_challenge(JsonValue value) {
  ChallengeProof out;
  uint64_t encoded_node = 0;
  json_.object(value,
               {"comm_d_proofs", "comm_r_last_proof", "replica_column_proofs", "labeling_proofs",
                "encoding_proof"},
               [&](size_t i, JsonValue field) {
                 switch (i) {
                   case 0: out.data = read_opening(field, tree_d_); break;
                   case 1: out.replica = read_opening(field, tree_r_); break;
                   case 2: read_columns(field, out); break;
                   case 3: out.node = read_labeling_proofs(field); break;
                   default: encoded_node = read_labeling_proof(field, sector_.layers); break;
                 }
               });
  if (encoded_node != out.node) {
    json_.fail_at("encoding_proof.node", ErrorCode::kC1BadNumber,
                  fmt::format("{} as in labeling_proofs", out.node), std::to_string(encoded_node));
  }
  return out;
}

void InnerReader::read_columns(JsonValue value, ChallengeProof& out) {
  json_.object(value, {"c_x", "drg_parents", "exp_parents"}, [&](size_t i, JsonValue field) {
    switch (i) {
      case 0: out.column = read_column_opening(field); break;
      case 1:
        json_.array(
            field, out.drg_parents.size(), ErrorCode::kC1ParentCount, "base parents",
            [&](size_t j, JsonValue parent) { out.drg_parents[j] = read_column_opening(parent); });
        break;
      default:
        json_.array(
            field, out.exp_parents.size(), ErrorCode::kC1ParentCount, "expander parents",
            [&](size_t j, JsonValue parent) { out.exp_parents[j] = read_column_opening(parent); });
        break;
    }
  });
}

ColumnOpening InnerReader::read_column_opening(JsonValue value) {
  ColumnOpening out;
  json_.object(value, {"column", "inclusion_proof"}, [&](size_t i, JsonValue field) {
    if (i == 0) {
      read_column(field, out);
    } else {
      out.path = read_opening(field, tree_r_);
    }
  });
  return out;
}

void InnerReader::read_column(JsonValue value, ColumnOpening& out) {
  json_.object(value, {"index", "rows"}, [&](size_t i, JsonValue field) {
    if (i == 0) {
      out.node = read_node(field);
      return;
    }
    out.rows.reserve(sector_.layers);
    json_.array(field, sector_.layers, ErrorCode::kC1LayerCount, "rows, one for each layer",
                [&](size_t, JsonValue row) { out.rows.push_back(json_.element(row)); });
  });
}

Opening InnerReader::read_opening(JsonValue value, const C1Tree& tree) {
  Opening out;
  std::vector<std::string_view> fields = {"root", "leaf"};
  size_t siblings = 0, levels = 0;
  for (const C1PathPart& part : tree.parts) {
    fields.push_back(part.field);
    siblings += part.levels * (part.arity - 1);
    levels += part.levels;
  }
  out.siblings.resize(siblings);
  out.indices.resize(levels);

  const auto read_body = [&](size_t i, JsonValue field) {
    if (i == 0) {
      out.root = json_.element(field);
    } else if (i == 1) {
      out.leaf = json_.element(field);
    } else {
      Fr* first_sibling = out.siblings.data();
      uint8_t* first_index = out.indices.data();
      for (size_t before = 0; before + 2 < i; ++before) {
        first_sibling += tree.parts[before].levels * (tree.parts[before].arity - 1);
        first_index += tree.parts[before].levels;
      }
      read_path_part(field, tree.parts[i - 2], first_sibling, first_index);
    }
  };
  json_.object(value, {"data"}, [&](size_t, JsonValue data) {
    json_.only_field(data, tree.variant, ErrorCode::kC1PathShape,
                     [&](JsonValue body) { json_.object(body, fields, read_body); });
  });
  return out;
}

void InnerReader::read_path_part(JsonValue value, const C1PathPart& part, Fr* siblings,
                                 uint8_t* indices) {
  const size_t beside = part.arity - 1;
  const auto read_level = [&](size_t level, JsonValue element) {
    json_.object(element, {"hashes", "index"}, [&](size_t i, JsonValue field) {
      if (i == 0) {
        json_.array(
            field, beside, ErrorCode::kC1PathShape, "siblings",
            [&](size_t j, JsonValue hash) { siblings[level * beside + j] = json_.element(hash); });
        return;
      }
      const uint64_t index = json_.integer(field);
      if (index >= part.arity) {
        json_.fail(ErrorCode::kC1PathIndex, fmt::format("an index below the arity {}", part.arity),
                   std::to_string(index));
      }
      indices[level] = static_cast<uint8_t>(index);
    });
  };
  json_.object(value, {"path"}, [&](size_t, JsonValue levels) {
    json_.array(levels, part.levels, ErrorCode::kC1PathShape, "levels", read_level);
  });
}

uint64_t InnerReader::read_labeling_proofs(JsonValue value) {
  uint64_t first = 0;
  json_.array(value, sector_.layers, ErrorCode::kC1LayerCount,
              "labeling proofs, one for each layer", [&](size_t i, JsonValue proof) {
                const uint64_t node = read_labeling_proof(proof, i + 1);
                if (i == 0) first = node;
                if (node == first) return;
                json_.fail_at("node", ErrorCode::kC1BadNumber,
                              fmt::format("{} as in the first labeling proof", first),
                              std::to_string(node));
              });
  return first;
}

uint64_t InnerReader::read_labeling_proof(JsonValue value, size_t layer) {
  uint64_t node = 0;
  json_.object(value, {"parents", "layer_index", "node"}, [&](size_t i, JsonValue field) {
    if (i == 0) {
      json_.array(field, kLabelParents, ErrorCode::kC1ParentCount, "parents",
                  [&](size_t, JsonValue parent) { json_.bytes32(parent); });
    } else if (i == 1) {
      const uint64_t index = json_.integer(field);
      if (index != layer) {
        json_.fail(ErrorCode::kC1BadNumber, fmt::format("layer {}", layer), std::to_string(index));
      }
    } else {
      node = read_node(field);
    }
  });
  return node;
}

// The registered proof decides every shape, and may be the last key. This pass looks at nothing
// else.
const SealProof& find_registered_proof(JsonReader& json) {
  const SealProof* proof = json.find_field("registered_proof", [&](JsonValue value) {
    const std::string_view name = json.string(value);
    const SealProof* found = find_seal_proof(name);
    if (found != nullptr) return found;
    json.fail(ErrorCode::kC1UnknownProof,
              "the name of a registered seal proof such as \"StackedDrg32GiBV1_1\"",
              JsonReader::quoted(name));
  });
  return *proof;
}

}  // namespace

SealCommitOne read_c1(std::span<const uint8_t> bytes, std::string_view file_name) {
  if (const SealProof* proof = bincode_c1_proof(bytes)) {
    return read_bincode_c1(bytes, *proof, file_name);
  }
  const C1Wrapper wrapper = unwrap_c1(bytes, file_name);
  JsonReader json(file_name, wrapper.subject, wrapper.inner);
  const SealProof& proof = find_registered_proof(json);
  if (wrapper.sector_bytes && *wrapper.sector_bytes != proof.sector->bytes) {
    json.fail_at("SectorSize", ErrorCode::kC1SizeMismatch,
                 fmt::format("{} as registered_proof {} says", proof.sector->bytes, proof.name),
                 std::to_string(*wrapper.sector_bytes));
  }
  SealCommitOne out = InnerReader(json, proof).read();
  out.sector_number = wrapper.sector_number;
  return out;
}

}  // namespace cuzk::filecoin
