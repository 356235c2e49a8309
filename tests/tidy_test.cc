// SPDX-License-Identifier: MIT OR Apache-2.0
// The house rules on the whole tree: every file of the project, the edges between folders, the
// scripts and the links of the documents. Where a rule is not kept on purpose, the list of
// exemptions says why.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "tidy_citations.h"
#include "tidy_rules.h"
#include "tidy_source.h"
#include "tidy_troubleshooting.h"

namespace cuzk::tidy {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = CUZK_SOURCE_DIR;

const std::vector<Exemption> kExemptions = {};

// What a rule must refuse stands in its tests.
const std::vector<Exemption> kCitationExemptions = {
    {"tests/tidy_citations_test.cc", "citation", "broken citations are its test data"}};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_foreign(const std::string& path) {
  for (const char* folder :
       {".git", "build", "third_party", ".cache", "tests/client/node_modules"}) {
    if (path == folder) return true;
  }
  bool is_data = path.starts_with("tests/vectors/") && !path.ends_with(".md");
  return is_data && !fs::is_directory(kRoot / path);
}

// The project's own text files.
std::vector<SourceFile> tree() {
  std::vector<SourceFile> files;
  for (auto entry = fs::recursive_directory_iterator(kRoot);
       entry != fs::recursive_directory_iterator(); ++entry) {
    std::string path = entry->path().lexically_relative(kRoot).generic_string();
    if (is_foreign(path)) entry.disable_recursion_pending();
    if (!entry->is_regular_file() || is_foreign(path)) continue;
    files.push_back({path, read(entry->path())});
  }
  return files;
}

void expect_none(const Findings& findings) {
  for (const Finding& finding : findings) {
    ADD_FAILURE() << fmt::format("{}:{}: {}: {}", finding.path, finding.line, finding.rule,
                                 finding.text);
  }
}

TEST(Tidy, EveryFile) {
  std::vector<SourceFile> files = tree();
  ASSERT_GT(files.size(), 100u);
  Findings findings = check_include_paths(files);
  for (const SourceFile& file : files) {
    Findings found = check_file(file);
    findings.insert(findings.end(), found.begin(), found.end());
  }
  expect_none(apply_exemptions(findings, kExemptions));
}

TEST(Tidy, NamesOfKindsStandInTheirTable) { expect_none(check_kind_names(tree())); }

TEST(Tidy, EdgesBetweenFolders) {
  std::vector<SourceFile> files = tree();
  Edges edges;
  edges.table = parse_edge_table(read(kRoot / "ARCHITECTURE.md"));
  EXPECT_GE(edges.table.size(), 14u);
  for (const SourceFile& file : files) {
    fs::path path = file.path;
    if (!file.path.starts_with("src/") || path.filename() != "CMakeLists.txt") continue;
    std::string folder = path.parent_path().filename().string();
    if (folder != "src") edges.depends[folder] = parse_depends(file.text);
  }
  edges.used = used_edges(files);
  expect_none(check_edges(edges));
}

TEST(Tidy, CitationsResolve) {
  std::vector<SourceFile> files = tree();
  Findings findings;
  Reference reference = read_reference(files, findings);
  EXPECT_GE(reference.pages.size(), 10u);
  EXPECT_GE(reference.rule_page.size(), 400u);
  for (const SourceFile& file : files) {
    Findings found = check_citations(reference, file);
    findings.insert(findings.end(), found.begin(), found.end());
  }
  expect_none(apply_exemptions(findings, kCitationExemptions));
}

TEST(Tidy, EveryErrorAndWarningHasItsCure) {
  SourceFile page;
  std::set<std::string> names;
  for (const SourceFile& file : tree()) {
    if (file.path == "docs/troubleshooting.md") page = file;
    if (file.path == "src/base/error_names.inc") names.merge(error_codes(file.text));
    const bool is_source = file.path.starts_with("src/") && file.path.ends_with(".cc") &&
                           !file.path.ends_with("_test.cc");
    if (is_source) names.merge(warning_lines(file.text));
  }
  EXPECT_GE(names.size(), 70u);
  expect_none(check_troubleshooting(page, names));
}

TEST(Tidy, ScriptsAreExecutableAndStrict) {
  for (const SourceFile& file : tree()) {
    if (!file.path.starts_with("scripts/") && !file.path.starts_with(".ci/")) continue;
    auto owner_may_run = fs::status(kRoot / file.path).permissions() & fs::perms::owner_exec;
    EXPECT_NE(owner_may_run, fs::perms::none) << file.path;
    EXPECT_TRUE(file.text.starts_with("#!/usr/bin/env bash\n")) << file.path;
    EXPECT_NE(file.text.find("\nset -euo pipefail\n"), std::string::npos) << file.path;
  }
}

TEST(Tidy, DocumentsLinkToFilesThatExist) {
  static const std::regex link("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  for (const SourceFile& file : tree()) {
    if (!file.path.ends_with(".md")) continue;
    for (std::sregex_iterator at(file.text.begin(), file.text.end(), link), end; at != end; ++at) {
      fs::path target = (kRoot / file.path).parent_path() / (*at)[1].str();
      EXPECT_TRUE(fs::exists(target)) << file.path << " links to " << (*at)[1].str();
    }
  }
}

}  // namespace
}  // namespace cuzk::tidy
