// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/folders.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/parameter_cache.h"
#include "engine/parameters.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

// Why the folder cannot be used in this way, or nothing.
std::string access_fault(const fs::path& folder, int mode) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) {
    return fs::is_symlink(fs::symlink_status(folder, error)) ? "it is a link that leads nowhere"
                                                             : "there is no such folder";
  }
  if (status.type() == fs::file_type::none) return error.message();
  if (!fs::is_directory(status)) return "it is no folder";
  if (::access(folder.c_str(), mode) != 0) {
    return fmt::format("it cannot be {} by this user: {}", (mode & W_OK) ? "written" : "read",
                       std::strerror(errno));
  }
  return "";
}

// Why the file is there and cannot be used; nothing for one that can be or that is missing.
std::string file_fault(const fs::path& file) {
  std::error_code error;
  const bool link = fs::is_symlink(fs::symlink_status(file, error));
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) {
    return link ? fmt::format("a link to {}, which is not there",
                              fs::read_symlink(file, error).string())
                : "";
  }
  if (!fs::is_regular_file(status)) return "no regular file";
  if (::access(file.c_str(), R_OK) != 0) return std::strerror(errno);
  return fs::file_size(file, error) == 0 ? "empty" : "";
}

}  // namespace

std::string Folder::text() const { return fmt::format("{} ({})", path.string(), origin); }

Folders folders_of(const DaemonConfig& config, const char* environment) {
  const auto [path, origin] =
      cli::parameter_folder(config.param_cache, "srs.param_cache", kDefaultParameters, environment);
  Folders folders{{path, origin}, {path, origin}};
  if (!config.circuit_cache.empty()) folders.circuits = {config.circuit_cache, "srs.circuit_cache"};
  return folders;
}

Folders folders_of(const DaemonConfig& config) {
  return folders_of(config, std::getenv(cli::kParameterCacheVariable));
}

ParameterFiles inspect_parameters(const fs::path& folder, std::span<const engine::Kind> kinds) {
  ParameterFiles found;
  found.fault = access_fault(folder, R_OK | X_OK);
  if (!found.fault.empty()) return found;
  for (const engine::Kind& kind : kinds) {
    for (const engine::KindCircuit& circuit : kind.circuits) {
      const fs::path file = engine::parameter_path(folder, circuit);
      const std::string fault = file_fault(file);
      std::error_code error;
      if (!fault.empty()) {
        found.faults.push_back(fmt::format("{}: {}", file.string(), fault));
      } else if (fs::exists(file, error)) {
        found.usable.push_back(circuit.name);
      }
    }
  }
  if (found.usable.empty()) found.fault = "it holds no parameter file that can be used";
  return found;
}

std::string circuit_folder_fault(const fs::path& folder) {
  return access_fault(folder, R_OK | W_OK | X_OK);
}

}  // namespace cuzk::daemon
