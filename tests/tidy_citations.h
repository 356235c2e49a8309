// SPDX-License-Identifier: MIT OR Apache-2.0
// Citations of the reference pages (docs/spec, docs/design.md and the other pages of docs), each
// followed to what it names. A rule is defined where its number stands in bold at the beginning of
// a line, a list item or a table row; its prefix belongs to that page. A section is a heading with
// a number; facts, faults and points are the numbered items and table rows below it.
//
// Forms: `porep.md 7.4`, `groth16.md G16-512`, `design.md D10`, `daemon-reference.md 6.1, point 8`,
// lists of these ("groth16.md 3 and 6", "daemon-reference.md 6.1, points 7 and 8; 0, fact 7"),
// a rule alone (`G16-512`), ranges (`G16-120..124`, `POST-20/21`). Documents may also put the word
// section before its number, a link around the page, and leave the page out if it is their own.
// Only prefixes that a page defines are citations: BLS12-381 is none, and SHA-256 is a name.
//
// Pure functions. A citation may be broken over lines; comment signs between are passed over.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tidy_rules.h"

namespace cuzk::tidy {

struct ReferencePage {
  std::map<std::string, std::set<int>> sections;  // "6.1": the numbers of its items.
};

struct Reference {
  std::map<std::string, ReferencePage> pages;    // By file name.
  std::map<std::string, std::string> rule_page;  // "G16-512": where it is defined.
  std::map<std::string, std::string> prefixes;   // "G16": its page.
};

bool is_reference_page(const std::string& path);

// From the pages among `files`. A rule that is defined twice and a prefix that is used on two pages
// become findings, "rule".
Reference read_reference(const std::vector<SourceFile>& files, Findings& findings);

Findings check_citations(const Reference& reference, const SourceFile& file);  // "citation"

}  // namespace cuzk::tidy
