// SPDX-License-Identifier: MIT OR Apache-2.0
// The reader on real files: values, forms that it must accept (daemon-reference.md 6.1, point 3),
// and every kind of cut. Malformed files stand in c1_malformed_test.cc.
#include "filecoin/c1_reader.h"

#include <optional>

#include "filecoin/c1_test_files.h"
#include "filecoin/c1_writer.h"

namespace cuzk::filecoin {
namespace {

std::string hex(const field::Fr& value) { return base::to_hex(value.to_bytes_le()); }

TEST(C1Reader, RealFilesStateTheirSector) {
  for (const char* name : kC1Cases) {
    const Json seal = Json::parse(load_text(seal_path(name, "seal.json")));
    const SealCommitOne c1 = read_text(load_c1(name));
    EXPECT_EQ(c1.proof->name, seal["registered_proof"]) << name;
    EXPECT_EQ(c1.sector_number, seal["sector"].get<uint64_t>());
    EXPECT_EQ(hex(c1.comm_r), seal["comm_r"]);
    EXPECT_EQ(hex(c1.comm_d), seal["comm_d"]);
    EXPECT_EQ(hex(c1.replica_id), seal["replica_id"]);
    EXPECT_EQ(base::to_hex(c1.seed), seal["seed"]);
    EXPECT_EQ(base::to_hex(c1.ticket), seal["ticket"]);
    ASSERT_EQ(c1.partitions.size(), seal["partitions"].get<size_t>());
    for (size_t k = 0; k < c1.partitions.size(); ++k) {
      ASSERT_EQ(c1.partitions[k].size(), seal["challenges"][k].size());
      for (size_t i = 0; i < c1.partitions[k].size(); ++i) {
        EXPECT_EQ(c1.partitions[k][i].node, seal["challenges"][k][i].get<uint64_t>());
        EXPECT_EQ(hex(c1.partitions[k][i].column.path.root),
                  seal["comm_c_and_comm_r_last"]["comm_c"]);
        EXPECT_EQ(hex(c1.partitions[k][i].replica.root),
                  seal["comm_c_and_comm_r_last"]["comm_r_last"]);
      }
    }
  }
}

// Writing what was read is a full picture of it.
void expect_same(const SealCommitOne& c1, const std::string& file) {
  EXPECT_EQ(write_c1(c1, 1001), file);
}

TEST(C1Reader, BareInnerObject) {
  const std::string file = load_c1("2k-v1_1-a");
  const SealCommitOne c1 = read_text(unwrap(file));
  EXPECT_FALSE(c1.sector_number);
  expect_same(c1, file);
}

TEST(C1Reader, AnyKeyOrder) {
  const std::string file = load_c1("2k-v1_1-a");
  const nlohmann::json sorted = nlohmann::json::parse(unwrap(file));
  expect_same(read_text(wrap(sorted.dump())), file);

  const auto reversed = [](const auto& self, const Json& from) -> Json {
    Json out = from;
    if (from.is_object()) {
      out = Json::object();
      for (auto at = from.rbegin(); at != from.rend(); ++at) out[at.key()] = self(self, at.value());
    } else if (from.is_array()) {
      for (Json& element : out) element = self(self, element);
    }
    return out;
  };
  expect_same(read_text(wrap(reversed(reversed, Json::parse(unwrap(file))).dump())), file);
  expect_same(read_text(reversed(reversed, Json::parse(file)).dump()), file);
}

// All twenty names are known: the one file is read under those whose shape it has, and otherwise
// refused for its shape.
TEST(C1Reader, NamesOfAllSealProofs) {
  const std::string inner = unwrap(load_c1("2k-v1_1-a"));
  const SealProof& real = *find_seal_proof("StackedDrg2KiBV1_1");
  for (const SealProof& proof : seal_proofs()) {
    SCOPED_TRACE(proof.name);
    const std::string file = wrap(replaced(inner, std::string("\"") + real.name + "\"",
                                           std::string("\"") + proof.name + "\""),
                                  proof.sector->bytes);
    std::optional<base::ErrorCode> expected;
    if (proof.feature == Feature::kNonInteractive) expected = base::ErrorCode::kC1PartitionCount;
    if (proof.sector != real.sector) expected = base::ErrorCode::kC1WrongProof;
    try {
      EXPECT_EQ(read_text(file).proof, &proof);
      EXPECT_EQ(expected, std::nullopt);
    } catch (const base::Error& error) {
      EXPECT_EQ(expected, error.code()) << error.text();
    }
  }
}

TEST(C1Reader, WhiteSpaceAndUnknownFields) {
  const std::string file = load_c1("2k-v1_1-a");
  Json inner = Json::parse(unwrap(file));
  inner["note"] = {{"a", {1, -2.5e3, true, nullptr, "x\ny"}}};
  inner["vanilla_proofs"]["StackedDrg2KiBV1"][0][1]["extra"] = "\u00e9";
  expect_same(read_text(inner.dump(1)), file);
  Json outer = Json::parse(wrap(inner.dump(4)));
  outer["comm_r"] = 5;  // an extra field of the wrapper, whatever its name
  expect_same(read_text(outer.dump(3)), file);
}

TEST(C1Reader, EscapedBase64) {
  const std::string file = load_c1("2k-v1_1-a");
  std::string escaped;
  for (const char c : file) escaped += c == '/' ? "\\/" : std::string(1, c);
  expect_same(read_text(escaped), file);
}

// Cut anywhere, a file is refused with an error of the reader.
TEST(C1Reader, EveryCutIsRefused) {
  const std::string file = load_c1("2k-v1_1-a");
  const std::string inner = unwrap(file);
  size_t cuts = 0;
  for (size_t length = 0; length < inner.size(); length += 1 + length % 701) {
    EXPECT_THROW(read_text(inner.substr(0, length)), base::Error) << length;
    EXPECT_THROW(read_text(wrap(inner.substr(0, length))), base::Error) << length;
    EXPECT_THROW(read_text(file.substr(0, length)), base::Error) << length;
    ++cuts;
  }
  for (size_t tail = 1; tail < 100; ++tail) {
    EXPECT_THROW(read_text(inner.substr(0, inner.size() - tail)), base::Error) << tail;
    EXPECT_THROW(read_text(file.substr(0, file.size() - tail)), base::Error) << tail;
  }
  EXPECT_GT(cuts, 200u);
}

}  // namespace
}  // namespace cuzk::filecoin
