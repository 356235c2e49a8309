// SPDX-License-Identifier: MIT OR Apache-2.0
// The .params format (groth16.md G16-302): the verifying key, then five queries, each a big-endian
// u32 count and that many uncompressed points, in the order h, l, a, b_g1 (96 bytes a point), b_g2
// (192 bytes a point). No header, no padding; trailing bytes are refused.
//
// Opening a ParamsFile reads the key and the five counts and compares the file's length; the points
// of a query are read and decoded where they are needed, always with every check except the
// subgroup test, which is a maintenance command (`check_points`). Files reach 57 GiB and are never
// held as a whole. A file that is cut off or written to while it is open makes the reading fail
// with its name (base/file.h). Immutable; may be shared by threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/file.h"
#include "base/progress.h"
#include "groth16/verifying_key.h"
#include "r1cs/circuit.h"

namespace cuzk::groth16 {

enum class Query : uint8_t { kH, kL, kA, kBG1, kBG2 };

constexpr size_t kQueries = 5;

const char* query_name(Query query);

// The numbers of points, by Query.
using QueryCounts = std::array<uint64_t, kQueries>;

// Of one point of a query, in a file and in memory alike.
constexpr size_t point_bytes(Query query) {
  return query == Query::kBG2 ? kPointBytes<Fp2> : kPointBytes<Fp>;
}
static_assert(kPointBytes<Fp> == sizeof(G1Affine) && kPointBytes<Fp2> == sizeof(G2Affine));

// Of all points of queries with these counts.
uint64_t query_bytes(const QueryCounts& counts);

// What a circuit's parameters must have (G16-330).
QueryCounts expected_counts(const r1cs::Circuit& circuit);

// The length of a file with k ic points and these counts (G16-302).
uint64_t params_bytes(uint64_t num_inputs, const QueryCounts& counts);

class ParamsFile {
 public:
  // Throws the errors of InputFile, kParamsTruncated, kParamsTrailingData and kPoint... for the
  // key.
  explicit ParamsFile(const std::filesystem::path& path);

  std::string name() const { return file_.path().string(); }
  uint64_t bytes() const { return file_.bytes(); }
  const VerifyingKey& key() const { return key_; }
  const QueryCounts& counts() const { return counts_; }
  uint64_t count(Query query) const { return counts_[static_cast<size_t>(query)]; }

  // Whether the file has the circuit's counts.
  bool fits(const r1cs::Circuit& circuit) const;
  // Throws kParamsCountMismatch unless it fits.
  void check_circuit(const r1cs::Circuit& circuit) const;

  // Points [first, first + out.size()) of a query; F is Fp2 for kBG2 and Fp for all others. One
  // thread. Throws kPoint... for a point that is badly encoded, not reduced, off the curve or
  // infinity, and the errors of InputFile::read. Requires: the range is within the query.
  template <class F>
  void read(Query query, uint64_t first, std::span<Affine<F>> out,
            SubgroupTest test = SubgroupTest::kNo) const;

  // Bytes of a query's points as they stand in the file, from `offset` behind its first point on.
  // Throws the errors of InputFile::read. Requires: the range is within the query.
  void read_encoded(Query query, uint64_t offset, std::span<uint8_t> out) const;

  // Reads every point of the file in parallel. With the subgroup test that takes about 30 us a
  // point.
  void check_points(SubgroupTest test, const base::Progress& progress) const;

  // The first 32 hexadecimal digits of the BLAKE2b-512 of the file, as published lists state it
  // (G16-420).
  std::string digest(const base::Progress& progress) const;

 private:
  base::InputFile file_;
  VerifyingKey key_;
  QueryCounts counts_{};
  std::array<uint64_t, kQueries> offsets_{};  // of point 0
};

// The published form of a digest over bytes at hand, for keys.
std::string published_digest(std::span<const uint8_t> bytes);

}  // namespace cuzk::groth16
