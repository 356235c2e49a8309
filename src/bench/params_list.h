// SPDX-License-Identifier: MIT OR Apache-2.0
// Which parameter files exist: every published name (groth16.md G16-410) and, for the kinds that
// this version proves, the names of sizes that were never published, with what of each lies in the
// parameter folder.
//
// Only names and sizes are looked at, so that the list costs nothing for folders of hundreds of
// gigabytes; whether a file is what its name says is the question of `params verify`. Files that
// `params generate` made have a side file beside them and are marked as for tests only.
// Pure apart from reading the folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "filecoin/parameter_name.h"

namespace cuzk::bench {

struct ParameterEntry {
  filecoin::ParameterKind kind;
  const filecoin::Sector* sector = nullptr;
  std::string name;  // Without extension.
  bool published = false;
  std::optional<uint64_t> params_bytes;  // Absent: no such file in the folder.
  std::optional<uint64_t> vk_bytes;
  bool insecure = false;  // A side file says that it is for tests.
};

std::vector<ParameterEntry> list_parameters(const std::filesystem::path& folder);

std::string parameter_table(const std::vector<ParameterEntry>& entries);

}  // namespace cuzk::bench
