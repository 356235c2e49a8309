// SPDX-License-Identifier: MIT OR Apache-2.0
// Gadgets compute what the plain functions compute, and no single value of their witness can be
// altered: each alteration breaks a constraint that has a name.
#include <gtest/gtest.h>

#include "gadget/gadget_definitions.h"
#include "r1cs/plain_circuit.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"
#include "r1cs/valuation.h"

namespace cuzk::gadget {
namespace {

using r1cs::PlainCircuit;

// Every value of the honest witness is altered in turn; for wide values by one, for bits by a flip;
// of the constraints that break, some are named.
template <class Definition>
void expect_refusal(const Definition& definition) {
  r1cs::Circuit circuit = r1cs::record(definition);
  r1cs::WitnessWriter writer;
  definition(writer);
  PlainCircuit plain(circuit);
  std::vector<Fr> values = plain.values(writer.assignment());
  for (uint64_t row = 0; row < plain.rows().size(); ++row)
    ASSERT_TRUE(plain.holds(row, values)) << row;
  base::BitVector is_wide = circuit.wide_aux();
  const uint64_t named_step = circuit.num_aux() / 16 + 1;  // a name is a walk through the text
  for (uint64_t i = 0; i < circuit.num_aux(); ++i) {
    uint64_t variable = circuit.num_inputs() + i;
    Fr honest = values[variable];
    values[variable] = is_wide.get(i) ? honest + Fr::one() : Fr::one() - honest;
    auto row = plain.broken_row_of(variable, values);
    ASSERT_TRUE(row.has_value()) << "aux " << i << " is free";
    values[variable] = honest;
    if (i % named_step != 0) continue;
    r1cs::RowNamer namer(*row);
    definition(namer);
    EXPECT_NE(namer.name(), "");
  }
}

TEST(GadgetRefusal, Numbers) {
  expect_refusal(ToBitsDefinition{});
  expect_refusal(PackDefinition{});
  expect_refusal(PackInputDefinition{});
  expect_refusal(InputDefinition{});
  expect_refusal(EqualText{});
}

TEST(GadgetRefusal, Insertion) {
  expect_refusal(InsertionWithOutputsDefinition<2>{});
  expect_refusal(InsertionWithOutputsDefinition<4>{});
  expect_refusal(InsertionWithOutputsDefinition<8>{});
}

TEST(GadgetRefusal, Poseidon) {
  expect_refusal(PoseidonDefinition<2>{});
  expect_refusal(PoseidonDefinition<4>{});
  expect_refusal(PoseidonDefinition<8>{});
  expect_refusal(PoseidonDefinition<11>{});
}

TEST(GadgetRefusal, Sha256) { expect_refusal(CompressionText{}); }
TEST(GadgetRefusal, Sha256OfABlock) { expect_refusal(Sha256Text{}); }
TEST(GadgetRefusal, TreeNode) { expect_refusal(Sha256NodeText{}); }
TEST(GadgetRefusal, Label) { expect_refusal(LabelText{2}); }

template <class Tree>
void expect_inclusion_refusal(std::vector<unsigned> arities) {
  InclusionDefinition<Tree> text{.arities = std::move(arities)};
  r1cs::WitnessWriter writer;
  text.root = text.node(writer);
  expect_refusal(text);
}

TEST(GadgetRefusal, Inclusion) {
  expect_inclusion_refusal<PoseidonTree>({8, 4, 2});
  expect_inclusion_refusal<Sha256Tree>({2, 2});
}

template <unsigned kArity>
void expect_poseidon_value() {
  Source source;
  std::array<Fr, kArity> inputs;
  for (Fr& input : inputs) input = source.field();
  r1cs::WitnessWriter writer;
  EXPECT_EQ(poseidon<kArity>(writer, inputs), hash::poseidon<kArity>(inputs));
}

TEST(GadgetValue, Poseidon) {
  expect_poseidon_value<2>();
  expect_poseidon_value<4>();
  expect_poseidon_value<8>();
  expect_poseidon_value<11>();
}

TEST(GadgetValue, Sha256) {
  Source source;
  std::vector<uint8_t> message(64);
  for (uint8_t& byte : message) byte = static_cast<uint8_t>(source.word());
  r1cs::WitnessWriter writer;
  std::vector<Word<r1cs::WitnessWriter>> words;
  for (size_t i = 0; i < 16; ++i) {
    words.push_back(alloc_bits(writer, 32, base::load_be<uint32_t>(message.data() + 4 * i)));
  }
  auto state = sha256(writer, 16, [&](unsigned i) { return words[i]; });
  base::Bytes32 actual;
  for (size_t i = 0; i < 8; ++i) base::store_be<uint32_t>(actual.data() + 4 * i, bits(state[i]));
  EXPECT_EQ(actual, base::sha256(std::span<const uint8_t>(message)));
}

// The node of tree D is the digest of both children with its two top bits cleared.
TEST(GadgetValue, TreeNode) {
  Source source;
  Fr left = source.field(), right = source.field();
  std::vector<uint8_t> message;
  for (const Fr& child : {left, right}) {
    base::Bytes32 bytes = child.to_bytes_le();
    message.insert(message.end(), bytes.begin(), bytes.end());
  }
  base::Bytes32 digest = base::sha256(std::span<const uint8_t>(message));
  digest[31] &= 0x3f;
  r1cs::WitnessWriter writer;
  EXPECT_EQ(sha256_node(writer, {left, right}).to_bytes_le(), digest);
}

// Every position of every arity puts x there and the siblings in order around it.
template <unsigned kArity>
void expect_insertion() {
  using B = r1cs::WitnessWriter;
  for (unsigned position = 0; position < kArity; ++position) {
    B writer;
    Word<B> index = alloc_bits(writer, kArity == 2 ? 1 : kArity == 4 ? 2 : 3, position);
    std::array<Fr, kArity - 1> siblings;
    for (unsigned i = 0; i + 1 < kArity; ++i) siblings[i] = Fr::from_u64(i + 1);
    std::array<Fr, kArity> out = insert(writer, index, Fr::from_u64(100), siblings);
    unsigned next = 0;
    for (unsigned i = 0; i < kArity; ++i) {
      EXPECT_EQ(out[i], i == position ? Fr::from_u64(100) : siblings[next++]);
    }
  }
}

TEST(GadgetValue, Insertion) {
  expect_insertion<2>();
  expect_insertion<4>();
  expect_insertion<8>();
}

}  // namespace
}  // namespace cuzk::gadget
