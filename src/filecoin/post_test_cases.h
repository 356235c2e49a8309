// SPDX-License-Identifier: MIT OR Apache-2.0
// The reference's PoSt cases in tests/vectors/reference/post, for tests: records as they were
// written by the published Rust libraries, randomness and sectors. A case of more sectors than a
// partition holds is cut into partitions as a verifier cuts it (post.md POST-37).
// A case that is not there ends the test with an exception. For tests that are compiled with
// CUZK_VECTORS.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "filecoin/post_bincode.h"
#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {

inline const std::vector<std::string> kPostCases = {
    "window-2k-v1-two-sectors", "window-2k-v1-two-partitions", "window-2k-v1_2-one-sector",
    "window-2k-v1_2-two-sectors", "winning-2k"};

struct PostPartition {
  uint64_t index = 0;
  std::vector<std::string> records;  // bytes
};

struct PostCase {
  const PostProof* proof = nullptr;
  base::Bytes32 randomness{};
  std::vector<PostPartition> partitions;
};

inline std::string read_binary(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::span<const uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

inline PostCase load_post_case(const std::string& name) {
  const std::string folder = "reference/post/" + name;
  const nlohmann::json json = read_vectors(folder + "/post.json");
  PostCase out;
  out.proof = find_post_proof(json["registered_proof"].get<uint64_t>());
  out.randomness = bytes32(json["randomness"].get<std::string>());
  const size_t in_partition = records_max(out.proof->kind, *out.proof->sector);
  for (const auto& sector : json["sectors"]) {
    if (out.partitions.empty() || out.partitions.back().records.size() == in_partition) {
      out.partitions.push_back({.index = out.partitions.size(), .records = {}});
    }
    out.partitions.back().records.push_back(read_binary(std::string(CUZK_VECTORS) + "/" + folder +
                                                        "/" + sector["record"].get<std::string>()));
  }
  return out;
}

inline std::vector<PostRecord> read_records(const PostCase& post, const PostPartition& partition) {
  std::vector<PostRecord> out;
  for (const std::string& bytes : partition.records) {
    out.push_back(read_post_record(*post.proof, as_bytes(bytes), "record"));
  }
  return out;
}

}  // namespace cuzk::filecoin
