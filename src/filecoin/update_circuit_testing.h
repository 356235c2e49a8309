// SPDX-License-Identifier: MIT OR Apache-2.0
// The shapes of the update circuits of tests/vectors/reference/digests: those of the five
// registered proofs, and six that only upstream's tests use (update.md UPD-2, UPD-71). The real 2
// KiB case of tests/vectors/reference/update, read, with the reference's numbers beside it. Used by
// tests only. A missing vector ends a test with an exception, so that it cannot pass by testing
// nothing.
#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "filecoin/test_vectors.h"
#include "filecoin/update_bincode.h"
#include "filecoin/update_circuit.h"

namespace cuzk::filecoin {

struct NamedUpdateShape {
  std::string name;  // "update-2KiB"
  UpdateShape shape;
};

inline UpdateShape update_test_shape(unsigned log_nodes, unsigned base_levels,
                                     std::vector<unsigned> upper_arities) {
  UpdateShape shape{.log_nodes = log_nodes,
                    .log_partitions = log_nodes <= 8    ? 0u
                                      : log_nodes <= 10 ? 1u
                                      : log_nodes <= 19 ? 2u
                                                        : 4u,
                    .challenges = log_nodes <= 19 ? 10u : 86u,
                    .log_apex_leaves = log_nodes <= 8 ? 3u : 7u,
                    .tree_arities = std::vector<unsigned>(base_levels, 8),
                    .base_levels = base_levels};
  shape.tree_arities.insert(shape.tree_arities.end(), upper_arities.begin(), upper_arities.end());
  return shape;
}

inline UpdateShape update_shape_of(const char* sector) {
  return update_shape(*find_update_proof(*find_sector(std::string_view(sector))));
}

inline std::vector<NamedUpdateShape> small_update_shapes() {
  return {{"update-1KiB", update_test_shape(5, 1, {4})},
          {"update-2KiB", update_shape_of("2KiB")},
          {"update-4KiB", update_test_shape(7, 2, {2})},
          {"update-8KiB", update_test_shape(8, 2, {4})}};
}

inline std::vector<NamedUpdateShape> large_update_shapes() {
  return {{"update-16KiB", update_test_shape(9, 2, {8})},
          {"update-32KiB", update_test_shape(10, 2, {8, 2})},
          {"update-8MiB", update_shape_of("8MiB")},
          {"update-16MiB", update_test_shape(19, 6, {2})},
          {"update-512MiB", update_shape_of("512MiB")},
          {"update-32GiB", update_shape_of("32GiB")},
          {"update-64GiB", update_shape_of("64GiB")}};
}

// The bytes of a 32-byte value in hexadecimal.
inline std::string raw_bytes(const std::string& hex) {
  const base::Bytes32 bytes = bytes32(hex);
  return {bytes.begin(), bytes.end()};
}

// What the case of tests/vectors/reference/update/update-2k asks for.
struct RealUpdate {
  std::vector<std::string> records;
  std::string comm_r_old, comm_r_new, comm_d_new;

  UpdateBytes bytes() const { return {0, records, comm_r_old, comm_r_new, comm_d_new}; }
};

inline RealUpdate load_real_update() {
  const std::string folder = "reference/update/update-2k/";
  const nlohmann::json facts = read_vectors(folder + "case.json");
  RealUpdate out{{},
                 raw_bytes(facts["comm_r_old"]),
                 raw_bytes(facts["comm_r_new"]),
                 raw_bytes(facts["comm_d_new"])};
  for (const std::string name : facts["records"]) {
    std::ifstream file(CUZK_VECTORS "/" + folder + name, std::ios::binary);
    if (!file) throw std::runtime_error("no test vectors " + name);
    out.records.emplace_back(std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>());
  }
  return out;
}

inline SectorUpdate real_update() { return read_update(load_real_update().bytes(), "test"); }

}  // namespace cuzk::filecoin
