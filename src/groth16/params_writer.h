// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes a .params file (params_file.h) front to back: the key, then each query as its count and
// its points. The file appears under its name in `commit` only; until then, and after any error,
// nothing remains of it.
//
// Points are encoded in parallel, chunk by chunk; the SHA-256 of the file is taken on the way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/digest.h"
#include "base/file.h"
#include "groth16/params_file.h"

namespace cuzk::groth16 {

class ParamsWriter {
 public:
  // Throws kFileExists, kWriteFailed; so do the others.
  ParamsWriter(const std::filesystem::path& path, const VerifyingKey& key);

  // Starts the next query, in the order of Query, with its number of points.
  void begin_query(uint64_t count);
  void add(std::span<const G1Affine> points);
  void add(std::span<const G2Affine> points);

  // Requires: all queries are complete.
  void commit();

  uint64_t bytes() const { return bytes_; }
  base::Bytes32 sha256() const;

 private:
  template <class F>
  void add_points(std::span<const Affine<F>> points);
  void write(std::span<const uint8_t> bytes);

  base::NewFile file_;
  base::Digest digest_ = base::Digest::sha256();
  uint64_t bytes_ = 0;
  size_t queries_ = 0;
  uint64_t missing_ = 0;  // points of the current query
};

}  // namespace cuzk::groth16
