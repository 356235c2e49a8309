// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/processor.h"

#include <cpuid.h>
#include <gtest/gtest.h>

#include <string>

namespace cuzk::cli {
namespace {

// A global object of an ordinary unit: when it is made, the processor has been looked at.
const bool kCheckedBefore = processor_was_checked();

// bits of the three registers that make x86-64-v2.
constexpr ProcessorFeatures kLevel2 = {
    bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT, 0, bit_LAHF_LM,
    false};

std::string missing(const ProcessorFeatures& features) {
  char text[kProcessorTextMax];
  missing_features(features, text);
  return text;
}

TEST(ProcessorFeatures, AreLookedAtBeforeAnyConstructor) { EXPECT_TRUE(kCheckedBefore); }

TEST(ProcessorFeatures, NameWhatIsMissing) {
  EXPECT_EQ(missing(kLevel2), "");
  ProcessorFeatures old = kLevel2;
  old.basic_ecx &= ~uint32_t{bit_SSE4_2 | bit_POPCNT};
  EXPECT_EQ(missing(old), "SSE4.2, POPCNT");
  EXPECT_EQ(missing({}), "SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT, LAHF");
}

TEST(ProcessorFeatures, TellTheLevel) {
  EXPECT_EQ(processor_level({}), 1u);
  EXPECT_EQ(processor_level(kLevel2), 2u);
  ProcessorFeatures third = kLevel2;
  third.basic_ecx |= bit_FMA | bit_MOVBE | bit_F16C | bit_AVX | bit_OSXSAVE;
  third.structured_ebx |= bit_AVX2 | bit_BMI | bit_BMI2;
  third.extended_ecx |= bit_LZCNT;
  EXPECT_EQ(processor_level(third), 2u) << "the system does not keep the registers of AVX";
  third.keeps_avx = true;
  EXPECT_EQ(processor_level(third), 3u);
  EXPECT_FALSE(has_adx(third));
  third.structured_ebx |= bit_ADX;
  EXPECT_TRUE(has_adx(third));
  // This program runs.
  EXPECT_GE(processor_level(processor_features()), 2u);
}

TEST(ProcessorFeaturesDeathTest, AProcessorThatLacksSomeIsOneLineAndExitCode1) {
  require_processor(kLevel2);
  ProcessorFeatures old = kLevel2;
  old.basic_ecx &= ~uint32_t{bit_POPCNT};
  EXPECT_EXIT(require_processor(old), testing::ExitedWithCode(1),
              "^error: NOT_SUPPORTED: processor: expected x86-64-v2, found one without POPCNT;");
}

}  // namespace
}  // namespace cuzk::cli
