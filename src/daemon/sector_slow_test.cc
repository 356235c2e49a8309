// SPDX-License-Identifier: MIT OR Apache-2.0
// A really sealed sector through the daemon as a configuration makes it: prover, engine, server.
// Its parameters stand in a folder in which nobody may write (daemon-reference.md 6.1, point 8),
// not even this test where the superuser runs it.
#include <sys/fsuid.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>

#include "base/file.h"
#include "daemon/options.h"
#include "engine/engine.h"
#include "engine/real_sector_testing.h"
#include "service/client.h"
#include "service/grpc_server.h"

namespace cuzk::daemon {
namespace {

namespace fs = std::filesystem;

// While it lives, the folder may only be read by this thread and by those that it starts.
class ReadOnly {
 public:
  explicit ReadOnly(const fs::path& folder) : folder_(folder) {
    fs::permissions(folder_, fs::perms(0555));
    if (::geteuid() == 0) ::setfsuid(kNobody);
  }
  ReadOnly(const ReadOnly&) = delete;
  ~ReadOnly() {
    ::setfsuid(::geteuid());
    fs::permissions(folder_, fs::perms::owner_all);
  }

 private:
  static constexpr uid_t kNobody = 65534;
  const fs::path folder_;
};

class DaemonSector : public engine::RealSector {};

TEST_P(DaemonSector, IsProvedWithParametersThatCanOnlyBeRead) {
  make_parameters(nullptr);
  const auto files = [&] { return std::distance(fs::directory_iterator(folder_), {}); };
  const auto files_before = files();
  const ReadOnly read_only(folder_);
  EXPECT_THROW(base::write_new_file(folder_ / "x", "x"), base::Error);

  std::vector<std::string> warnings;
  const DaemonConfig config = parse_config(
      "[gpus]\nbackend = \"cpu\"\n[memory]\ntotal_budget = "
      "\"4GiB\"\n[srs]\nparam_cache = \"" +
          folder_.string() + "\"\n",
      "cuzk.toml", warnings);
  engine::Engine engine(engine_options(config, {}), engine::circuit_prover(prover_options(config)));
  service::GrpcServer server(engine, {{"127.0.0.1:0"}}, {});
  service::Client client(server.addresses()[0]);
  EXPECT_FALSE(client.preload("porep-2k").already_loaded());
  engine::Request request;
  request.kind = engine::find_proof_kind(1);
  request.sector_size = sector_.proof->sector->bytes;
  request.vanilla_proofs = {filecoin::load_c1(GetParam().name)};
  request.miner_id = 1000;
  request.sector_number = GetParam().sector_number;
  const auto answer = client.prove(request);
  EXPECT_EQ(answer.status(), cuzk::v1::AwaitProofResponse::COMPLETED) << answer.error_message();
  EXPECT_EQ(answer.proof().size(), 192u);
  EXPECT_EQ(files(), files_before);
}

INSTANTIATE_TEST_SUITE_P(Porep, DaemonSector,
                         testing::Values(engine::RealSectorCase{"2k-v1_1-a", 1001}),
                         engine::real_sector_name);

}  // namespace
}  // namespace cuzk::daemon
