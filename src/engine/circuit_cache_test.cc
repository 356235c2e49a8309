// SPDX-License-Identifier: MIT OR Apache-2.0
// A circuit is recorded once and read afterwards, the same (daemon-reference.md 0, fact 1, and 5.1,
// fault 1: what was compiled is used, also by the next process); damaged files are replaced, and
// where nothing can be written the circuit is there all the same (daemon-reference.md 6.1, point
// 8).
#include "engine/circuit_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <latch>
#include <thread>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "r1cs/circuit_file.h"

namespace cuzk::engine {
namespace {

namespace fs = std::filesystem;

class CircuitCache : public testing::Test {
 protected:
  CircuitCache() : folder_(testing::TempDir() + "circuit_cache." + std::to_string(::getpid())) {
    fs::create_directories(folder_);
  }
  ~CircuitCache() override { fs::remove_all(folder_); }

  CachedCircuit get(const std::optional<fs::path>& folder) const {
    return compiled_circuit(circuit_, folder, {});
  }
  bool says(const CachedCircuit& found, const char* text) const {
    return found.origin.find(text) != std::string::npos;
  }

  const KindCircuit& circuit_ = *find_circuit(kinds(), "porep-2k");
  fs::path folder_;
};

TEST_F(CircuitCache, RecordsOnceAndReadsAfterwards) {
  CachedCircuit first = get(folder_);
  EXPECT_TRUE(says(first, "recorded; kept in")) << first.origin;
  fs::path path = circuit_path(folder_, circuit_);
  EXPECT_EQ(path.filename(), "porep-2KiB-r1.circuit");
  EXPECT_EQ(fs::file_size(path), r1cs::circuit_file_bytes(first.circuit));
  CachedCircuit second = get(folder_);
  EXPECT_TRUE(says(second, "read from")) << second.origin;
  EXPECT_EQ(second.circuit.num_constraints(), first.circuit.num_constraints());
  EXPECT_EQ(second.circuit.num_aux(), first.circuit.num_aux());
  EXPECT_EQ(second.circuit.memory_bytes(), first.circuit.memory_bytes());
}

TEST_F(CircuitCache, ReplacesDamagedFiles) {
  get(folder_);
  fs::path path = circuit_path(folder_, circuit_);
  const auto size = fs::file_size(path);
  for (auto length : {uintmax_t{0}, uintmax_t{100}, size - 1}) {
    fs::resize_file(path, length);
    CachedCircuit again = get(folder_);
    EXPECT_TRUE(says(again, "recorded, as")) << again.origin;
    EXPECT_TRUE(says(again, "kept in")) << again.origin;
    EXPECT_TRUE(says(get(folder_), "read from"));
  }
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(1000).put('x');
  EXPECT_TRUE(says(get(folder_), "recorded, as"));
  EXPECT_TRUE(says(get(folder_), "read from"));
}

TEST_F(CircuitCache, SeveralAtOnceMakeOneFile) {
  std::vector<std::string> origins(4);
  std::latch together(4);
  {
    std::vector<std::jthread> programs;
    for (std::string& origin : origins) {
      programs.emplace_back([&] {
        together.arrive_and_wait();
        origin = get(folder_).origin;
      });
    }
  }
  size_t kept = 0;
  for (const std::string& origin : origins) {
    kept += origin.starts_with("recorded; kept in");
    EXPECT_TRUE(origin.starts_with("recorded; kept ") || origin.starts_with("read from")) << origin;
  }
  EXPECT_EQ(kept, 1u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  EXPECT_TRUE(says(get(folder_), "read from"));
}

TEST_F(CircuitCache, AFileWithARightChecksumAndAnotherCircuitIsFoundOut) {
  suspect_circuit(circuit_, std::nullopt, {});
  suspect_circuit(circuit_, folder_, {});  // there is no file
  get(folder_);
  suspect_circuit(circuit_, folder_, {});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  const fs::path path = circuit_path(folder_, circuit_);
  const std::vector<uint8_t> good = base::read_file(path, r1cs::kCircuitBytesMax);
  std::vector<uint8_t> poisoned = good;
  poisoned[20] ^= 2;  // the first coefficient that has no fixed id
  const base::Bytes32 digest =
      base::sha256(std::span<const uint8_t>(poisoned).first(poisoned.size() - 32));
  std::copy(digest.begin(), digest.end(), poisoned.end() - 32);
  fs::remove(path);
  base::write_new_file(path, poisoned);
  EXPECT_TRUE(says(get(folder_), "read from"));
  try {
    suspect_circuit(circuit_, folder_, {});
    ADD_FAILURE() << "not found out";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kCircuitFileDamaged);
    EXPECT_NE(error.text().find(path.string()), std::string::npos) << error.text();
  }
  EXPECT_EQ(base::read_file(path, r1cs::kCircuitBytesMax), good);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(CircuitCache, DoesWithoutWhereNothingCanBeWritten) {
  EXPECT_EQ(get(std::nullopt).origin, "recorded");
  // The second exists, and nobody can make a file in it.
  for (const fs::path& folder : {folder_ / "absent", fs::path("/proc/self")}) {
    CachedCircuit found = get(folder);
    EXPECT_TRUE(says(found, "recorded; not kept: ")) << found.origin;
    EXPECT_GT(found.circuit.num_constraints(), 0u);
  }
  EXPECT_FALSE(fs::exists(folder_ / "absent"));
}

}  // namespace
}  // namespace cuzk::engine
