// SPDX-License-Identifier: MIT OR Apache-2.0
// The stacked graph of a sector: six base parents of a node in its own layer (a depth-robust graph
// of buckets, drawn by ChaCha8) and eight expander parents in the layer before (a Feistel
// permutation of 8N values, walked until it falls inside). Rules DRG-1 to DRG-4 of porep.md
// 5.3. Order is part of the result: it fixes both the label and the public inputs. The
// versions differ: 1.0.0 lists the predecessor last and cuts an expander index to 32 bits.
//
// A graph is a value of 80 bytes that two hashes make; its functions are pure, callable by any
// thread, and need about 1 us (base) and 40 us (expander) of one core.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "filecoin/seal_proof.h"

namespace cuzk::filecoin {

class Graph {
 public:
  static constexpr unsigned kBaseDegree = 6;
  static constexpr unsigned kExpansionDegree = 8;

  // Requires: `nodes` is a power of two, at most 2^32.
  Graph(const Bytes32& porep_id, uint64_t nodes, ApiVersion api);

  // Both require: node < nodes().
  std::array<uint32_t, kBaseDegree> base_parents(uint64_t node) const;
  std::array<uint32_t, kExpansionDegree> expander_parents(uint64_t node) const;

  uint64_t nodes() const { return nodes_; }

 private:
  uint64_t permute(uint64_t value) const;

  uint64_t nodes_;
  ApiVersion api_;
  unsigned half_bits_;  // of the Feistel network
  std::array<uint32_t, 7> base_seed_;
  std::array<uint64_t, 3> feistel_keys_;
};

}  // namespace cuzk::filecoin
