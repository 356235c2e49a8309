// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/action.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "base/error.h"

namespace cuzk::cli {
namespace {

void print_error(const std::string& code, const std::string& text) {
  fmt::print(stderr, "error: {}: {}\n", code, text);
}

}  // namespace

ExitCode run_action(const Action& action) {
  try {
    return action();
  } catch (const base::Error& error) {
    print_error(base::error_name(error.code()), error.text());
    return error.code() == base::ErrorCode::kBadArgument ? kExitUsage : kExitFailed;
  } catch (const std::bad_alloc&) {
    print_error(base::error_name(base::ErrorCode::kOutOfMemory),
                "the system gave no more memory; use a smaller sector size or a larger machine");
  } catch (const std::exception& error) {
    print_error("INTERNAL", error.what());
  }
  return kExitFailed;
}

}  // namespace cuzk::cli
