// SPDX-License-Identifier: MIT OR Apache-2.0
// The two large sizes round the whole way: made, checked, written, read, checked, written again.
// Also where time and memory of reader and check can be seen (a 32 GiB file must take
// about a second or less).
#include <sys/resource.h>

#include "base/clock.h"
#include "filecoin/c1_test_files.h"
#include "filecoin/c1_writer.h"
#include "filecoin/porep_check.h"
#include "filecoin/porep_synthetic.h"

namespace cuzk::filecoin {
namespace {

long peak_mib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void go_round(const char* name) {
  const StatementIdentity identity{1000, 42};
  base::Stopwatch watch;
  std::string file;
  {
    const SealCommitOne made =
        make_synthetic_porep(*find_seal_proof(name), identity.miner, identity.sector_number, 7);
    const double make_s = watch.lap_seconds();
    file = write_c1(made, identity.sector_number);
    std::printf("%s: made in %.2f s, peak %ld MiB; %zu bytes written in %.2f s\n", name, make_s,
                peak_mib(), file.size(), watch.lap_seconds());
  }
  const long before = peak_mib();
  watch.lap_seconds();
  const SealCommitOne c1 = read_text(file);
  const double read_s = watch.lap_seconds();
  check_statement(c1, &identity);
  std::printf("read in %.2f s, peak %ld -> %ld MiB; checked in %.2f s\n", read_s, before,
              peak_mib(), watch.lap_seconds());
  EXPECT_LT(read_s, 5);
  EXPECT_TRUE(write_c1(c1, identity.sector_number) == file);
}

TEST(PorepSyntheticSlow, Sector32GiB) { go_round("StackedDrg32GiBV1_1"); }
TEST(PorepSyntheticSlow, Sector64GiB) { go_round("StackedDrg64GiBV1_1"); }
TEST(PorepSyntheticSlow, Sector64GiBFirstVersion) { go_round("StackedDrg64GiBV1"); }

}  // namespace
}  // namespace cuzk::filecoin
