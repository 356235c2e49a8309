// SPDX-License-Identifier: MIT OR Apache-2.0
// Every form of a citation is shown to pass where it resolves and to fail where it does not.
#include "tidy_citations.h"

#include <gtest/gtest.h>

namespace cuzk::tidy {
namespace {

std::vector<SourceFile> pages() {
  return {{"docs/spec/groth16.md",
           "# Groth16\n\n## 1. Curve\n\n### 1.2 Points\n\n**G16-120** Encodings.\n"
           "- **G16-124** Refusals.\n| **G16-512** | quotient |\nText with **G16-999** inside.\n"},
          {"docs/spec/porep.md", "## 4. Sectors\n**SC-9** A rule.\n**SHA-1** Rounds.\n"},
          {"docs/spec/daemon-reference.md",
           "## 0. Facts\n1. One.\n2. Two.\n## 5. Weak\n### 5.1 Defects\n| # | Defect |\n"
           "|---|---|\n| 7 | Order |\n| 19 | Limits |\n## 6. Lists\n### 6.1 Things\n"
           "1. One.\n8. Files.\n"},
          {"docs/design.md", "## 2. Baseline\n**D7 Memory.** Text.\n**D10 Jobs.** Text.\n"}};
}

Reference reference() {
  Findings findings;
  Reference out = read_reference(pages(), findings);
  EXPECT_TRUE(findings.empty());
  return out;
}

Findings findings_of(const std::string& text, const std::string& path = "src/a/b.h") {
  return check_citations(reference(), {path, text});
}

// One finding, with this citation and a fault that contains `fault`.
void expect_finding(const std::string& text, const std::string& citation, const std::string& fault,
                    const std::string& path = "src/a/b.h") {
  Findings findings = findings_of(text, path);
  ASSERT_EQ(findings.size(), 1u) << text;
  EXPECT_EQ(findings[0].rule, "citation");
  EXPECT_TRUE(findings[0].text.starts_with("'" + citation + "': ")) << findings[0].text;
  EXPECT_NE(findings[0].text.find(fault), std::string::npos) << findings[0].text;
}

TEST(TidyCitations, GoodFormsPass) {
  for (const char* text :
       {"// groth16.md 1.2", "// (groth16.md G16-512)", "// See G16-120.", "// G16-120..124: all",
        "// G16-120/124", "// groth16.md 1 and 1.2, G16-120 and G16-124.", "// design.md D7, D10",
        "// design.md 2", "// daemon-reference.md 6.1, point 8",
        "// daemon-reference.md 5.1, faults 7 and 19, and 6.1, points 1 and 8; 0, fact 2",
        "// daemon-reference.md 0, fact 1, and 5.1", "// daemon-reference\n// 2 words",
        "# cmake: porep.md SC-9", "// porep.md SC-9; groth16.md\n  // G16-512, 7 points",
        "// porep.md 4, 32 GiB and 64", "// docs/spec/porep.md says it"}) {
    bool is_broken = std::string_view(text).starts_with("// daemon-reference\n");
    EXPECT_EQ(findings_of(text).size(), is_broken ? 1u : 0u) << text;
  }
}

TEST(TidyCitations, OtherWordsAreNoCitations) {
  for (const char* text :
       {"SHA-256 and SHA-512 over BLS12-381", "2^SC-1 rows", "RFC 8439 section 2.3", "UTF-8",
        "cuzk-project.md says", "int x = G16 - 1;", "0xD7 D7H 1D7", "post 3 bytes, store 4.",
        "point 3 of 7", "docs/tuning.md has the figures", "section 99"}) {
    EXPECT_TRUE(findings_of(text).empty()) << text;
  }
}

TEST(TidyCitations, RulesThatAreNotDefinedAreFound) {
  expect_finding("// G16-121", "G16-121", "no page defines");
  expect_finding("// groth16.md G16-999", "groth16.md G16-999", "no page defines");
  expect_finding("// groth16.md SC-9", "groth16.md SC-9", "porep.md defines this rule");
  expect_finding("// G16-120..125", "G16-125", "no page defines");
  expect_finding("// G16-120/126", "G16-126", "no page defines");
  expect_finding("// G16-124..120", "G16-124..120", "does not ascend");
  expect_finding("// groth16.md G16-120, G16-7", "groth16.md G16-7", "no page defines");
  expect_finding("// SHA-2", "SHA-2", "no page defines");
  expect_finding("// design.md D8", "design.md D8", "no page defines");
  expect_finding("It is D8.", "D8", "no page defines", "README.md");
}

TEST(TidyCitations, SectionsAndItemsThatAreNotThereAreFound) {
  expect_finding("// groth16.md 1.3", "groth16.md 1.3", "no section");
  expect_finding("// groth16.md 1.2 and 1.7", "groth16.md 1.7", "no section");
  expect_finding("// groth17.md 1.2", "groth17.md", "no page of docs");
  expect_finding("// groth17.md G16-120", "groth17.md", "no page of docs");
  expect_finding("// daemon-reference.md 6.1, point 2", "daemon-reference.md 6.1, point 2",
                 "no item");
  expect_finding("// daemon-reference.md 5.1, faults 7 and 8", "daemon-reference.md 5.1, faults 8",
                 "no item");
  expect_finding("// daemon-reference.md 6.1, point 8; 0, fact 3", "daemon-reference.md 0, fact 3",
                 "no item");
  expect_finding("See section 3.", "porep.md 3", "no section", "docs/spec/porep.md");
  expect_finding("[groth16.md](spec/groth16.md) section 9", "groth16.md 9", "no section",
                 "docs/design.md");
  expect_finding("`groth16.md` section 9", "groth16.md 9", "no section", "README.md");
}

TEST(TidyCitations, SourcesHaveOneForm) {
  expect_finding("// groth16.md section 1", "groth16.md", "without the word section");
  expect_finding("// groth16 section 1", "groth16", "write \"groth16.md\"");
  expect_finding("// porep 4.2", "porep", "write \"porep.md\"");
  expect_finding("// daemon-reference 6.1", "daemon-reference", "write \"daemon-reference.md\"");
  expect_finding("// DESIGN section 2", "DESIGN", "write \"design.md\"");
  expect_finding("// Waiting is fair (D7).", "D7", "write \"design.md D7\"");
  expect_finding("// what it must match (6.1, point 8)", "6.1", "name the page");
  expect_finding("// Fact 9: cancel works.", "Fact 9", "name the page");
  EXPECT_TRUE(findings_of("`groth16.md` section 1. D7", "README.md").empty());
}

TEST(TidyCitations, LinesAreThoseOfTheCitation) {
  Findings findings = findings_of("int a;\n// groth16.md\n// 1.3 and G16-512\n\n// SC-8\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].line, 2);
  EXPECT_EQ(findings[1].line, 5);
}

TEST(TidyCitations, DefinitionsAreUnique) {
  std::vector<SourceFile> files = pages();
  files.push_back({"docs/spec/post.md", "**G16-600** On another page.\n**SC-9** Again.\n"});
  Findings findings;
  read_reference(files, findings);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].text, "G16-600: the prefix belongs to groth16.md");
  EXPECT_EQ(findings[1].text, "SC-9 is defined twice");
  EXPECT_EQ(findings[1].path, "docs/spec/post.md");
  EXPECT_EQ(findings[1].line, 2);
}

}  // namespace
}  // namespace cuzk::tidy
