// SPDX-License-Identifier: MIT OR Apache-2.0
#include "daemon/daemon.h"
#include "daemon/options.h"

int main(int argc, char** argv) {
  using namespace cuzk;
  return daemon::run_daemon(argc, argv, [](const daemon::DaemonConfig& config) {
    return engine::circuit_prover(daemon::prover_options(config));
  });
}
