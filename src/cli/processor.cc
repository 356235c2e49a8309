// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/processor.h"

#include <cpuid.h>
#include <unistd.h>

namespace cuzk::cli {
namespace {

struct Feature {
  const char* name;
  uint32_t ProcessorFeatures::*word;
  uint32_t bit;
};

constexpr Feature kLevel2[] = {
    {"SSE3", &ProcessorFeatures::basic_ecx, bit_SSE3},
    {"SSSE3", &ProcessorFeatures::basic_ecx, bit_SSSE3},
    {"CMPXCHG16B", &ProcessorFeatures::basic_ecx, bit_CMPXCHG16B},
    {"SSE4.1", &ProcessorFeatures::basic_ecx, bit_SSE4_1},
    {"SSE4.2", &ProcessorFeatures::basic_ecx, bit_SSE4_2},
    {"POPCNT", &ProcessorFeatures::basic_ecx, bit_POPCNT},
    {"LAHF", &ProcessorFeatures::extended_ecx, bit_LAHF_LM},
};

constexpr uint32_t kLevel3Basic = bit_FMA | bit_MOVBE | bit_F16C | bit_AVX | bit_OSXSAVE;
constexpr uint32_t kLevel3Structured = bit_AVX2 | bit_BMI | bit_BMI2;
constexpr uint32_t kLevel3Extended = bit_LZCNT;

bool was_checked = false;

bool all(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

// Appends without the library, and keeps room for the zero byte.
void append(char (&text)[kProcessorTextMax], size_t& size, const char* part) {
  while (*part != '\0' && size + 1 < kProcessorTextMax) text[size++] = *part++;
  text[size] = '\0';
}

size_t length_of(const char* text) {
  size_t size = 0;
  while (text[size] != '\0') ++size;
  return size;
}

void print(const char* text) { (void)!::write(STDERR_FILENO, text, length_of(text)); }

bool system_keeps_avx(uint32_t basic_ecx) {
  if (!all(basic_ecx, bit_OSXSAVE)) return false;
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return all(low, 0x6);  // those of SSE and of AVX
}

}  // namespace

ProcessorFeatures processor_features() {
  ProcessorFeatures out;
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) != 0) out.basic_ecx = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) out.structured_ebx = b;
  if (__get_cpuid(0x80000001u, &a, &b, &c, &d) != 0) out.extended_ecx = c;
  out.keeps_avx = system_keeps_avx(out.basic_ecx);
  return out;
}

void missing_features(const ProcessorFeatures& features, char (&text)[kProcessorTextMax]) {
  size_t size = 0;
  append(text, size, "");
  for (const Feature& feature : kLevel2) {
    if (all(features.*feature.word, feature.bit)) continue;
    if (size > 0) append(text, size, ", ");
    append(text, size, feature.name);
  }
}

unsigned processor_level(const ProcessorFeatures& features) {
  char missing[kProcessorTextMax];
  missing_features(features, missing);
  if (missing[0] != '\0') return 1;
  const bool third = all(features.basic_ecx, kLevel3Basic) &&
                     all(features.structured_ebx, kLevel3Structured) &&
                     all(features.extended_ecx, kLevel3Extended) && features.keeps_avx;
  return third ? 3 : 2;
}

bool has_adx(const ProcessorFeatures& features) {
  return all(features.structured_ebx, bit_ADX | bit_BMI2);
}

void require_processor(const ProcessorFeatures& features) {
  char missing[kProcessorTextMax];
  missing_features(features, missing);
  if (missing[0] == '\0') return;
  print("error: NOT_SUPPORTED: processor: expected x86-64-v2, found one without ");
  print(missing);
  print("; use a newer processor, or a machine type of the hypervisor that shows them\n");
  ::_exit(1);
}

bool processor_was_checked() { return was_checked; }

}  // namespace cuzk::cli

// The first of the program's constructors: lower numbers are the compiler's own. Its name is asked
// for by the linker of every program (CMakeLists.txt).
extern "C" __attribute__((constructor(101))) void cuzk_check_processor() {
  cuzk::cli::require_processor(cuzk::cli::processor_features());
  cuzk::cli::was_checked = true;
}
