// SPDX-License-Identifier: MIT OR Apache-2.0
// Decodes the points of a parameter file on the device (groth16.md G16-120..124, G16-302): the
// bytes of the file are read into two pinned buffers and go to the device, where each point is
// turned from big-endian coordinates into Montgomery form and checked: no flag is set, both
// coordinates are below p, the point is on its curve. That takes about ten products a point; the
// disk is the limit.
//
// The kernel only tells the first point that fails a check; that one is decoded again on the host,
// which throws what ParamsFile::read throws. One thread; `decode` returns when the points are
// there.
#pragma once

#include <memory>

#include "base/progress.h"
#include "gpu/device.h"
#include "groth16/params_file.h"

namespace cuzk::groth16 {

class PointDecoder {
 public:
  explicit PointDecoder(gpu::Device& device);
  ~PointDecoder();

  // `out` is memory of the device or of the host for all points of the query, or null if the checks
  // are all that is wanted.
  template <class F>
  void decode(const ParamsFile& file, Query query, SubgroupTest test, Affine<F>* out,
              const base::Progress& progress);

 private:
  struct State;

  std::unique_ptr<State> state_;
};

// ParamsFile::check_points on a device.
void check_points(gpu::Device& device, const ParamsFile& file, SubgroupTest test,
                  const base::Progress& progress);

}  // namespace cuzk::groth16
