// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/verifying_key.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"

namespace cuzk::groth16 {
namespace {

using base::Error;
using base::ErrorCode;

// Takes the single points from the front one after the other, keeping the offset.
class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, std::string_view file) : bytes_(bytes), file_(file) {}

  template <class F>
  void take(std::string_view field, Affine<F>& out) {
    PointRun place = {file_, field, offset_, false};
    decode_points<F>(bytes_.subspan(offset_), place, 0, std::span(&out, 1), SubgroupTest::kYes);
    offset_ += kPointBytes<F>;
  }

 private:
  std::span<const uint8_t> bytes_;
  std::string_view file_;
  uint64_t offset_ = 0;
};

VerifyingKey decode_prefix(std::span<const uint8_t> bytes, std::string_view file,
                           ErrorCode truncated) {
  if (bytes.size() < kKeyHeaderBytes) {
    throw Error(truncated,
                fmt::format("{}: verifying key: expected at least {} bytes, found {}; the file is "
                            "incomplete, fetch or generate it again",
                            file, kKeyHeaderBytes, bytes.size()));
  }
  uint64_t count = base::load_be<uint32_t>(bytes.data() + kKeyHeaderBytes - 4);
  uint64_t room = (bytes.size() - kKeyHeaderBytes) / kPointBytes<Fp>;
  if (count > room) {
    throw Error(
        truncated,
        fmt::format("{}: ic at byte {}: expected {} points of {} bytes, found room for {}; the "
                    "file is incomplete or of another kind",
                    file, kKeyHeaderBytes - 4, count, kPointBytes<Fp>, room));
  }
  VerifyingKey key;
  Reader reader(bytes, file);
  reader.take("alpha_g1", key.alpha_g1);
  reader.take("beta_g1", key.beta_g1);
  reader.take("beta_g2", key.beta_g2);
  reader.take("gamma_g2", key.gamma_g2);
  reader.take("delta_g1", key.delta_g1);
  reader.take("delta_g2", key.delta_g2);
  key.ic.resize(count);
  PointRun place = {file, "ic", kKeyHeaderBytes};
  tbb::parallel_for(tbb::blocked_range<uint64_t>(0, count, 64), [&](const auto& range) {
    decode_points<Fp>(bytes.subspan(kKeyHeaderBytes), place, range.begin(),
                      std::span(key.ic).subspan(range.begin(), range.size()), SubgroupTest::kYes);
  });
  return key;
}

template <class Point>
void append(std::vector<uint8_t>& out, const Point& point) {
  auto bytes = curve::encode_uncompressed(point);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

VerifyingKey decode_verifying_key(std::span<const uint8_t> bytes, std::string_view file) {
  VerifyingKey key = decode_prefix(bytes, file, ErrorCode::kKeyTruncated);
  if (bytes.size() != key.encoded_bytes()) {
    throw Error(
        ErrorCode::kKeyTrailingData,
        fmt::format("{}: expected {} bytes for {} ic points, found {}; the file is of another kind",
                    file, key.encoded_bytes(), key.ic.size(), bytes.size()));
  }
  return key;
}

VerifyingKey read_verifying_key(const std::filesystem::path& path) {
  base::MappedFile file(path);
  return decode_verifying_key(file.bytes(), path.string());
}

VerifyingKey decode_key_of_params(std::span<const uint8_t> bytes, std::string_view file) {
  return decode_prefix(bytes, file, ErrorCode::kParamsTruncated);
}

std::vector<uint8_t> encode_verifying_key(const VerifyingKey& key) {
  std::vector<uint8_t> out;
  out.reserve(key.encoded_bytes());
  append(out, key.alpha_g1);
  append(out, key.beta_g1);
  append(out, key.beta_g2);
  append(out, key.gamma_g2);
  append(out, key.delta_g1);
  append(out, key.delta_g2);
  out.resize(kKeyHeaderBytes);
  base::store_be(out.data() + kKeyHeaderBytes - 4, static_cast<uint32_t>(key.ic.size()));
  for (const G1Affine& point : key.ic) append(out, point);
  return out;
}

}  // namespace cuzk::groth16
