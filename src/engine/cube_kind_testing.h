// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: a kind of proof that no network has, to show what a kind needs. Its statement is y =
// x^3 + x + 5; a vanilla proof is the text "x y" in decimal, one for each partition; y is public.
//
// These files are all of it:
//   src/engine/cube_kind_testing.h  circuit definition, reader, check, row
//   src/engine/cube_kind_test.cc    the production table with one row more, proved through the
//                                   engine and without it, under parameters that are made for it
// It has no program for a device and no parameters on the network.
#pragma once

#include <memory>
#include <sstream>

#include "base/error.h"
#include "engine/kind.h"
#include "r1cs/recorder.h"
#include "r1cs/row_namer.h"
#include "r1cs/valuation.h"

namespace cuzk::engine {

using field::Fr;

inline const ProofKind kCubeRow{.number = 99,
                                .name = "cube-root",
                                .metric_name = "cube_root",
                                .short_name = "cube",
                                .parameters_name = "cube",
                                .other_names = {},
                                .priority = Priority::kNormal,
                                .parameters = {},
                                .file_prefix = "",
                                .identifier = ""};

inline constexpr const char* kCubeCircuit = "cube-small";

struct CubeDefinition {
  Fr x = Fr::zero(), y = Fr::zero();

  template <class B>
  void operator()(B& b) const {
    auto x1 = b.alloc(typename B::Value(x));
    auto x2 = b.alloc(typename B::Value(x.square()));
    auto x3 = b.alloc(typename B::Value(x.square() * x));
    auto sum = b.alloc_input(typename B::Value(y));
    const auto product = [&](const char* name, auto left, auto right, auto result) {
      b.enforce(name, [&](auto& ra, auto& rb, auto& rc) {
        ra.add(left);
        rb.add(right);
        rc.add(result);
      });
    };
    product("square", x1, x1, x2);
    product("cube", x2, x1, x3);
    b.enforce("sum", [&](auto& ra, auto& rb, auto& rc) {
      ra.add(x3);
      ra.add(x1);
      ra.add_one(Fr::from_u64(5));
      rb.add_one(Fr::one());
      rc.add(sum);
    });
  }
};

inline std::vector<CubeDefinition> read_cubes(const Request& request) {
  std::vector<CubeDefinition> cubes;
  for (const std::string& text : request.vanilla_proofs) {
    std::istringstream words(text);
    uint64_t x = 0, y = 0;
    if (!(words >> x >> y)) {
      throw base::Error(base::ErrorCode::kBadArgument,
                        request.label + ": expected two numbers, found '" + text + "'");
    }
    const CubeDefinition cube{Fr::from_u64(x), Fr::from_u64(y)};
    if (cube.x.square() * cube.x + cube.x + Fr::from_u64(5) != cube.y) {
      throw base::Error(base::ErrorCode::kVanillaMismatch, request.label + ": " + text);
    }
    cubes.push_back(cube);
  }
  return cubes;
}

inline CheckedCase read_cube_case(const Request& request) {
  const auto cubes = std::make_shared<const std::vector<CubeDefinition>>(read_cubes(request));
  return {.circuit = kCubeCircuit,
          .partitions = cubes->size(),
          .bytes = cubes->size() * sizeof(CubeDefinition),
          .input = [cubes](size_t k, BackendKind) -> PartitionInput {
            r1cs::WitnessWriter writer;
            (*cubes)[k](writer);
            return writer.take();
          },
          .public_inputs = [cubes](size_t k) { return std::vector<Fr>{(*cubes)[k].y}; },
          .broken_row =
              [cubes](size_t k) {
                r1cs::Checker checker;
                (*cubes)[k](checker);
                return checker.broken();
              }};
}

inline Kind cube_kind() {
  const KindCircuit circuit{.name = kCubeCircuit,
                            .file_name = kCubeCircuit,
                            .parameters = "cube-parameters",
                            .sector_bytes = 2048,
                            .partitions = 4,
                            .packed_bytes = 0,
                            .record = [] { return r1cs::record(CubeDefinition()); },
                            .device_program = {},
                            .row_name =
                                [](uint64_t row) {
                                  r1cs::RowNamer namer(row);
                                  CubeDefinition()(namer);
                                  return namer.name();
                                }};
  return {.row = &kCubeRow,
          .circuits = {circuit},
          .size =
              [](const Request& request) {
                return RequestSize{.circuit = kCubeCircuit,
                                   .partitions = request.vanilla_proofs.size(),
                                   .statement_bytes = request.bytes(),
                                   .reading_bytes = request.bytes()};
              },
          .read = read_cube_case};
}

inline Kinds kinds_with_cube() {
  Kinds all = kinds();
  all.push_back(cube_kind());
  return all;
}

}  // namespace cuzk::engine
