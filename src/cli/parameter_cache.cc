// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/parameter_cache.h"

#include <cstdlib>

namespace cuzk::cli {

std::filesystem::path parameter_cache(const std::string& option, const char* environment) {
  if (!option.empty()) return option;
  if (environment != nullptr && *environment != '\0') return environment;
  return kDefaultParameterCache;
}

std::filesystem::path parameter_cache(const std::string& option) {
  return parameter_cache(option, std::getenv(kParameterCacheVariable));
}

}  // namespace cuzk::cli
