// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gpu/failure.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace cuzk::gpu {
namespace {

constexpr int kOld = 12040, kNew = 13000;

std::string text_of(const NoDevice& cause) {
  try {
    throw_no_device(cause);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kGpuNotFound);
    return error.text();
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Failure, TheCauseOfNoDeviceIsNamed) {
  const std::string none = text_of({0, kNew, "said", nullptr});
  EXPECT_TRUE(has(none, "expected a driver for CUDA 13.0 or newer, found none (said)")) << none;
  const std::string old = text_of({kOld, kNew, "said", "-1"});
  EXPECT_TRUE(has(old, "found one for CUDA 12.4 (said)")) << old;
  for (const char* value : {"", "-1", "no-such-card"}) {
    const std::string hidden = text_of({kNew, kNew, "said", value});
    EXPECT_TRUE(has(hidden, "CUDA_VISIBLE_DEVICES=\"" + std::string(value) + "\" hides all"))
        << hidden;
    EXPECT_FALSE(has(hidden, "driver")) << hidden;
  }
  const std::string absent = text_of({kNew, kNew, "said", nullptr});
  EXPECT_TRUE(has(absent, "no device (said)")) << absent;
  EXPECT_FALSE(has(absent, "CUDA_VISIBLE_DEVICES")) << absent;
}

TEST(Failure, DevicesAreNamedAsTheDriverNamesThem) {
  char uuid[16];
  for (int i = 0; i < 16; ++i) uuid[i] = static_cast<char>(0x11 * i);
  EXPECT_EQ(uuid_text(uuid), "GPU-00112233-4455-6677-8899-aabbccddeeff");
  EXPECT_EQ(pci_text(0, 0x1b, 0), "0000:1b:00.0");
  EXPECT_EQ(pci_text(0x10000, 0xc1, 0x1f), "10000:c1:1f.0");
}

}  // namespace
}  // namespace cuzk::gpu
