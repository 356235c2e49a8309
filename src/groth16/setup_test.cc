// SPDX-License-Identifier: MIT OR Apache-2.0
// Parameters made from known secrets are the known files, byte for byte; bad secrets, existing
// files and a full disk leave nothing behind.
#include "groth16/setup.h"

#include <sys/resource.h>

#include <csignal>

#include "base/digest.h"
#include "groth16/sample_circuits.h"
#include "r1cs/circuit_digest.h"

namespace cuzk::groth16 {
namespace {

using base::ErrorCode;

template <class Definition>
void expect_known_files(const Definition& text, const Trapdoor& trapdoor,
                        const std::string& known) {
  TestFolder folder;
  SetupReport report = generate_parameters(r1cs::record(text), trapdoor, folder / "made.params",
                                           {.sector_bytes = 2048});
  std::vector<uint8_t> params = read_bytes(folder / "made.params");
  EXPECT_EQ(params, read_bytes(known + ".params"));
  EXPECT_EQ(read_bytes(folder / "made.vk"), read_bytes(known + ".vk"));
  EXPECT_EQ(report.bytes, params.size());
  EXPECT_EQ(report.bytes, params_bytes(report.num_inputs, report.counts));
  EXPECT_EQ(report.sha256_params, base::sha256(params));
  EXPECT_EQ(folder.count_files(), 4u);
}

TEST(Setup, ProductIsTheKnownFile) {
  expect_known_files(ProductDefinition{}, kat_trapdoor(read_kat()[0]), kKatFolder + "product");
}

TEST(Setup, MixedIsTheKnownFile) {
  expect_known_files(MixedDefinition{}, kat_trapdoor(read_kat()[1]), kKatFolder + "mixed");
}

TEST(Setup, TinyIsTheReferencesFile) {
  Json facts = read_tiny().at("witness").at("r1cs");
  EXPECT_EQ(base::to_hex(r1cs::digest(r1cs::record(TinyDefinition{})).value), facts.at("dig1"));
  expect_known_files(TinyDefinition{}, tiny_trapdoor(), kReferenceFolder + "vectors/tiny");
}

TEST(Setup, DescribesWhatItMade) {
  TestFolder folder;
  Trapdoor trapdoor = tiny_trapdoor();
  SetupReport report = generate_parameters(r1cs::record(TinyDefinition{}), trapdoor,
                                           folder / "v28-tiny.params", {.sector_bytes = 2048});
  EXPECT_EQ(read_bytes(folder / "v28-tiny.meta").size(),
            std::string("{\"sector_size\":2048}").size());
  EXPECT_EQ(read_json((folder / "v28-tiny.meta").string()).at("sector_size"), 2048);
  Json described = read_json((folder / "v28-tiny.generated.json").string());
  Json tiny = read_tiny();
  EXPECT_EQ(described.at("counts"), tiny.at("counts"));
  EXPECT_EQ(described.at("trapdoor"), tiny.at("trapdoor"));
  EXPECT_EQ(described.at("identifier"), "tiny");
  EXPECT_EQ(described.at("file"), "v28-tiny.params");
  EXPECT_EQ(described.at("bytes"), report.bytes);
  EXPECT_EQ(described.at("sha256_params"), base::to_hex(report.sha256_params));
  EXPECT_TRUE(described.contains("insecure"));
  // The side file can serve as the secrets of another setup.
  Trapdoor again = read_trapdoor(folder / "v28-tiny.generated.json");
  EXPECT_EQ(again.tau, trapdoor.tau);
  EXPECT_EQ(again.g2, trapdoor.g2);
}

TEST(Setup, ForgetsRandomSecrets) {
  TestFolder folder;
  generate_parameters(r1cs::record(TinyDefinition{}), Trapdoor::random(), folder / "x.params",
                      {.origin = SecretsOrigin::kRandom});
  Json described = read_json((folder / "x.generated.json").string());
  EXPECT_FALSE(described.contains("trapdoor"));
  EXPECT_TRUE(described.contains("insecure"));
}

TEST(Setup, RefusesBadSecrets) {
  r1cs::Circuit circuit = r1cs::record(TinyDefinition{});
  auto expect_refused = [&](const char* field, Fr Trapdoor::*member, const Fr& value) {
    TestFolder folder;
    Trapdoor trapdoor = tiny_trapdoor();
    trapdoor.*member = value;
    expect_error(ErrorCode::kSetupBadSecret, {field},
                 [&] { generate_parameters(circuit, trapdoor, folder / "x.params", {}); });
    EXPECT_EQ(folder.count_files(), 0u);
  };
  expect_refused("gamma", &Trapdoor::gamma, Fr::zero());
  expect_refused("delta", &Trapdoor::delta, Fr::zero());
  expect_refused("alpha", &Trapdoor::alpha, Fr::zero());
  expect_refused("g2", &Trapdoor::g2, Fr::zero());
  expect_refused("tau", &Trapdoor::tau, Fr::zero());
  expect_refused("tau", &Trapdoor::tau, Fr::one());
  expect_refused("tau", &Trapdoor::tau, field::root_of_unity(4));
}

TEST(Setup, RefusesMalformedSecretFiles) {
  const std::string good = read_tiny().at("trapdoor").dump();
  auto altered = [&](const char* member, const Json& value) {
    Json object = Json::parse(good);
    object[member] = value;
    return object.dump();
  };
  Json without = Json::parse(good);
  without.erase("delta");
  std::vector<std::pair<std::string, std::string>> cases = {
      {"", "secrets.json"},
      {"[]", "secrets.json"},
      {good.substr(0, good.size() / 2), "secrets.json"},
      {without.dump(), "delta"},
      {altered("tau", 5), "tau"},
      {altered("tau", "12"), "tau"},
      {altered("g1", std::string(64, 'g')), "g1"},
      {altered("alpha", std::string(64, 'f')), "alpha"}};
  for (const auto& one : cases) {
    expect_error(ErrorCode::kSetupBadSecret, {one.second},
                 [&] { parse_trapdoor(one.first, "secrets.json"); });
  }
}

TEST(Setup, NeverReplacesAFile) {
  r1cs::Circuit circuit = r1cs::record(TinyDefinition{});
  for (const char* name : {"x.params", "x.vk", "x.meta", "x.generated.json"}) {
    TestFolder folder;
    folder.write(name, {1, 2, 3});
    expect_error(ErrorCode::kFileExists, {name},
                 [&] { generate_parameters(circuit, tiny_trapdoor(), folder / "x.params", {}); });
    EXPECT_EQ(folder.count_files(), 1u);
    EXPECT_EQ(read_bytes(folder / name), (std::vector<uint8_t>{1, 2, 3}));
  }
}

TEST(Setup, RefusesAnotherEnding) {
  TestFolder folder;
  expect_error(ErrorCode::kBadArgument, {".params"}, [&] {
    generate_parameters(r1cs::record(TinyDefinition{}), tiny_trapdoor(), folder / "x.srs", {});
  });
}

TEST(Setup, RefusesAnUnconstrainedVariable) {
  TestFolder folder;
  auto text = [](auto& b) {
    TinyDefinition{}(b);
    b.alloc(r1cs::Unknown());
  };
  expect_error(ErrorCode::kNotSupported, {"auxiliary variable 11"}, [&] {
    generate_parameters(r1cs::record(text), tiny_trapdoor(), folder / "x.params", {});
  });
  EXPECT_EQ(folder.count_files(), 0u);
}

// A limit on the size of files stands for a disk that is full: the write fails in the middle.
TEST(Setup, FullDiskLeavesNothing) {
  r1cs::Circuit circuit = r1cs::record(TinyDefinition{});
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* handler = std::signal(SIGXFSZ, SIG_IGN);
  for (rlim_t limit : {rlim_t{10}, rlim_t{1000}, rlim_t{4000}}) {
    TestFolder folder;
    rlimit small = {limit, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    expect_error(ErrorCode::kWriteFailed, {"x."},
                 [&] { generate_parameters(circuit, tiny_trapdoor(), folder / "x.params", {}); });
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(folder.count_files(), 0u) << limit;
  }
  std::signal(SIGXFSZ, handler);
}

}  // namespace
}  // namespace cuzk::groth16
