// SPDX-License-Identifier: MIT OR Apache-2.0
// Constants and digests against the reference's (tests/vectors/reference/vectors/poseidon.json),
// porep.md 7.4, one digest of a network program, and the textbook form of the permutation.
#include "hash/poseidon.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/digest.h"

namespace cuzk::hash {
namespace {

using Json = nlohmann::json;

Json read_json(const std::string& name) {
  std::ifstream file(std::string(CUZK_VECTORS) + "/" + name);
  return Json::parse(file);
}

Fr from_le(const std::string& hex) { return *Fr::from_bytes_le(*base::from_hex(hex)); }
Fr from_be(const std::string& hex) { return *Fr::from_bytes_be(*base::from_hex(hex)); }

// SHA-256 over the little-endian bytes of all elements.
std::string digest_of(std::span<const Fr> values) {
  base::Digest digest = base::Digest::sha256();
  for (const Fr& value : values) digest.update(value.to_bytes_le());
  return base::to_hex(digest.value());
}

template <class Matrix>
std::string digest_of_matrix(const Matrix& matrix) {
  std::vector<Fr> all;
  for (const auto& row : matrix) all.insert(all.end(), row.begin(), row.end());
  return digest_of(all);
}

// In each round: add the constants, S-box (of all or of element 0), mix.
template <unsigned kArity>
Fr poseidon_reference(const Fr& tag, std::span<const Fr, kArity> inputs) {
  using Constants = PoseidonConstants<kArity>;
  constexpr unsigned kWidth = Constants::kWidth;
  const auto constants = poseidon_round_constants<kArity>();
  std::vector<Fr> state = {tag};
  state.insert(state.end(), inputs.begin(), inputs.end());
  std::vector<Fr> inverses;
  for (unsigned i = 0; i < 2 * kWidth; ++i) inverses.push_back(Fr::from_u64(i + kWidth).inverse());
  const unsigned rounds = Constants::kFullRounds + Constants::kPartialRounds;
  for (unsigned round = 0; round < rounds; ++round) {
    const bool full = round < 4 || round >= rounds - 4;
    for (unsigned i = 0; i < kWidth; ++i) {
      state[i] += constants[round * kWidth + i];
      if (i == 0 || full) state[i] = state[i].pow(5);
    }
    std::vector<Fr> mixed(kWidth, Fr::zero());
    for (unsigned i = 0; i < kWidth; ++i) {
      for (unsigned j = 0; j < kWidth; ++j) {
        mixed[j] += state[i] * inverses[i + j];
      }
    }
    state = mixed;
  }
  return state[1];
}

template <class Arity>
class PoseidonTest : public testing::Test {};

using Arities =
    testing::Types<std::integral_constant<unsigned, 2>, std::integral_constant<unsigned, 4>,
                   std::integral_constant<unsigned, 8>, std::integral_constant<unsigned, 11>>;
TYPED_TEST_SUITE(PoseidonTest, Arities);

TYPED_TEST(PoseidonTest, ConstantsAreTheReferences) {
  constexpr unsigned kArity = TypeParam::value;
  const Json reference = read_json("reference/vectors/poseidon.json")[std::to_string(kArity)];
  const auto& constants = poseidon_constants<kArity>();
  EXPECT_EQ(reference["full_rounds"], constants.kFullRounds);
  EXPECT_EQ(reference["partial_rounds"], constants.kPartialRounds);
  EXPECT_EQ(from_le(reference["domain_tag"]), constants.domain_tag);
  EXPECT_EQ(reference["round_constants_sha256"], digest_of(poseidon_round_constants<kArity>()));
  EXPECT_EQ(reference["compressed_constants_sha256"], digest_of(constants.constants));
  ASSERT_EQ(reference["compressed_constants"].size(), constants.constants.size());
  for (size_t i = 0; i < constants.constants.size(); ++i) {
    EXPECT_EQ(from_le(reference["compressed_constants"][i]), constants.constants[i]) << i;
  }
  EXPECT_EQ(reference["mds_sha256"], digest_of_matrix(constants.mds));
  EXPECT_EQ(reference["pre_sparse_sha256"], digest_of_matrix(constants.pre_sparse));
  ASSERT_EQ(reference["sparse_sha256_in_order_of_use"].size(), constants.sparse.size());
  for (size_t i = 0; i < constants.sparse.size(); ++i) {
    const Json& sparse = reference["sparse_sha256_in_order_of_use"][i];
    EXPECT_EQ(sparse["w_hat"], digest_of(constants.sparse[i].column)) << i;
    EXPECT_EQ(sparse["v_rest"], digest_of(constants.sparse[i].row)) << i;
  }
}

template <unsigned kArity>
std::array<Fr, kArity> preimage(const Json& hash) {
  const std::string all = hash.value("preimage_all", "");
  std::array<Fr, kArity> inputs;
  for (unsigned i = 0; i < kArity; ++i) {
    if (all.empty()) inputs[i] = from_le(hash["preimage"][i]);
    if (all == "zeros") inputs[i] = Fr::zero();
    if (all == "minus-ones") inputs[i] = -Fr::one();
    if (all == "0, 1, 2, ...") inputs[i] = Fr::from_u64(i);
  }
  return inputs;
}

TYPED_TEST(PoseidonTest, DigestsAreTheReferences) {
  constexpr unsigned kArity = TypeParam::value;
  const Json reference = read_json("reference/vectors/poseidon.json");
  for (const Json& hash : reference[std::to_string(kArity)]["hashes"]) {
    const auto inputs = preimage<kArity>(hash);
    EXPECT_EQ(from_le(hash["digest"]), poseidon<kArity>(inputs));
    EXPECT_EQ(from_le(hash["digest"]), poseidon(std::span<const Fr>(inputs)));
  }
}

TYPED_TEST(PoseidonTest, EqualsTheTextbook) {
  constexpr unsigned kArity = TypeParam::value;
  std::array<Fr, kArity> inputs;
  for (Fr& input : inputs) input = Fr::random();
  for (const Fr& tag : {poseidon_constants<kArity>().domain_tag, Fr::zero(), Fr::random()}) {
    EXPECT_EQ(poseidon_reference<kArity>(tag, inputs), poseidon_tagged<kArity>(tag, inputs));
  }
}

TEST(Poseidon, DomainTagIsAParameter) {
  const Json reference = read_json("reference/vectors/poseidon.json")["2-randomness"];
  for (const Json& hash : reference["hashes"]) {
    EXPECT_EQ(from_le(hash["digest"]),
              poseidon_tagged<2>(from_le(reference["domain_tag"]), preimage<2>(hash)));
  }
}

TEST(Poseidon, ReplicaCommitmentOfTheReference) {
  const Json hash = read_json("reference/vectors/poseidon.json")["hash2"];
  const std::array<Fr, 2> inputs = {from_le(hash["comm_c"]), from_le(hash["comm_r_last"])};
  EXPECT_EQ(from_le(hash["comm_r"]), poseidon<2>(inputs));
}

TEST(Poseidon, DigestOfANetworkProgram) {
  const Json vector = read_json("public/curio/poseidon_arity8.json");
  std::array<Fr, 8> inputs;
  for (unsigned i = 0; i < 8; ++i) inputs[i] = from_le(vector["inputs"][i]);
  EXPECT_EQ(from_le(vector["output"]), poseidon<8>(inputs));
}

TEST(Poseidon, VectorsOfTheSpecification) {
  const Fr zero = Fr::zero(), one = Fr::one();
  const std::array<Fr, 2> a = {one, zero}, b = {zero, one};
  EXPECT_EQ(from_be("042f94ffbe786bc393c003cc74a24f26ec5907b3dc3094afb339ff6079800b5e"),
            poseidon<2>(a));
  const std::array<Fr, 2> c = {poseidon<2>(a), poseidon<2>(b)};
  EXPECT_EQ(from_be("1effebb7b26ad9eb30eb6385ae6b74ae77cc72b8cb2b5ad2efbb8be3e291e671"),
            poseidon<2>(c));

  const std::pair<unsigned, const char*> digests[] = {
      {2, "396508d75e76a56b739e0fd902efe161a6fba9339d05a69d2e203c369a02e7ff"},
      {4, "58a54b10a9e5848a00db3c6579229399fb6b4605bf1327ec019814ff6662075d"},
      {8, "2394611da3a5de5512010042116770774b682e9d9cc4aed92a9934f56d38a5e6"},
      {11, "0c0fc1b2e5227f286ca537e232ebe87a09f3dcd8ccb08fc1cee3bbc32b693163"}};
  for (const auto& [arity, digest] : digests) {
    std::vector<Fr> inputs;
    for (unsigned i = 0; i < arity; ++i) inputs.push_back(Fr::from_u64(i));
    EXPECT_EQ(from_be(digest), poseidon(inputs)) << arity;
  }
}

TEST(PoseidonDeathTest, OtherArities) {
  const std::vector<Fr> inputs(3, Fr::one());
  EXPECT_DEATH(poseidon(inputs), "2, 4, 8 or 11");
}

}  // namespace
}  // namespace cuzk::hash
