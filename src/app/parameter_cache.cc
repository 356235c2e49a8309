// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/parameter_cache.h"

#include <cstdlib>

namespace cuzk::app {

std::filesystem::path parameter_cache(const std::string& option, const char* environment) {
  if (!option.empty()) return option;
  if (environment != nullptr && *environment != '\0') return environment;
  return kDefaultParameterCache;
}

std::filesystem::path parameter_cache(const std::string& option) {
  return parameter_cache(option, std::getenv(kParameterCacheVariable));
}

}  // namespace cuzk::app
