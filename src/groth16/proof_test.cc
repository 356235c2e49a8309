// SPDX-License-Identifier: MIT OR Apache-2.0
// Proof bytes: strict decoding with the reason for every refusal, and the regression records of the
// network.
#include "groth16/proof.h"

#include "groth16/bad_points.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

std::vector<uint8_t> good_proof() { return bytes_of_hex(read_tiny().at("proof")); }

TEST(Proof, EncodesBack) {
  std::vector<uint8_t> bytes = good_proof();
  ProofBytes again = encode_proof(decode_proof(bytes));
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()));
}

TEST(Proof, RefusesWrongLengths) {
  std::vector<uint8_t> bytes = good_proof();
  auto decode = [](std::vector<uint8_t> input, size_t partitions) {
    return [input, partitions] { decode_proofs(input, partitions); };
  };
  expect_error(ErrorCode::kProofLength, {"expected 192", "found 0"}, decode({}, 1));
  expect_error(ErrorCode::kProofLength, {"expected 384", "found 192"}, decode(bytes, 2));
  expect_error(ErrorCode::kProofLength, {"expected 0", "found 192"}, decode(bytes, 0));
  bytes.push_back(0);
  expect_error(ErrorCode::kProofLength, {"expected 192", "found 193"}, decode(bytes, 1));
  bytes.resize(191);
  expect_error(ErrorCode::kProofLength, {"expected 192", "found 191"}, decode(bytes, 1));
}

struct BadProof {
  const char* name;
  size_t offset;
  std::vector<uint8_t> bytes;
  const char* point;
  const char* reason;
};

std::vector<uint8_t> compressed(size_t size, uint8_t first, uint8_t last) {
  std::vector<uint8_t> out(size, 0);
  out.front() = first;
  out.back() = last;
  return out;
}

std::vector<uint8_t> compressed_of(const std::vector<uint8_t>& uncompressed) {
  std::vector<uint8_t> out(uncompressed.begin(),
                           uncompressed.begin() + static_cast<ptrdiff_t>(uncompressed.size() / 2));
  out[0] |= 0x80;
  return out;
}

TEST(Proof, NamesTheBadPointAndWhy) {
  std::vector<uint8_t> too_large = compressed(48, 0x9f, 0xff);
  std::fill(too_large.begin() + 1, too_large.end(), uint8_t{0xff});
  std::vector<BadProof> cases = {
      {"infinity A", 0, compressed(48, 0xc0, 0), "point A", "infinity"},
      {"infinity B", 48, compressed(96, 0xc0, 0), "point B", "infinity"},
      {"infinity C", 144, compressed(48, 0xc0, 0), "point C", "infinity"},
      {"infinity with a bit", 0, compressed(48, 0xc0, 1), "point A", "flag"},
      {"no compressed flag", 0, compressed(48, 0x00, 4), "point A", "flag"},
      {"x not below p", 144, too_large, "point C", "modulus"},
      {"x without y", 0, compressed(48, 0x80, 1), "point A", "not on the curve"},
      {"A outside G1", 0, compressed_of(g1_outside_subgroup()), "point A", "subgroup"},
      {"A = (0, 2)", 0, compressed(48, 0x80, 0), "point A", "subgroup"},
      {"B outside G2", 48, compressed_of(g2_outside_subgroup()), "point B", "subgroup"},
      {"C outside G1", 144, compressed_of(g1_outside_subgroup()), "point C", "subgroup"}};
  for (const BadProof& bad : cases) {
    SCOPED_TRACE(bad.name);
    std::vector<uint8_t> two = good_proof();
    std::vector<uint8_t> second = good_proof();
    std::copy(bad.bytes.begin(), bad.bytes.end(),
              second.begin() + static_cast<ptrdiff_t>(bad.offset));
    two.insert(two.end(), second.begin(), second.end());
    expect_error(ErrorCode::kProofBadPoint,
                 {"partition 1", bad.point, "byte " + std::to_string(192 + bad.offset), bad.reason},
                 [&] { decode_proofs(two, 2); });
  }
}

// Every byte matters: a flipped bit gives another point or none, never the same proof.
TEST(Proof, NoTwoEncodingsOfOneProof) {
  std::vector<uint8_t> bytes = good_proof();
  Proof proof = decode_proof(bytes);
  for (size_t i = 0; i < bytes.size(); i += 7) {
    std::vector<uint8_t> altered = bytes;
    altered[i] ^= static_cast<uint8_t>(1 << (i % 8));
    try {
      EXPECT_FALSE(decode_proof(altered) == proof) << i;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kProofBadPoint);
    }
  }
}

// 561 statements of the network with 600 partition proofs; aggregated ones have another format
// (G16-705).
TEST(Proof, DecodesTheRegressionRecords) {
  size_t proofs = 0;
  for (const char* version : {"v16", "v18"}) {
    std::ifstream file(
        std::string(CUZK_VECTORS "/public/rust-fil-proofs/seal_regression_records-") + version +
        ".json");
    for (std::string line; std::getline(file, line);) {
      if (line.empty()) continue;
      Json record = Json::parse(line);
      auto bytes = record.at("proof").get<std::vector<uint8_t>>();
      size_t partitions = record.at("porep_config").at("partitions").get<size_t>();
      if (bytes.size() != partitions * kProofBytes) continue;
      std::vector<Proof> decoded = decode_proofs(bytes, partitions);
      proofs += decoded.size();
      ProofBytes again = encode_proof(decoded.back());
      EXPECT_TRUE(std::equal(again.begin(), again.end(), bytes.end() - kProofBytes));
    }
  }
  EXPECT_EQ(proofs, 600u);
}

}  // namespace
}  // namespace cuzk::groth16
