// SPDX-License-Identifier: MIT OR Apache-2.0
// The forms in which a C1 file comes: each that holds one is read as the same statement, each that
// holds none is refused by its name.
#include "filecoin/c1_bincode.h"
#include "filecoin/c1_bincode_testing.h"
#include "filecoin/c1_test_files.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_check.h"
#include "filecoin/porep_synthetic.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

constexpr const char* kCase = "2k-v1_1-a";
constexpr uint64_t kSector = 77;

const std::string& inner_text() {
  static const std::string inner = unwrap(load_c1(kCase));
  return inner;
}

struct Form {
  const char* name;
  std::string text;
  std::optional<uint64_t> sector_number;
};

std::vector<Form> forms() {
  const std::string& inner = inner_text();
  const std::string base64 = base64_encode(inner);
  const std::string quoted = '"' + base64 + '"';
  const std::string id = R"({"Miner":1000,"Number":77})";
  return {
      {"market, object", R"({"SectorID":)" + id + R"(,"PoRep":)" + inner + "}", kSector},
      {"market, base64", R"({"PoRep":)" + quoted + R"(,"SectorID":)" + id + "}", kSector},
      {"Lotus, remote phase 2",
       R"({"Sector":)" + id + R"(,"ProofType":5,"Commit1Out":)" + quoted + "}", kSector},
      {"the same in Rust's spelling",
       R"({"sector":)" + id + R"(,"proof_type":5,"commit1_out":)" + quoted + "}", kSector},
      {"Lotus, call",
       R"({"jsonrpc":"2.0","id":1,"method":"Filecoin.SealCommit2","params":[{"ID":)" + id +
           R"(,"ProofType":5},)" + quoted + "]}",
       kSector},
      {"base64", base64 + "\n", std::nullopt},
      {"base64 in quotes", quoted, std::nullopt},
      {"byte order mark", "\xef\xbb\xbf" + inner, std::nullopt},
      {"SupraSeal", BincodeWriter::write(read_text(inner)), std::nullopt},
  };
}

TEST(C1Forms, EveryFormIsTheSameStatement) {
  const SealCommitOne expected = read_text(inner_text());
  const std::string again = write_c1(expected, kSector);
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const SealCommitOne c1 = read_text(form.text);
    EXPECT_EQ(c1.sector_number, form.sector_number);
    EXPECT_TRUE(write_c1(c1, kSector) == again);
  }
}

TEST(C1Forms, EveryCutOfEveryFormIsRefused) {
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    // The line end behind base64 may go.
    const size_t size = form.text.size() - (form.text.ends_with('\n') ? 1 : 0);
    for (size_t length = 0; length < size; length += 1 + length % 4999) {
      EXPECT_THROW(read_text(form.text.substr(0, length)), base::Error) << length;
    }
    for (size_t tail = 1; tail < 20; ++tail) {
      EXPECT_THROW(read_text(form.text.substr(0, size - tail)), base::Error) << tail;
    }
  }
}

struct Refusal {
  const char* name;
  std::string text;
  ErrorCode code;
  std::vector<const char*> parts;
};

TEST(C1Forms, WhatIsNoC1IsCalledByItsName) {
  const std::string& inner = inner_text();
  std::string utf16;
  for (const char c : inner.substr(0, 100)) utf16 += {c, '\0'};
  const std::string pre_commit =
      R"({"registered_proof":"StackedDrg2KiBV1_1","labels":{},"config":{},"comm_d":[1]})";
  const std::vector<Refusal> refusals = {
      {"gzip", {"\x1f\x8b\x08\x00", 4}, ErrorCode::kC1BadType, {"a gzip archive", "gunzip"}},
      {"zstd", "\x28\xb5\x2f\xfd...", ErrorCode::kC1BadType, {"a zstd archive"}},
      {"xz",
       {"\xfd"
        "7zXZ\0",
        6},
       ErrorCode::kC1BadType,
       {"an xz archive"}},
      {"zip", "PK\x03\x04...", ErrorCode::kC1BadType, {"a zip archive"}},
      {"UTF-16 with mark", "\xff\xfe" + utf16, ErrorCode::kC1BadType, {"UTF-16", "iconv"}},
      {"UTF-16", utf16, ErrorCode::kC1BadType, {"UTF-16", "iconv"}},
      {"page", "\n<!DOCTYPE html><html>", ErrorCode::kC1BadType, {"a page in HTML", "again"}},
      {"LFS",
       "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
       ErrorCode::kC1BadType,
       {"a pointer of Git LFS", "git lfs pull"}},
      {"array", R"(["AAAA"])", ErrorCode::kC1BadType, {"a JSON array", "PoSt"}},
      {"record", base64_encode(std::string(300, '\7')), ErrorCode::kC1BadType, {"no JSON", "PoSt"}},
      {"pre-commit", pre_commit, ErrorCode::kC1BadType, {"pre-commit phase 1", "labels"}},
      {"pre-commit, base64",
       base64_encode(pre_commit),
       ErrorCode::kC1BadType,
       {"pre-commit phase 1"}},
      {"another call",
       R"({"method":"Filecoin.SealPreCommit1","params":[]})",
       ErrorCode::kC1BadType,
       {"method", "Filecoin.SealCommit2", "SealPreCommit1"}},
      {"nothing", "  \n", ErrorCode::kC1Truncated, {"found nothing"}},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.name);
    try {
      read_text(refusal.text);
      ADD_FAILURE() << "accepted";
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), refusal.code) << error.text();
      for (const char* part : refusal.parts) {
        EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
      }
    }
  }
}

// The form does not say which size it is; every size is told from every other.
TEST(C1Bincode, SizesAreToldByCountsAndLength) {
  for (const char* name : {"2k-v1_1-a", "8m-v1_1"}) {
    const SealCommitOne expected = read_text(load_c1(name));
    const std::string text = BincodeWriter::write(expected);
    const SealCommitOne c1 = read_text(text);
    EXPECT_EQ(c1.proof, expected.proof);
    check_statement(c1);
    EXPECT_THROW(read_text(text + '\0'), base::Error);
  }
}

// Every byte counts: an altered one is refused here or by the check, or is one of a parent's label,
// which nobody reads.
TEST(C1Bincode, AlteredCountsAndVariantsAreRefused) {
  const std::string good = BincodeWriter::write(read_text(inner_text()));
  const size_t challenges = 8, variant = 16, levels = variant + 4 + 64, siblings = levels + 8;
  const size_t index = siblings + 8 + 32;
  for (const auto& [at, code] :
       std::vector<std::pair<size_t, ErrorCode>>{{challenges, ErrorCode::kC1ChallengeCount},
                                                 {variant, ErrorCode::kC1PathShape},
                                                 {levels, ErrorCode::kC1PathShape},
                                                 {siblings, ErrorCode::kC1PathShape},
                                                 {index, ErrorCode::kC1PathIndex},
                                                 {variant + 4 + 31, ErrorCode::kC1NotCanonical}}) {
    std::string altered = good;
    altered[at] = '\x7f';
    try {
      read_text(altered);
      ADD_FAILURE() << at;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), code) << at << ": " << error.text();
    }
  }
}

}  // namespace
}  // namespace cuzk::filecoin
