// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/params_list.h"

#include <fmt/format.h>

#include "cli/human_text.h"
#include "engine/parameters.h"

namespace cuzk::bench {
namespace {

using filecoin::ParameterKind;

std::optional<uint64_t> size_of(const std::filesystem::path& path) {
  std::error_code failure;
  uint64_t bytes = std::filesystem::file_size(path, failure);
  if (failure) return std::nullopt;
  return bytes;
}

ParameterEntry entry_of(const std::filesystem::path& folder, ParameterKind kind,
                        const filecoin::Sector& sector) {
  std::filesystem::path params = engine::parameter_path(folder, kind, sector);
  std::filesystem::path vk = params;
  vk.replace_extension(".vk");
  return {.kind = kind,
          .sector = &sector,
          .name = params.stem().string(),
          .published = filecoin::find_published(kind, sector) != nullptr,
          .params_bytes = size_of(params),
          .vk_bytes = size_of(vk),
          .insecure = engine::made_for_tests(params)};
}

std::string size_text(const std::optional<uint64_t>& bytes) {
  return bytes ? cli::bytes_text(*bytes) : "-";
}

std::string note(const ParameterEntry& entry) {
  if (entry.insecure) return "for tests";
  return entry.published ? "published" : "";
}

}  // namespace

std::vector<ParameterEntry> list_parameters(const std::filesystem::path& folder) {
  std::vector<ParameterEntry> entries;
  for (const engine::Kind& kind : engine::kinds()) {
    for (const engine::KindCircuit& circuit : kind.circuits) {
      entries.push_back(
          entry_of(folder, kind.row->parameters, *filecoin::find_sector(circuit.sector_bytes)));
    }
  }
  for (const filecoin::PublishedParameters& published : filecoin::published_parameters()) {
    if (engine::find_kind(engine::kinds(), filecoin::proof_kind_of(published.kind))) continue;
    entries.push_back(
        entry_of(folder, published.kind, *filecoin::find_sector(published.sector_name)));
  }
  return entries;
}

std::string parameter_table(const std::vector<ParameterEntry>& entries) {
  constexpr const char* kRow = "{:<16} {:<7} {:>10} {:>10}  {:<9}  {}\n";
  std::string text = fmt::format(kRow, "kind", "size", ".params", ".vk", "", "name");
  for (const ParameterEntry& entry : entries) {
    text += fmt::format(kRow, filecoin::proof_kind_of(entry.kind).parameters_name,
                        entry.sector->name, size_text(entry.params_bytes),
                        size_text(entry.vk_bytes), note(entry), entry.name);
  }
  return text;
}

}  // namespace cuzk::bench
