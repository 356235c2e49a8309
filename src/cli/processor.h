// SPDX-License-Identifier: MIT OR Apache-2.0
// What the processor can do. The programs are compiled for x86-64-v2 (cmake/folder.cmake; the
// levels are those of the psABI, "Micro-architecture levels"), and a processor that has less would
// end them by SIGILL at an arbitrary place. So every program that links this folder looks before
// any other code of its own runs, constructors of global objects included, and ends with one line
// and exit code 1.
//
// Hence the unit behind this header is compiled for every x86-64 processor, calls nothing but the
// system and has no inline function of a library: the linker could take another unit's copy of it,
// compiled for the higher level (CMakeLists.txt). Text goes into the caller's bytes for that
// reason. Any thread may call; a call costs some hundred cycles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuzk::cli {

// Registers of CPUID, and whether the system keeps the wide registers of AVX.
struct ProcessorFeatures {
  uint32_t basic_ecx = 0;       // leaf 1
  uint32_t structured_ebx = 0;  // leaf 7
  uint32_t extended_ecx = 0;    // leaf 0x80000001
  bool keeps_avx = false;
};

ProcessorFeatures processor_features();

// Of x86-64: 1, 2 or 3.
unsigned processor_level(const ProcessorFeatures& features);
// The instructions for two chains of carries (ADCX, ADOX), and MULX beside them.
bool has_adx(const ProcessorFeatures& features);

constexpr size_t kProcessorTextMax = 160;
// What x86-64-v2 has and these lack, "SSE4.2, POPCNT"; empty if nothing. Ends with a zero byte.
void missing_features(const ProcessorFeatures& features, char (&text)[kProcessorTextMax]);

// Ends the process with a line on stderr and exit code 1 if anything is missing.
void require_processor(const ProcessorFeatures& features);

// Whether this program has looked at its start.
bool processor_was_checked();

}  // namespace cuzk::cli
