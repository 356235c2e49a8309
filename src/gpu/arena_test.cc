// SPDX-License-Identifier: MIT OR Apache-2.0
// An arena hands out aligned memory in order, gives it back by scopes, says what is missing, and
// measures a plan without memory. No device is needed: an arena does not touch its block.
#include "gpu/arena.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuzk::gpu {
namespace {

constexpr uint64_t kBytes = 4096;

struct Block {
  alignas(Arena::kAlignment) char data[kBytes];
};

// What a plan takes.
void take_plan(Arena& arena) {
  arena.take<char>(1);
  {
    Arena::Scope scope(arena);
    arena.take<uint64_t>(100);
  }
  arena.take<uint32_t>(5);
}

TEST(Arena, AlignsAndOrders) {
  Block block;
  Arena arena(block.data, kBytes);
  char* first = arena.take<char>(1);
  auto* second = arena.take<uint64_t>(2);
  EXPECT_EQ(first, block.data);
  EXPECT_EQ(reinterpret_cast<char*>(second), block.data + Arena::kAlignment);
  EXPECT_EQ(arena.used(), 2 * Arena::kAlignment);
  EXPECT_FALSE(arena.measures());
}

TEST(Arena, ScopesGiveBack) {
  Block block;
  Arena arena(block.data, kBytes);
  {
    Arena::Scope scope(arena);
    arena.take<char>(1000);
  }
  EXPECT_EQ(arena.used(), 0u);
  EXPECT_EQ(arena.peak(), 1024u);
  EXPECT_EQ(arena.take<char>(1), block.data);
}

TEST(Arena, MeasuresWhatAPlanTakes) {
  Arena measure;
  EXPECT_TRUE(measure.measures());
  EXPECT_EQ(measure.take<char>(10), nullptr);
  take_plan(measure);
  Block block;
  Arena arena(block.data, kBytes);
  arena.take<char>(10);
  take_plan(arena);
  EXPECT_EQ(measure.peak(), arena.peak());
  EXPECT_EQ(measure.used(), arena.used());
}

TEST(Arena, SaysWhatIsMissing) {
  Block block;
  Arena arena(block.data, kBytes);
  arena.take<char>(1);
  try {
    arena.take<char>(kBytes);
    FAIL() << "nothing was thrown";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kGpuOutOfMemory);
    EXPECT_NE(error.text().find("4096"), std::string::npos);
    EXPECT_NE(error.text().find("3840"), std::string::npos);
  }
  EXPECT_NE(arena.take<char>(kBytes - Arena::kAlignment), nullptr);  // all that is left
}

}  // namespace
}  // namespace cuzk::gpu
