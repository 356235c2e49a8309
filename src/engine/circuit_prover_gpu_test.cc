// SPDX-License-Identifier: MIT OR Apache-2.0
// Circuits of two kinds on one device in one engine: a real 2 KiB sector in the device's region and
// a throw-away kind in a lane. Jobs of both come in turn; all proofs verify, also where the points
// of the sector's circuit are streamed, and the small circuit moves none of them. And how long the
// first kernel of the lane waits while the region is busy (residency.md RS-503), as printed
// figures.
#include <algorithm>
#include <cstdio>
#include <thread>

#include "base/clock.h"
#include "engine/circuit_prover.h"
#include "engine/cube_kind_testing.h"
#include "engine/engine.h"
#include "engine/real_sector_testing.h"
#include "filecoin/porep_statement.h"

namespace cuzk::engine {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;
constexpr const char* kPorepCircuit = "porep-2k";

class SharedDevice : public RealSector {
 protected:
  void SetUp() override {
    RealSector::SetUp();
    gpu::Device device(0);
    make_parameters(&device);
    generate_parameters(folder_, cube_.circuits[0], std::nullopt, nullptr, {});
    const r1cs::Circuit porep = circuit_->record(), cube = r1cs::record(CubeDefinition());
    const SetupCircuit large =
        setup_circuit(circuit_->name, {porep, 1, circuit_->device_program}, device);
    const SetupCircuit small = setup_circuit(kCubeCircuit, {cube, 4, {}}, device);
    ASSERT_TRUE(is_lane(small.footprint));
    ASSERT_FALSE(is_lane(large.footprint));
    small_budget_ = groth16::kContextBytes + large.program_bytes +
                    lane_need(small.footprint).bytes + large.footprint.device_bytes_min() +
                    large.footprint.plan.region_bytes_min +
                    (large.footprint.device_bytes_max() - large.footprint.device_bytes_min()) / 8;
  }

  Prover prover(uint64_t budget) const {
    return circuit_prover({.parameters = folder_,
                           .circuit_cache = folder_,
                           .devices = {{.kind = BackendKind::kGpu, .vram_budget = budget}}},
                          kinds_with_cube());
  }
  void start_engine(uint64_t budget) {
    Options options;
    options.host_budget_bytes = uint64_t{16} << 30;
    options.request_bytes_max = uint64_t{64} << 20;
    engine_.emplace(options, prover(budget));
  }

  // New ones with each call.
  Request porep_request() {
    Request made;
    made.kind = find_proof_kind(1);
    made.sector_size = sector_.proof->sector->bytes;
    made.registered_proof = sector_.proof->id;
    made.vanilla_proofs = {filecoin::load_c1(GetParam().name)};
    made.miner_id = 1000;
    made.sector_number = GetParam().sector_number;
    made.randomness = std::to_string(++requests_);
    return made;
  }
  Request cube_request() {
    Request made;
    made.kind = &kCubeRow;
    made.vanilla_proofs = {"3 35", "2 15"};
    made.randomness = std::to_string(++requests_);
    return made;
  }
  std::string submit(Request request) {
    return engine_->submit(std::move(request), Interest::kKeep).job;
  }
  // The engine has verified it; and so does this.
  void expect_proved(const std::string& job, const std::filesystem::path& params,
                     const std::vector<std::vector<Fr>>& inputs) {
    const JobResult result = *engine_->await(job, std::nullopt);
    ASSERT_EQ(result.state, JobState::kCompleted) << result.error;
    const groth16::PreparedKey key(groth16::ParamsFile(params).key());
    EXPECT_TRUE(groth16::verify_bytes(key, result.proof, inputs));
  }
  void expect_porep_proved(const std::string& job) {
    const filecoin::PorepStatement statement = filecoin::porep_statement(
        *sector_.proof, sector_.replica_id, sector_.comm_d, sector_.comm_r, sector_.seed);
    expect_proved(job, params_, {filecoin::public_inputs(statement, 0)});
  }
  void expect_cube_proved(const std::string& job) {
    expect_proved(job, parameter_path(folder_, cube_.circuits[0]),
                  {{Fr::from_u64(35)}, {Fr::from_u64(15)}});
  }

  uint64_t copied_bytes(const std::string& circuit) const {
    for (const CircuitStatus& status : engine_->status().circuits) {
      if (status.circuit == circuit) return status.copied_bytes;
    }
    return 0;
  }
  void expect_budget_adds_up() const {
    const Status status = engine_->status();
    uint64_t used = status.devices[0].fixed_bytes + status.devices[0].region_bytes;
    for (const CircuitStatus& circuit : status.circuits) used += circuit.device_bytes;
    EXPECT_EQ(status.devices[0].used_bytes, used);
    EXPECT_LE(used, status.devices[0].budget_bytes);
    EXPECT_GT(status.devices[0].region_bytes, 0u);
  }

  const Kind cube_ = cube_kind();
  std::optional<Engine> engine_;
  uint64_t small_budget_ = 0;  // without room for the points of the sector's circuit
  int requests_ = 0;
};

TEST_P(SharedDevice, JobsOfBothCircuitsAreProvedInTurn) {
  for (uint64_t budget : {uint64_t{0}, small_budget_}) {
    SCOPED_TRACE(budget);
    start_engine(budget);
    std::vector<std::string> poreps, cubes;
    for (int i = 0; i < 4; ++i) {
      poreps.push_back(submit(porep_request()));
      for (int k = 0; k < 3; ++k) cubes.push_back(submit(cube_request()));
    }
    for (const std::string& job : cubes) expect_cube_proved(job);
    for (const std::string& job : poreps) expect_porep_proved(job);
    expect_budget_adds_up();

    // The small circuit moves no point of the large one, which moves its own only if it must.
    const uint64_t before = copied_bytes(kPorepCircuit);
    EXPECT_GT(before, 0u);
    for (int i = 0; i < 5; ++i) expect_cube_proved(submit(cube_request()));
    EXPECT_EQ(copied_bytes(kPorepCircuit), before);
    expect_porep_proved(submit(porep_request()));
    EXPECT_EQ(copied_bytes(kPorepCircuit) > before, budget == small_budget_);
    std::printf("budget %.1f GiB: %.3f GB of points for the sector, %lu bytes for the cubes\n",
                static_cast<double>(budget) / kGiB, 1e-9 * static_cast<double>(before),
                static_cast<unsigned long>(copied_bytes(kCubeCircuit)));
    engine_.reset();
  }
}

// From the call that starts a partition until its first kernel is over, and until its proof.
TEST_P(SharedDevice, TheLanesFirstKernelWaitsForNobody) {
  constexpr int kCount = 100;
  for (uint64_t budget : {uint64_t{0}, small_budget_}) {
    start_engine(budget);
    expect_porep_proved(submit(porep_request()));
    auto device = std::make_shared<gpu::Device>(0);
    const r1cs::Circuit circuit = r1cs::record(CubeDefinition());
    const Workload workload{circuit, 1, {}};
    const LaneNeed need = lane_need(setup_circuit(kCubeCircuit, workload, *device).footprint);
    Backend backend{.kind = BackendKind::kGpu};
    backend.share =
        DeviceShare{.device = device,
                    .region = std::make_shared<groth16::GpuRegion>(*device, need.region_bytes),
                    .bytes = need.bytes - need.region_bytes,
                    .is_lane = true};
    PartitionProver lane(workload, backend, {parameter_path(folder_, cube_.circuits[0])}, {});
    const PartitionInput input = read_cube_case(cube_request()).input(0, BackendKind::kGpu);

    std::vector<std::string> jobs;
    for (int i = 0; i < 20; ++i) jobs.push_back(submit(porep_request()));
    std::vector<double> first_kernel, proof;
    size_t beside = 0;
    for (int i = 0; i < kCount; ++i) {
      const base::Stopwatch watch;
      lane.start(input, {});
      const double called = watch.seconds();
      groth16::ProveTimes times;
      lane.finish(&times);
      first_kernel.push_back(called + times.upload);
      proof.push_back(watch.seconds());
      const auto workers = engine_->status().workers;
      beside += std::ranges::count(workers, true, &WorkerStatus::busy) > 0;
    }
    std::ranges::sort(first_kernel);
    std::ranges::sort(proof);
    std::printf(
        "budget %.1f GiB, %zu of %d lane proofs beside a sector: first kernel p50 %.4f p99 %.4f "
        "max %.4f s, proof p50 %.4f p99 %.4f max %.4f s\n",
        static_cast<double>(budget) / kGiB, beside, kCount, first_kernel[kCount / 2],
        first_kernel[kCount - 2], first_kernel.back(), proof[kCount / 2], proof[kCount - 2],
        proof.back());
    EXPECT_GT(beside, 0u);
    EXPECT_LT(first_kernel[kCount - 2], 0.2);
    for (const std::string& job : jobs) expect_porep_proved(job);
    engine_.reset();
  }
}

INSTANTIATE_TEST_SUITE_P(Porep, SharedDevice, testing::Values(RealSectorCase{"2k-v1_1-a", 1001}),
                         real_sector_name);

}  // namespace
}  // namespace cuzk::engine
