// SPDX-License-Identifier: MIT OR Apache-2.0
// libFuzzer target of the reader of vanilla files: what it accepts is the same after writing and
// reading again, and what it refuses is base::Error. Anything else is a finding.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/error.h"
#include "bench/vanilla_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cuzk;
  try {
    const std::vector<std::string> records = bench::read_vanilla({data, size}, "fuzz");
    const std::string text = bench::write_vanilla(records);
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    if (bench::read_vanilla({bytes, text.size()}, "again") != records) std::abort();
  } catch (const base::Error&) {
  }
  return 0;
}
