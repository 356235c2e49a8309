// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/kind.h"
#include "engine/porep_kind.h"
#include "engine/post_kind.h"
#include "engine/update_kind.h"

namespace cuzk::engine {
namespace {

template <class Is>
const KindCircuit* first_circuit(const Kinds& kinds, const Is& is_wanted) {
  for (const Kind& kind : kinds) {
    for (const KindCircuit& circuit : kind.circuits) {
      if (is_wanted(circuit)) return &circuit;
    }
  }
  return nullptr;
}

}  // namespace

const Kinds& kinds() {
  static const Kinds kKinds = {porep_kind(), update_kind(), window_post_kind(),
                               winning_post_kind()};
  return kKinds;
}

const Kind* find_kind(const Kinds& kinds, const ProofKind& row) {
  for (const Kind& kind : kinds) {
    if (kind.row == &row) return &kind;
  }
  return nullptr;
}

const KindCircuit* find_circuit(const Kinds& kinds, const std::string& name) {
  return first_circuit(kinds, [&](const KindCircuit& circuit) { return circuit.name == name; });
}

const KindCircuit* find_circuit_of_parameters(const Kinds& kinds, const std::string& name) {
  return first_circuit(kinds,
                       [&](const KindCircuit& circuit) { return circuit.parameters == name; });
}

std::string names_of(const Kinds& kinds) {
  std::string names;
  for (const Kind& kind : kinds) {
    names += names.empty() ? "" : ", ";
    names += kind.row->name;
  }
  return names;
}

}  // namespace cuzk::engine
