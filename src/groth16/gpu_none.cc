// SPDX-License-Identifier: MIT OR Apache-2.0
// What stands in for the sources of the device in a build without CUDA. Nobody gets here: a
// gpu::Device cannot be made in such a build.
#include "base/check.h"
#include "groth16/device_synthesis.h"
#include "groth16/fixed_randomizers.h"
#include "groth16/gpu_multiplier.h"
#include "groth16/gpu_point_decoder.h"
#include "groth16/gpu_prover.h"

namespace cuzk::groth16 {
namespace {

[[noreturn]] void unreachable() {
  base::check_failed("a build without CUDA has no device", __FILE__, __LINE__);
}

}  // namespace

template <class F>
struct GpuMultiplier<F>::State {};
template <class F>
GpuMultiplier<F>::GpuMultiplier(gpu::Device&, const Affine<F>&, const Fr&) {
  unreachable();
}
template <class F>
GpuMultiplier<F>::~GpuMultiplier() = default;
template <class F>
void GpuMultiplier<F>::multiply(std::span<const Fr>, Affine<F>*) {
  unreachable();
}
template class GpuMultiplier<Fp>;
template class GpuMultiplier<Fp2>;

void check_points(gpu::Device&, const ParamsFile&, SubgroupTest, const base::Progress&) {
  unreachable();
}

GpuParameters::GpuParameters(gpu::Device&, const ParamsFile&, const Placements& placements,
                             const base::Progress&)
    : placements_(placements) {
  unreachable();
}
GpuParameters::GpuParameters(gpu::Device&, const r1cs::Circuit&, const Trapdoor&,
                             const Placements& placements, const base::Progress&, MakeTimes*)
    : placements_(placements) {
  unreachable();
}

AssignmentProgram plain_program(const r1cs::Circuit&) { unreachable(); }

Synthesis synthesise(gpu::Device&, const r1cs::Circuit&, const AssignmentProgram&,
                     const PackInput&) {
  unreachable();
}

struct GpuRegion::State {};
GpuRegion::GpuRegion(gpu::Device&, uint64_t) { unreachable(); }
GpuRegion::~GpuRegion() = default;
uint64_t GpuRegion::bytes() const { unreachable(); }

struct GpuProver::State {};
GpuProver::GpuProver(gpu::Device&, const r1cs::Circuit&, const GpuProverOptions&) { unreachable(); }
GpuProver::~GpuProver() = default;
const Placements& GpuProver::placements() const { unreachable(); }
void GpuProver::set_parameters(std::shared_ptr<const GpuParameters>) { unreachable(); }
size_t GpuProver::group_max() const { unreachable(); }
size_t GpuProver::in_flight_max() const { unreachable(); }
std::vector<GpuProver::Pending> GpuProver::start(std::span<const PackInput>) { unreachable(); }
std::optional<uint64_t> GpuProver::first_unsatisfied(Pending) { unreachable(); }
Proof GpuProver::finish(Pending, ProveTimes*) { unreachable(); }
uint64_t GpuProver::device_bytes() const { unreachable(); }
uint64_t GpuProver::streamed_bytes() const { unreachable(); }

}  // namespace cuzk::groth16
