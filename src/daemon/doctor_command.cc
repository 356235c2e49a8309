// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "cli/human_text.h"
#include "daemon/daemon.h"
#include "daemon/folders.h"
#include "daemon/options.h"
#include "gpu/device.h"
#include "service/descriptors.h"
#include "service/listener.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

// Lines of the report; a problem is what keeps the daemon from proving.
class Findings {
 public:
  void good(const std::string& what) { fmt::print("ok       {}\n", what); }
  void odd(const std::string& what) { fmt::print("look     {}\n", what); }
  void problem(const std::string& what) {
    fmt::print("problem  {}\n", what);
    ++problems_;
  }
  // What throws is a problem.
  void check(const std::function<void()>& work) {
    try {
      work();
    } catch (const base::Error& error) {
      problem(error.text());
    }
  }
  size_t problems() const { return problems_; }

 private:
  size_t problems_ = 0;
};

void check_devices(const DaemonConfig& config, Findings& findings) {
  findings.check([&] {
    for (const engine::Backend& backend : backends_of(config)) {
      if (backend.kind == engine::BackendKind::kCpu) {
        findings.odd(
            "proofs are made on the CPU, which is practical for small sectors only; a GPU needs a "
            "driver for CUDA 13.0 or newer and a program that was built with CUDA");
        continue;
      }
      const gpu::Device device(backend.device);
      const gpu::DeviceInfo& info = device.info();
      findings.good(fmt::format("GPU {}: {}, {} free of {}", info.index, info.name,
                                cli::bytes_text(device.free_bytes()),
                                cli::bytes_text(info.memory_bytes)));
    }
  });
}

void check_folders(const DaemonConfig& config, Findings& findings) {
  const Folders folders = folders_of(config);
  const ParameterFiles files = inspect_parameters(folders.parameters.path, engine::kinds());
  if (files.fault.empty()) {
    findings.good(fmt::format("parameters of {} in {}", fmt::join(files.usable, ", "),
                              folders.parameters.text()));
  } else {
    findings.problem(fmt::format(
        "parameters: {}: {}; fetch those of the network there (`cuzk-bench params list` has their "
        "names), or name another folder in srs.param_cache",
        folders.parameters.text(), files.fault));
  }
  for (const std::string& fault : files.faults) findings.odd(fault);
  const std::string fault = circuit_folder_fault(folders.circuits.path);
  if (fault.empty()) {
    findings.good("compiled circuits in " + folders.circuits.text());
  } else {
    findings.odd(
        fmt::format("compiled circuits are not kept: {}: {}; srs.circuit_cache names a "
                    "folder for them",
                    folders.circuits.text(), fault));
  }
}

void check_memory(const DaemonConfig& config, Findings& findings) {
  findings.check([&] {
    const cli::HostMemory memory = cli::host_memory();
    const engine::Options options = engine_options(config, memory);
    const std::string budget = fmt::format(
        "budget {} (requests {}) of {}", cli::bytes_text(options.host_budget_bytes),
        cli::bytes_text(options.request_bytes_max), cli::bytes_text(memory.usable_bytes()));
    if (options.host_budget_bytes > memory.usable_bytes()) {
      findings.problem("memory.total_budget is more than there is: " + budget);
    } else {
      findings.good(budget);
    }
  });
}

void check_addresses(const DaemonConfig& config, Findings& findings) {
  for (const std::string& text : config.listen) {
    const service::Address address = service::parse_address(text);
    if (!address.is_unix) {
      findings.check([&] { findings.good("gRPC on " + service::Listener(address).address()); });
      continue;
    }
    fs::path folder = fs::path(address.text).parent_path();
    while (!fs::exists(folder)) folder = folder.parent_path();
    const service::SocketInspection found = service::inspect_socket(address.text);
    if (found.state == service::SocketState::kLive) {
      findings.odd(fmt::format("{}: {}", text, found.text));
    } else if (found.state == service::SocketState::kNoSocket) {
      findings.problem(fmt::format("{}: {}", text, found.text));
    } else if (::access(folder.c_str(), W_OK) != 0) {
      findings.problem(fmt::format("{}: {} cannot be written by this user", text, folder.string()));
    } else {
      findings.good("gRPC on " + text);
    }
  }
}

void check_descriptors(Findings& findings) {
  const uint64_t limit = service::descriptor_limit().hard;
  if (limit < service::kDescriptorsAdvised) {
    findings.odd(fmt::format(
        "{} descriptors may be open, {} are advised: more connections are refused; raise the hard "
        "limit (LimitNOFILE of the unit, ulimit -Hn)",
        limit, service::kDescriptorsAdvised));
  } else {
    findings.good(fmt::format("{} descriptors", limit));
  }
}

}  // namespace

void add_doctor(CLI::App& daemon, const DaemonFlags& flags, cli::Action& action) {
  CLI::App* doctor = daemon.add_subcommand("doctor", "Check what the daemon needs, and advise");
  doctor->callback([&flags, &action] {
    action = [&flags] {
      std::vector<std::string> warnings;
      const DaemonConfig config = flags.read(warnings);
      Findings findings;
      for (const std::string& warning : warnings) findings.odd(warning);
      check_devices(config, findings);
      check_folders(config, findings);
      check_memory(config, findings);
      check_addresses(config, findings);
      check_descriptors(findings);
      return findings.problems() == 0 ? cli::kExitOk : cli::kExitFailed;
    };
  });
}

}  // namespace cuzk::daemon
