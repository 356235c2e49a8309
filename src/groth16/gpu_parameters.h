// SPDX-License-Identifier: MIT OR Apache-2.0
// The five queries of a parameter file as the device uses them: affine points in Montgomery form,
// each query in the device's memory, or in pinned memory of the host, from which proofs stream it.
//
// They come from a file, which is read through a small pinned ring and decoded and checked on the
// device (encoding, coordinates below p, curve equation, no infinity), or they are made there from
// a trapdoor and never stand in a file. A point that is refused is decoded once more on the host,
// which says where it is and why.
//
// 47.4 GB for a 32 GiB PoRep. Immutable once made; several provers may share them.
#pragma once

#include <array>

#include "base/progress.h"
#include "gpu/memory.h"
#include "groth16/params_file.h"
#include "groth16/trapdoor.h"

namespace cuzk::groth16 {

// Where the points of each query are kept.
enum class Placement : uint8_t { kDevice, kHost };
using Placements = std::array<Placement, kQueries>;

constexpr Placements all_at(Placement placement) {
  Placements out{};
  out.fill(placement);
  return out;
}

bool is_resident(const Placements& placements);

class GpuParameters {
 public:
  // Reads and checks a whole file. Throws the errors of ParamsFile::read, kGpuOutOfMemory,
  // kOutOfMemory.
  GpuParameters(gpu::Device& device, const ParamsFile& file, const Placements& placements,
                const base::Progress& progress);

  struct MakeTimes {
    double scalars = 0, points = 0;  // seconds
  };
  // What generate_parameters (setup.h) would write to a file. Throws as that does.
  GpuParameters(gpu::Device& device, const r1cs::Circuit& circuit, const Trapdoor& trapdoor,
                const Placements& placements, const base::Progress& progress, MakeTimes* times);

  const Placements& placements() const { return placements_; }
  const VerifyingKey& key() const { return key_; }
  const QueryCounts& counts() const { return counts_; }
  uint64_t count(Query query) const { return counts_[static_cast<size_t>(query)]; }

  // Memory of the device or of the host. F is Fp2 for kBG2 and Fp for all others.
  template <class F>
  const Affine<F>* points(Query query) const {
    return static_cast<const Affine<F>*>(data(query));
  }

 private:
  void allocate(gpu::Device& device);
  void* data(Query query) const;

  Placements placements_;
  VerifyingKey key_;
  QueryCounts counts_{};
  std::array<gpu::DeviceMemory, kQueries> device_;
  std::array<gpu::PinnedMemory, kQueries> host_;
};

}  // namespace cuzk::groth16
