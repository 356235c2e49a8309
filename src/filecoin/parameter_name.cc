// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/parameter_name.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/bytes.h"
#include "base/digest.h"

namespace cuzk::filecoin {
namespace {

constexpr PublishedParameters kPublished[] = {
#include "filecoin/published_parameters.inc"
};

std::string fill(const char* text, const Sector& sector) {
  fmt::dynamic_format_arg_store<fmt::format_context> words;
  words.push_back(fmt::arg("tree", "merkletree-poseidon_hasher-" + tree_shape(sector)));
  words.push_back(fmt::arg("bytes", sector.bytes));
  words.push_back(fmt::arg("nodes", sector.nodes));
  words.push_back(fmt::arg("layers", sector.layers));
  words.push_back(fmt::arg("challenges", sector.challenges));
  words.push_back(fmt::arg("window_sectors", sector.window_sectors));
  return fmt::vformat(text, words);
}

std::string full_name(const char* prefix, const Sector& sector, std::string_view name_digest) {
  return fmt::format("v28-{}-{}", fill(prefix, sector), name_digest);
}

}  // namespace

std::string parameter_identifier(ParameterKind kind, const Sector& sector) {
  return fill(proof_kind_of(kind).identifier, sector);
}

std::string parameter_name(ParameterKind kind, const Sector& sector) {
  const std::string digest = base::to_hex(base::sha256(parameter_identifier(kind, sector)));
  return full_name(proof_kind_of(kind).file_prefix, sector, digest);
}

std::span<const PublishedParameters> published_parameters() { return kPublished; }

const PublishedParameters* find_published(ParameterKind kind, const Sector& sector) {
  for (const PublishedParameters& published : kPublished) {
    if (published.kind == kind && find_sector(published.sector_name) == &sector) return &published;
  }
  return nullptr;
}

const PublishedParameters* find_published(std::string_view name) {
  for (const PublishedParameters& published : kPublished) {
    const Sector& sector = *find_sector(published.sector_name);
    if (name ==
        full_name(proof_kind_of(published.kind).file_prefix, sector, published.name_digest)) {
      return &published;
    }
  }
  return nullptr;
}

}  // namespace cuzk::filecoin
