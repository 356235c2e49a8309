// SPDX-License-Identifier: MIT OR Apache-2.0
// The secrets of a Groth16 setup (groth16.md G16-210): tau, alpha, beta, gamma, delta, and the
// multiples of the standard generators that serve as bases. Whoever knows them can forge proofs, so
// parameters made by one party serve tests only, and parameters made from stated secrets are marked
// as insecure wherever they are described.
//
// The file form is a JSON object, or an object with the member "trapdoor" that holds it; each
// secret is 64 hexadecimal digits, little-endian. Other members are ignored.
#pragma once

#include <filesystem>
#include <string_view>

#include "field/fr.h"

namespace cuzk::groth16 {

using field::Fr;

struct Trapdoor {
  Fr tau, alpha, beta, gamma, delta;
  Fr g1, g2;

  // From the system's random source.
  static Trapdoor random();
};

// Throws the errors of read_file and kSetupBadSecret.
Trapdoor read_trapdoor(const std::filesystem::path& path);

// `file` is for messages. Throws kSetupBadSecret.
Trapdoor parse_trapdoor(std::string_view json, std::string_view file);

// Throws kSetupBadSecret for secrets that cannot serve a domain of 2^log_n rows: any of them zero,
// or tau among the roots of unity.
void check_trapdoor(const Trapdoor& trapdoor, unsigned log_n);

}  // namespace cuzk::groth16
