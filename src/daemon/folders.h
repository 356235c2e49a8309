// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon's folders: that of the parameter files (cli/parameter_cache.h) and that of compiled
// circuits (srs.circuit_cache, else the one of the parameters), each with who named it, and what is
// wrong with them. A proof needs the parameter file of its circuit; without a folder for compiled
// circuits they are made at each start, which takes seconds.
//
// Links are followed. A link that leads nowhere is told from a file that is missing. Only the names
// of circuits that this version proves count (engine/kind.h); other files are other programs'.
// The daemon looks at its start and warns, `cuzk doctor` shows the same: nothing here throws, since
// files may still come. Cost: a few system calls for each circuit.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "daemon/config.h"
#include "engine/kind.h"

namespace cuzk::daemon {

inline constexpr const char* kDefaultParameters = "/data/zk/params";

struct Folder {
  std::filesystem::path path;
  std::string origin;  // the key, the variable or "default"

  std::string text() const;  // "/data/zk/params (default)"
};

struct Folders {
  Folder parameters, circuits;
};

// `environment` is the value of FIL_PROOFS_PARAMETER_CACHE, or null.
Folders folders_of(const DaemonConfig& config, const char* environment);
// The same with the process's environment.
Folders folders_of(const DaemonConfig& config);

struct ParameterFiles {
  std::string fault;                // of the folder: why no file in it can be read
  std::vector<std::string> usable;  // circuits whose file can be opened and has bytes
  std::vector<std::string> faults;  // of single files that are there and cannot be used
};
ParameterFiles inspect_parameters(const std::filesystem::path& folder,
                                  std::span<const engine::Kind> kinds);

// Why no compiled circuits are kept there, or nothing.
std::string circuit_folder_fault(const std::filesystem::path& folder);

}  // namespace cuzk::daemon
