// SPDX-License-Identifier: MIT OR Apache-2.0
// libFuzzer target of the reader of measured runs: what it accepts can be compared with itself, and
// what is not accepted is base::Error. Anything else is a finding.
#include <cstdint>
#include <span>

#include "base/error.h"
#include "bench/comparison.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cuzk;
  try {
    const bench::RunDocument document = bench::read_run_document({data, size}, "fuzz");
    bench::comparison_text("configuration", bench::matching_samples(document, document));
  } catch (const base::Error&) {
  }
  return 0;
}
