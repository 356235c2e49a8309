// SPDX-License-Identifier: MIT OR Apache-2.0
// The circuit of a sector update of every other size against the reference, the complete 32 GiB and
// 64 GiB streams included: what is recorded from a few challenges is right for all of them. And the
// checker over synthetic partitions of every registered proof but the smallest.
#include <gtest/gtest.h>

#include "filecoin/update_check.h"
#include "filecoin/update_circuit_testing.h"
#include "filecoin/update_synthetic.h"
#include "r1cs/reference_digest.h"

namespace cuzk::filecoin {
namespace {

class EveryUpdateSize : public testing::TestWithParam<NamedUpdateShape> {};

TEST_P(EveryUpdateSize, EqualsTheReference) {
  const auto& [name, shape] = GetParam();
  r1cs::expect_reference_digest(name, compile_update(shape, 3));
}

std::string size_of(const testing::TestParamInfo<NamedUpdateShape>& param) {
  return param.param.name.substr(std::string("update-").size());
}

INSTANTIATE_TEST_SUITE_P(Update, EveryUpdateSize, testing::ValuesIn(large_update_shapes()),
                         size_of);

class SyntheticUpdate : public testing::TestWithParam<const char*> {};

// Every constraint of the first and the last partition holds for what the checks have passed.
TEST_P(SyntheticUpdate, CheckerAcceptsPartitions) {
  const UpdateProof& proof = *find_update_proof(*find_sector(std::string_view(GetParam())));
  const SectorUpdate update = make_synthetic_update(proof, 1);
  EXPECT_NO_THROW(check_statement(update));
  const UpdateShape shape = update_shape(proof);
  for (size_t k : {size_t{0}, update.partitions.size() - 1}) {
    const auto broken = check_update(shape, update_values(update, k));
    EXPECT_FALSE(broken) << "partition " << k << ", row " << broken->row << ": " << broken->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Update, SyntheticUpdate,
                         testing::Values("8MiB", "512MiB", "32GiB", "64GiB"));

}  // namespace
}  // namespace cuzk::filecoin
