// SPDX-License-Identifier: MIT OR Apache-2.0
// The kinds of proofs of the network: the one table of their numbers, names, priorities and
// parameter files, one row each (proof_kinds.inc). Requests, status, metrics, the bench's flags and
// the names of circuits and parameter files read it; no other file spells a kind's name.
//
// A row without a number has parameters on the network and no request that asks for its proofs.
// What the engine needs to prove a kind is its other half (engine/kind.h).
//
// Rows live for the whole program; pointers to them are compared by value. Any thread may call.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "filecoin/sector.h"

namespace cuzk::filecoin {

enum class Priority : uint8_t { kLow, kNormal, kHigh, kCritical };

// In the order of urgency (residency.md RS-305): no bulk work passes a proof that the chain waits
// for.
enum class ProofClass : uint8_t { kWinningPost, kWindowPost, kBulk };

// The families of published parameter files.
enum class ParameterKind : uint8_t { kPorep, kWinningPost, kWindowPost, kUpdate, kUpdatePoseidon };

struct ProofKind {
  unsigned number;                         // of the wire format; 0: nobody can ask for it
  const char* name;                        // "porep-c2"
  const char* metric_name;                 // "porep_c2"
  const char* short_name;                  // "porep", the beginning of its circuits' names
  const char* parameters_name;             // "porep", what its parameters are listed as
  std::array<const char*, 2> other_names;  // that flags accept too; null: no more
  Priority priority;                       // where the caller does not say
  ProofClass proof_class;
  ParameterKind parameters;
  const char* file_prefix;  // of parameter files, and the sentence whose digest they are named by;
  const char* identifier;   // both with words in braces (parameter_name.h)
};

// The kinds that a request can ask for, and all rows.
std::span<const ProofKind> proof_kinds();
std::span<const ProofKind> all_proof_kinds();

// Null for a number that is no kind.
const ProofKind* find_proof_kind(unsigned number);
// By any of its names, without regard to metric names; null for other words.
const ProofKind* find_proof_kind(std::string_view name);

// The row of these parameters.
const ProofKind& proof_kind_of(ParameterKind parameters);

// "porep-32g": short name, number and unit of the sector's size (daemon-reference.md 1.5).
std::string circuit_name(const ProofKind& kind, const Sector& sector);

// Every name that flags accept, "porep-c2, porep, seal-commit".
std::string accepted_names(const ProofKind& kind);

}  // namespace cuzk::filecoin
