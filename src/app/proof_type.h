// SPDX-License-Identifier: MIT OR Apache-2.0
// The value of --type of the commands that prove, under the reference's names for each kind
// (daemon-reference 1.8). Names of kinds that this version does not prove are known and refused as
// such, other words as a mistake.
// PoRep has three names: porep, porep-c2 and seal-commit.
// Pure; any thread.
#pragma once

#include <string>

namespace cuzk::app {

// Throws kNotSupported, kBadArgument.
void check_porep_type(const std::string& type);

}  // namespace cuzk::app
