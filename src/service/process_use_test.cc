// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/process_use.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <latch>
#include <thread>

namespace cuzk::service {
namespace {

// In a process of its own: here other tests' libraries may still have threads that come and go.
[[noreturn]] void count_one_more() {
  const ProcessUse before = process_use();
  const int opened = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  std::latch end(1);
  std::jthread beside([&] { end.wait(); });
  const ProcessUse now = process_use();
  const bool right =
      before.threads && before.descriptors && opened >= 0 && now.threads == *before.threads + 1 &&
      now.descriptors == *before.descriptors + 1 && now.descriptors_max > *now.descriptors;
  ::_exit(right ? 0 : 1);
}

TEST(ProcessUseDeathTest, CountsThreadsAndDescriptors) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(count_one_more(), testing::ExitedWithCode(0), "");
}

TEST(ProcessUse, LeavesOutWhatCannotBeCounted) {
  const std::string all = process_metrics_text({7, 12, 64});
  EXPECT_NE(all.find("# TYPE process_open_fds gauge\nprocess_open_fds 12\n"), std::string::npos);
  EXPECT_NE(all.find("process_threads 7\n"), std::string::npos);
  const std::string some = process_metrics_text({{}, {}, 64});
  EXPECT_EQ(some.find("process_threads"), std::string::npos);
  EXPECT_NE(some.find("process_max_fds 64\n"), std::string::npos);
}

}  // namespace
}  // namespace cuzk::service
