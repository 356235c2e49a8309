// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <tbb/global_control.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>

#include "base/error.h"
#include "cli/human_text.h"
#include "cli/quantity.h"
#include "daemon/daemon.h"
#include "daemon/device_users.h"
#include "daemon/finding.h"
#include "daemon/folders.h"
#include "daemon/kind_watch.h"
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/options.h"
#include "daemon/required_threads.h"
#include "daemon/service_manager.h"
#include "daemon/surroundings.h"
#include "service/descriptors.h"
#include "service/grpc_server.h"
#include "service/http_server.h"

namespace cuzk::daemon {
namespace {

using service::LogLevel;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kDrainStep{100};
constexpr milliseconds kLastAnswers{5000};  // to arrive, after their jobs
constexpr std::chrono::seconds kIdleStep{10};

// Signals that main waits for; blocked in every thread, so that none of them interrupts anything.
class Signals {
 public:
  Signals() {
    ::sigemptyset(&set_);
    for (int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&set_, signal);
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  Signals(const Signals&) = delete;
  ~Signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // The signal, or 0 when the time is over.
  int wait(std::chrono::nanoseconds timeout) const {
    const timespec time{static_cast<time_t>(timeout.count() / 1'000'000'000),
                        static_cast<long>(timeout.count() % 1'000'000'000)};
    return std::max(::sigtimedwait(&set_, nullptr, &time), 0);
  }

 private:
  sigset_t set_, before_;
};

class Daemon {
 public:
  Daemon(const DaemonFlags& flags, const ProverFactory& make_prover);

  cli::ExitCode run();

 private:
  engine::Options options();
  void report_start();
  void preload(std::stop_token stop);
  void reload();
  void tick();  // lives
  cli::ExitCode drain();
  void stop_work();

  const DaemonFlags& flags_;
  Signals signals_;  // before any thread
  ServiceManager manager_;
  std::vector<std::string> warnings_;
  Findings findings_;
  DaemonConfig config_;
  DaemonLog log_;
  std::optional<tbb::global_control> threads_;
  std::optional<engine::Engine> engine_;
  std::optional<KindWatch> kinds_;
  std::unique_ptr<service::HttpServer> http_;
  std::unique_ptr<service::GrpcServer> grpc_;
  std::jthread preloader_;
};

engine::Options Daemon::options() {
  engine::Options options = engine_options(config_, cli::host_memory());
  if (config_.timeline) {
    options.timeline_line = [this](const std::string& line) { log_.timeline_line(line); };
  }
  return options;
}

Daemon::Daemon(const DaemonFlags& flags, const ProverFactory& make_prover)
    : flags_(flags), config_(flags.read(warnings_)), log_(config_.log_level, config_.log_format) {
  const Limits limits = limits_of_process();
  service::raise_descriptor_limit();
  const engine::Options options = this->options();
  require_address_space(limits, options.host_budget_bytes);
  engine::Prover prover = make_prover(config_);
  const Needs needs = {threads_needed(options, prover.devices.size()), config_.waiting_calls_max,
                       options.host_budget_bytes, options.request_bytes_max};
  require_threads(needs.threads);
  findings_ = look_at_limits(limits, needs);
  engine_.emplace(options, std::move(prover));
  kinds_.emplace(folders_of(config_).parameters, engine::kinds(), log_.sink());
  if (config_.synthesis_threads > 0) {
    threads_.emplace(tbb::global_control::max_allowed_parallelism, config_.synthesis_threads);
  }
  if (!config_.status_listen.empty()) {
    http_ = std::make_unique<service::HttpServer>(*engine_, config_.status_listen, log_.sink(),
                                                  [this] { return kinds_->look(); });
  }
  grpc_ = std::make_unique<service::GrpcServer>(
      *engine_,
      service::GrpcOptions{
          .listen = config_.listen,
          .waiting_calls_max = config_.waiting_calls_max,
          .socket_access = {service::parse_socket_mode(config_.socket_mode), config_.socket_group}},
      log_.sink());
}

void Daemon::report_start() {
  for (const std::string& warning : warnings_) log_.write(LogLevel::kWarning, warning);
  const Folders folders = folders_of(config_);
  log_.write(LogLevel::kInfo, "folders",
             {{"parameters", folders.parameters.text()}, {"circuits", folders.circuits.text()}});
  append(findings_, look_at_folders(folders, engine::kinds()));
  append(findings_, look_at_backend(config_, std::getenv("CUDA_VISIBLE_DEVICES")));
  const engine::Status status = engine_->status();
  for (const engine::DeviceStatus& device : status.devices) {
    service::LogFields fields = {{"device", device.name}};
    if (!device.uuid.empty()) {
      fields.push_back({"uuid", device.uuid});
      fields.push_back({"pci_address", device.pci_address});
    }
    fields.push_back({"budget", cli::bytes_text(device.budget_bytes)});
    log_.write(LogLevel::kInfo, "device", fields);
    append(findings_, look_at_device_users(device.name, device_users(device.pci_address)));
  }
  log_findings(findings_, log_.sink());
  log_.write(LogLevel::kInfo, "ready",
             {{"version", CUZK_VERSION},
              {"grpc", fmt::format("{}", fmt::join(grpc_->addresses(), ","))},
              {"http", http_ ? http_->address() : "none"},
              {"budget", cli::bytes_text(status.memory.budget_bytes)}});
}

void Daemon::preload(std::stop_token stop) {
  for (const std::string& circuit : config_.preload) {
    try {
      const engine::Preloaded loaded = engine_->preload(circuit, stop);
      log_.write(LogLevel::kInfo, "circuit loaded",
                 {{"circuit", circuit}, {"time", cli::time_setting(loaded.time)}});
    } catch (const std::exception& error) {
      log_.write(LogLevel::kError, "circuit not loaded",
                 {{"circuit", circuit}, {"error", error.what()}});
    }
  }
}

void Daemon::reload() {
  try {
    std::vector<std::string> ignored;
    const std::string level = flags_.read(ignored).log_level;
    log_.set_level(level);
    log_.write(LogLevel::kInfo, "log level", {{"level", level}});
  } catch (const base::Error& error) {
    log_.write(LogLevel::kError, "configuration not read again", {{"error", error.text()}});
  }
}

// The engine answers: it has not locked itself up.
void Daemon::tick() {
  if (manager_.watchdog_period() && engine_->status().uptime.count() >= 0) {
    manager_.tell("WATCHDOG=1");
  }
}

cli::ExitCode Daemon::run() {
  report_start();
  manager_.tell("READY=1");
  preloader_ = std::jthread([this](std::stop_token stop) { preload(stop); });
  while (true) {
    const int signal = signals_.wait(manager_.watchdog_period().value_or(kIdleStep));
    tick();
    if (signal == SIGHUP) reload();
    if (signal == SIGTERM || signal == SIGINT) return drain();
  }
}

cli::ExitCode Daemon::drain() {
  manager_.tell("STOPPING=1");
  log_.write(LogLevel::kInfo, "draining",
             {{"timeout", cli::time_setting(config_.drain_timeout)},
              {"jobs", std::to_string(engine_->status().pipelines.size())}});
  grpc_->announce_end();
  const auto end = steady_clock::now() + config_.drain_timeout;
  bool drained = false;
  while (!(drained = engine_->drain(kDrainStep)) && steady_clock::now() < end) {
    tick();
    const int signal = signals_.wait(std::chrono::nanoseconds(0));
    if (signal == SIGTERM || signal == SIGINT) {
      log_.write(LogLevel::kWarning, "stopped at once; jobs are lost");
      log_.flush();
      std::_Exit(cli::kExitFailed);
    }
  }
  grpc_->stop(drained ? kLastAnswers : milliseconds(0));
  if (!drained) log_.write(LogLevel::kWarning, "not all jobs were finished; they are lost");
  stop_work();
  return drained ? cli::kExitOk : cli::kExitFailed;
}

// Nothing works any more when the last line is written.
void Daemon::stop_work() {
  preloader_ = {};
  grpc_.reset();
  http_.reset();
  kinds_.reset();
  engine_.reset();
  log_.write(LogLevel::kInfo, "stopped");
}

}  // namespace

cli::ExitCode serve(const DaemonFlags& flags, const ProverFactory& make_prover) {
  return Daemon(flags, make_prover).run();
}

}  // namespace cuzk::daemon
