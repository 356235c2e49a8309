// SPDX-License-Identifier: MIT OR Apache-2.0
#include "curve/encoding.h"

#include <algorithm>
#include <optional>

#include "curve/blst_convert.h"

namespace cuzk::curve {
namespace {

constexpr uint8_t kCompressedFlag = 0x80;
constexpr uint8_t kInfinityFlag = 0x40;
constexpr uint8_t kLargerFlag = 0x20;
constexpr uint8_t kFlags = kCompressedFlag | kInfinityFlag | kLargerFlag;

using Bytes = std::span<const uint8_t>;

bool all_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

// The flag bits are cleared from the coordinate that carries them before it is compared with p.
std::optional<Fp> read_coordinate(Bytes bytes, uint8_t flags) {
  std::array<uint8_t, Fp::kBytes> copy;
  std::copy_n(bytes.begin(), copy.size(), copy.begin());
  copy[0] = static_cast<uint8_t>(copy[0] & ~flags);
  return Fp::from_bytes_be(copy);
}

bool read(Bytes bytes, uint8_t flags, Fp& out) {
  std::optional<Fp> value = read_coordinate(bytes, flags);
  if (!value) return false;
  out = *value;
  return true;
}

bool read(Bytes bytes, uint8_t flags, Fp2& out) {
  std::optional<Fp> c1 = read_coordinate(bytes.first(Fp::kBytes), flags);
  std::optional<Fp> c0 = read_coordinate(bytes.subspan(Fp::kBytes), 0);
  if (!c0 || !c1) return false;
  out = {*c0, *c1};
  return true;
}

void write(std::span<uint8_t> out, const Fp& value) {
  auto bytes = value.to_bytes_be();
  std::copy(bytes.begin(), bytes.end(), out.begin());
}

void write(std::span<uint8_t> out, const Fp2& value) {
  write(out.first(Fp::kBytes), value.c1);
  write(out.subspan(Fp::kBytes), value.c0);
}

bool square_root(const Fp& value, Fp& root) {
  return blst_fp_sqrt(to_blst(&root), to_blst(&value));
}
bool square_root(const Fp2& value, Fp2& root) {
  return blst_fp2_sqrt(to_blst(&root), to_blst(&value));
}

template <class F>
PointStatus decode_infinity(Bytes bytes, Affine<F>& out) {
  out = Affine<F>::infinity();
  bool clean = (bytes[0] & ~kCompressedFlag) == kInfinityFlag && all_zero(bytes.subspan(1));
  return clean ? PointStatus::kInfinity : PointStatus::kBadFlags;
}

template <class F>
PointStatus decode_uncompressed_any(Bytes bytes, Affine<F>& out) {
  if ((bytes[0] & (kCompressedFlag | kLargerFlag)) != 0) return PointStatus::kBadFlags;
  if ((bytes[0] & kInfinityFlag) != 0) return decode_infinity(bytes, out);
  if (!read(bytes.first(sizeof(F)), 0, out.x) || !read(bytes.subspan(sizeof(F)), 0, out.y)) {
    return PointStatus::kNotCanonical;
  }
  // (0, 0) stands for infinity in memory, so the equation is tested even for it.
  bool on_curve = !out.is_infinity() && is_on_curve(out);
  return on_curve ? PointStatus::kOk : PointStatus::kNotOnCurve;
}

template <class F>
PointStatus decode_compressed_any(Bytes bytes, Affine<F>& out) {
  if ((bytes[0] & kCompressedFlag) == 0) return PointStatus::kBadFlags;
  if ((bytes[0] & kInfinityFlag) != 0) return decode_infinity(bytes, out);
  if (!read(bytes, kFlags, out.x)) return PointStatus::kNotCanonical;
  if (!square_root(out.x.square() * out.x + curve_b<F>(), out.y)) return PointStatus::kNotOnCurve;
  bool larger = (bytes[0] & kLargerFlag) != 0;
  if (out.y.is_above_half() != larger) out.y = -out.y;
  return PointStatus::kOk;
}

template <class F>
std::array<uint8_t, 2 * sizeof(F)> encode_uncompressed_any(const Affine<F>& p) {
  std::array<uint8_t, 2 * sizeof(F)> out{};
  if (p.is_infinity()) {
    out[0] = kInfinityFlag;
    return out;
  }
  write(std::span(out).first(sizeof(F)), p.x);
  write(std::span(out).subspan(sizeof(F)), p.y);
  return out;
}

template <class F>
std::array<uint8_t, sizeof(F)> encode_compressed_any(const Affine<F>& p) {
  std::array<uint8_t, sizeof(F)> out{};
  if (p.is_infinity()) {
    out[0] = kCompressedFlag | kInfinityFlag;
    return out;
  }
  write(out, p.x);
  out[0] = static_cast<uint8_t>(out[0] | kCompressedFlag | (p.y.is_above_half() ? kLargerFlag : 0));
  return out;
}

}  // namespace

const char* point_status_text(PointStatus status) {
  switch (status) {
    case PointStatus::kOk: return "a valid point";
    case PointStatus::kBadFlags: return "flag bits that do not fit this encoding";
    case PointStatus::kNotCanonical: return "a coordinate that is not below the field's modulus";
    case PointStatus::kNotOnCurve: return "a point that is not on the curve";
    case PointStatus::kNotInSubgroup: return "a point outside the subgroup of order r";
    case PointStatus::kInfinity: return "the point at infinity";
  }
  return "an unknown status";
}

PointStatus decode_uncompressed(std::span<const uint8_t, 96> bytes, G1Affine& out) {
  return decode_uncompressed_any(bytes, out);
}

PointStatus decode_uncompressed(std::span<const uint8_t, 192> bytes, G2Affine& out) {
  return decode_uncompressed_any(bytes, out);
}

PointStatus decode_compressed(std::span<const uint8_t, 48> bytes, G1Affine& out) {
  return decode_compressed_any(bytes, out);
}

PointStatus decode_compressed(std::span<const uint8_t, 96> bytes, G2Affine& out) {
  return decode_compressed_any(bytes, out);
}

std::array<uint8_t, 96> encode_uncompressed(const G1Affine& p) {
  return encode_uncompressed_any(p);
}
std::array<uint8_t, 192> encode_uncompressed(const G2Affine& p) {
  return encode_uncompressed_any(p);
}
std::array<uint8_t, 48> encode_compressed(const G1Affine& p) { return encode_compressed_any(p); }
std::array<uint8_t, 96> encode_compressed(const G2Affine& p) { return encode_compressed_any(p); }

}  // namespace cuzk::curve
