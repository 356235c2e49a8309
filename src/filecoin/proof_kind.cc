// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/proof_kind.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"

namespace cuzk::filecoin {
namespace {

constexpr ProofKind kKinds[] = {
#include "filecoin/proof_kinds.inc"
};
constexpr size_t kNumbered = static_cast<size_t>(
    std::ranges::count_if(kKinds, [](const ProofKind& kind) { return kind.number != 0; }));

template <class F>
const ProofKind* find_row(F&& is_wanted) {
  const auto* found = std::ranges::find_if(kKinds, is_wanted);
  return found == std::end(kKinds) ? nullptr : found;
}

// Calls `f` with each name that flags accept, once; until one call returns true.
template <class F>
bool any_name(const ProofKind& kind, F&& f) {
  const std::string_view name = kind.name, brief = kind.short_name, stored = kind.parameters_name;
  if (f(name) || (brief != name && f(brief))) return true;
  if (stored != name && stored != brief && f(stored)) return true;
  return std::ranges::any_of(kind.other_names,
                             [&](const char* other) { return other != nullptr && f(other); });
}

}  // namespace

std::span<const ProofKind> proof_kinds() { return std::span(kKinds).first(kNumbered); }

std::span<const ProofKind> all_proof_kinds() { return kKinds; }

const ProofKind* find_proof_kind(unsigned number) {
  if (number == 0) return nullptr;
  return find_row([&](const ProofKind& kind) { return kind.number == number; });
}

const ProofKind* find_proof_kind(std::string_view name) {
  return find_row([&](const ProofKind& kind) {
    return any_name(kind, [&](std::string_view own) { return own == name; });
  });
}

const ProofKind& proof_kind_of(ParameterKind parameters) {
  const ProofKind* found =
      find_row([&](const ProofKind& kind) { return kind.parameters == parameters; });
  base::check(found != nullptr, "all parameters have a row");
  return *found;
}

std::string circuit_name(const ProofKind& kind, const Sector& sector) {
  const std::string_view size = sector.name;
  const size_t unit = size.find_first_not_of("0123456789");
  std::string name = std::string(kind.short_name) + "-" + std::string(size.substr(0, unit));
  return name + static_cast<char>(std::tolower(static_cast<unsigned char>(size[unit])));
}

std::string accepted_names(const ProofKind& kind) {
  std::string list;
  any_name(kind, [&](std::string_view name) {
    list += (list.empty() ? "" : ", ") + std::string(name);
    return false;
  });
  return list;
}

}  // namespace cuzk::filecoin
