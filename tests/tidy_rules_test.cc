// SPDX-License-Identifier: MIT OR Apache-2.0
// Every rule is shown to pass on a good text and to fail on a text that breaks it.
#include "tidy_rules.h"

#include <gtest/gtest.h>

#include "tidy_source.h"

namespace cuzk::tidy {
namespace {

const std::string kLicenceLine = "// SPDX-License-Identifier: MIT OR Apache-2.0\n";

std::string repeated(std::string_view line, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += line;
  return out;
}

std::string header(size_t comment_lines) {
  return kLicenceLine + repeated("// About it.\n", comment_lines) +
         "#pragma once\n\nnamespace cuzk::base {}\n";
}

bool mentions(const Findings& findings, std::string_view text) {
  for (const Finding& finding : findings) {
    if (finding.text.find(text) != std::string::npos) return true;
  }
  return false;
}

TEST(TidyRules, AGoodFilePassesAll) {
  EXPECT_TRUE(check_file({"src/base/good_name.h", header(5)}).empty());
  EXPECT_TRUE(check_file({"scripts/test", "#!/bin/sh\n# " + kLicenceLine.substr(3)}).empty());
}

TEST(TidyRules, Names) {
  for (const char* path : {"src/base/bits.h", "src/field/limbs_host.h", "src/hash/table.inc",
                           "src/base/CMakeLists.txt", "cmake/blst.cmake", "scripts/fetch_blst",
                           ".ci/run", "docs/tuning.md", "README.md"}) {
    EXPECT_TRUE(check_name({path, ""}).empty()) << path;
  }
  for (const char* path : {"src/base/Bits.h", "src/base/bits-set.h", "src/base/bits.hpp",
                           "src/base/bits.cpp", "src/base/2bits.h", "src/base/bits__set.h",
                           "scripts/test.sh", "docs/Tuning.md", "src/base/notes.txt"}) {
    EXPECT_EQ(check_name({path, ""}).size(), 1u) << path;
  }
}

TEST(TidyRules, Blanks) {
  EXPECT_TRUE(check_blanks({"a.h", "int x;\n"}).empty());
  for (const char* text : {"\tint x;\n", "int x; \n", "int x;\r\n", "int x;", "int x;\n\n", ""}) {
    EXPECT_EQ(check_blanks({"a.h", text}).size(), 1u) << text;
  }
}

TEST(TidyRules, Columns) {
  std::string hundred(100, 'x');
  EXPECT_TRUE(check_columns({"a.h", hundred + "\n"}).empty());
  EXPECT_EQ(check_columns({"a.h", "\n" + hundred + "x\n"}).at(0).line, 2);
  EXPECT_TRUE(check_columns({"a.h", repeated("\u00b2", 100) + "\n"}).empty());
  EXPECT_EQ(check_columns({"a.md", hundred + "x\n"}).size(), 1u);
  EXPECT_TRUE(check_columns({"a.md", "| " + hundred + " |\n"}).empty());
  EXPECT_TRUE(check_columns({"a.inc", hundred + hundred + "\n"}).empty());
}

TEST(TidyRules, Licence) {
  for (const char* path : {"src/a/b.cc", "src/a/b.inc", "cmake/a.cmake", "CMakeLists.txt",
                           "scripts/test", ".ci/run"}) {
    EXPECT_TRUE(check_licence({path, kLicenceLine}).empty()) << path;
    EXPECT_EQ(check_licence({path, "// Text.\n" + kLicenceLine}).size(), 1u) << path;
    EXPECT_EQ(check_licence({path, ""}).size(), 1u) << path;
  }
  EXPECT_EQ(check_licence({"src/a/b.cc", "// SPDX-License-Identifier: MIT\n"}).size(), 1u);
}

TEST(TidyRules, HeaderComment) {
  EXPECT_TRUE(check_header_comment({"src/a/b.h", header(5)}).empty());
  EXPECT_TRUE(check_header_comment({"src/a/b.h", header(25)}).empty());
  EXPECT_EQ(check_header_comment({"src/a/b.h", header(4)}).size(), 1u);
  EXPECT_EQ(check_header_comment({"src/a/b.h", header(26)}).size(), 1u);
  EXPECT_EQ(check_header_comment({"src/a/b.h", kLicenceLine + repeated("// x\n", 5)}).size(), 1u);
  EXPECT_TRUE(check_header_comment({"src/a/b.inc", kLicenceLine + "// Made by x.\n1,\n"}).empty());
  EXPECT_EQ(check_header_comment({"src/a/b.inc", kLicenceLine + "1,\n"}).size(), 1u);
  EXPECT_TRUE(check_header_comment({"src/a/b.cc", kLicenceLine}).empty());
}

TEST(TidyRules, FileSize) {
  EXPECT_TRUE(check_file_size({"src/a/b.cc", repeated("\n", 600)}).empty());
  EXPECT_EQ(check_file_size({"src/a/b.cc", repeated("\n", 601)}).size(), 1u);
  EXPECT_TRUE(check_file_size({"src/a/b.inc", repeated("\n", 601)}).empty());
}

TEST(TidyRules, FunctionSizes) {
  std::string fits = "void f() {\n" + repeated("  g();\n", 68) + "}\n";
  std::string too_long = "void f() {\n" + repeated("  g();\n", 69) + "}\n";
  EXPECT_TRUE(check_function_sizes({"src/a/b.cc", fits + fits}).empty());
  Findings findings = check_function_sizes({"src/a/b.cc", fits + too_long});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].line, 71);
  for (const char* begin : {"namespace a {\n", "class B {\n public:\n", "template <class T>\n",
                            "struct C : D {\n  enum class E { k };\n", "extern \"C\" {\n"}) {
    std::string end = std::string(begin).find('{') == std::string::npos ? "" : "}\n";
    EXPECT_EQ(check_function_sizes({"a.cc", begin + too_long + end}).size(), 1u) << begin;
  }
  EXPECT_TRUE(mentions(check_function_sizes({"a.cc", "void f() {\n"}), "balance"));
  EXPECT_TRUE(mentions(check_function_sizes({"a.cc", "}\n"}), "balance"));
}

TEST(TidyRules, Macros) {
  EXPECT_TRUE(
      check_macros({"src/base/host_device.h", "#define CUZK_HOST_DEVICE inline\n"}).empty());
  EXPECT_EQ(check_macros({"src/base/host_device.h", "#define HOST inline\n"}).size(), 1u);
  EXPECT_EQ(check_macros({"src/a/b.h", "#  define CUZK_X 1\n"}).size(), 1u);
  EXPECT_TRUE(check_macros({"src/field/limbs_host.h", "#ifdef __CUDA_ARCH__\n"}).empty());
  EXPECT_EQ(check_macros({"src/field/fr.h", "#ifdef __CUDA_ARCH__\n"}).size(), 1u);
  EXPECT_EQ(check_macros({"src/curve/limbs.h", "#ifdef __CUDACC__\n"}).size(), 1u);
  EXPECT_TRUE(check_macros({"src/a/b.h", "// No __CUDA_ARCH__ here, no #define.\n"}).empty());
}

TEST(TidyRules, Namespace) {
  EXPECT_TRUE(check_namespace({"src/a/b.h", "namespace cuzk::a {\n}\n"}).empty());
  EXPECT_EQ(check_namespace({"src/a/b.h", "namespace cuzk::b {\n}\n"}).size(), 1u);
  EXPECT_EQ(check_namespace({"src/a/b.h", "namespace cuzk::ab {\n}\n"}).size(), 1u);
  EXPECT_EQ(check_namespace({"src/a/b.h", "// namespace cuzk::a {\n"}).size(), 1u);
  EXPECT_TRUE(check_namespace({"src/a/b_main.cc", "int main() {}\n"}).empty());
}

TEST(TidyRules, ReadsTableAndDepends) {
  std::vector<TableRow> table = parse_edge_table(
      "Text.\n| folder | holds | may include |\n| --- | --- | --- |\n"
      "| `src/base` | bytes, files | nothing |\n| `src/ntt` | x | field gpu base |\n\n"
      "| `src/none` | another table | base |\n");
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0].folder, "base");
  EXPECT_TRUE(table[0].may_include.empty());
  EXPECT_EQ(table[1].may_include, (Folders{"base", "field", "gpu"}));
  EXPECT_EQ(
      parse_depends("# cuzk_folder(x DEPENDS y)\ncuzk_folder(a DEPENDS b c\n  LIBRARIES d)\n"),
      (Folders{"b", "c"}));
  EXPECT_TRUE(parse_depends("cuzk_folder(a LIBRARIES DEPENDS_NOT)\n").empty());
}

TEST(TidyRules, ReadsUsedEdges) {
  auto used = used_edges({{"src/a/x.h", "#include \"a/y.h\"\n#include \"b/z.h\"\n"},
                          {"src/a/x.cc", "#include <vector>\n#include \"c/w.h\"\n"},
                          {"tests/t.cc", "#include \"a/x.h\"\n"}});
  ASSERT_EQ(used.size(), 1u);
  EXPECT_EQ(used["a"], (Folders{"b", "c"}));
}

Edges good_edges() {
  return {.table = {{"base", {}}, {"gpu", {"base"}}, {"ntt", {"base", "gpu"}}},
          .depends = {{"base", {}}, {"ntt", {"base"}}},
          .used = {{"ntt", {"base"}}}};
}

TEST(TidyRules, Edges) {
  EXPECT_TRUE(check_edges(good_edges()).empty());
  Edges edges = good_edges();
  edges.depends["gpu"] = {"base"};
  EXPECT_TRUE(mentions(check_edges(edges), "DEPENDS is 'base', the table"));
  edges = good_edges();
  edges.used["ntt"].insert("gpu");
  EXPECT_TRUE(mentions(check_edges(edges), "ntt includes gpu, undeclared"));
  edges = good_edges();
  edges.used["base"].insert("ntt");
  EXPECT_TRUE(mentions(check_edges(edges), "base includes ntt, undeclared"));
  edges = good_edges();
  edges.used.clear();
  EXPECT_TRUE(mentions(check_edges(edges), "ntt declares base, unused"));
  edges = good_edges();
  edges.depends["new"] = {};
  EXPECT_TRUE(mentions(check_edges(edges), "not in the table"));
  edges = good_edges();
  edges.table[0].may_include.insert("ntt");
  EXPECT_TRUE(mentions(check_edges(edges), "does not stand above"));
}

TEST(TidyRules, IncludePaths) {
  const char* chosen = "#include \"groth16/fixed_randomizers.h\"\n";
  std::vector<SourceFile> files = {
      {"src/a/x.h", ""}, {"tests/help.h", ""}, {"src/groth16/fixed_randomizers.h", ""}};
  auto with = [&](const char* path, const char* text) {
    std::vector<SourceFile> all = files;
    all.push_back({path, text});
    return check_include_paths(all).size();
  };
  EXPECT_EQ(with("src/a/x.cc", "#include \"a/x.h\"\n"), 0u);
  EXPECT_EQ(with("src/a/x.cc", "#include \"x.h\"\n"), 1u);
  EXPECT_EQ(with("src/a/x.cc", "#include \"../a/x.h\"\n"), 1u);
  EXPECT_EQ(with("tests/t.cc", "#include \"help.h\"\n#include \"a/x.h\"\n"), 0u);
  EXPECT_EQ(with("src/groth16/prover.cc", chosen), 0u);
  EXPECT_EQ(with("src/engine/porep_test.cc", chosen), 0u);
  EXPECT_EQ(with("src/engine/porep.cc", chosen), 1u);
}

TEST(TidyRules, KindNames) {
  const SourceFile table = {"src/filecoin/proof_kinds.inc",
                            "{.name = \"porep-c2\", .metric_name = \"porep_c2\", .short_name = "
                            "\"porep\",\n .prefix = \"stacked-{tree}\"},\n"};
  const auto count = [&](const char* path, const char* text) {
    return check_kind_names({table, {path, text}}).size();
  };
  EXPECT_EQ(check_kind_names({table}).size(), 0u);
  EXPECT_EQ(count("src/a/x.cc", "x = \"porep-c2\";\n"), 1u);
  EXPECT_EQ(count("src/a/x.cc", "x = \"a,porep_c2 b\";\n"), 1u);
  EXPECT_EQ(count("src/a/x.cc", "x = \"porep porep-c21 stacked\";\n"), 0u);
  EXPECT_EQ(count("src/a/x.h", "int x;  // \"porep-c2\"\n"), 0u);
  EXPECT_EQ(count("src/a/x_test.cc", "x = \"porep-c2\";\n"), 0u);
  EXPECT_TRUE(mentions(check_kind_names({table, {"src/a/x.cc", "\n\"porep-c2\"\n"}}), "read that"));
}

TEST(TidyRules, Exemptions) {
  Findings findings = {{"a", 1, "columns", "x"}, {"b", 1, "columns", "x"}, {"a", 1, "name", "x"}};
  EXPECT_EQ(apply_exemptions(findings, {{"a", "columns", "because"}}).size(), 2u);
  EXPECT_TRUE(mentions(apply_exemptions(findings, {{"c", "columns", "because"}}), "needed by"));
  EXPECT_TRUE(mentions(apply_exemptions(findings, {{"a", "columns", ""}}), "no reason"));
}

TEST(TidySource, CodeOnlyBlanksCommentsAndLiterals) {
  EXPECT_EQ(code_only("a // {\nb /* { \n */ c"), "a     \nb      \n    c");
  EXPECT_EQ(code_only("x = \"{\\\"\" + '{' + '\\'';"), "x =       +     +     ;");
  EXPECT_EQ(code_only("n = 1'000'000; {"), "n = 1'000'000; {");
  EXPECT_EQ(code_only("R\"a({)\")a\" }"), "R          }");
  EXPECT_EQ(code_only("#define F {\\\n {\n}"), "            \n  \n}");
}

TEST(TidySource, FindsFunctions) {
  Functions found = functions(
      "namespace {\n"
      "const int table[] = {f(1), 2};\n"
      "struct A {\n"
      "  A() : a{1}, b(2) {\n    c();\n  }\n"
      "  bool operator==(const A&) const { return true; }\n"
      "  int a{3};\n"
      "  int lines() const;\n"
      "};\n"
      "template <class T = int>\n"
      "[[nodiscard]] T g(T x) {\n  if (x) { return x; }\n  return [] { return 1; }();\n}\n"
      "TEST(A, B) {\n}\n"
      "}\n");
  EXPECT_TRUE(found.balanced);
  ASSERT_EQ(found.list.size(), 4u);
  EXPECT_EQ(found.list[0].line, 4);
  EXPECT_EQ(found.list[0].lines, 3);
  EXPECT_EQ(found.list[1].lines, 1);
  EXPECT_EQ(found.list[2].line, 11);
  EXPECT_EQ(found.list[2].lines, 5);
  EXPECT_EQ(found.list[3].head, "TEST(A, B)");
}

}  // namespace
}  // namespace cuzk::tidy
