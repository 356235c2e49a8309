// SPDX-License-Identifier: MIT OR Apache-2.0
// Names of Groth16 parameter files, and what the network published about them. A name is derived:
// `v28-`, a prefix of the kind with the shape of the tree, and the SHA-256 of a sentence that
// describes the circuit (groth16.md G16-401, G16-402; porep.md PAR-3). Prefix and sentence stand
// in the table of kinds with words in braces, so a further kind is a further row. Published files
// of 2 KiB, 8 MiB, 512 MiB, 32 GiB and 64 GiB also have known content digests (G16-410): the first
// 32 hexadecimal digits of BLAKE2b-512 over the file.
//
// All strings live for the whole program or are returned by value; any thread may call.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "filecoin/proof_kind.h"
#include "filecoin/sector.h"

namespace cuzk::filecoin {

// The sentence whose digest stands in the name.
std::string parameter_identifier(ParameterKind kind, const Sector& sector);

// The file name without its extension; append ".params", ".vk" or ".meta".
std::string parameter_name(ParameterKind kind, const Sector& sector);

struct PublishedParameters {
  ParameterKind kind;
  const char* sector_name;
  const char* name_digest;    // 64 hexadecimal digits, the end of the name
  const char* params_digest;  // 32 hexadecimal digits
  const char* vk_digest;
};

std::span<const PublishedParameters> published_parameters();

// Absent if this kind and size was never published.
const PublishedParameters* find_published(ParameterKind kind, const Sector& sector);

// The same by file name, without folder and extension.
const PublishedParameters* find_published(std::string_view name);

}  // namespace cuzk::filecoin
