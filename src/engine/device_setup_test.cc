// SPDX-License-Identifier: MIT OR Apache-2.0
// How devices of known sizes are divided among circuits with the counts of PoRep partitions and a
// small one: sums, starts beside each other (residency.md RS-201, RS-301), and that a circuit which
// is alone gets the plan that it has alone. Places are taken by the engine's own residency.
#include "engine/device_setup.h"

#include <gtest/gtest.h>

#include "engine/circuit_residency.h"
#include "engine/cube_kind_testing.h"
#include "groth16/porep_forms_testing.h"

namespace cuzk::engine {
namespace {

using groth16::GpuPlan;
using groth16::Query;

constexpr uint64_t kGiB = uint64_t{1} << 30;
constexpr uint64_t kCircuitBytes = 350'000'000;

SetupCircuit porep(const std::string& name, uint64_t aux) {
  static std::map<uint64_t, groth16::MadeUpForms> known;
  const groth16::CircuitShape shape =
      known.try_emplace(aux, groth16::porep_forms(aux)).first->second.shape();
  return {.name = name,
          .program_bytes = 3 * kGiB - groth16::kContextBytes - kCircuitBytes,
          .footprint = {.circuit_bytes = kCircuitBytes,
                        .group_max = 10,
                        .shape = shape,
                        .forms = nullptr,
                        .plan = groth16::plan_sizes(shape, 10)}};
}
const SetupCircuit& porep_32() {
  static const SetupCircuit out = porep("porep-32g", groth16::kPorep32Aux);
  return out;
}
const SetupCircuit& porep_64() {
  static const SetupCircuit out = porep("porep-64g", groth16::kPorep64Aux);
  return out;
}
const SetupCircuit& lane() {
  static const SetupCircuit out = {
      .name = kCubeCircuit,
      .footprint = groth16::gpu_footprint(r1cs::record(CubeDefinition()), 1000, 1)};
  return out;
}

// Bytes that each circuit gets when they come in this order.
std::map<std::string, uint64_t> place_all(const DeviceSetup& setup,
                                          const std::vector<SetupCircuit>& circuits) {
  Budget host("host", UINT64_MAX), device("device", setup.budget_bytes);
  CircuitResidency residency(
      host, {{&device, 2, setup.region_bytes, setup.fixed_bytes, setup.kept_bytes}}, {});
  std::map<std::string, uint64_t> granted;
  for (const SetupCircuit& circuit : circuits) {
    const DeviceNeed need = device_need(circuit, {&setup, 1});
    CircuitEntry& entry = residency.entry({.circuit = circuit.name,
                                           .device_bytes_min = need.bytes_min,
                                           .device_bytes_max = need.bytes_max,
                                           .region_bytes_min = need.region_bytes_min,
                                           .lane = need.lane()});
    residency.check_fits(entry.shape);
    entry.host.state = ResidencyState::kResident;
    std::vector<Action> actions;
    residency.place_early(entry, {}, actions);
    if (actions.size() == 1) granted[circuit.name] = actions[0].bytes;
  }
  uint64_t all = setup.fixed_bytes + setup.region_bytes;
  for (const auto& [name, bytes] : granted) all += bytes;
  EXPECT_EQ(device.used_bytes(), all);
  EXPECT_LE(all, setup.budget_bytes);
  return granted;
}

void expect_equal(const GpuPlan& plan, const GpuPlan& expected) {
  EXPECT_EQ(plan.region_bytes, expected.region_bytes);
  EXPECT_EQ(plan.own_bytes(), expected.own_bytes());
  EXPECT_EQ(plan.choice.placements, expected.choice.placements);
  EXPECT_EQ(plan.choice.is_beside, expected.choice.is_beside);
  EXPECT_EQ(plan.choice.group, expected.choice.group);
  EXPECT_EQ(plan.choice.h_group, expected.choice.h_group);
  EXPECT_EQ(plan.choice.slots, expected.choice.slots);
  EXPECT_EQ(plan.choice.ring.ahead, expected.choice.ring.ahead);
  EXPECT_EQ(plan.choice.ring.bytes, expected.choice.ring.bytes);
  for (size_t i = 0; i < groth16::kQueries; ++i) {
    EXPECT_EQ(plan.choice.queries[i].chunks.size(), expected.choice.queries[i].chunks.size());
    EXPECT_EQ(plan.choice.queries[i].shape.items_max, expected.choice.queries[i].shape.items_max);
  }
}

class DeviceOf : public testing::TestWithParam<uint64_t> {};

TEST_P(DeviceOf, OneCircuitHasThePlanThatItHasAlone) {
  const uint64_t budget = GetParam() * kGiB;
  const std::vector<SetupCircuit> circuits = {porep_32()};
  const DeviceSetup setup = set_up_device(budget, circuits);
  const GpuPlan expected =
      groth16::plan_alone(porep_32().footprint.shape, 10, (GetParam() - 3) * kGiB);
  const auto granted = place_all(setup, circuits);
  expect_equal(porep_32().footprint.in_region(setup.region_bytes, granted.at("porep-32g")),
               expected);
  const bool resident = groth16::is_resident(expected.choice.placements);
  EXPECT_EQ(device_need(porep_32(), {&setup, 1}).pinned_bytes,
            resident ? 0 : porep_32().footprint.point_bytes_max());
}

TEST_P(DeviceOf, EveryCircuitCanStartWhateverIsThere) {
  const uint64_t budget = GetParam() * kGiB;
  std::vector<SetupCircuit> circuits = {porep_32(), porep_64(), lane()};
  const DeviceSetup setup = set_up_device(budget, circuits);
  EXPECT_EQ(setup.fixed_bytes + setup.region_bytes + setup.circuits_bytes(), budget);
  EXPECT_EQ(setup.kept_bytes.size(), 3u);
  std::ranges::sort(circuits, {}, &SetupCircuit::name);
  do {
    const auto granted = place_all(setup, circuits);
    for (const SetupCircuit& circuit : circuits) {
      ASSERT_TRUE(granted.contains(circuit.name)) << circuit.name;
      const uint64_t bytes = granted.at(circuit.name);
      if (is_lane(circuit.footprint)) {
        const LaneNeed need = lane_need(circuit.footprint);
        EXPECT_EQ(bytes, need.bytes);
        const GpuPlan plan =
            circuit.footprint.in_region(need.region_bytes, bytes - need.region_bytes);
        EXPECT_TRUE(groth16::is_resident(plan.choice.placements));
        EXPECT_LE(plan.region_bytes, need.region_bytes);
        continue;
      }
      const GpuPlan plan = circuit.footprint.in_region(setup.region_bytes, bytes);
      EXPECT_LE(plan.region_bytes, setup.region_bytes);
      EXPECT_LE(plan.own_bytes() + kCircuitBytes, bytes);
      EXPECT_LE(circuit.footprint.point_bytes_max() - plan.point_bytes,
                device_need(circuit, {&setup, 1}).pinned_bytes);
    }
  } while (std::ranges::next_permutation(circuits, {}, &SetupCircuit::name).found);
}

INSTANTIATE_TEST_SUITE_P(GiB, DeviceOf, testing::Values(16, 24, 48, 80, 139));

// A card that holds one of two big circuits, beside no more than the least of the other.
TEST(DeviceSetup, PlansOfKnownSizes) {
  const std::vector<SetupCircuit> both = {porep_32(), porep_64()};
  const DeviceSetup large = set_up_device(139 * kGiB, both);
  EXPECT_EQ(device_need(porep_32(), {&large, 1}).pinned_bytes, 0u);
  const DeviceSetup middle = set_up_device(80 * kGiB, both);
  const auto granted = place_all(middle, both);
  const auto resident = [&](const SetupCircuit& circuit) {
    const GpuPlan plan = circuit.footprint.in_region(middle.region_bytes, granted.at(circuit.name));
    return groth16::is_resident(plan.choice.placements);
  };
  EXPECT_TRUE(resident(porep_32()));
  EXPECT_FALSE(resident(porep_64()));
  // A full group even where nothing is resident.
  EXPECT_EQ(
      porep_64().footprint.in_region(middle.region_bytes, granted.at("porep-64g")).choice.group,
      10u);
}

TEST(DeviceSetup, WhatDoesNotFitIsLeftOutAndRefusedWithItsNeed) {
  const std::vector<SetupCircuit> circuits = {porep_32(), lane()};
  const DeviceSetup setup = set_up_device(8 * kGiB, circuits);
  EXPECT_FALSE(setup.kept_bytes.contains("porep-32g"));
  EXPECT_TRUE(setup.kept_bytes.contains(kCubeCircuit));
  EXPECT_EQ(setup.region_bytes, 0u);
  try {
    place_all(setup, {porep_32()});
    ADD_FAILURE() << "it was accepted";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), base::ErrorCode::kResourceExhausted);
    const std::string region = std::to_string(porep_32().footprint.plan.region_bytes_min);
    EXPECT_NE(error.text().find(region), std::string::npos) << error.text();
    EXPECT_NE(error.text().find("restart to set the device up for it"), std::string::npos);
  }
}

TEST(DeviceSetup, NothingFitsIntoNothing) {
  const DeviceSetup setup = set_up_device(1000, std::vector<SetupCircuit>{porep_32(), lane()});
  EXPECT_EQ(setup.fixed_bytes, 1000u);
  EXPECT_EQ(setup.circuits_bytes(), 0u);
  EXPECT_TRUE(setup.kept_bytes.empty());
}

// A circuit that comes later takes what is free, its points streamed.
TEST(DeviceSetup, ACircuitThatItIsNotSetUpForMayFit) {
  const DeviceSetup setup = set_up_device(80 * kGiB, std::vector<SetupCircuit>{porep_32()});
  const DeviceNeed need = device_need(porep_64(), {&setup, 1});
  EXPECT_EQ(need.pinned_bytes, porep_64().footprint.point_bytes_max());
  const auto granted = place_all(setup, {porep_64()});
  EXPECT_TRUE(granted.contains("porep-64g"));
}

// The counts of WinningPoSt (residency.md RS-101), whose variables are nearly all wide.
TEST(DeviceSetup, WinningPostIsALane) {
  constexpr uint64_t kAux = 396'000, kOfA = 300'000, kOfB = 288'000;  // 64 GiB
  const auto first = [](uint64_t count) {
    base::BitVector out(kAux);
    for (uint64_t i = 0; i < count; ++i) out.words()[i / 64] |= uint64_t{1} << i % 64;
    return out;
  };
  const base::BitVector none(10), wide = first(kAux);
  const groth16::QueryForm l(none, wide, wide), a(none, first(kOfA), wide),
      b(none, first(kOfB), wide);
  const groth16::CircuitShape shape = {
      19, 10, kAux / 64 + 1, kAux, {524'287, kAux, kOfA, kOfB, kOfB}, &l, &a, &b, 160'000};
  const groth16::GpuFootprint footprint{.circuit_bytes = 10'000'000,
                                        .group_max = 1,
                                        .shape = shape,
                                        .forms = nullptr,
                                        .plan = groth16::plan_sizes(shape, 1)};
  EXPECT_TRUE(is_lane(footprint)) << lane_need(footprint).bytes;
  EXPECT_FALSE(is_lane(porep_32().footprint));
  const KindCircuit& smallest = *find_circuit(kinds(), "porep-2k");
  const auto porep_2k = groth16::gpu_footprint(smallest.record(), smallest.packed_bytes, 1);
  EXPECT_FALSE(is_lane(porep_2k)) << lane_need(porep_2k).bytes;
}

}  // namespace
}  // namespace cuzk::engine
