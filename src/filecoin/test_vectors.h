// SPDX-License-Identifier: MIT OR Apache-2.0
// What the tests of this folder share: reading the golden vectors under tests/vectors. Field
// elements there are 32 little-endian bytes in hexadecimal. Only tests include this file.
// A missing or malformed vector ends the test with an exception: without its vectors a test would
// pass by testing nothing. CUZK_VECTORS is defined by the build for tests only and names the
// folder of the data, which tests/vectors/README.md describes.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "base/bytes.h"
#include "field/fr.h"

namespace cuzk::filecoin {

inline nlohmann::json read_vectors(const std::string& name) {
  std::ifstream file(std::string(CUZK_VECTORS) + "/" + name);
  if (!file) throw std::runtime_error("no test vectors " + name);
  return nlohmann::json::parse(file);
}

inline base::Bytes32 bytes32(const std::string& hex) { return base::bytes32_from_hex(hex).value(); }

inline base::Bytes32 bytes32(uint8_t everywhere) {
  base::Bytes32 out;
  out.fill(everywhere);
  return out;
}

inline field::Fr fr(const std::string& hex) {
  return field::Fr::from_bytes_le(bytes32(hex)).value();
}

}  // namespace cuzk::filecoin
