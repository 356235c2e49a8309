// SPDX-License-Identifier: MIT OR Apache-2.0
// Compiled circuits survive a round trip through their file, and damaged files are refused.
#include "r1cs/circuit_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "r1cs/circuit_digest.h"
#include "r1cs/recorder.h"

namespace cuzk::r1cs {
namespace {

using base::Error;
using base::ErrorCode;

// A repeated block with far columns, inputs, lent bits, and a coefficient that is no power of two.
Circuit small_circuit() {
  return record([](Recorder& b) {
    auto x = b.alloc(Unknown());
    auto lent = b.alloc_lanes(0xfff, Unknown());
    const auto lend = [&](unsigned i, auto& lender) { lender.add_lanes(lent, 0xfu << 4 * i); };
    b.repeat(3, lend, [&](Recorder& block, unsigned i) {
      auto y = block.alloc(Unknown());
      auto lanes = block.alloc_lanes(0xff, Unknown());
      auto input = block.alloc_input(Unknown());
      block.enforce_lanes("row", 0xff, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
        ra.add_lane(lanes, lane, power_of_two(lane));
        ra.add(x, Fr::from_u64(12345));
        rb.add(y);
        if (lane < 4) rb.add_lane(lent, 4 * i + lane, Fr::one());
        rc.add(input);
        rc.add_one(Fr::from_u64(99));
      });
    });
  });
}

class CircuitFile : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "circuit_file_test." + std::to_string(::getpid());
    write_circuit(small_circuit(), path_);
    bytes_ = base::read_file(path_, kCircuitBytesMax);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // The bytes with a digest that fits them, so that what stands behind the digest check is reached.
  std::vector<uint8_t> sealed(std::vector<uint8_t> bytes) const {
    bytes.resize(bytes.size() - 32);
    base::Bytes32 digest = base::sha256(std::span<const uint8_t>(bytes));
    bytes.insert(bytes.end(), digest.begin(), digest.end());
    return bytes;
  }
  static std::optional<ErrorCode> refusal(std::span<const uint8_t> bytes) {
    try {
      read_circuit(bytes, "a file");
    } catch (const Error& error) {
      EXPECT_NE(error.text().find("a file"), std::string::npos);
      return error.code();
    }
    return std::nullopt;
  }

  std::string path_;
  std::vector<uint8_t> bytes_;
};

TEST_F(CircuitFile, RoundTrip) {
  Circuit circuit = small_circuit();
  EXPECT_EQ(bytes_.size(), circuit_file_bytes(circuit));
  Circuit read = read_circuit(bytes_, path_);
  EXPECT_EQ(digest(read).value, digest(circuit).value);
  EXPECT_EQ(read.a_aux_density(), circuit.a_aux_density());
  EXPECT_EQ(read.b_aux_density(), circuit.b_aux_density());
  EXPECT_EQ(read.b_input_density(), circuit.b_input_density());
  EXPECT_EQ(read.wide_aux(), circuit.wide_aux());
}

TEST_F(CircuitFile, RefusesEveryTruncation) {
  for (size_t size = 0; size < bytes_.size(); ++size) {
    auto cut = std::span(bytes_).first(size);
    EXPECT_TRUE(refusal(cut).has_value()) << size;
    if (size > 52) {
      EXPECT_EQ(refusal(sealed({cut.begin(), cut.end()})), ErrorCode::kCircuitFileDamaged) << size;
    }
  }
}

TEST_F(CircuitFile, RefusesEveryAlteredByte) {
  for (size_t i = 0; i < bytes_.size(); ++i) {
    std::vector<uint8_t> altered = bytes_;
    altered[i] ^= 0x41;
    EXPECT_TRUE(refusal(altered).has_value()) << i;
    refusal(sealed(altered));  // accepted or refused, but never a crash
  }
}

TEST_F(CircuitFile, RefusesAnotherVersion) {
  bytes_[8] = 1;
  EXPECT_EQ(refusal(sealed(bytes_)), ErrorCode::kCircuitFileVersion);
}

}  // namespace
}  // namespace cuzk::r1cs
