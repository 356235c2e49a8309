// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_footprint.h"

#include "groth16/gpu_query_form.h"
#include "r1cs/device_rows.h"

namespace cuzk::groth16 {

GpuFootprint gpu_footprint(const r1cs::Circuit& circuit, uint64_t input_bytes, size_t group_max) {
  gpu::Arena rows, layouts;
  r1cs::DeviceRows(circuit).take(rows);
  auto forms = std::make_shared<const QueryForms>(circuit);
  const DeviceForms measured(layouts, *forms);
  const CircuitShape shape = shape_of(circuit, *forms, input_bytes);
  return {rows.peak() + layouts.peak(), group_max, shape, std::move(forms),
          plan_sizes(shape, group_max)};
}

}  // namespace cuzk::groth16
