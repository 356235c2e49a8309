// SPDX-License-Identifier: MIT OR Apache-2.0
// A small proof from circuit to file, in which the k-th allocation, opening, read, write or thread
// fails, for every k: it ends in a right proof or in an error with a code, nothing half-written
// remains, and the next proof is right.
//
// Each kind runs in a child process, so that a fault that ends the process is a failed test, and so
// that threads are there to be created: oneTBB makes its own once.
#include "base/faults_testing.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/error.h"
#include "base/file.h"
#include "groth16/cpu_prover.h"
#include "groth16/sample_circuits.h"
#include "groth16/verifier.h"
#include "r1cs/circuit_file.h"

namespace cuzk::groth16 {
namespace {

namespace fs = std::filesystem;
using base::Fault;
using base::FaultKind;

struct Outcomes {
  uint64_t right = 0, coded = 0;
};

// Leaves a circuit and a proof in the folder.
bool proves(const fs::path& folder, const r1cs::Assignment& assignment) {
  const fs::path path = folder / "tiny.circuit";
  {
    const r1cs::Circuit recorded = r1cs::record(TinyDefinition{});
    r1cs::write_circuit(recorded, path);
  }
  const r1cs::Circuit circuit =
      r1cs::read_circuit(base::read_file(path, r1cs::kCircuitBytesMax), path.string());
  const ParamsFile params(kReferenceFolder + "vectors/tiny.params");
  const CpuProver prover(circuit, params);
  const Proof proof = prover.prove(assignment);
  base::write_new_file(folder / "proof", std::span<const uint8_t>(encode_proof(proof)));
  const PreparedKey key(params.key());
  return verify(key, proof, {assignment.inputs.begin() + 1, assignment.inputs.end()});
}

// Of files that a run leaves: each is whole or is not there.
bool is_tidy(const fs::path& folder, uint64_t circuit_bytes) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const uint64_t bytes = entry.file_size();
    const bool whole =
        entry.path().filename() == "proof" ? bytes == kProofBytes : bytes == circuit_bytes;
    if (!whole) return false;
  }
  return true;
}

void empty(const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directory(folder);
}

// Exit codes: 0, the fault was met and all was well; 1, there is no k-th call; others are faults.
int run_with_fault(FaultKind kind, uint64_t k, const fs::path& folder,
                   const r1cs::Assignment& assignment, Outcomes& outcomes) {
  bool met = false;
  try {
    const Fault fault(kind, k);
    bool right = false;
    try {
      right = proves(folder, assignment);
    } catch (...) {
      met = fault.fired();
      throw;
    }
    met = fault.fired();
    if (!right) return 2;
    ++outcomes.right;
  } catch (const base::Error&) {
    ++outcomes.coded;
  } catch (const std::bad_alloc&) {  // OUT_OF_MEMORY, where a job ends
    if (kind != FaultKind::kAllocation) return 3;
    ++outcomes.coded;
  } catch (const std::exception&) {  // oneTBB has no thread; INTERNAL with its text, there too
    if (kind != FaultKind::kThread) return 6;
    ++outcomes.coded;
  }
  if (!is_tidy(folder, r1cs::circuit_file_bytes(r1cs::record(TinyDefinition{})))) return 4;
  empty(folder);
  if (!proves(folder, assignment)) return 5;
  empty(folder);
  return met ? 0 : 1;
}

// In a child: for every k from `first` to `last`, or until there is no such call.
int run_kind(FaultKind kind, const char* name, uint64_t first, uint64_t last) {
  const TestFolder place;
  const fs::path folder = place / "files";
  empty(folder);
  const r1cs::Assignment assignment = assign(tiny_definition());
  Outcomes outcomes;
  int code = 0;
  uint64_t k = first;
  for (; k <= last && code == 0; ++k) code = run_with_fault(kind, k, folder, assignment, outcomes);
  if (code > 1) fmt::print(stderr, "{} {}: outcome {}\n", name, k - 1, code);
  fmt::print("{}: k from {} to {}: {} right proofs, {} errors with a code\n", name, first, k - 1,
             outcomes.right, outcomes.coded);
  std::fflush(nullptr);
  return code;
}

int in_child(FaultKind kind, const char* name, uint64_t first, uint64_t last) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(run_kind(kind, name, first, last));
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << name << ": ended by signal " << WTERMSIG(status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Faults, EveryAllocation) {
  EXPECT_EQ(in_child(FaultKind::kAllocation, "allocation", 1, UINT64_MAX), 1);
}
TEST(Faults, EveryOpening) { EXPECT_EQ(in_child(FaultKind::kOpen, "open", 1, UINT64_MAX), 1); }
TEST(Faults, EveryRead) { EXPECT_EQ(in_child(FaultKind::kRead, "read", 1, UINT64_MAX), 1); }
TEST(Faults, EveryWrite) { EXPECT_EQ(in_child(FaultKind::kWrite, "write", 1, UINT64_MAX), 1); }

TEST(Faults, EveryThread) {
  int code = 0;
  for (uint64_t k = 1; code == 0; ++k) code = in_child(FaultKind::kThread, "thread", k, k);
  EXPECT_EQ(code, 1);
}

// There a writer's file has a name beside its own, which goes when it ends, or with the next one.
TEST(Faults, FileSystemsWithoutUnnamedFiles) {
  const TestFolder place;
  const fs::path folder = place / "files";
  empty(folder);
  const auto entries = [&] { return std::distance(fs::directory_iterator(folder), {}); };
  const Fault fault(FaultKind::kUnnamed, 1);
  {
    base::NewFile given_up(folder / "proof");
    EXPECT_EQ(entries(), 1);
    base::NewFile other(folder / "proof");  // which leaves the living one alone
    EXPECT_EQ(entries(), 2);
    other.write(std::vector<uint8_t>(10));
    other.commit();
    EXPECT_EQ(entries(), 2);
    EXPECT_THROW(given_up.commit(), base::Error);
  }
  EXPECT_EQ(entries(), 1);
  EXPECT_EQ(base::read_file(folder / "proof", 100).size(), 10u);
  empty(folder);
  const pid_t killed = ::fork();
  if (killed == 0) {
    base::NewFile file(folder / "proof");
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(killed, nullptr, 0), killed);
  EXPECT_EQ(entries(), 1);
  base::write_new_file(folder / "proof", "x");
  EXPECT_EQ(entries(), 1);
  EXPECT_TRUE(fs::exists(folder / "proof"));
}

}  // namespace
}  // namespace cuzk::groth16
