// SPDX-License-Identifier: MIT OR Apache-2.0
// What a partition is proved from: its assignment, or for a device the packed values that its
// program makes the assignment of there (groth16/assignment_program.h). A kind of proof makes it
// (kind.h), the pipeline carries it and a prover takes it (partition_prover.h); who carries it does
// not look inside.
//
// Plain values of the host: packed values are 0.8 MB for a 32 GiB PoRep partition and 54 MB for a
// WindowPoSt, an assignment 70 MB and 4.1 GB. Immutable once made; threads may share it.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "r1cs/assignment.h"

namespace cuzk::engine {

enum class BackendKind : uint8_t { kCpu, kGpu };

using PackedValues = std::vector<uint64_t>;
using PartitionInput = std::variant<r1cs::Assignment, PackedValues>;

using Prepared = std::shared_ptr<const PartitionInput>;

}  // namespace cuzk::engine
