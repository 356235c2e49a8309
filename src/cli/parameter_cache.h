// SPDX-License-Identifier: MIT OR Apache-2.0
// Where parameter files are looked for (groth16.md G16-601): the folder that the command line
// names, else the one in FIL_PROOFS_PARAMETER_CACHE, else the network's default folder.
// Other Filecoin programs use the same folder and the same file names, so that files once fetched
// serve all of them. An empty value counts as absent. The folder need not exist: what is missing is
// reported when a file is needed.
// The environment is read here and passed on as a path; nothing below `app` looks at it.
#pragma once

#include <filesystem>
#include <string>

namespace cuzk::cli {

inline constexpr const char* kParameterCacheVariable = "FIL_PROOFS_PARAMETER_CACHE";
inline constexpr const char* kDefaultParameterCache = "/var/tmp/filecoin-proof-parameters";

// `option` is the value of --param-cache, `environment` that of the variable (may be null).
std::filesystem::path parameter_cache(const std::string& option, const char* environment);

// The same with the process's environment.
std::filesystem::path parameter_cache(const std::string& option);

}  // namespace cuzk::cli
