// SPDX-License-Identifier: MIT OR Apache-2.0
// The daemon with the fake prover, for tests of clients, sockets and signals (tests/client): a job
// takes a tenth of a second for each partition, and `sector_size` is their number.
#include <chrono>

#include "daemon/daemon.h"
#include "engine/fake_prover_testing.h"

int main(int argc, char** argv) {
  using namespace cuzk;
  engine::FakeProver::Settings settings;
  settings.finish_time = std::chrono::milliseconds(100);
  engine::FakeProver fake(settings);
  return daemon::run_daemon(argc, argv, [&](const daemon::DaemonConfig&) { return fake.prover(); });
}
