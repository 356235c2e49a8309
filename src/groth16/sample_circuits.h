// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: three small circuits whose parameters and proofs are known byte for byte, and access
// to the vectors.
//
//   product, mixed   public/kat-small: known toxic waste, standard generators. `mixed` fills its
//   domain, has inputs
//                    and ONE in B, an auxiliary that occurs in C alone, and a term with coefficient
//                    zero.
//   tiny             reference/vectors: made by the reference library; 12 rows, bits and wide
//   values.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "groth16/proof.h"
#include "groth16/trapdoor.h"
#include "r1cs/recorder.h"
#include "r1cs/valuation.h"

namespace cuzk::groth16 {

using Json = nlohmann::json;

inline std::vector<uint8_t> read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Json read_json(const std::string& path) { return Json::parse(read_bytes(path)); }

inline std::vector<uint8_t> bytes_of_hex(const Json& text) {
  return base::from_hex(text.get<std::string>()).value();
}

inline Fr fr_le(const Json& text) { return Fr::from_bytes_le(bytes_of_hex(text)).value(); }
inline Fr fr_be(const Json& text) { return Fr::from_bytes_be(bytes_of_hex(text)).value(); }

// Every list of inputs of an inputs.json.
inline std::vector<std::vector<Fr>> read_inputs(const std::string& path) {
  std::vector<std::vector<Fr>> out;
  const Json file = read_json(path);
  for (const Json& list : file.at("inputs")) {
    out.emplace_back();
    for (const Json& text : list) out.back().push_back(fr_le(text));
  }
  return out;
}

// A folder of its own for each test, removed at the end.
class TestFolder {
 public:
  TestFolder() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(info->test_suite_name()) + "." + info->name();
    for (char& c : name) c = c == '/' ? '-' : c;
    path_ = std::filesystem::temp_directory_path() /
            ("cuzk-" + name + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(path_); }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::filesystem::path write(const std::string& name, const std::vector<uint8_t>& bytes) const {
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path_ / name;
  }
  size_t count_files() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                             std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

// Runs `f` and checks that it throws this code with all of `parts` in the text.
template <class F>
void expect_error(base::ErrorCode code, const std::vector<std::string>& parts, F&& f) {
  try {
    f();
    ADD_FAILURE() << "expected " << base::error_name(code) << ", nothing was thrown";
  } catch (const base::Error& error) {
    EXPECT_STREQ(base::error_name(error.code()), base::error_name(code)) << error.text();
    for (const std::string& part : parts) {
      EXPECT_NE(error.text().find(part), std::string::npos) << error.text() << "\nlacks: " << part;
    }
  }
}

struct ProductDefinition {
  template <class B>
  void operator()(B& b) const {
    auto x = b.alloc(typename B::Value(Fr::from_u64(3)));
    auto y = b.alloc(typename B::Value(Fr::from_u64(4)));
    auto z = b.alloc_input(typename B::Value(Fr::from_u64(12)));
    b.enforce("product", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x);
      rb.add(y);
      rc.add(z);
    });
  }
};

struct MixedDefinition {
  template <class B>
  void operator()(B& b) const {
    auto input = [&](uint64_t value) {
      return b.alloc_input(typename B::Value(Fr::from_u64(value)));
    };
    auto alloc = [&](uint64_t value) { return b.alloc(typename B::Value(Fr::from_u64(value))); };
    auto input1 = input(3), input2 = input(7);
    auto aux0 = alloc(5), aux1 = alloc(25), aux2 = alloc(75), aux3 = alloc(90), aux4 = alloc(450);
    auto aux5 = alloc(3), aux6 = alloc(1);
    auto row = [&](const char* label, auto&& fill) { b.enforce(label, fill); };
    row("square", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(aux0);
      rb.add(aux0);
      rc.add(aux1);
    });
    row("input in B", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(aux1);
      rb.add(input1);
      rc.add(aux2);
    });
    row("ONE in B", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(aux2);
      ra.add(aux0, Fr::from_u64(3));
      rb.add_one(Fr::one());
      rc.add(aux3);
    });
    row("sum in B", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(aux3);
      rb.add(input2);
      rb.add_one(-Fr::from_u64(2));
      rc.add(aux4);
    });
    row("zero in A", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(input1);
      ra.add(aux5, Fr::zero());
      rb.add(aux6);
      rc.add(aux5);
    });
  }
};

// x and y with x^3 + x + 5 = y, and the eight bits of z.
struct TinyDefinition {
  Fr x = Fr::from_u64(2);
  uint32_t z = 167;
  Fr wrong = Fr::zero();  // added to y

  template <class B>
  void operator()(B& b) const {
    typename B::Value x_value(x);
    auto x1 = b.alloc(x_value);
    auto x2 = b.alloc(typename B::Value(x.square()));
    auto x3 = b.alloc(typename B::Value(x.square() * x));
    auto y = b.alloc_input(typename B::Value(x.square() * x + x + Fr::from_u64(5) + wrong));
    b.enforce("square", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x1);
      rb.add(x1);
      rc.add(x2);
    });
    b.enforce("cube", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x2);
      rb.add(x1);
      rc.add(x3);
    });
    b.enforce("y", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x3);
      ra.add(x1);
      ra.add_one(Fr::from_u64(5));
      rb.add_one(Fr::one());
      rc.add(y);
    });
    auto bits = b.alloc_lanes(0xff, typename B::Bits(z));
    b.enforce_lanes("bit", 0xff, [&](unsigned lane, auto& ra, auto& rb, auto&) {
      ra.add_one(Fr::one());
      ra.add_lane(bits, lane, -Fr::one());
      rb.add_lane(bits, lane, Fr::one());
    });
    auto sum = b.alloc_input(typename B::Value(Fr::from_u64(z)));
    b.enforce("z", [&](auto& ra, auto& rb, auto& rc) {
      for (unsigned lane = 0; lane < 8; ++lane) ra.add_lane(bits, lane, Fr::from_u64(1u << lane));
      rb.add_one(Fr::one());
      rc.add(sum);
    });
  }
};

// Bits and wide values whose densities have gaps across words: some occur in A, some in A and B,
// some in C alone. As long as one likes.
struct GapsDefinition {
  uint32_t blocks = 7;

  template <class B>
  void operator()(B& b) const {
    constexpr uint32_t kMask = 0x7fffffff;
    auto y = b.alloc_input(typename B::Value(Fr::from_u64(1)));
    for (uint32_t i = 0; i < blocks; ++i) {
      auto wide = b.alloc(typename B::Value(Fr::from_u64(1000 + i)));
      auto bits = b.alloc_lanes(kMask, typename B::Bits(0x1234567u * (i + 3) & kMask));
      auto only_c = b.alloc(typename B::Value(Fr::from_u64(1000 + i)));
      b.enforce_lanes("bit", kMask, [&](unsigned lane, auto& ra, auto& rb, auto& rc) {
        ra.add_lane(bits, lane, Fr::one());
        if (lane % 3 == 0) {
          rb.add_lane(bits, lane, Fr::one());
        } else {
          rb.add(y);
        }
        rc.add_lane(bits, lane, Fr::one());
      });
      b.enforce("wide", [&](auto& ra, auto& rb, auto& rc) {
        ra.add_one(Fr::one());
        rb.add(wide);
        rc.add(only_c);
      });
    }
  }
};

// Rows x y = z whose quotient h has all coefficients equal, the worst case for sums in buckets.
// With m rows, w the root of order m and the closing row (ONE in A, nothing in B) the last:
//   A = X^(m-1) + 1 - w          takes w^-j + 1 - w at w^j, and 1 at the last
//   B = 1 + X + ... + X^(m-1)    takes m at 1 and 0 at all others
// so A B has the coefficient 1 at X^(m+k) for k = 0 .. m - 2, which is h_k.
struct EqualQuotientText {
  unsigned log_rows = 12;

  template <class B>
  void operator()(B& b) const {
    const uint64_t rows = uint64_t{1} << log_rows;
    const Fr root = field::root_of_unity(log_rows);
    const Fr root_inverse = root.inverse();
    Fr power = Fr::one();  // w^-j
    for (uint64_t j = 0; j + 1 < rows; ++j, power *= root_inverse) {
      Fr a = power + Fr::one() - root;
      Fr value_b = j == 0 ? Fr::from_u64(rows) : Fr::zero();
      auto x = b.alloc(typename B::Value(a));
      auto y = b.alloc(typename B::Value(value_b));
      auto z = b.alloc(typename B::Value(a * value_b));
      b.enforce("row", [&](auto& ra, auto& rb, auto& rc) {
        ra.add(x);
        rb.add(y);
        rc.add(z);
      });
    }
  }
};

template <class Definition>
r1cs::Assignment assign(const Definition& text) {
  r1cs::WitnessWriter writer;
  text(writer);
  return writer.take();
}

inline const std::string kKatFolder = CUZK_VECTORS "/public/kat-small/";
inline const std::string kReferenceFolder = CUZK_VECTORS "/reference/";

// Entry 0 is `product`, entry 1 `mixed`.
inline Json read_kat() { return read_json(kKatFolder + "kat.json"); }

// 123456789 or a decimal number below r that JSON cannot hold: r - 1 is the only one used.
inline Fr kat_number(const Json& value) {
  return value.is_number_unsigned() ? Fr::from_u64(value.get<uint64_t>()) : -Fr::one();
}

inline std::string proof_hex(const Proof& proof) { return base::to_hex(encode_proof(proof)); }

inline Trapdoor kat_trapdoor(const Json& kat) {
  auto value = [&](const char* name) {
    return Fr::from_u64(kat.at("toxic").at(name).get<uint64_t>());
  };
  return {value("tau"),   value("alpha"), value("beta"), value("gamma"),
          value("delta"), Fr::one(),      Fr::one()};
}

inline Json read_tiny() { return read_json(kReferenceFolder + "vectors/tiny-groth16.json"); }

inline TinyDefinition tiny_definition() {
  Json tiny = read_tiny();
  return {fr_le(tiny.at("x")), tiny.at("z").get<uint32_t>()};
}

inline Trapdoor tiny_trapdoor() {
  return parse_trapdoor(read_tiny().at("trapdoor").dump(), "tiny");
}

}  // namespace cuzk::groth16
