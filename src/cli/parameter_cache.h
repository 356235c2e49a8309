// SPDX-License-Identifier: MIT OR Apache-2.0
// Where parameter files are looked for (groth16.md G16-601): the folder that the option or the key
// of the configuration names, else the one in FIL_PROOFS_PARAMETER_CACHE, else the program's
// default. Both programs follow this rule; only the default differs, which for the daemon is the
// reference daemon's.
// Other Filecoin programs use the same files, so that what was fetched once serves all of them. An
// empty value counts as absent. The folder need not exist: what is missing is reported when a file
// is needed, and by the daemon at its start.
// The environment is read here and passed on as a path; nothing below this folder looks at it.
#pragma once

#include <filesystem>
#include <string>

namespace cuzk::cli {

inline constexpr const char* kParameterCacheVariable = "FIL_PROOFS_PARAMETER_CACHE";
inline constexpr const char* kDefaultParameterCache = "/var/tmp/filecoin-proof-parameters";

struct ParameterFolder {
  std::filesystem::path path;
  std::string origin;  // who named it: the option, the variable or "default"
};

// `setting` names the option or key whose value is `value`; `environment` is the variable's value
// (may be null).
ParameterFolder parameter_folder(const std::string& value, const std::string& setting,
                                 const std::string& fallback, const char* environment);

// The same with the process's environment.
ParameterFolder parameter_folder(const std::string& value, const std::string& setting,
                                 const std::string& fallback);

// Of cuzk-bench: `option` is the value of --param-cache.
std::filesystem::path parameter_cache(const std::string& option);

}  // namespace cuzk::cli
