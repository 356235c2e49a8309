// SPDX-License-Identifier: MIT OR Apache-2.0
// The shape of every gadget against the reference: counts, non-zeros, densities and DIG-1
// (porep.md 7.5) of tests/vectors/reference/digests, which were made by running the published Rust
// libraries.
#include <gtest/gtest.h>

#include "gadget/gadget_definitions.h"
#include "r1cs/recorder.h"
#include "r1cs/reference_digest.h"

namespace cuzk::gadget {
namespace {

using r1cs::expect_reference_digest;
using r1cs::record;

std::vector<unsigned> arities(unsigned base, unsigned levels, unsigned sub, unsigned top) {
  std::vector<unsigned> out(levels, base);
  if (sub > 0) out.push_back(sub);
  if (top > 0) out.push_back(top);
  return out;
}

TEST(GadgetDigest, Numbers) {
  expect_reference_digest("gadget-to-bits-le", record(ToBitsDefinition{}));
  expect_reference_digest("gadget-pack-bits-254", record(PackDefinition{}));
  expect_reference_digest("gadget-uint64-pack", record(PackInputDefinition{}));
  expect_reference_digest("gadget-inputize", record(InputDefinition{}));
  expect_reference_digest("gadget-equal", record(EqualText{}));
}

TEST(GadgetDigest, Poseidon) {
  expect_reference_digest("gadget-poseidon-2", record(PoseidonDefinition<2>{}));
  expect_reference_digest("gadget-poseidon-2-hash2", record(PoseidonDefinition<2>{}));
  expect_reference_digest("gadget-poseidon-4", record(PoseidonDefinition<4>{}));
  expect_reference_digest("gadget-poseidon-8", record(PoseidonDefinition<8>{}));
  expect_reference_digest("gadget-poseidon-11", record(PoseidonDefinition<11>{}));
}

// The hash type "randomness" is the same circuit with another tag.
TEST(GadgetDigest, PoseidonWithAnotherTag) {
  std::ifstream file(CUZK_VECTORS "/reference/vectors/poseidon.json");
  std::string tag = nlohmann::json::parse(file)["2-randomness"]["domain_tag"];
  TaggedPoseidonText text{Fr::from_bytes_le(*base::from_hex(tag)).value()};
  expect_reference_digest("gadget-poseidon-2-randomness", record(text));
}

TEST(GadgetDigest, Insertion) {
  expect_reference_digest("gadget-insertion-2", record(InsertionDefinition<2>{}));
  expect_reference_digest("gadget-insertion-4", record(InsertionDefinition<4>{}));
  expect_reference_digest("gadget-insertion-8", record(InsertionDefinition<8>{}));
}

TEST(GadgetDigest, Sha256) {
  expect_reference_digest("gadget-sha256-compression-iv", record(CompressionText{}));
  expect_reference_digest("gadget-sha256-512", record(Sha256Text{}));
  expect_reference_digest("gadget-sha256-512-prefix", record(Sha256Text{}));
  expect_reference_digest("gadget-sha256-two-to-one", record(Sha256NodeText{}));
  expect_reference_digest("gadget-sha256-two-to-one-hash2", record(Sha256NodeText{}));
}

TEST(GadgetDigest, Label) {
  for (uint32_t layer : {1u, 2u, 11u}) {
    expect_reference_digest("gadget-create-label-layer-" + std::to_string(layer),
                            record(LabelText{layer}));
  }
  expect_reference_digest("gadget-create-label-separate-bits", record(SeparateBitsLabelText{}));
}

TEST(GadgetDigest, PoseidonInclusion) {
  struct Shape {
    const char* name;
    std::vector<unsigned> arities;
  };
  const Shape shapes[] = {
      {"2-0-0-64", arities(2, 6, 0, 0)},  {"4-0-0-64", arities(4, 3, 0, 0)},
      {"8-0-0-64", arities(8, 2, 0, 0)},  {"8-2-0-128", arities(8, 2, 2, 0)},
      {"8-4-0-256", arities(8, 2, 4, 0)}, {"8-4-2-512", arities(8, 2, 4, 2)},
      {"8-8-0-512", arities(8, 2, 8, 0)}, {"8-8-2-1024", arities(8, 2, 8, 2)},
  };
  for (const Shape& shape : shapes) {
    std::string name = std::string("por-poseidon-") + shape.name + "-leaves-";
    expect_reference_digest(name + "private",
                            record(InclusionDefinition<PoseidonTree>{shape.arities}));
    expect_reference_digest(name + "public",
                            record(InclusionDefinition<PoseidonTree>{shape.arities, true}));
  }
}

TEST(GadgetDigest, TreesOfAllSizes) {
  struct Size {
    unsigned log_leaves, base_levels, sub, top;
  };
  const Size sizes[] = {{6, 2, 0, 0},  {7, 2, 2, 0},  {9, 2, 8, 0},  {10, 2, 8, 2}, {18, 6, 0, 0},
                        {19, 6, 2, 0}, {24, 8, 0, 0}, {25, 8, 2, 0}, {30, 9, 8, 0}, {31, 9, 8, 2}};
  for (const Size& size : sizes) {
    std::string leaves = std::to_string(uint64_t{1} << size.log_leaves) + "-leaves-private";
    expect_reference_digest("por-tree-r-" + leaves,
                            record(InclusionDefinition<PoseidonTree>{
                                arities(8, size.base_levels, size.sub, size.top)}));
  }
  expect_reference_digest("por-sha256-2-0-0-64-leaves-private",
                          record(InclusionDefinition<Sha256Tree>{arities(2, 6, 0, 0)}));
  expect_reference_digest("por-sha256-2-0-0-64-leaves-public",
                          record(InclusionDefinition<Sha256Tree>{arities(2, 6, 0, 0), true}));
}

}  // namespace
}  // namespace cuzk::gadget
