// SPDX-License-Identifier: MIT OR Apache-2.0
// Fuzz target for verifying keys. Seeds: tests/vectors/reference/params/*.vk.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/error.h"
#include "groth16/verifying_key.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    auto key = cuzk::groth16::decode_verifying_key({data, size}, "fuzz");
    std::vector<uint8_t> again = cuzk::groth16::encode_verifying_key(key);
    cuzk::base::check(std::equal(again.begin(), again.end(), data, data + size),
                      "an accepted key has one encoding");
  } catch (const cuzk::base::Error&) {
  }
  return 0;
}
