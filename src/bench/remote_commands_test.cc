// SPDX-License-Identifier: MIT OR Apache-2.0
// daemon-reference.md 6.1, point 14: the commands that ask a daemon, with --addr
// (daemon-reference.md 1.8).
#include <gtest/gtest.h>

#include "bench/bench_testing.h"
#include "engine/fake_prover_testing.h"
#include "service/grpc_call.h"
#include "service/grpc_server.h"

namespace cuzk::bench {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RemoteCommands, AskTheDaemon) {
  engine::FakeProver fake({});
  engine::Options options;
  options.host_budget_bytes = 2 * service::kReceptionBytes;
  options.request_bytes_max = service::kReceptionBytes;
  engine::Engine engine(options, fake.prover());
  cli::TemporaryFolder folder;
  const service::GrpcServer server(engine, {{"127.0.0.1:0", "unix://" + (folder / "s")}}, {});
  for (const std::string& address : server.addresses()) {
    const cli::CommandResult status = run_command({"-a", address, "status"});
    EXPECT_EQ(status.code, 0) << status.err;
    for (const char* part : {"uptime:", "completed:", "failed:", "fake 0", "porep-c2: 0 pending",
                             "winning-post: 0 pending, 0 in progress"}) {
      EXPECT_TRUE(has(status.out, part)) << part << " in " << status.out;
    }
    const cli::CommandResult metrics = run_command({"metrics", "--addr", "http://" + address});
    if (address.starts_with("unix")) continue;
    EXPECT_TRUE(has(metrics.out, "cuzk_proofs_completed_total 0\n")) << metrics.err;
  }
  const std::string address = server.addresses()[1];
  const cli::CommandResult first = run_command({"preload", "-c", "circuit-3", "-a", address});
  EXPECT_TRUE(has(first.out, "circuit-3: loaded in")) << first.out << first.err;
  const cli::CommandResult again = run_command({"preload", "-c", "circuit-3", "-a", address});
  EXPECT_TRUE(has(again.out, "already loaded")) << again.out;
  EXPECT_TRUE(has(run_command({"-a", address, "status"}).out, "circuit-3: "));
  const cli::CommandResult unknown = run_command({"preload", "-c", "nothing", "-a", address});
  EXPECT_EQ(unknown.code, cli::kExitFailed);
  EXPECT_TRUE(has(unknown.err, "NOT_FOUND")) << unknown.err;
}

TEST(RemoteCommands, SayThatNobodyAnswers) {
  const cli::CommandResult nobody = run_command({"-a", "unix:///no/such/socket", "status"});
  EXPECT_EQ(nobody.code, cli::kExitFailed);
  EXPECT_TRUE(has(nobody.err, "UNAVAILABLE")) << nobody.err;
  EXPECT_EQ(run_command({"-a", "nonsense", "status"}).code, cli::kExitUsage);
}

}  // namespace
}  // namespace cuzk::bench
