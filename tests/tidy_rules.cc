// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tidy_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <utility>

#include "tidy_source.h"

namespace cuzk::tidy {
namespace {

constexpr std::string_view kLicence = "SPDX-License-Identifier: MIT OR Apache-2.0";

// Headers for tests and their own folder: a proof with chosen r and s (groth16.md G16-524).
const std::set<std::string> kTestsOnly = {"groth16/fixed_randomizers.h"};

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_cpp(std::string_view path) { return ends_with_any(path, {".h", ".cc", ".cuh", ".cu"}); }
bool is_header(std::string_view path) { return ends_with_any(path, {".h", ".cuh", ".inc"}); }
bool is_cmake(std::string_view path) { return ends_with_any(path, {"CMakeLists.txt", ".cmake"}); }
bool is_script(std::string_view path) {
  return path.starts_with("scripts/") || path.starts_with(".ci/");
}
bool is_markdown(std::string_view path) { return path.ends_with(".md"); }

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

// The folder of src that a path lies in, or nothing.
std::optional<std::string> folder_of(std::string_view path) {
  if (!path.starts_with("src/")) return std::nullopt;
  path.remove_prefix(4);
  size_t slash = path.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return std::string(path.substr(0, slash));
}

size_t columns(std::string_view line) {
  auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<size_t>(std::count_if(line.begin(), line.end(), starts_character));
}

// This group of each match.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern, int group) {
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    out.push_back((*at)[group].str());
  }
  return out;
}

Folders words(std::string_view text) {
  Folders out;
  std::string word;
  for (char c : std::string(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word.push_back(c);
    } else if (!word.empty()) {
      out.insert(std::exchange(word, {}));
    }
  }
  return out;
}

void append(Findings& to, Findings more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::string listed(const Folders& folders) { return fmt::format("{}", fmt::join(folders, " ")); }

}  // namespace

Findings check_name(const SourceFile& file) {
  static const std::regex snake("[a-z][a-z0-9]*(_[a-z0-9]+)*");
  static const std::regex document("[a-z0-9]+([_-][a-z0-9]+)*\\.md");
  std::string name = file_name(file.path);
  static const Folders kOthersNames = {"CMakeLists.txt", "package.json", "package-lock.json"};
  if (kOthersNames.contains(name) || file.path.find('/') == std::string::npos) return {};
  if (is_markdown(name)) {
    if (name == "README.md" || std::regex_match(name, document)) return {};
    return {{file.path, 0, "name", "documents have lower-case names with _ or -"}};
  }
  std::string stem = name.substr(0, name.find('.'));
  std::string suffix = name.substr(stem.size());
  if (!std::regex_match(stem, snake)) {
    return {{file.path, 0, "name", "the name is not snake_case"}};
  }
  static const Folders kSuffixes = {".h",     ".cc",    ".cuh", ".cu",      ".inc",
                                    ".cmake", ".proto", ".js",  ".service", ".supp"};
  if (is_script(file.path) ? suffix.empty() : kSuffixes.contains(suffix)) return {};
  return {{file.path, 0, "name", fmt::format("the suffix '{}' is not one of the house", suffix)}};
}

Findings check_blanks(const SourceFile& file) {
  Findings out;
  int number = 0;
  for (std::string_view line : split_lines(file.text)) {
    ++number;
    if (line.find('\t') != std::string_view::npos) {
      out.push_back({file.path, number, "blanks", "a tab"});
    }
    if (line.ends_with(' ') || line.ends_with('\r')) {
      out.push_back({file.path, number, "blanks", "blanks at the end of the line"});
    }
  }
  if (!file.text.ends_with('\n') || file.text.ends_with("\n\n")) {
    out.push_back({file.path, number, "blanks", "the file does not end in exactly one line end"});
  }
  return out;
}

Findings check_columns(const SourceFile& file) {
  Findings out;
  int number = 0;
  for (std::string_view line : split_lines(file.text)) {
    ++number;
    bool is_table = is_markdown(file.path) && line.starts_with('|');
    bool is_data = ends_with_any(file.path, {".inc", ".json"});
    if (columns(line) <= kColumnsMax || is_table || is_data) continue;
    out.push_back({file.path, number, "columns",
                   fmt::format("{} columns, at most {}", columns(line), kColumnsMax)});
  }
  return out;
}

Findings check_licence(const SourceFile& file) {
  bool wanted = is_cpp(file.path) || is_header(file.path) || is_cmake(file.path) ||
                is_script(file.path) ||
                ends_with_any(file.path, {".proto", ".js", ".service", ".supp"});
  if (!wanted) return {};
  std::vector<std::string_view> lines = split_lines(file.text);
  size_t first = !lines.empty() && lines[0].starts_with("#!") ? 1 : 0;
  if (lines.size() > first && lines[first].ends_with(kLicence)) return {};
  return {{file.path, 1, "licence", fmt::format("the first line is not '{}'", kLicence)}};
}

Findings check_header_comment(const SourceFile& file) {
  if (!is_header(file.path)) return {};
  std::vector<std::string_view> lines = split_lines(file.text);
  size_t end = 1;
  while (end < lines.size() && lines[end].starts_with("//")) ++end;
  size_t count = end - 1;
  bool is_table = file.path.ends_with(".inc");
  size_t least = is_table ? 1 : kHeaderCommentLinesMin;
  Findings out;
  if (count < least || count > kHeaderCommentLinesMax) {
    out.push_back({file.path, 1, "comment",
                   fmt::format("the header comment has {} lines, expected {} to {}", count, least,
                               kHeaderCommentLinesMax)});
  }
  if (!is_table && (end >= lines.size() || lines[end] != "#pragma once")) {
    out.push_back({file.path, static_cast<int>(end) + 1, "comment",
                   "expected #pragma once after the header comment"});
  }
  return out;
}

Findings check_file_size(const SourceFile& file) {
  if (!is_cpp(file.path) && !is_cmake(file.path) && !is_script(file.path)) return {};
  size_t count = split_lines(file.text).size();
  if (count <= kFileLinesMax) return {};
  return {{file.path, 0, "file-size", fmt::format("{} lines, at most {}", count, kFileLinesMax)}};
}

Findings check_function_sizes(const SourceFile& file) {
  if (!is_cpp(file.path)) return {};
  Findings out;
  Functions found = functions(file.text);
  if (!found.balanced) {
    out.push_back({file.path, 0, "function-size", "braces do not balance; nothing is measured"});
  }
  for (const Function& function : found.list) {
    if (function.lines <= kFunctionLinesMax) continue;
    out.push_back({file.path, function.line, "function-size",
                   fmt::format("{} lines, at most {}: {}", function.lines, kFunctionLinesMax,
                               function.head.substr(0, 60))});
  }
  return out;
}

// Looks at preprocessor lines and code, not at comments.
Findings check_macros(const SourceFile& file) {
  static const std::regex define("^ *# *define +(\\w+)");
  static const std::regex cuda("\\b__CUDA(_ARCH|CC)__\\b");
  static const std::regex limbs("src/field/\\w*limbs?\\w*\\.(h|cuh|inc)");
  if (!is_cpp(file.path)) return {};
  bool is_home = file.path == "src/base/host_device.h";
  bool sees_device = is_home || std::regex_match(file.path, limbs);
  Findings out;
  int number = 0;
  for (std::string_view row : split_lines(file.text)) {
    ++number;
    std::string line(row.substr(0, row.find("//")));
    std::smatch match;
    if (!sees_device && line.find('"') == std::string::npos && std::regex_search(line, cuda)) {
      out.push_back({file.path, number, "macro",
                     "CUDA's macros belong to base/host_device.h and the limb files of field"});
    }
    if (!std::regex_search(line, match, define)) continue;
    if (is_home && match[1].str().starts_with("CUZK_")) continue;
    out.push_back({file.path, number, "macro",
                   fmt::format("macro {}: only base/host_device.h defines macros, with the prefix "
                               "CUZK_",
                               match[1].str())});
  }
  return out;
}

Findings check_namespace(const SourceFile& file) {
  std::optional<std::string> folder = folder_of(file.path);
  bool has_none = ends_with_any(file.path, {"_main.cc", "_fuzz.cc", "base/host_device.h"});
  if (!folder || !is_cpp(file.path) || has_none) return {};
  std::string code = code_only(file.text);
  std::string wanted = "namespace cuzk::" + *folder;
  for (size_t at = code.find(wanted); at != std::string::npos; at = code.find(wanted, at + 1)) {
    std::string_view after = std::string_view(code).substr(at + wanted.size());
    if (after.starts_with(' ') || after.starts_with("::")) return {};
  }
  return {{file.path, 0, "namespace", "expected " + wanted}};
}

Findings check_file(const SourceFile& file) {
  Findings out;
  for (auto rule : {check_name, check_blanks, check_columns, check_licence, check_header_comment,
                    check_file_size, check_function_sizes, check_macros, check_namespace}) {
    append(out, rule(file));
  }
  return out;
}

std::vector<TableRow> parse_edge_table(std::string_view markdown) {
  static const std::regex row("\\| `(?:src/)?(\\w+)` \\|[^|]*\\|([^|]*)\\|");
  std::vector<TableRow> table;
  bool inside = false;
  for (std::string_view view : split_lines(markdown)) {
    std::string line(view);
    if (line.starts_with("| folder | holds | may include |")) inside = true;
    if (!inside) continue;
    if (!line.starts_with('|')) break;
    std::smatch match;
    if (!std::regex_search(line, match, row)) continue;
    Folders may = words(match[2].str());
    may.erase("nothing");
    table.push_back({match[1].str(), std::move(may)});
  }
  return table;
}

Folders parse_depends(std::string_view cmake_text) {
  static const std::regex call("cuzk_folder\\([^)]*\\bDEPENDS\\b([^)]*)\\)");
  std::string text;
  for (std::string_view line : split_lines(cmake_text)) {
    text += std::string(line.substr(0, line.find('#'))) + "\n";
  }
  std::smatch match;
  if (!std::regex_search(text, match, call)) return {};
  std::string list = match[1].str();
  return words(list.substr(0, list.find("LIBRARIES")));
}

std::map<std::string, Folders> used_edges(const std::vector<SourceFile>& files) {
  std::map<std::string, Folders> used;
  for (const SourceFile& file : files) {
    std::optional<std::string> from = folder_of(file.path);
    if (!from) continue;
    for (const Include& include : includes(file.text)) {
      std::optional<std::string> to = folder_of("src/" + include.path);
      if (to && *to != *from) used[*from].insert(*to);
    }
  }
  return used;
}

Findings check_edges(const Edges& edges) {
  Findings out;
  Folders above;
  std::map<std::string, Folders> rows;
  for (const TableRow& row : edges.table) {
    for (const std::string& to : row.may_include) {
      if (above.contains(to)) continue;
      out.push_back({"ARCHITECTURE.md", 0, "edge",
                     fmt::format("{} may include {}, which does not stand above it in the table",
                                 row.folder, to)});
    }
    above.insert(row.folder);
    rows[row.folder] = row.may_include;
  }
  for (const auto& [folder, depends] : edges.depends) {
    std::string path = fmt::format("src/{}/CMakeLists.txt", folder);
    if (!rows.contains(folder)) {
      out.push_back({path, 0, "edge", "the folder is not in the table of ARCHITECTURE.md"});
      continue;
    }
    Folders expected;
    for (const std::string& to : rows[folder]) {
      if (edges.depends.contains(to)) expected.insert(to);
    }
    if (depends != expected) {
      out.push_back({path, 0, "edge",
                     fmt::format("DEPENDS is '{}', the table of ARCHITECTURE.md says '{}'",
                                 listed(depends), listed(expected))});
    }
    auto used = edges.used.contains(folder) ? edges.used.at(folder) : Folders{};
    for (const std::string& to : used) {
      if (depends.contains(to)) continue;
      out.push_back({path, 0, "edge", fmt::format("{} includes {}, undeclared", folder, to)});
    }
    for (const std::string& to : depends) {
      if (used.contains(to)) continue;
      out.push_back({path, 0, "edge", fmt::format("{} declares {}, unused", folder, to)});
    }
  }
  return out;
}

Findings check_include_paths(const std::vector<SourceFile>& files) {
  std::set<std::string> known;
  for (const SourceFile& file : files) known.insert(file.path);
  Findings out;
  for (const SourceFile& file : files) {
    std::string beside = file.path.substr(0, file.path.rfind('/') + 1);
    bool in_src = folder_of(file.path).has_value();
    for (const Include& include : includes(file.text)) {
      if (kTestsOnly.contains(include.path) && !file.path.ends_with("_test.cc") &&
          folder_of(file.path) != folder_of("src/" + include.path)) {
        out.push_back({file.path, include.line, "include",
                       fmt::format("\"{}\" is for tests and its own folder", include.path)});
      }
      if (known.contains("src/" + include.path)) continue;
      if (!in_src && known.contains(beside + include.path)) continue;
      out.push_back(
          {file.path, include.line, "include",
           fmt::format("\"{}\" is no file below src; paths begin with the folder", include.path)});
    }
  }
  return out;
}

Findings check_kind_names(const std::vector<SourceFile>& files) {
  static const std::string kTable = "src/filecoin/proof_kinds.inc";
  static const std::regex kLiteral("\"([^\"\\n]*)\"");
  static const std::regex kName("[a-z0-9]+([-_][a-z0-9]+)+");
  static const std::regex kWords("[a-z0-9]+([-_][a-z0-9]+)*");
  std::set<std::string> names;
  for (const SourceFile& file : files) {
    if (file.path != kTable) continue;
    for (const std::string& literal : matches(file.text, kLiteral, 1)) {
      if (std::regex_match(literal, kName)) names.insert(literal);
    }
  }
  Findings out;
  for (const SourceFile& file : files) {
    const bool is_test = file.path.find("_test") != std::string::npos;
    if (!file.path.starts_with("src/") || is_test || file.path == kTable) continue;
    int number = 0;
    for (std::string_view line : split_lines(file.text)) {
      ++number;
      const std::string code(line.substr(0, line.find("//")));
      for (const std::string& literal : matches(code, kLiteral, 1)) {
        for (const std::string& word : matches(literal, kWords, 0)) {
          if (!names.contains(word)) continue;
          out.push_back({file.path, number, "kind-name",
                         fmt::format("'{}' is spelled in {} only; read that row", word, kTable)});
        }
      }
    }
  }
  return out;
}

Findings apply_exemptions(Findings findings, const std::vector<Exemption>& exemptions) {
  for (const Exemption& exemption : exemptions) {
    size_t removed = std::erase_if(findings, [&](const Finding& finding) {
      return finding.path == exemption.path && finding.rule == exemption.rule;
    });
    if (removed > 0 && !exemption.reason.empty()) continue;
    findings.push_back({exemption.path, 0, exemption.rule,
                        "this exemption is needed by nothing or gives no reason"});
  }
  return findings;
}

}  // namespace cuzk::tidy
