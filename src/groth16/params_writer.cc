// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/params_writer.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/bytes.h"
#include "base/check.h"

namespace cuzk::groth16 {

ParamsWriter::ParamsWriter(const std::filesystem::path& path, const VerifyingKey& key)
    : file_(path) {
  write(encode_verifying_key(key));
}

void ParamsWriter::begin_query(uint64_t count) {
  base::check(queries_ < kQueries && missing_ == 0, "queries are written one after the other");
  base::check(count <= UINT32_MAX, "a query's count has 32 bits");
  ++queries_;
  missing_ = count;
  uint8_t bytes[4];
  base::store_be(bytes, static_cast<uint32_t>(count));
  write(bytes);
}

void ParamsWriter::add(std::span<const G1Affine> points) { add_points<Fp>(points); }
void ParamsWriter::add(std::span<const G2Affine> points) { add_points<Fp2>(points); }

template <class F>
void ParamsWriter::add_points(std::span<const Affine<F>> points) {
  base::check((queries_ == kQueries) == (sizeof(F) == sizeof(Fp2)),
              "b_g2 is the only query over G2");
  base::check(points.size() <= missing_, "no more points than announced");
  missing_ -= points.size();
  std::vector<uint8_t> encoded(points.size() * kPointBytes<F>);
  tbb::parallel_for(tbb::blocked_range<size_t>(0, points.size(), 1024), [&](const auto& range) {
    for (size_t i = range.begin(); i < range.end(); ++i) {
      auto bytes = curve::encode_uncompressed(points[i]);
      std::copy(bytes.begin(), bytes.end(),
                encoded.begin() + static_cast<ptrdiff_t>(i * bytes.size()));
    }
  });
  write(encoded);
}

void ParamsWriter::write(std::span<const uint8_t> bytes) {
  file_.write(bytes);
  digest_.update(bytes);
  bytes_ += bytes.size();
}

void ParamsWriter::commit() {
  base::check(queries_ == kQueries && missing_ == 0, "all queries are complete");
  file_.commit();
}

base::Bytes32 ParamsWriter::sha256() const {
  std::vector<uint8_t> value = digest_.value();
  base::Bytes32 out;
  std::copy(value.begin(), value.end(), out.begin());
  return out;
}

}  // namespace cuzk::groth16
