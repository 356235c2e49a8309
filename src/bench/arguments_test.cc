// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/arguments.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

namespace cuzk::bench {
namespace {

template <class Action>
void expect_refused(Action action, const std::string& mention) {
  try {
    action();
    ADD_FAILURE() << "expected BAD_ARGUMENT with " << mention;
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kBadArgument);
    EXPECT_NE(error.text().find(mention), std::string::npos) << error.text();
  }
}

TEST(Arguments, Sectors) {
  EXPECT_STREQ(sector_argument("--sector-size", "32GiB").name, "32GiB");
  EXPECT_STREQ(sector_argument("--sector-size", "2 kib").name, "2KiB");
  for (const char* value : {"", "32", "32GB", "3GiB"}) {
    expect_refused([&] { sector_argument("--sector-size", value); }, "--sector-size: expected");
    expect_refused([&] { sector_argument("--sector-size", value); }, "2KiB, 4KiB");
  }
}

TEST(Arguments, SealProofs) {
  EXPECT_EQ(seal_proof_argument("--registered-proof", "5").id, 5u);
  EXPECT_EQ(seal_proof_argument("--registered-proof", "StackedDrg32GiBV1_1").id, 8u);
  for (const char* value : {"20", "-1", "5x", "", "StackedDrg"}) {
    expect_refused([&] { seal_proof_argument("--registered-proof", value); }, "0 to 19");
  }
}

TEST(Arguments, Bytes) {
  EXPECT_EQ(bytes32_argument("--seed", std::string(64, 'a'))[0], 0xaa);
  expect_refused([] { bytes32_argument("--seed", "aa"); }, "64 hexadecimal digits");
}

TEST(Arguments, Kinds) {
  for (const filecoin::ProofKind& kind : filecoin::all_proof_kinds()) {
    for (const char* name : {kind.name, kind.short_name, kind.parameters_name}) {
      EXPECT_EQ(&kind_argument("--kind", name), &kind) << name;
    }
  }
  expect_refused([] { kind_argument("--kind", "seal"); }, "porep, update");
}

TEST(Arguments, FilesOfBytesOrHexadecimal) {
  std::string folder = (std::filesystem::temp_directory_path() / "cuzk-args-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::filesystem::path path(folder);
  base::write_new_file(path / "hex", "00ff\n");
  EXPECT_EQ(raw_or_hex_file(path / "hex"), (std::vector<uint8_t>{0x00, 0xff}));
  base::write_new_file(path / "raw", std::vector<uint8_t>{0x80, 0x00, 0x0a});
  EXPECT_EQ(raw_or_hex_file(path / "raw"), (std::vector<uint8_t>{0x80, 0x00, 0x0a}));
  std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace cuzk::bench
