// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_parameters.h"

#include <algorithm>
#include <string>

#include "base/clock.h"
#include "gpu/arena.h"
#include "gpu/launch.h"
#include "groth16/gpu_multiplier.h"
#include "groth16/gpu_point_decoder.h"
#include "groth16/setup.h"
#include "groth16/setup_scalars.h"

namespace cuzk::groth16 {
namespace {

constexpr std::array<Query, 4> kG1Queries = {Query::kH, Query::kL, Query::kA, Query::kBG1};

}  // namespace

void GpuParameters::allocate(gpu::Device& device) {
  for (size_t i = 0; i < kQueries; ++i) {
    uint64_t bytes = counts_[i] * point_bytes(static_cast<Query>(i));
    if (placements_[i] == Placement::kDevice) {
      device_[i] = gpu::DeviceMemory(device, bytes);
    } else {
      host_[i] = gpu::PinnedMemory(device, bytes);
    }
  }
}

void* GpuParameters::data(Query query) const {
  auto i = static_cast<size_t>(query);
  return placements_[i] == Placement::kDevice ? device_[i].data() : host_[i].as<void>();
}

GpuParameters::GpuParameters(gpu::Device& device, const ParamsFile& file,
                             const Placements& placements, const base::Progress& progress)
    : placements_(placements), key_(file.key()), counts_(file.counts()) {
  allocate(device);
  PointDecoder decoder(device);
  for (Query query : kG1Queries) {
    decoder.decode<Fp>(file, query, SubgroupTest::kNo, static_cast<G1Affine*>(data(query)),
                       progress);
  }
  decoder.decode<Fp2>(file, Query::kBG2, SubgroupTest::kNo,
                      static_cast<G2Affine*>(data(Query::kBG2)), progress);
}

GpuParameters::GpuParameters(gpu::Device& device, const r1cs::Circuit& circuit,
                             const Trapdoor& trapdoor, const Placements& placements,
                             const base::Progress& progress, MakeTimes* times)
    : placements_(placements), counts_(expected_counts(circuit)) {
  check_trapdoor(trapdoor, circuit.log_domain());
  base::Stopwatch watch;
  base::report(progress, "scalars", 0, 1);
  const SetupScalars scalars = setup_scalars(circuit, trapdoor);
  double scalar_seconds = watch.lap_seconds();
  allocate(device);
  {
    GpuMultiplier<Fp> g1(device, curve::g1_generator(), trapdoor.g1);
    const auto g1_point = [&](const Fr& scalar) { return g1.multiply(scalar); };
    key_.alpha_g1 = g1_point(trapdoor.alpha);
    key_.beta_g1 = g1_point(trapdoor.beta);
    key_.delta_g1 = g1_point(trapdoor.delta);
    key_.ic.resize(scalars.ic.size());
    g1.multiply(scalars.ic, key_.ic.data());
    g1.multiply_powers(scalars.h_first, scalars.h_ratio, count(Query::kH),
                       static_cast<G1Affine*>(data(Query::kH)));
    base::report(progress, "points h", 1, 1);
    g1.multiply(scalars.l, static_cast<G1Affine*>(data(Query::kL)));
    base::report(progress, "points l", 1, 1);
    g1.multiply(scalars.a, static_cast<G1Affine*>(data(Query::kA)));
    base::report(progress, "points a", 1, 1);
    g1.multiply(scalars.b, static_cast<G1Affine*>(data(Query::kBG1)));
    base::report(progress, "points b_g1", 1, 1);
  }
  GpuMultiplier<Fp2> g2(device, curve::g2_generator(), trapdoor.g2);
  key_.beta_g2 = g2.multiply(trapdoor.beta);
  key_.gamma_g2 = g2.multiply(trapdoor.gamma);
  key_.delta_g2 = g2.multiply(trapdoor.delta);
  g2.multiply(scalars.b, static_cast<G2Affine*>(data(Query::kBG2)));
  base::report(progress, "points b_g2", 1, 1);
  if (times != nullptr) *times = {scalar_seconds, watch.lap_seconds()};
}

}  // namespace cuzk::groth16
