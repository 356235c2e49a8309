// SPDX-License-Identifier: MIT OR Apache-2.0
// The verifier against proofs of the network and of three other implementations, good and altered,
// singly and in batches.
#include "groth16/verifier.h"

#include "groth16/compressed_key.h"
#include "groth16/params_file.h"
#include "groth16/sample_circuits.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;
using Inputs = std::vector<std::vector<Fr>>;

// A .prf file (vectors/public/sources.md): real 32 GiB proofs with inputs and the key of parameter
// version 27.
struct NetworkProof {
  VerifyingKey key;
  std::string key_digest;
  std::vector<uint8_t> proof;
  Inputs inputs;
};

class PrfReader {
 public:
  explicit PrfReader(const std::string& name)
      : bytes_(read_bytes(CUZK_VECTORS "/public/fil-blst/" + name)) {}

  uint64_t take_number() { return base::load_be<uint64_t>(take(8).data()); }
  std::span<const uint8_t> take(size_t count) {
    auto out = std::span<const uint8_t>(bytes_).subspan(offset_, count);
    offset_ += count;
    return out;
  }
  void take_proof(NetworkProof& out) {
    auto bytes = take(kProofBytes);
    out.proof.insert(out.proof.end(), bytes.begin(), bytes.end());
  }
  void take_inputs(NetworkProof& out, size_t count) {
    out.inputs.emplace_back();
    for (size_t i = 0; i < count; ++i)
      out.inputs.back().push_back(Fr::from_bytes_be(take(32)).value());
  }
  void take_key(NetworkProof& out, size_t inputs) {
    auto bytes = take(kKeyHeaderBytes + 96 * (inputs + 1));
    out.key = decode_verifying_key(bytes, "prf");
    out.key_digest = published_digest(bytes);
  }
  bool at_end() const { return offset_ == bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
  size_t offset_ = 0;
};

NetworkProof read_winning() {
  NetworkProof out;
  PrfReader reader("winning32.prf");
  reader.take_proof(out);
  size_t inputs = reader.take_number();
  reader.take_inputs(out, inputs);
  reader.take_key(out, inputs);
  EXPECT_TRUE(reader.at_end());
  return out;
}

NetworkProof read_partitions(const char* name) {
  NetworkProof out;
  PrfReader reader(name);
  size_t proofs = reader.take_number();
  size_t inputs = reader.take_number();
  reader.take_key(out, inputs);
  for (size_t k = 0; k < proofs; ++k) {
    reader.take_proof(out);
    reader.take_inputs(out, inputs);
  }
  EXPECT_TRUE(reader.at_end());
  return out;
}

void expect_published(const NetworkProof& proof, const std::string& part_of_name) {
  Json list = read_json(CUZK_VECTORS "/public/rust-fil-proofs/parameters-v27.json");
  bool found = false;
  for (const auto& [name, entry] : list.items()) {
    if (entry.at("digest") != proof.key_digest) continue;
    found = true;
    EXPECT_NE(name.find(part_of_name), std::string::npos) << name;
    EXPECT_TRUE(name.ends_with(".vk"));
    EXPECT_EQ(entry.at("sector_size"), uint64_t{32} << 30);
  }
  EXPECT_TRUE(found) << proof.key_digest;
}

TEST(NetworkProofs, Winning) {
  NetworkProof winning = read_winning();
  expect_published(winning, "proof-of-spacetime-fallback");
  PreparedKey key(winning.key);
  EXPECT_TRUE(verify_bytes(key, winning.proof, winning.inputs));
  winning.inputs[0][17] += Fr::one();
  EXPECT_FALSE(verify_bytes(key, winning.proof, winning.inputs));
}

// daemon-reference.md 6.1, point 7: a 32 GiB PoRep is 1920 bytes, compressed, in partition order.
TEST(NetworkProofs, TenSealPartitions) {
  NetworkProof seal = read_partitions("seal32_x10.prf");
  ASSERT_EQ(seal.inputs.size(), 10u);
  ASSERT_EQ(seal.proof.size(), 1920u);
  expect_published(seal, "stacked-proof-of-replication");
  PreparedKey key(seal.key);
  std::vector<Proof> proofs = decode_proofs(seal.proof, 10);
  EXPECT_TRUE(verify_batch(key, proofs, seal.inputs));
  for (size_t k = 0; k < proofs.size(); ++k)
    EXPECT_TRUE(verify(key, proofs[k], seal.inputs[k])) << k;

  std::vector<Proof> swapped = proofs;
  std::swap(swapped[3], swapped[8]);
  EXPECT_FALSE(verify_batch(key, swapped, seal.inputs));
  EXPECT_FALSE(verify(key, proofs[3], seal.inputs[8]));

  Inputs altered = seal.inputs;
  altered[9][0] += Fr::one();
  EXPECT_FALSE(verify_batch(key, proofs, altered));

  std::vector<Proof> mixed = proofs;
  mixed[0].c = proofs[1].c;
  EXPECT_FALSE(verify_batch(key, mixed, seal.inputs));
  EXPECT_FALSE(verify(key, mixed[0], seal.inputs[0]));
}

// A flipped byte is a point that does not decode or a proof that does not verify.
TEST(NetworkProofs, FlippedBytes) {
  NetworkProof winning = read_winning();
  PreparedKey key(winning.key);
  for (size_t i : {0, 1, 47, 48, 60, 143, 144, 191}) {
    std::vector<uint8_t> altered = winning.proof;
    altered[i] ^= 0x20;
    try {
      EXPECT_FALSE(verify_bytes(key, altered, winning.inputs)) << i;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kProofBadPoint) << i;
    }
  }
}

TEST(NetworkProofs, Window) {
  NetworkProof window = read_partitions("window.prf");
  expect_published(window, "proof-of-spacetime-fallback");
  PreparedKey key(window.key);
  EXPECT_TRUE(verify_bytes(key, window.proof, window.inputs));
  window.inputs[0].back() += Fr::one();
  EXPECT_FALSE(verify_bytes(key, window.proof, window.inputs));
}

TEST(Verifier, BellmanCases) {
  Json cases = read_json(CUZK_VECTORS "/public/bellman-waves/groth16_cases.json").at("cases");
  size_t valid = 0, invalid = 0;
  for (const Json& one : cases) {
    PreparedKey key(read_waves_key(bytes_of_hex(one.at("vk_hex"))));
    std::vector<Fr> inputs;
    for (const Json& text : one.at("inputs_be")) inputs.push_back(fr_be(text));
    bool expected = one.at("expect").get<bool>();
    EXPECT_EQ(verify(key, decode_proof(bytes_of_hex(one.at("proof_hex"))), inputs), expected);
    ++(expected ? valid : invalid);
  }
  EXPECT_EQ(valid + invalid, 11u);
  EXPECT_GT(invalid, 0u);
}

// The inputs of these statements follow from the statement, which `filecoin` knows; here the keys
// and proofs only.
TEST(Verifier, PolkaKeysAndProofsDecode) {
  Json all = read_json(CUZK_VECTORS "/public/polka-storage/filecoin_2kib_proofs.json");
  size_t cases = 0;
  for (const auto& [name, one] : all.items()) {
    if (!one.is_object()) continue;
    ++cases;
    VerifyingKey key = read_polka_key(bytes_of_hex(one.at("vk_hex")));
    EXPECT_EQ(key.num_inputs(), name == "porep_2kib" ? 40u : 23u) << name;
    decode_proof(bytes_of_hex(one.at("proof_hex")));
  }
  EXPECT_EQ(cases, 2u);
}

TEST(Verifier, ReferenceProofs) {
  for (const char* name :
       {"porep/2k-v1_1-a", "porep/8m-v1_1", "post/window-2k-v1-two-partitions",
        "post/window-2k-v1-two-sectors", "post/window-2k-v1_2-one-sector",
        "post/window-2k-v1_2-two-sectors", "post/winning-2k", "update/update-2k"}) {
    SCOPED_TRACE(name);
    std::string folder = kReferenceFolder + name + "/";
    PreparedKey key(read_verifying_key(folder + "verifying-key.vk"));
    std::vector<uint8_t> proof = read_bytes(folder + "proof.bin");
    Inputs inputs = read_inputs(folder + "inputs.json");
    EXPECT_TRUE(verify_bytes(key, proof, inputs));
    inputs.back().front() += Fr::one();
    EXPECT_FALSE(verify_bytes(key, proof, inputs));
    inputs.back().front() -= Fr::one();
    if (inputs.size() == 2) {
      std::swap(inputs[0], inputs[1]);
      EXPECT_FALSE(verify_bytes(key, proof, inputs));
    }
  }
}

TEST(Verifier, RefusesOtherNumbersOfInputs) {
  PreparedKey key(read_verifying_key(kReferenceFolder + "vectors/tiny.vk"));
  std::vector<uint8_t> proof = bytes_of_hex(read_tiny().at("proof"));
  std::vector<Fr> inputs = read_inputs(kReferenceFolder + "vectors/tiny-inputs.json")[0];
  EXPECT_TRUE(verify_bytes(key, proof, Inputs{inputs}));
  std::vector<Fr> more = inputs, fewer = inputs;
  more.push_back(Fr::zero());
  fewer.pop_back();
  for (const auto& wrong : {more, fewer, std::vector<Fr>{}}) {
    expect_error(ErrorCode::kInputsCount, {"expected 2", "found " + std::to_string(wrong.size())},
                 [&] { (void)verify_bytes(key, proof, Inputs{wrong}); });
  }
  std::vector<uint8_t> twice = proof;
  twice.insert(twice.end(), proof.begin(), proof.end());
  expect_error(ErrorCode::kInputsCount, {"found 3"}, [&] {
    (void)verify_bytes(key, twice, Inputs{inputs, more});
  });
  expect_error(ErrorCode::kInputsCount, {"expected 1", "found 0"},
               [&] { (void)verify_bytes(key, {}, Inputs{}); });
  std::vector<Proof> proofs = {decode_proof(proof)};
  expect_error(ErrorCode::kInputsCount, {"expected 1", "found 2"}, [&] {
    (void)verify_batch(key, proofs, Inputs{inputs, inputs});
  });
}

// A batch of one good proof many times over, and with one bad among them.
TEST(Verifier, BatchOfManyFindsOneBad) {
  PreparedKey key(read_verifying_key(kReferenceFolder + "vectors/tiny.vk"));
  Proof proof = decode_proof(bytes_of_hex(read_tiny().at("proof")));
  std::vector<Fr> inputs = read_inputs(kReferenceFolder + "vectors/tiny-inputs.json")[0];
  std::vector<Proof> proofs(20, proof);
  Inputs lists(20, inputs);
  EXPECT_TRUE(verify_batch(key, proofs, lists));
  EXPECT_TRUE(verify_batch(key, std::span(proofs).first(1), std::span(lists).first(1)));
  // Errors that cancel in an unweighted sum.
  lists[4][0] += Fr::one();
  lists[5][0] -= Fr::one();
  EXPECT_FALSE(verify_batch(key, proofs, lists));
}

}  // namespace
}  // namespace cuzk::groth16
