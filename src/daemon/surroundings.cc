// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/surroundings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "cli/human_text.h"
#include "daemon/device_users.h"
#include "daemon/options.h"
#include "gpu/device.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

using service::LogLevel;

Finding good(const char* subject, std::string text, service::LogFields values = {}) {
  return {subject, LogLevel::kInfo, "", std::move(text), std::move(values)};
}

void look_at_leftovers(const fs::path& folder, Findings& findings) {
  const std::vector<base::Leftover> leftovers = base::find_leftovers(folder);
  if (leftovers.empty()) return;
  uint64_t bytes = 0;
  std::vector<std::string> names;
  for (const base::Leftover& leftover : leftovers) {
    bytes += leftover.bytes;
    names.push_back(leftover.path.filename().string());
  }
  findings.push_back(
      {"leftovers",
       LogLevel::kWarning,
       "unfinished files of ended programs are left",
       fmt::format("{}: unfinished files of programs that were killed, {} in all: {}; remove them",
                   folder.string(), cli::bytes_text(bytes), fmt::join(names, ", ")),
       {{"folder", folder.string()},
        {"files", fmt::format("{}", fmt::join(names, ","))},
        {"bytes", std::to_string(bytes)}}});
}

// Nothing if it can be had.
std::optional<Finding> look_at_address(const std::string& text) {
  const service::Address address = service::parse_address(text);
  const auto taken = [&](const std::string& why) {
    return Finding{"addresses",
                   LogLevel::kError,
                   "an address cannot be had",
                   fmt::format("{}: {}", text, why),
                   {{"address", text}, {"reason", why}}};
  };
  if (!address.is_unix) {
    try {
      const service::Listener listener(address);
      return std::nullopt;
    } catch (const base::Error& error) {
      return taken(error.text());
    }
  }
  const service::SocketInspection found = service::inspect_socket(address.text);
  if (found.state == service::SocketState::kLive) {
    return Finding{"addresses",
                   LogLevel::kWarning,
                   "a daemon listens already",
                   fmt::format("{}: {}", text, found.text),
                   {{"address", text}, {"reason", found.text}}};
  }
  if (found.state == service::SocketState::kNoSocket) return taken(found.text);
  fs::path folder = fs::path(address.text).parent_path();
  std::error_code error;
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  if (::access(folder.c_str(), W_OK) == 0) return std::nullopt;
  return taken(fmt::format("{} cannot be written by this user", folder.string()));
}

}  // namespace

Findings look_at_folders(const Folders& folders, const engine::Kinds& kinds) {
  Findings out;
  const std::string parameters = folders.parameters.text(), circuits = folders.circuits.text();
  const ParameterFiles files = inspect_parameters(folders.parameters.path, kinds);
  if (files.fault.empty()) {
    out.push_back(
        good("parameters",
             fmt::format("parameters of {} in {}", fmt::join(files.usable, ", "), parameters),
             {{"folder", folders.parameters.path.string()},
              {"origin", folders.parameters.origin},
              {"circuits", fmt::format("{}", fmt::join(files.usable, ","))}}));
  } else {
    out.push_back(
        {"parameters",
         LogLevel::kError,
         "no parameters: nothing can be proved",
         fmt::format("parameters: {}: {}; fetch those of the network there (`cuzk-bench params "
                     "list` has their names), or name another folder in srs.param_cache",
                     parameters, files.fault),
         {{"folder", folders.parameters.path.string()},
          {"origin", folders.parameters.origin},
          {"reason", files.fault}}});
  }
  for (const std::string& fault : files.faults) {
    out.push_back({"parameters",
                   LogLevel::kWarning,
                   "a parameter file cannot be used",
                   fault,
                   {{"reason", fault}}});
  }
  const std::string fault = circuit_folder_fault(folders.circuits.path);
  if (fault.empty()) {
    out.push_back(
        good("circuits", "compiled circuits in " + circuits,
             {{"folder", folders.circuits.path.string()}, {"origin", folders.circuits.origin}}));
  } else {
    out.push_back({"circuits",
                   LogLevel::kWarning,
                   "compiled circuits are not kept",
                   fmt::format("compiled circuits are not kept: {}: {}; srs.circuit_cache names a "
                               "folder for them",
                               circuits, fault),
                   {{"folder", folders.circuits.path.string()},
                    {"origin", folders.circuits.origin},
                    {"reason", fault}}});
  }
  look_at_leftovers(folders.parameters.path, out);
  if (folders.circuits.path != folders.parameters.path) {
    look_at_leftovers(folders.circuits.path, out);
  }
  return out;
}

Findings look_at_backend(const DaemonConfig& config, const char* visible) {
  Findings out;
  if (visible != nullptr) {
    out.push_back(good("visible_devices", fmt::format("CUDA_VISIBLE_DEVICES=\"{}\"", visible),
                       {{"CUDA_VISIBLE_DEVICES", visible}}));
  }
  if (config.backend == "cpu") {
    out.push_back(good("backend",
                       "proofs are made on the CPU, as gpus.backend says; that is "
                       "practical for small sectors only"));
    return out;
  }
  try {
    gpu::list_devices();
  } catch (const base::Error& error) {
    if (config.backend == "gpu") return out;  // look_at_devices has it
    out.push_back({"backend",
                   LogLevel::kWarning,
                   "proofs are made on the CPU",
                   fmt::format("proofs are made on the CPU, which is practical for small sectors "
                               "only: {}",
                               error.text()),
                   {{"reason", error.text()}}});
  }
  return out;
}

Findings look_at_devices(const DaemonConfig& config) {
  Findings out;
  try {
    for (const engine::Backend& backend : backends_of(config)) {
      if (backend.kind == engine::BackendKind::kCpu) continue;
      const gpu::Device device(backend.device);
      const gpu::DeviceInfo& info = device.info();
      const uint64_t free_bytes = device.free_bytes();
      const std::string name = fmt::format("GPU {}: {}", info.index, info.name);
      out.push_back(
          good("devices",
               fmt::format("{}, {}, {}, {} free of {}", name, info.uuid, info.pci_address,
                           cli::bytes_text(free_bytes), cli::bytes_text(info.memory_bytes)),
               {{"device", name},
                {"uuid", info.uuid},
                {"pci_address", info.pci_address},
                {"free_bytes", std::to_string(free_bytes)},
                {"memory_bytes", std::to_string(info.memory_bytes)}}));
      const Findings users = look_at_device_users(name, device_users(info.pci_address));
      out.insert(out.end(), users.begin(), users.end());
    }
  } catch (const base::Error& error) {
    out.push_back({"devices",
                   LogLevel::kError,
                   "a wanted GPU cannot be used",
                   error.text(),
                   {{"reason", error.text()}}});
  }
  return out;
}

Findings look_at_device_users(const std::string& device, const std::vector<std::string>& users) {
  if (users.empty()) return {};
  const std::string all = fmt::format("{}", fmt::join(users, ", "));
  return {{"device_users",
           LogLevel::kWarning,
           "others use the device",
           fmt::format("{}: also used by {}; its free memory may change", device, all),
           {{"device", device}, {"users", all}}}};
}

Findings look_at_addresses(const DaemonConfig& config) {
  Findings out;
  for (const std::string& text : config.listen) {
    out.push_back(
        look_at_address(text).value_or(good("addresses", "gRPC on " + text, {{"address", text}})));
  }
  if (!config.status_listen.empty()) {
    out.push_back(look_at_address(config.status_listen)
                      .value_or(good("addresses", "HTTP on " + config.status_listen,
                                     {{"address", config.status_listen}})));
  }
  return out;
}

}  // namespace cuzk::daemon
