// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_footprint.h"

#include "groth16/gpu_query_form.h"
#include "r1cs/device_rows.h"

namespace cuzk::groth16 {

GpuFootprint gpu_footprint(const r1cs::Circuit& circuit, uint64_t input_bytes, size_t group_max) {
  gpu::Arena rows, layouts;
  r1cs::DeviceRows(circuit).take(rows);
  const QueryForms forms(circuit);
  const DeviceForms measured(layouts, forms);
  return {rows.peak() + layouts.peak(),
          plan_sizes(shape_of(circuit, forms, input_bytes), group_max)};
}

}  // namespace cuzk::groth16
