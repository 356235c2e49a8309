// SPDX-License-Identifier: MIT OR Apache-2.0
// What the engine needs to prove a kind of proof, beside its row in the network's table
// (filecoin/proof_kind.h): its circuits, how a request is read into a checked case, and how a
// device makes a witness. Whatever proves, keeps circuits or verifies (circuit_prover.h,
// prove_case.h, circuit_report.h, parameters.h) works from these values and knows no kind. A kind
// is one file like porep_kind.cc and a row in kinds.cc.
//
// A case has passed every check of its statement, so what is made of it satisfies the circuit. It
// keeps what it was read from alive; its functions may be called by any number of threads, in any
// order.
//
// Only the circuit definition is needed to begin with. A kind whose circuits have no program for a
// device leaves `packed_bytes` 0 and `device_program` empty; its inputs are then whole assignments,
// and a device copies them (groth16::plain_program).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/partition_input.h"
#include "engine/request.h"
#include "filecoin/parameter_name.h"
#include "filecoin/proof_kind.h"
#include "groth16/assignment_program.h"
#include "r1cs/circuit.h"
#include "r1cs/valuation.h"

namespace cuzk::gpu {
class Device;
}

namespace cuzk::engine {

// A circuit of a kind, for one sector size.
struct KindCircuit {
  std::string name;        // "porep-32g": what callers load and evict
  std::string file_name;   // "porep-32GiB": of the compiled circuit
  std::string parameters;  // the name of its parameter files without extension
  uint64_t sector_bytes = 0;
  size_t partitions = 1;      // of a proof, that a device may start together
  uint64_t packed_bytes = 0;  // of a partition's packed values
  // Seconds for the largest.
  std::function<r1cs::Circuit()> record;
  std::function<groth16::AssignmentProgram(gpu::Device&)> device_program = {};
  // Scopes and label of a row.
  std::function<std::string(uint64_t row)> row_name;
};

// A request whose statement was checked.
struct CheckedCase {
  std::string circuit;  // its name
  size_t partitions = 1;
  uint64_t bytes = 0;  // that it holds
  // For a device packed values, where the circuit has a program for them.
  std::function<PartitionInput(size_t partition, BackendKind backend)> input;
  // From the statement alone, without ONE.
  std::function<std::vector<field::Fr>(size_t partition)> public_inputs;
  // The first constraint that the values break, by evaluating all of them on the host.
  std::function<std::optional<r1cs::BrokenRow>(size_t partition)> broken_row;
};

// What a request will take, from its numbers alone.
struct RequestSize {
  std::string circuit;  // its name
  size_t partitions = 1;
  uint64_t statement_bytes = 0;  // of the case
  uint64_t reading_bytes = 0;    // beside them, while it is read
};

struct Kind {
  const ProofKind* row = nullptr;
  std::vector<KindCircuit> circuits;
  // Throws kBadArgument for what is no request of this kind.
  std::function<RequestSize(const Request&)> size;
  // Throws what the reader and the check of the statement throw.
  std::function<CheckedCase(const Request&)> read;
};

using Kinds = std::vector<Kind>;

// The kinds that this version proves. They live for the whole program.
const Kinds& kinds();

// Null for what is not among them.
const Kind* find_kind(const Kinds& kinds, const ProofKind& row);
const KindCircuit* find_circuit(const Kinds& kinds, const std::string& name);
// The circuit whose parameter files have this name.
const KindCircuit* find_circuit_of_parameters(const Kinds& kinds, const std::string& name);

// "porep-c2, ...", for messages.
std::string names_of(const Kinds& kinds);

}  // namespace cuzk::engine
