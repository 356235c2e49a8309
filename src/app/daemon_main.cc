// SPDX-License-Identifier: MIT OR Apache-2.0
#include "app/daemon.h"
#include "app/daemon_options.h"

int main(int argc, char** argv) {
  using namespace cuzk;
  return app::run_daemon(argc, argv, [](const app::DaemonConfig& config) {
    return engine::porep_prover(app::porep_options(config));
  });
}
