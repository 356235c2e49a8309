// SPDX-License-Identifier: MIT OR Apache-2.0
// Records of an update: read and written byte for byte, and malformed ones, each with the code that
// it must get and with what the message must name.
#include "filecoin/update_bincode.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "filecoin/update_circuit_testing.h"
#include "filecoin/update_synthetic.h"

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

constexpr const char* kModulus = "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73";
constexpr const char* kOnes = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

// UPD-51.
TEST(UpdateBincode, Sizes) {
  const std::pair<const char*, uint64_t> sizes[] = {{"2KiB", 15'064},
                                                    {"8MiB", 43'864},
                                                    {"512MiB", 453'064},
                                                    {"32GiB", 561'768},
                                                    {"64GiB", 575'528}};
  for (const auto& [sector, bytes] : sizes) {
    EXPECT_EQ(update_record_bytes(update_shape_of(sector)), bytes) << sector;
  }
}

UpdatePartition read(const UpdateShape& shape, std::string_view record) {
  return read_update_record(shape, {reinterpret_cast<const uint8_t*>(record.data()), record.size()},
                            "test");
}

TEST(UpdateBincode, ARealRecordIsReadAndWritten) {
  const RealUpdate real = load_real_update();
  const SectorUpdate update = read_update(real.bytes(), "test");
  const UpdateShape shape = update_shape(*update.proof);
  EXPECT_EQ(write_update_record(shape, update.partitions[0]), real.records[0]);
  const nlohmann::json facts = read_vectors("reference/update/update-2k/update.json");
  EXPECT_EQ(update.partitions[0].comm_c, fr(facts["comm_c_and_comm_r_last_old"]["comm_c"]));
  for (const UpdateChallenge& challenge : update.partitions[0].challenges) {
    EXPECT_EQ(challenge.old_replica.root, fr(facts["comm_c_and_comm_r_last_old"]["comm_r_last"]));
    EXPECT_EQ(challenge.new_replica.root, fr(facts["comm_r_last_new"]));
    EXPECT_EQ(challenge.data.root, update.commitments.comm_d_new);
  }
}

// Paths of one, two and three parts.
TEST(UpdateBincode, RecordsOfEveryTreeSurvive) {
  for (const NamedUpdateShape& named :
       {small_update_shapes()[2], large_update_shapes()[0], large_update_shapes()[1]}) {
    const auto label = [](uint64_t high, uint64_t low) {
      return field::Fr::from_u64(100 * high + low + 1);
    };
    const SectorUpdate update = make_update(named.shape, {field::Fr::one(), label, label});
    for (const UpdatePartition& partition : update.partitions) {
      const std::string record = write_update_record(named.shape, partition);
      EXPECT_EQ(record.size(), update_record_bytes(named.shape)) << named.name;
      EXPECT_EQ(write_update_record(named.shape, read(named.shape, record)), record) << named.name;
    }
  }
}

struct Malformed {
  const char* name;
  size_t at;
  uint64_t number;  // written there in `width` bytes, unless `element` is set
  unsigned width;
  const char* element;  // 32 bytes in hexadecimal
  ErrorCode code;
  const char* fragment;
};

// Of the 2 KiB record: the first challenge, the last one, and their proofs within.
constexpr size_t kFirst = 304, kLast = 304 + 9 * 1476;
constexpr size_t kData = 556, kNew = 920;

const Malformed kMalformed[] = {
    {"comm_c", 0, 0, 0, kModulus, ErrorCode::kRecordNotCanonical, "comm_c, byte 0: expected"},
    {"comm_c of ones", 0, 0, 0, kOnes, ErrorCode::kRecordNotCanonical, "found ffff"},
    {"apex count", 32, 7, 8, nullptr, ErrorCode::kRecordCount,
     "apex_leafs, byte 32: expected 8, found 7"},
    {"apex count above", 32, 9, 8, nullptr, ErrorCode::kRecordCount, "found 9"},
    {"apex count huge", 32, UINT64_MAX, 8, nullptr, ErrorCode::kRecordCount,
     "found 18446744073709551615"},
    {"apex leaf", 40, 0, 0, kModulus, ErrorCode::kRecordNotCanonical, "apex_leafs[0], byte 40"},
    {"last apex leaf", 264, 0, 0, kOnes, ErrorCode::kRecordNotCanonical, "apex_leafs[7], byte 264"},
    {"challenge count", 296, 9, 8, nullptr, ErrorCode::kRecordCount,
     "challenge_proofs, byte 296: expected 10, found 9"},
    {"challenge count above", 296, 11, 8, nullptr, ErrorCode::kRecordCount, "found 11"},
    {"challenge count huge", 296, uint64_t{1} << 63, 8, nullptr, ErrorCode::kRecordCount,
     "found 9223372036854775808"},
    {"old variant", kFirst, 1, 4, nullptr, ErrorCode::kRecordPathShape,
     "challenge_proofs[0].proof_r_old.variant, byte 304: expected 0, found 1"},
    {"old variant unknown", kFirst, 0xffffffff, 4, nullptr, ErrorCode::kRecordPathShape,
     "found 4294967295"},
    {"old root", kFirst + 4, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "challenge_proofs[0].proof_r_old.root, byte 308"},
    {"old leaf", kFirst + 36, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "challenge_proofs[0].proof_r_old.leaf"},
    {"old levels", kFirst + 68, 1, 8, nullptr, ErrorCode::kRecordPathShape,
     "proof_r_old.path[0].levels from here, byte 372: expected 2, found 1"},
    {"old levels above", kFirst + 68, 3, 8, nullptr, ErrorCode::kRecordPathShape,
     "expected 2, found 3"},
    {"old hashes", kFirst + 76, 6, 8, nullptr, ErrorCode::kRecordPathShape,
     "proof_r_old.path[0].number of hashes, byte 380: expected 7, found 6"},
    {"old hashes above", kFirst + 316, 8, 8, nullptr, ErrorCode::kRecordPathShape,
     "proof_r_old.path[1].number of hashes"},
    {"old hash", kFirst + 84, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "proof_r_old.path[0].hashes, byte 388"},
    {"old last hash", kFirst + 516, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "proof_r_old.path[1].hashes"},
    {"old index", kFirst + 308, 8, 8, nullptr, ErrorCode::kRecordPathIndex,
     "proof_r_old.path[0].index, byte 612: expected an index below 8, found 8"},
    {"old index huge", kFirst + 548, uint64_t{1} << 56, 8, nullptr, ErrorCode::kRecordPathIndex,
     "proof_r_old.path[1].index"},
    {"data variant", kFirst + kData, 2, 4, nullptr, ErrorCode::kRecordPathShape,
     "proof_d_new.variant, byte 860: expected 0, found 2"},
    {"data root", kFirst + kData + 4, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "proof_d_new.root"},
    {"data leaf", kFirst + kData + 36, 0, 0, kOnes, ErrorCode::kRecordNotCanonical,
     "proof_d_new.leaf"},
    {"data levels", kFirst + kData + 68, 7, 8, nullptr, ErrorCode::kRecordPathShape,
     "proof_d_new.path[0].levels from here, byte 928: expected 6, found 7"},
    {"data hashes", kFirst + kData + 76, 0, 8, nullptr, ErrorCode::kRecordPathShape,
     "expected 1, found 0"},
    {"data hash", kFirst + kData + 84 + 5 * 48, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "proof_d_new.path[5].hashes"},
    {"data index", kFirst + kData + 116, 2, 8, nullptr, ErrorCode::kRecordPathIndex,
     "proof_d_new.path[0].index, byte 976: expected an index below 2, found 2"},
    {"new variant", kLast + kNew, 3, 4, nullptr, ErrorCode::kRecordPathShape,
     "challenge_proofs[9].proof_r_new.variant"},
    {"new root", kLast + kNew + 4, 0, 0, kModulus, ErrorCode::kRecordNotCanonical,
     "challenge_proofs[9].proof_r_new.root"},
    {"new levels", kLast + kNew + 68, 0, 8, nullptr, ErrorCode::kRecordPathShape,
     "challenge_proofs[9].proof_r_new.path[0].levels"},
    {"new last index", kLast + kNew + 548, 255, 8, nullptr, ErrorCode::kRecordPathIndex,
     "challenge_proofs[9].proof_r_new.path[1].index, byte 15056"},
};

void expect_refused(const std::function<void()>& call, const char* name, ErrorCode code,
                    const char* fragment) {
  try {
    call();
    ADD_FAILURE() << name << ": accepted";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), code) << name << ": " << error.text();
    EXPECT_NE(error.text().find(fragment), std::string::npos)
        << name << ": no \"" << fragment << "\" in: " << error.text();
    EXPECT_EQ(error.text().rfind("test", 0), 0u) << error.text();
  }
}

TEST(UpdateBincode, MalformedFieldsAreNamed) {
  const UpdateShape shape = update_shape_of("2KiB");
  const std::string good = load_real_update().records[0];
  for (const Malformed& malformed : kMalformed) {
    std::string record = good;
    std::string change;
    for (unsigned i = 0; i < malformed.width; ++i) {
      change += static_cast<char>(malformed.number >> 8 * i);
    }
    if (malformed.element != nullptr) change = raw_bytes(malformed.element);
    record.replace(malformed.at, change.size(), change);
    ASSERT_EQ(record.size(), good.size());
    expect_refused([&] { read(shape, record); }, malformed.name, malformed.code,
                   malformed.fragment);
  }
}

TEST(UpdateBincode, EveryOtherLengthIsRefused) {
  const UpdateShape shape = update_shape_of("2KiB");
  const std::string good = load_real_update().records[0];
  for (size_t size = 0; size < good.size(); ++size) {
    expect_refused([&] { read(shape, good.substr(0, size)); }, "cut", ErrorCode::kRecordLength,
                   "length: expected 15064 bytes");
  }
  expect_refused([&] { read(shape, good + '\0'); }, "longer", ErrorCode::kRecordLength,
                 "found 15065");
  expect_refused([&] { read(update_shape_of("8MiB"), good); }, "of another size",
                 ErrorCode::kRecordLength, "expected 43864 bytes, found 15064");
}

TEST(UpdateBincode, RequestsAreCheckedBeforeTheirRecordsAreRead) {
  const auto refused = [](const char* name, ErrorCode code, const char* fragment, auto change) {
    RealUpdate real = load_real_update();
    uint64_t proof = 0;
    change(real, proof);
    UpdateBytes bytes = real.bytes();
    bytes.registered_proof = proof;
    expect_refused([&] { check_update_bytes(bytes, "test"); }, name, code, fragment);
    expect_refused([&] { read_update(bytes, "test"); }, name, code, fragment);
  };
  refused("number", ErrorCode::kBadArgument,
          "registered_proof: expected the number of an update "
          "proof, 0 to 4, found 5",
          [](RealUpdate&, uint64_t& proof) { proof = 5; });
  refused("no record", ErrorCode::kRecordCount,
          "vanilla_proofs: expected 1 records, one for each "
          "partition of 2KiB, found 0",
          [](RealUpdate& r, uint64_t&) { r.records.clear(); });
  refused("two records", ErrorCode::kRecordCount, "found 2",
          [](RealUpdate& r, uint64_t&) { r.records.push_back(r.records[0]); });
  refused("records of another proof", ErrorCode::kRecordCount, "expected 16 records",
          [](RealUpdate&, uint64_t& proof) { proof = 3; });
  refused("length", ErrorCode::kRecordLength,
          "vanilla_proofs[0]: length: expected 15064 bytes for "
          "2KiB, found 15063",
          [](RealUpdate& r, uint64_t&) { r.records[0].pop_back(); });
  refused("short commitment", ErrorCode::kCommitmentLength,
          "comm_r_old: expected 32 bytes, found 31",
          [](RealUpdate& r, uint64_t&) { r.comm_r_old.pop_back(); });
  refused("no commitment", ErrorCode::kCommitmentLength, "comm_d_new: expected 32 bytes, found 0",
          [](RealUpdate& r, uint64_t&) { r.comm_d_new.clear(); });
  refused("CID", ErrorCode::kCommitmentLength, "comm_r_new: expected 32 bytes, found 39",
          [](RealUpdate& r, uint64_t&) { r.comm_r_new.insert(0, 7, 'b'); });
  refused("commitment", ErrorCode::kCommitmentNotCanonical, "comm_r_new: expected a little-endian",
          [](RealUpdate& r, uint64_t&) { r.comm_r_new = raw_bytes(kModulus); });
  refused("commitment of ones", ErrorCode::kCommitmentNotCanonical, "comm_d_new",
          [](RealUpdate& r, uint64_t&) { r.comm_d_new = raw_bytes(kOnes); });
  refused("commitment", ErrorCode::kCommitmentNotCanonical, "comm_r_old",
          [](RealUpdate& r, uint64_t&) { r.comm_r_old = raw_bytes(kModulus); });
}

}  // namespace
}  // namespace cuzk::filecoin
