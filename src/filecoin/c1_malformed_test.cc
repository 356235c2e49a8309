// SPDX-License-Identifier: MIT OR Apache-2.0
// Malformed C1 files, each with the code that it must get and with what the message must name: the
// field, what was expected, what was found. All are made from one real file by a single change.
#include <ctime>
#include <vector>

#include "filecoin/c1_test_files.h"
#include "filecoin/c1_wrapper.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

struct Expectation {
  const char* name;
  ErrorCode code;
  std::vector<const char*> fragments;
};

// An edit of the inner JSON at a pointer below the first challenge, unless it starts with "//":
// then of the whole.
struct ValueCase {
  Expectation expect;
  const char* pointer;
  const char* value;  // JSON; null pointer: erase
};

const std::string& real_file() {
  static const std::string file = load_c1("2k-v1_1-a");
  return file;
}

void expect_refused(const std::string& text, const Expectation& expect) {
  const std::clock_t start = std::clock();  // processor time, which other processes do not disturb
  try {
    read_text(text);
    ADD_FAILURE() << expect.name << ": accepted";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), expect.code) << expect.name << ": " << error.text();
    EXPECT_EQ(error.text().rfind("test.json: ", 0), 0u) << error.text();
    for (const char* fragment : expect.fragments) {
      EXPECT_NE(error.text().find(fragment), std::string::npos)
          << expect.name << ": no \"" << fragment << "\" in: " << error.text();
    }
  }
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC) << expect.name;
}

std::string edited(const ValueCase& c) {
  Json inner = Json::parse(unwrap(real_file()));
  std::string pointer = c.pointer;
  pointer = pointer.starts_with("//") ? pointer.substr(1)
                                      : "/vanilla_proofs/StackedDrg2KiBV1/0/0" + pointer;
  const Json::json_pointer at(pointer);
  if (c.value != nullptr) {
    inner[at] = Json::parse(c.value);
  } else if (Json& parent = inner[at.parent_pointer()]; parent.is_array()) {
    parent.erase(std::stoul(at.back()));
  } else {
    parent.erase(at.back());
  }
  return wrap(inner.dump());
}

constexpr const char* kModulus =
    "[1,0,0,0,255,255,255,255,254,91,254,255,2,164,189,83,5,216,161,9,8,216,57,51,72,125,157,41,83,"
    "167,237,115]";
constexpr const char* kZeros = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
constexpr const char* kDeepPath =
    "vanilla_proofs.StackedDrg2KiBV1[0][0].replica_column_proofs.drg_parents[3].inclusion_proof."
    "data.Single.path.path[1].hashes[0]";

const ValueCase kValueCases[] = {
    {{"unknown proof", ErrorCode::kC1UnknownProof, {"registered_proof", "\"StackedDrg3KiBV1\""}},
     "//registered_proof",
     "\"StackedDrg3KiBV1\""},
    {{"other proof", ErrorCode::kC1SizeMismatch, {"SectorSize: expected 8388608", "found 2048"}},
     "//registered_proof",
     "\"StackedDrg8MiBV1_1\""},
    {{"proof of a number", ErrorCode::kC1BadType, {"registered_proof: expected a string, found 5"}},
     "//registered_proof",
     "5"},
    {{"no partitions",
      ErrorCode::kC1PartitionCount,
      {"vanilla_proofs.StackedDrg2KiBV1: expected 1 partitions, found 0"}},
     "//vanilla_proofs/StackedDrg2KiBV1",
     "[]"},
    {{"partitions of another feature",
      ErrorCode::kC1PartitionCount,
      {"expected 13 partitions, found 1"}},
     "//registered_proof",
     "\"StackedDrg2KiBV1_2_Feat_NonInteractivePoRep\""},
    {{"empty partition",
      ErrorCode::kC1ChallengeCount,
      {"vanilla_proofs.StackedDrg2KiBV1[0]: expected 2 challenges, found 0"}},
     "//vanilla_proofs/StackedDrg2KiBV1/0",
     "[]"},
    {{"challenge missing", ErrorCode::kC1ChallengeCount, {"[0]: expected 2 challenges, found 1"}},
     "//vanilla_proofs/StackedDrg2KiBV1/0/1",
     nullptr},
    {{"wrong key of the size",
      ErrorCode::kC1WrongProof,
      {"vanilla_proofs: expected the only key \"StackedDrg2KiBV1\"", "\"StackedDrg8MiBV1\""}},
     "//vanilla_proofs",
     "{\"StackedDrg8MiBV1\":[]}"},
    {{"no key of the size",
      ErrorCode::kC1MissingField,
      {"vanilla_proofs.StackedDrg2KiBV1: expected"}},
     "//vanilla_proofs",
     "{}"},
    {{"no comm_r", ErrorCode::kC1MissingField, {"comm_r: expected the field"}},
     "//comm_r",
     nullptr},
    {{"no ticket", ErrorCode::kC1MissingField, {"ticket: expected the field"}},
     "//ticket",
     nullptr},
    {{"no registered_proof", ErrorCode::kC1MissingField, {"registered_proof: expected the field"}},
     "//registered_proof",
     nullptr},
    {{"comm_r zero", ErrorCode::kC1ZeroValue, {"comm_r: expected a value other than zero"}},
     "//comm_r",
     kZeros},
    {{"comm_d zero", ErrorCode::kC1ZeroValue, {"comm_d: expected", "32 zero bytes"}},
     "//comm_d",
     kZeros},
    {{"seed zero", ErrorCode::kC1ZeroValue, {"seed: expected"}}, "//seed", kZeros},
    {{"comm_d is the modulus",
      ErrorCode::kC1NotCanonical,
      {"comm_d: expected", "found 01000000ffffffff"}},
     "//comm_d",
     kModulus},
    {{"replica_id not canonical", ErrorCode::kC1NotCanonical, {"replica_id"}},
     "//replica_id",
     kModulus},
    {{"sibling not canonical", ErrorCode::kC1NotCanonical, {kDeepPath, "below the field modulus"}},
     "/replica_column_proofs/drg_parents/3/inclusion_proof/data/Single/path/path/1/hashes/0",
     kModulus},
    {{"label not canonical",
      ErrorCode::kC1NotCanonical,
      {"[0][0].replica_column_proofs.exp_parents[7].column.rows[1]"}},
     "/replica_column_proofs/exp_parents/7/column/rows/1",
     kModulus},
    {{"31 bytes",
      ErrorCode::kC1BadByteArray,
      {"comm_r: expected 32 integers from 0 to 255, found 31"}},
     "//comm_r/31",
     nullptr},
    {{"33 bytes", ErrorCode::kC1BadByteArray, {"ticket: expected 32 integers", "found 33"}},
     "//ticket",
     "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33]"},
    {{"byte 256",
      ErrorCode::kC1BadByteArray,
      {"seed[4]: expected an integer from 0 to 255, found 256"}},
     "//seed/4",
     "256"},
    {{"byte -1",
      ErrorCode::kC1BadByteArray,
      {"seed[31]: expected an integer from 0 to 255, found -1"}},
     "//seed/31",
     "-1"},
    {{"byte 1.5", ErrorCode::kC1BadByteArray, {"seed[0]", "found 1.5"}}, "//seed/0", "1.5"},
    {{"byte null", ErrorCode::kC1BadByteArray, {"seed[0]", "found null"}}, "//seed/0", "null"},
    {{"bytes as text", ErrorCode::kC1BadType, {"comm_d: expected an array, found \"00\""}},
     "//comm_d",
     "\"00\""},
    {{"tree D too shallow",
      ErrorCode::kC1PathShape,
      {"[0][0].comm_d_proofs.data.Single.path.path: expected 6 levels, found 5"}},
     "/comm_d_proofs/data/Single/path/path/5",
     nullptr},
    {{"tree C too deep",
      ErrorCode::kC1PathShape,
      {"[0][0].replica_column_proofs.c_x.inclusion_proof.data.Single.path.path: expected 2 levels, "
       "found 3"}},
     "/replica_column_proofs/c_x/inclusion_proof/data/Single/path/path/2",
     "{\"hashes\":[],\"index\":0}"},
    {{"sibling missing", ErrorCode::kC1PathShape, {"path[0].hashes: expected 7 siblings, found 6"}},
     "/comm_r_last_proof/data/Single/path/path/0/hashes/6",
     nullptr},
    {{"other tree shape",
      ErrorCode::kC1PathShape,
      {"[0][0].comm_r_last_proof.data: expected the only key \"Single\"", "found \"Sub\""}},
     "/comm_r_last_proof/data",
     "{\"Sub\":{}}"},
    {{"second tree shape",
      ErrorCode::kC1PathShape,
      {"comm_d_proofs.data: expected", "found \"Top\""}},
     "/comm_d_proofs/data/Top",
     "null"},
    {{"index beyond the arity",
      ErrorCode::kC1PathIndex,
      {"[0][0].comm_r_last_proof.data.Single.path.path[1].index: expected an index below the arity "
       "8, found 8"}},
     "/comm_r_last_proof/data/Single/path/path/1/index",
     "8"},
    {{"index of a binary tree",
      ErrorCode::kC1PathIndex,
      {"path[3].index", "arity 2, found 18446744073709551615"}},
     "/comm_d_proofs/data/Single/path/path/3/index",
     "18446744073709551615"},
    {{"index negative",
      ErrorCode::kC1BadNumber,
      {"path[3].index: expected an integer from 0", "found -3"}},
     "/comm_d_proofs/data/Single/path/path/3/index",
     "-3"},
    {{"layer missing",
      ErrorCode::kC1LayerCount,
      {"[0][0].replica_column_proofs.drg_parents[0].column.rows: expected 2 rows", "found 1"}},
     "/replica_column_proofs/drg_parents/0/column/rows/1",
     nullptr},
    {{"labelling missing",
      ErrorCode::kC1LayerCount,
      {"[0][0].labeling_proofs: expected 2 labeling", "found 1"}},
     "/labeling_proofs/1",
     nullptr},
    {{"base parent missing",
      ErrorCode::kC1ParentCount,
      {"drg_parents: expected 6 base parents, found 5"}},
     "/replica_column_proofs/drg_parents/2",
     nullptr},
    {{"expander parents missing",
      ErrorCode::kC1ParentCount,
      {"exp_parents: expected 8 expander parents, found 0"}},
     "/replica_column_proofs/exp_parents",
     "[]"},
    {{"labelling parent missing",
      ErrorCode::kC1ParentCount,
      {"[0][0].labeling_proofs[1].parents: expected 37"}},
     "/labeling_proofs/1/parents/36",
     nullptr},
    {{"labelling parent malformed",
      ErrorCode::kC1BadByteArray,
      {"[0][0].encoding_proof.parents[5][31]", "found 300"}},
     "/encoding_proof/parents/5/31",
     "300"},
    {{"labelling node differs",
      ErrorCode::kC1BadNumber,
      {"[0][0].labeling_proofs[1].node: expected 54", "found 55"}},
     "/labeling_proofs/1/node",
     "55"},
    {{"layers out of order",
      ErrorCode::kC1BadNumber,
      {"[0][0].labeling_proofs[0].layer_index: expected layer 1"}},
     "/labeling_proofs/0/layer_index",
     "2"},
    {{"encoded node differs",
      ErrorCode::kC1BadNumber,
      {"[0][0].encoding_proof.node: expected 54", "found 1"}},
     "/encoding_proof/node",
     "1"},
    {{"node outside the sector",
      ErrorCode::kC1BadNumber,
      {"c_x.column.index: expected an integer from 0 to 63, found 64"}},
     "/replica_column_proofs/c_x/column/index",
     "64"},
    {{"object for array",
      ErrorCode::kC1BadType,
      {"[0][0].labeling_proofs: expected an array, found an object"}},
     "/labeling_proofs",
     "{}"},
    {{"null for object",
      ErrorCode::kC1BadType,
      {"[0][0].comm_d_proofs: expected an object, found null"}},
     "/comm_d_proofs",
     "null"},
};

// Commitments of 31 or 33 bytes and beyond the modulus too (daemon-reference.md 6.1, point 5).
TEST(C1Malformed, ChangedValues) {
  for (const ValueCase& c : kValueCases) expect_refused(edited(c), c.expect);
}

TEST(C1Malformed, ChangedWrapper) {
  const std::string& file = real_file();
  const auto outer = [&](std::string_view from, std::string_view to) {
    return replaced(file, from, to);
  };
  expect_refused(outer("\"Phase1Out\":\"eyJ", "\"Phase1Out\":\"e*J"),
                 {"base64 character",
                  ErrorCode::kC1BadBase64,
                  {"Phase1Out: expected standard base64", "position 1"}});
  expect_refused(outer("eyJyZWdp", "eyJyZWdpA"),
                 {"base64 length", ErrorCode::kC1BadBase64, {"Phase1Out", "incomplete group"}});
  expect_refused(
      outer("\"Phase1Out\":\"", "\"Phase1Out\":\"\",\"x\":\""),
      {"empty inner", ErrorCode::kC1Truncated, {"Phase1Out, decoded: expected a JSON object"}});
  expect_refused(outer("\"Phase1Out\":", "\"Phase1Out\":{},\"x\":"),
                 {"inner object unencoded",
                  ErrorCode::kC1BadType,
                  {"Phase1Out: expected a string, found an object"}});
  expect_refused(
      outer("\"SectorSize\":2048", "\"SectorSize\":34359738368"),
      {"size", ErrorCode::kC1SizeMismatch, {"SectorSize: expected 2048", "found 34359738368"}});
  expect_refused(
      outer(",\"SectorSize\":2048", ""),
      {"no size", ErrorCode::kC1MissingField, {"SectorSize: expected the field, found none"}});
  expect_refused(
      outer("\"SectorNum\":1001,", ""),
      {"no number", ErrorCode::kC1MissingField, {"SectorNum: expected the field, found none"}});
  expect_refused(
      outer("\"SectorNum\":1001", "\"SectorNum\":-1"),
      {"number", ErrorCode::kC1BadNumber, {"SectorNum: expected an integer from 0", "found -1"}});
  expect_refused(outer("\"SectorNum\":1001", "\"SectorNum\":\"1001\""),
                 {"number as text",
                  ErrorCode::kC1BadType,
                  {"SectorNum: expected an integer, found \"1001\""}});
  expect_refused(outer("\"SectorNum\":1001,", "\"SectorNum\":1001,\"SectorNum\":1001,"),
                 {"twice", ErrorCode::kC1DuplicateField, {"SectorNum: expected the field once"}});
  expect_refused(outer("\"SectorNum\":1001,", "\"SectorNum\":1001,\"x\":1,\"\\u0078\":2,"),
                 {"unknown twice", ErrorCode::kC1DuplicateField, {"x: expected the field once"}});
  expect_refused(
      file + "x",
      {"trailing", ErrorCode::kC1TrailingData, {"top level: expected the end", "found 'x'"}});
  expect_refused(file.substr(0, 70000), {"cut", ErrorCode::kC1Truncated, {"top level", "cut off"}});
  expect_refused("", {"empty", ErrorCode::kC1Truncated, {"found nothing"}});
  expect_refused("[]", {"array", ErrorCode::kC1BadType, {"found a JSON array"}});
  expect_refused("{}", {"empty object", ErrorCode::kC1MissingField, {"registered_proof"}});
  expect_refused(std::string(64, '\0'),
                 {"zeros", ErrorCode::kC1BadJson, {"found byte 0x00 at byte 0"}});
}

TEST(C1Malformed, ChangedInnerText) {
  const std::string inner = unwrap(real_file());
  const auto changed = [&](std::string_view from, std::string_view to) {
    return wrap(replaced(inner, from, to));
  };
  expect_refused(
      wrap(inner.substr(0, inner.size() / 2)),
      {"cut", ErrorCode::kC1Truncated, {"Phase1Out, decoded: expected", "found the end at byte"}});
  expect_refused(wrap(inner + "{}"),
                 {"trailing", ErrorCode::kC1TrailingData, {"Phase1Out, decoded", "found '{'"}});
  expect_refused(
      changed("\"comm_r\":", "\"comm_d\":"),
      {"comm_d twice", ErrorCode::kC1DuplicateField, {"comm_d: expected the field once"}});
  expect_refused(changed("\"index\":0", "\"index\":0,\"index\":1"),
                 {"index twice",
                  ErrorCode::kC1DuplicateField,
                  {"comm_d_proofs.data.Single.path.path[0].index"}});
  expect_refused(
      changed("\"registered_proof\":",
              "\"registered_proof\":\"StackedDrg2KiBV1\",\"registered_proof\":"),
      {"proof twice", ErrorCode::kC1DuplicateField, {"registered_proof: expected the field once"}});
  expect_refused(changed("\"Single\":{", "\"Single\":{},\"Single\":{"),
                 {"variant twice", ErrorCode::kC1MissingField, {"comm_d_proofs.data.Single.root"}});
  expect_refused(changed("\"hashes\":[[", "\"hashes\":[[0"),
                 {"leading zero",
                  ErrorCode::kC1BadByteArray,
                  {"hashes[0][0]: expected an integer from 0 to 255"}});
  expect_refused(changed("\"_h\":null", "\"_h\":nul"),
                 {"atom", ErrorCode::kC1BadJson, {"c_x.column._h"}});
  expect_refused(changed("\"_h\":null", "\"_h\":\"\\x\""),
                 {"escape", ErrorCode::kC1BadJson, {"c_x.column._h"}});
  expect_refused(changed("\"_h\":null", "\"_h\":\"\xff\""),
                 {"UTF-8", ErrorCode::kC1BadJson, {"Phase1Out, decoded"}});
  expect_refused(changed("\"_h\":null", "\"_h\" null"),
                 {"no colon", ErrorCode::kC1BadJson, {"c_x.column"}});
  expect_refused(changed("\"_h\":null", "\"_h\":null,"),
                 {"comma", ErrorCode::kC1BadJson, {"c_x.column"}});
  expect_refused(changed("\"comm_r_last_proof\":{\"data\":{", "\"comm_r_last_proof\":{\"data\":["),
                 {"bracket", ErrorCode::kC1BadJson, {"Phase1Out, decoded: expected ']'"}});
  expect_refused(changed("\"comm_r\":", "\"x\":" + std::string(100000, '[') +
                                            std::string(100000, ']') + ",\"comm_r\":"),
                 {"deep", ErrorCode::kC1TooDeep, {"expected at most 64 nested levels"}});
}

TEST(C1Malformed, UnknownFieldsAreBounded) {
  std::string fields;
  for (int i = 0; i < 1001; ++i) fields += "\"x" + std::to_string(i) + "\":0,";
  expect_refused(replaced(real_file(), "{", "{" + fields),
                 {"unknown fields", ErrorCode::kC1TooLarge, {"x1000: expected at most 1000"}});
}

TEST(C1Malformed, LargeFiles) {
  const std::string large(size_t{300} << 20, ' ');
  expect_refused(large, {"300 MB",
                         ErrorCode::kC1TooLarge,
                         {"file size: expected at most 268435456", "found 314572800"}});
  expect_refused(std::string(100000, '['), {"deep array", ErrorCode::kC1BadType, {"a JSON array"}});
  expect_refused("{\"a\":" + std::string(1 << 20, '['),
                 {"deep", ErrorCode::kC1TooDeep, {"top level"}});
}

}  // namespace
}  // namespace cuzk::filecoin
