// SPDX-License-Identifier: MIT OR Apache-2.0
// The constants of Poseidon by address, for code that cannot reach those of hash/poseidon.h because
// it runs on a device: copies there, or the originals where such code is tested on the host.
// As `Tables` of a region writer (r1cs/region_writer.h) it is where the Poseidon gadget looks.
// A plain value, which kernels take as a parameter. It owns nothing; whoever made the copies keeps
// them as long as kernels run.
#pragma once

#include "base/host_device.h"
#include "hash/poseidon.h"

namespace cuzk::gadget {

struct PoseidonTables {
  const hash::PoseidonConstants<2>* arity2;
  const hash::PoseidonConstants<4>* arity4;
  const hash::PoseidonConstants<8>* arity8;
  const hash::PoseidonConstants<11>* arity11;

  template <unsigned kArity>
  CUZK_HOST_DEVICE const hash::PoseidonConstants<kArity>& poseidon() const {
    if constexpr (kArity == 2) {
      return *arity2;
    } else if constexpr (kArity == 4) {
      return *arity4;
    } else if constexpr (kArity == 8) {
      return *arity8;
    } else {
      return *arity11;
    }
  }
};

// The originals, or what `place(constants, count)` returns for each.
inline PoseidonTables poseidon_tables() {
  return {&hash::poseidon_constants<2>(), &hash::poseidon_constants<4>(),
          &hash::poseidon_constants<8>(), &hash::poseidon_constants<11>()};
}
template <class Place>
PoseidonTables placed_tables(const Place& place) {
  const PoseidonTables originals = poseidon_tables();
  return {place(originals.arity2, 1), place(originals.arity4, 1), place(originals.arity8, 1),
          place(originals.arity11, 1)};
}

}  // namespace cuzk::gadget
