// SPDX-License-Identifier: MIT OR Apache-2.0
// The house rules that a machine can check, each a pure function from texts to findings, so that
// the tests can show that every rule fails on a text that breaks it.
//
// Edges: ARCHITECTURE.md holds the table of folders in their order with what each may include. The
// DEPENDS line of a folder's CMakeLists.txt equals its row (less folders that do not exist yet),
// and the include lines use every declared edge and no other. Sizes: 600 lines a file, 70 a
// function, 100 columns; `.inc` files hold tables of constants and have no limit. Names, licence
// lines, macros and blanks: see the functions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk::tidy {

inline constexpr size_t kFileLinesMax = 600;
inline constexpr int kFunctionLinesMax = 70;
inline constexpr size_t kColumnsMax = 100;
inline constexpr size_t kHeaderCommentLinesMin = 5;
inline constexpr size_t kHeaderCommentLinesMax = 25;

struct SourceFile {
  std::string path;  // Relative to the root, with '/'.
  std::string text;
};

struct Finding {
  std::string path;
  int line = 0;      // 0: the whole file.
  std::string rule;  // One word, as exemptions name it.
  std::string text;
};
using Findings = std::vector<Finding>;

Findings check_name(const SourceFile& file);            // "name"
Findings check_blanks(const SourceFile& file);          // "blanks": tabs, trailing blanks, end
Findings check_columns(const SourceFile& file);         // "columns"
Findings check_licence(const SourceFile& file);         // "licence": the SPDX line
Findings check_header_comment(const SourceFile& file);  // "comment": .h, .cuh and .inc
Findings check_file_size(const SourceFile& file);       // "file-size"
Findings check_function_sizes(const SourceFile& file);  // "function-size"
Findings check_macros(const SourceFile& file);          // "macro": #define, CUDA's own macros
Findings check_namespace(const SourceFile& file);       // "namespace": cuzk::<folder>
Findings check_file(const SourceFile& file);            // All of the above.

using Folders = std::set<std::string>;

struct TableRow {
  std::string folder;
  Folders may_include;
};

// The rows of the table in ARCHITECTURE.md whose head is "| folder | holds | may include |".
std::vector<TableRow> parse_edge_table(std::string_view markdown);

// The folders after DEPENDS in the cuzk_folder line.
Folders parse_depends(std::string_view cmake_text);

struct Edges {
  std::vector<TableRow> table;             // From ARCHITECTURE.md.
  std::map<std::string, Folders> depends;  // Each folder that exists.
  std::map<std::string, Folders> used;     // Edges of the include lines.
};
// The folders that the files below src include, by folder of the including file.
std::map<std::string, Folders> used_edges(const std::vector<SourceFile>& files);
Findings check_edges(const Edges& edges);                            // "edge"
Findings check_include_paths(const std::vector<SourceFile>& files);  // "include"

// The names that the table of kinds spells (src/filecoin/proof_kinds.inc) stand in no other literal
// below src, tests apart.
Findings check_kind_names(const std::vector<SourceFile>& files);  // "kind-name"

struct Exemption {
  std::string path;
  std::string rule;
  std::string reason;
};
// Removes what is exempt; an exemption that nothing needs becomes a finding itself.
Findings apply_exemptions(Findings findings, const std::vector<Exemption>& exemptions);

}  // namespace cuzk::tidy
