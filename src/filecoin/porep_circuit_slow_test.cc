// SPDX-License-Identifier: MIT OR Apache-2.0
// The stacked circuit of every sector size against the reference, the complete 32 GiB and 64 GiB
// streams with all their blocks included; the witness of every sealed sector; and the checker over
// synthetic 32 GiB and 64 GiB partitions (daemon-reference.md 0, fact 7: no size is left out).
#include <gtest/gtest.h>

#include "filecoin/porep_circuit_testing.h"
#include "filecoin/porep_synthetic.h"
#include "filecoin/seal_proof.h"

namespace cuzk::filecoin {
namespace {

class EverySize : public testing::TestWithParam<const char*> {};

TEST_P(EverySize, OneChallenge) {
  PorepShape shape = porep_shape(*find_sector(GetParam()));
  shape.challenges = 1;
  r1cs::expect_reference_digest(std::string("porep-") + GetParam() + "-1-challenge",
                                compile_porep(shape));
}

// All blocks are recorded and compared, not only two.
TEST_P(EverySize, WholePartition) {
  PorepShape shape = porep_shape(*find_sector(GetParam()));
  r1cs::expect_reference_digest(std::string("porep-") + GetParam(),
                                compile_porep(shape, shape.challenges));
}

INSTANTIATE_TEST_SUITE_P(Porep, EverySize,
                         testing::Values("2KiB", "4KiB", "16KiB", "32KiB", "8MiB", "16MiB",
                                         "512MiB", "1GiB", "32GiB", "64GiB"));

class SealedSector : public testing::TestWithParam<const char*> {};

TEST_P(SealedSector, WitnessEqualsTheReference) {
  SealCommitOne sector = read_text(load_c1(GetParam()));
  expect_reference_witness(GetParam(), compile_porep(porep_shape(*sector.proof->sector)));
}

INSTANTIATE_TEST_SUITE_P(Porep, SealedSector, testing::ValuesIn(kC1Cases));

class SyntheticSector : public testing::TestWithParam<const char*> {};

TEST_P(SyntheticSector, CheckerAcceptsPartitions) {
  SealCommitOne sector = make_synthetic_porep(*find_seal_proof(GetParam()), 1000, 7, 1);
  PorepShape shape = porep_shape(*sector.proof->sector);
  for (size_t k : {size_t{0}, sector.partitions.size() - 1}) {
    auto broken = check_porep(shape, porep_values(sector, k));
    EXPECT_FALSE(broken) << "partition " << k << ", row " << broken->row << ": " << broken->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Porep, SyntheticSector,
                         testing::Values("StackedDrg32GiBV1_1", "StackedDrg64GiBV1_1"));

}  // namespace
}  // namespace cuzk::filecoin
