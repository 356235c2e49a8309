// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/parameter_cache.h"

#include <cstdlib>

namespace cuzk::cli {

ParameterFolder parameter_folder(const std::string& value, const std::string& setting,
                                 const std::string& fallback, const char* environment) {
  if (!value.empty()) return {value, setting};
  if (environment != nullptr && *environment != '\0') {
    return {environment, kParameterCacheVariable};
  }
  return {fallback, "default"};
}

ParameterFolder parameter_folder(const std::string& value, const std::string& setting,
                                 const std::string& fallback) {
  return parameter_folder(value, setting, fallback, std::getenv(kParameterCacheVariable));
}

std::filesystem::path parameter_cache(const std::string& option) {
  return parameter_folder(option, "--param-cache", kDefaultParameterCache).path;
}

}  // namespace cuzk::cli
