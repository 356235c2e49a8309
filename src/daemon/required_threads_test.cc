// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/required_threads.h"

#include <gtest/gtest.h>

namespace cuzk::daemon {
namespace {

TEST(RequiredThreads, CanBeMade) { require_threads(20); }

}  // namespace
}  // namespace cuzk::daemon
