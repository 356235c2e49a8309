// SPDX-License-Identifier: MIT OR Apache-2.0
// Fuzz target for parameter files: opens one and, if it is accepted, reads all its points. The
// reader takes files, so the input goes through an anonymous file in memory.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "groth16/params_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cuzk::groth16::ParamsFile;
  using cuzk::groth16::SubgroupTest;
  int descriptor = ::memfd_create("params_file_fuzz", MFD_CLOEXEC);
  cuzk::base::check(descriptor >= 0, "a file in memory");
  cuzk::base::check(::write(descriptor, data, size) == static_cast<ssize_t>(size), "its contents");
  try {
    ParamsFile("/proc/self/fd/" + std::to_string(descriptor)).check_points(SubgroupTest::kNo, {});
  } catch (const cuzk::base::Error&) {
  }
  ::close(descriptor);
  return 0;
}
