// SPDX-License-Identifier: MIT OR Apache-2.0
#include "hash/poseidon.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace cuzk::hash {
namespace {

// A state times a matrix: out[j] = sum of state[i] * matrix[i][j] (POS-3).
template <size_t kWidth>
std::array<Fr, kWidth> times(const std::array<Fr, kWidth>& state,
                             const std::array<std::array<Fr, kWidth>, kWidth>& matrix) {
  std::array<Fr, kWidth> out{};
  for (size_t i = 0; i < kWidth; ++i) {
    for (size_t j = 0; j < kWidth; ++j) out[j] += state[i] * matrix[i][j];
  }
  return out;
}

template <size_t kWidth>
std::array<Fr, kWidth> plus(std::array<Fr, kWidth> a, const std::array<Fr, kWidth>& b) {
  for (size_t i = 0; i < kWidth; ++i) a[i] += b[i];
  return a;
}

// The generator of POS-1: an 80-bit shift register whose bits are shrunk by themselves.
class Grain {
 public:
  Grain(unsigned width, unsigned full_rounds, unsigned partial_rounds) {
    append(1, 2);  // a prime field
    append(1, 4);  // S-box x^5
    append(255, 12);
    append(width, 12);
    append(full_rounds, 10);
    append(partial_rounds, 10);
    append((1u << 30) - 1, 30);
    for (int i = 0; i < 160; ++i) draw();
  }

  Fr next_field_element() {
    for (;;) {
      field::Limbs<4> value{};
      for (unsigned i = 255; i-- > 0;) value[i / 64] |= uint64_t{next_bit()} << (i % 64);
      Fr candidate = Fr::from_canonical(value);
      if (candidate.canonical() == value) return candidate;  // else it was not below the modulus
    }
  }

 private:
  // Bit i of the register is bit i of `state_`; a field enters with its most significant bit first.
  void append(unsigned value, unsigned bits) {
    while (bits-- > 0) state_ |= static_cast<Register>(value >> bits & 1) << filled_++;
  }

  unsigned draw() {
    const unsigned bit = static_cast<unsigned>(state_ >> 62 ^ state_ >> 51 ^ state_ >> 38 ^
                                               state_ >> 23 ^ state_ >> 13 ^ state_) &
                         1;
    state_ = state_ >> 1 | static_cast<Register>(bit) << 79;
    return bit;
  }

  unsigned next_bit() {
    while (draw() == 0) draw();
    return draw();
  }

  using Register = unsigned __int128;
  Register state_ = 0;
  unsigned filled_ = 0;
};

// The inverse by Gauss-Jordan elimination. Requires: the matrix is regular, as a Cauchy matrix and
// all its minors are; so no pivot is zero either.
template <size_t kSize>
std::array<std::array<Fr, kSize>, kSize> inverse(std::array<std::array<Fr, kSize>, kSize> matrix) {
  std::array<std::array<Fr, kSize>, kSize> out{};
  for (size_t i = 0; i < kSize; ++i) out[i][i] = Fr::one();
  for (size_t pivot = 0; pivot < kSize; ++pivot) {
    base::check(!matrix[pivot][pivot].is_zero(), "minors of a Cauchy matrix are regular");
    const Fr scale = matrix[pivot][pivot].inverse();
    for (size_t j = 0; j < kSize; ++j) {
      matrix[pivot][j] *= scale;
      out[pivot][j] *= scale;
    }
    for (size_t row = 0; row < kSize; ++row) {
      if (row == pivot) continue;
      const Fr factor = matrix[row][pivot];
      for (size_t j = 0; j < kSize; ++j) {
        matrix[row][j] -= factor * matrix[pivot][j];
        out[row][j] -= factor * out[pivot][j];
      }
    }
  }
  return out;
}

template <unsigned kArity>
struct Maker {
  using Constants = PoseidonConstants<kArity>;
  using Row = typename Constants::Row;
  using Matrix = typename Constants::Matrix;
  using MinorRow = std::array<Fr, kArity>;
  using Minor = std::array<MinorRow, kArity>;
  static constexpr unsigned kWidth = Constants::kWidth;
  static constexpr unsigned kHalf = Constants::kFullRounds / 2;
  static constexpr unsigned kPartialRounds = Constants::kPartialRounds;

  static Matrix mds() {
    std::array<Fr, 2 * kWidth> inverses;
    for (unsigned i = 0; i < inverses.size(); ++i) inverses[i] = Fr::from_u64(i + kWidth).inverse();
    Matrix matrix;
    for (unsigned i = 0; i < kWidth; ++i) {
      for (unsigned j = 0; j < kWidth; ++j) matrix[i][j] = inverses[i + j];
    }
    return matrix;
  }

  // POS-4. The constants of the partial rounds move back through the mixing until only one a round
  // is left.
  static void compress_constants(Constants& constants) {
    const auto plain = poseidon_round_constants<kArity>();
    const Matrix unmix = inverse(constants.mds);
    auto next = constants.constants.begin();
    auto round = [&](unsigned rho) {
      Row row;
      std::copy_n(plain.begin() + rho * kWidth, kWidth, row.begin());
      return row;
    };
    auto append = [&](const auto& row) { next = std::copy(row.begin(), row.end(), next); };

    append(round(0));
    for (unsigned rho = 1; rho < kHalf; ++rho) append(times(round(rho), unmix));
    std::array<Fr, kPartialRounds> partial;
    Row carried = round(kHalf + kPartialRounds);
    for (unsigned i = kPartialRounds; i-- > 0;) {
      Row back = times(carried, unmix);
      partial[i] = std::exchange(back[0], Fr::zero());
      carried = plus(back, round(kHalf + i));
    }
    append(times(carried, unmix));
    append(partial);
    for (unsigned rho = kHalf + kPartialRounds + 1; rho < 2 * kHalf + kPartialRounds; ++rho) {
      append(times(round(rho), unmix));
    }
    base::check(next == constants.constants.end(), "count of compressed constants");
  }

  // POS-5. Each of its steps multiplies the columns 1.. of x by the minor m of the symmetric MDS
  // matrix M, and leaves column 0, so the minor of x is a power of m. Step i (0 the last in use)
  // therefore makes the row m0 * m^i and the column (M[0][0], m^-(i+1) * m0), where m0 is column 0
  // of M without its head, and products with vectors are all that is needed.
  static void make_sparse(Constants& constants) {
    Minor minor;
    MinorRow column;
    for (unsigned i = 0; i < kArity; ++i) {
      column[i] = constants.mds[i + 1][0];
      std::copy_n(constants.mds[i + 1].begin() + 1, kArity, minor[i].begin());
    }
    const Minor minor_inverse = inverse(minor);
    Matrix& x = constants.pre_sparse;
    x = constants.mds;
    for (unsigned step = kPartialRounds; step-- > 0;) {
      auto& sparse = constants.sparse[step];
      std::copy_n(x[0].begin() + 1, kArity, sparse.row.begin());
      column = times(column, minor_inverse);
      sparse.column[0] = x[0][0];
      std::copy_n(column.begin(), kArity, sparse.column.begin() + 1);
      for (Row& row : x) {
        MinorRow tail;
        std::copy_n(row.begin() + 1, kArity, tail.begin());
        tail = times(tail, minor);
        std::copy_n(tail.begin(), kArity, row.begin() + 1);
      }
    }
  }

  static Constants make() {
    Constants constants;
    constants.domain_tag = Fr::from_u64((uint64_t{1} << kArity) - 1);
    constants.mds = mds();
    compress_constants(constants);
    make_sparse(constants);
    return constants;
  }
};

Fr fifth_power(const Fr& x) { return x.square().square() * x; }

// POS-6. Constants are consumed in order; the very last full round has none.
template <unsigned kArity>
typename PoseidonConstants<kArity>::Row permute(typename PoseidonConstants<kArity>::Row state) {
  using Constants = PoseidonConstants<kArity>;
  constexpr unsigned kWidth = Constants::kWidth;
  const Constants& c = poseidon_constants<kArity>();
  const Fr* next = c.constants.data();
  for (Fr& x : state) x += *next++;
  auto full_round = [&](const typename Constants::Matrix& mix, bool with_constants) {
    for (Fr& x : state) {
      x = fifth_power(x);
      if (with_constants) x += *next++;
    }
    state = times(state, mix);
  };

  constexpr unsigned kHalf = Constants::kFullRounds / 2;
  for (unsigned i = 0; i < kHalf; ++i) full_round(i + 1 < kHalf ? c.mds : c.pre_sparse, true);
  for (const typename Constants::Sparse& sparse : c.sparse) {
    const Fr head = fifth_power(state[0]) + *next++;
    Fr sum = head * sparse.column[0];
    for (unsigned j = 1; j < kWidth; ++j) {
      sum += state[j] * sparse.column[j];
      state[j] += head * sparse.row[j - 1];
    }
    state[0] = sum;
  }
  for (unsigned i = 0; i < kHalf; ++i) full_round(c.mds, i + 1 < kHalf);
  return state;
}

}  // namespace

template <unsigned kArity>
typename PoseidonConstants<kArity>::RoundConstants poseidon_round_constants() {
  using Constants = PoseidonConstants<kArity>;
  Grain grain(Constants::kWidth, Constants::kFullRounds, Constants::kPartialRounds);
  typename Constants::RoundConstants out;
  for (Fr& constant : out) constant = grain.next_field_element();
  return out;
}

template <unsigned kArity>
const PoseidonConstants<kArity>& poseidon_constants() {
  static const PoseidonConstants<kArity> kConstants = Maker<kArity>::make();
  return kConstants;
}

template <unsigned kArity>
Fr poseidon_tagged(const Fr& domain_tag, std::span<const Fr, kArity> inputs) {
  typename PoseidonConstants<kArity>::Row state;
  state[0] = domain_tag;
  for (unsigned i = 0; i < kArity; ++i) state[i + 1] = inputs[i];
  return permute<kArity>(state)[1];
}

template <unsigned kArity>
Fr poseidon(std::span<const Fr, kArity> inputs) {
  return poseidon_tagged<kArity>(poseidon_constants<kArity>().domain_tag, inputs);
}

Fr poseidon(std::span<const Fr> inputs) {
  switch (inputs.size()) {
    case 2: return poseidon<2>(inputs.first<2>());
    case 4: return poseidon<4>(inputs.first<4>());
    case 8: return poseidon<8>(inputs.first<8>());
    case 11: return poseidon<11>(inputs.first<11>());
    default: break;
  }
  base::check(false, "Poseidon takes 2, 4, 8 or 11 inputs");
  return Fr::zero();
}

template const PoseidonConstants<2>& poseidon_constants<2>();
template const PoseidonConstants<4>& poseidon_constants<4>();
template const PoseidonConstants<8>& poseidon_constants<8>();
template const PoseidonConstants<11>& poseidon_constants<11>();
template PoseidonConstants<2>::RoundConstants poseidon_round_constants<2>();
template PoseidonConstants<4>::RoundConstants poseidon_round_constants<4>();
template PoseidonConstants<8>::RoundConstants poseidon_round_constants<8>();
template PoseidonConstants<11>::RoundConstants poseidon_round_constants<11>();
template Fr poseidon_tagged<2>(const Fr&, std::span<const Fr, 2>);
template Fr poseidon_tagged<4>(const Fr&, std::span<const Fr, 4>);
template Fr poseidon_tagged<8>(const Fr&, std::span<const Fr, 8>);
template Fr poseidon_tagged<11>(const Fr&, std::span<const Fr, 11>);
template Fr poseidon<2>(std::span<const Fr, 2>);
template Fr poseidon<4>(std::span<const Fr, 4>);
template Fr poseidon<8>(std::span<const Fr, 8>);
template Fr poseidon<11>(std::span<const Fr, 11>);

}  // namespace cuzk::hash
