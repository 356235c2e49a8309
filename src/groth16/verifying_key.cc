// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/verifying_key.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <functional>

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
    PointRun run = {file_, field, offset_, false};
    decode_points<F>(bytes_.subspan(offset_), run, 0, std::span(&out, 1), SubgroupTest::kYes);
    offset_ += kPointBytes<F>;
  }

 private:
  std::span<const uint8_t> bytes_;
  std::string_view file_;
  uint64_t offset_ = 0;
};

// Reads out.size() bytes at an offset, from memory or from a file.
using Source = std::function<void(uint64_t offset, std::span<uint8_t> out)>;

// The key at the beginning of `size` bytes. A count that lies is met at its first points that are
// none, before room for all of them is taken.
VerifyingKey decode_prefix(uint64_t size, const Source& read, std::string_view file,
                           ErrorCode truncated) {
  constexpr uint64_t kRun = 4096;  // points
  if (size < kKeyHeaderBytes) {
    throw Error(truncated,
                fmt::format("{}: verifying key: expected at least {} bytes, found {}; the file is "
                            "incomplete, fetch or generate it again",
                            file, kKeyHeaderBytes, size));
  }
  std::array<uint8_t, kKeyHeaderBytes> header;
  read(0, header);
  uint64_t count = base::load_be<uint32_t>(header.data() + kKeyHeaderBytes - 4);
  uint64_t room = (size - kKeyHeaderBytes) / kPointBytes<Fp>;
  if (count > room) {
    throw Error(
        truncated,
        fmt::format("{}: ic at byte {}: expected {} points of {} bytes, found room for {}; the "
                    "file is incomplete or of another kind",
                    file, kKeyHeaderBytes - 4, count, kPointBytes<Fp>, room));
  }
  VerifyingKey key;
  Reader reader(header, file);
  reader.take("alpha_g1", key.alpha_g1);
  reader.take("beta_g1", key.beta_g1);
  reader.take("beta_g2", key.beta_g2);
  reader.take("gamma_g2", key.gamma_g2);
  reader.take("delta_g1", key.delta_g1);
  reader.take("delta_g2", key.delta_g2);
  PointRun run = {file, "ic", kKeyHeaderBytes};
  for (uint64_t first = 0; first < count; first += kRun) {
    const uint64_t points = std::min(kRun, count - first);
    std::vector<uint8_t> bytes(points * kPointBytes<Fp>);
    read(kKeyHeaderBytes + first * kPointBytes<Fp>, bytes);
    key.ic.resize(first + points);
    tbb::parallel_for(tbb::blocked_range<uint64_t>(0, points, 64), [&](const auto& range) {
      decode_points<Fp>(
          std::span(bytes).subspan(range.begin() * kPointBytes<Fp>), run, first + range.begin(),
          std::span(key.ic).subspan(first + range.begin(), range.size()), SubgroupTest::kYes);
    });
  }
  return key;
}

template <class Point>
void append(std::vector<uint8_t>& out, const Point& point) {
  auto bytes = curve::encode_uncompressed(point);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

VerifyingKey decode_verifying_key(std::span<const uint8_t> bytes, std::string_view file) {
  const Source memory = [&](uint64_t offset, std::span<uint8_t> out) {
    std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
  };
  VerifyingKey key = decode_prefix(bytes.size(), memory, file, ErrorCode::kKeyTruncated);
  if (bytes.size() != key.encoded_bytes()) {
    throw Error(
        ErrorCode::kKeyTrailingData,
        fmt::format("{}: expected {} bytes for {} ic points, found {}; the file is of another kind",
                    file, key.encoded_bytes(), key.ic.size(), bytes.size()));
  }
  return key;
}

VerifyingKey read_verifying_key(const std::filesystem::path& path) {
  return decode_verifying_key(base::read_file(path, kKeyBytesMax), path.string());
}

VerifyingKey read_key_of_params(const base::InputFile& file) {
  const Source read = [&](uint64_t offset, std::span<uint8_t> out) { file.read(offset, out); };
  return decode_prefix(file.bytes(), read, file.path().string(), ErrorCode::kParamsTruncated);
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
