// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tidy_citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "tidy_source.h"

namespace cuzk::tidy {
namespace {

// Names of hash functions, though SHA is a prefix of rules.
const std::set<std::string_view> kNames = {"SHA-224", "SHA-256", "SHA-384", "SHA-512"};
const std::set<std::string_view> kItemWords = {"fact",   "facts", "fault",
                                               "faults", "point", "points"};
const std::set<std::string_view> kLonelyWords = {"Fact",   "Facts", "Fault",
                                                 "Faults", "Point", "Points"};
constexpr const char* kNamePage = "name the page and the section of this number";

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)); }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// The prefix of "G16-512", or nothing.
std::optional<std::string> prefix_of(std::string_view word) {
  size_t dash = word.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || !is_capital(word[0])) return std::nullopt;
  auto fits = [](char c) { return is_capital(c) || is_digit(c); };
  bool is_rule = std::all_of(word.begin(), word.begin() + static_cast<ptrdiff_t>(dash), fits) &&
                 all_digits(word.substr(dash + 1));
  return is_rule ? std::optional(std::string(word.substr(0, dash))) : std::nullopt;
}

bool is_decision(std::string_view word) {
  return word.size() > 1 && word[0] == 'D' && all_digits(word.substr(1));
}

// Reads words and numbers of a text from a place on.
class Cursor {
 public:
  explicit Cursor(std::string_view text, size_t at = 0) : text_(text), at_(at) {}

  size_t at() const { return at_; }
  bool ends() const { return at_ >= text_.size(); }
  void step() { ++at_; }
  char next() const { return ends() ? '\0' : text_[at_]; }
  char before() const { return at_ == 0 ? '\0' : text_[at_ - 1]; }

  bool take(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  void blanks() {
    while (!ends() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  // Letters, digits, '_' and inner '-'.
  std::string word() {
    size_t begin = at_;
    while (!ends() && (is_word(text_[at_]) || (text_[at_] == '-' && at_ + 1 < text_.size() &&
                                               is_word(text_[at_ + 1]) && at_ > begin)))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  // "7" or "7.4"; nothing where letters follow.
  std::string number() {
    size_t begin = at_;
    while (!ends() &&
           (is_digit(text_[at_]) || (text_[at_] == '.' && at_ > begin && at_ + 1 < text_.size() &&
                                     is_digit(text_[at_ + 1]))))
      ++at_;
    if (ends() || !is_word(text_[at_])) return std::string(text_.substr(begin, at_ - begin));
    at_ = begin;
    return {};
  }
  // What closes the name of a page: a code sign, the target of a link.
  void close_name() {
    take("`");
    if (!take("](")) return;
    while (!ends() && text_[at_] != ')' && text_[at_] != '\n') ++at_;
    take(")");
  }

 private:
  std::string_view text_;
  size_t at_;
};

// The text with blanks in place of what marks a comment at the beginning of a line.
std::string prose(const SourceFile& file) {
  std::string out = file.text;
  bool is_document = file.path.ends_with(".md");
  size_t at = 0;
  while (!is_document && at < out.size()) {
    size_t mark = std::min(out.find_first_not_of(' ', at), out.size());
    while (mark < out.size() && (out[mark] == '/' || out[mark] == '#')) out[mark++] = ' ';
    at = std::min(out.find('\n', mark), out.size() - 1) + 1;
  }
  return out;
}

class Walk {
 public:
  Walk(const Reference& reference, const SourceFile& file)
      : reference_(reference),
        path_(file.path),
        text_(prose(file)),
        is_document_(file.path.ends_with(".md")),
        own_page_(is_reference_page(path_) ? path_.substr(path_.rfind('/') + 1) : "") {}

  Findings run() {
    Cursor cursor(text_);
    while (!cursor.ends()) {
      if (!is_word(cursor.next()) || is_word(cursor.before())) {
        cursor.step();
        continue;
      }
      one(cursor);
    }
    return std::move(findings_);
  }

 private:
  // What begins at a word; leaves the cursor behind it.
  void one(Cursor& cursor) {
    Cursor begin = cursor;
    begin_ = cursor.at();
    if (std::string section = cursor.number(); !section.empty()) {
      if (items_follow(cursor)) lonely_items(cursor, section);
      return;
    }
    std::string word = cursor.word();
    bool is_power = begin.before() == '^';
    if (kLonelyWords.contains(word) && !is_document_) {
      cursor.blanks();
      if (is_digit(cursor.next())) report(word + " " + cursor.number(), kNamePage);
      return;
    }
    if (cursor.take(".md")) {
      cursor.close_name();
      page(cursor, word + ".md");
    } else if (is_known_rule(word) && !is_power) {
      rule(cursor, word, "");
    } else if (is_decision(word) && !is_document_) {
      report(word, fmt::format("write \"design.md {}\"", word));
    } else if (is_decision(word)) {
      rule(cursor, word, "");
    } else if ((word == "section" || word == "sections" || word == "Section") &&
               !own_page_.empty()) {
      targets(cursor, own_page_, true);
    } else if (word == "DESIGN" || reference_.pages.contains(word + ".md")) {
      without_suffix(cursor, word);
    }
  }

  bool is_known_rule(const std::string& word) const {
    std::optional<std::string> prefix = prefix_of(word);
    return prefix && reference_.prefixes.contains(*prefix) && !kNames.contains(word);
  }

  // The name of a page without its suffix. Words like "post" and "store" need more than a plain
  // number behind them to be one.
  void without_suffix(Cursor& cursor, const std::string& word) {
    Cursor ahead = cursor;
    ahead.blanks();
    bool is_name = word == "DESIGN" || word.find('-') != std::string::npos;
    bool is_section = ahead.word().starts_with("section");
    if (!is_section) {
      ahead = cursor;
      ahead.blanks();
      std::string number = ahead.number();
      if (number.empty() || (!is_name && number.find('.') == std::string::npos)) return;
    }
    std::string page = word == "DESIGN" ? "design" : word;
    report(word, fmt::format("write \"{}.md\" and the section", page));
  }

  void lonely_items(Cursor& cursor, const std::string& section) {
    if (own_page_.empty()) {
      report(section, kNamePage);
    } else {
      check_section(own_page_, section);
      items(cursor, own_page_, section);
    }
  }

  void page(Cursor& cursor, const std::string& name) {
    Cursor ahead = cursor;
    ahead.blanks();
    bool has_section_word = take_section_word(ahead);
    if (!target_follows(ahead, true)) return;
    if (!reference_.pages.contains(name)) {
      report(name, "no page of docs has this name");
      cursor = ahead;
      return;
    }
    if (has_section_word && !is_document_) {
      report(name, fmt::format("write \"{} N\" without the word section", name));
    }
    targets(cursor, name, has_section_word);
  }

  static bool take_section_word(Cursor& cursor) {
    Cursor ahead = cursor;
    std::string word = ahead.word();
    if (word != "section" && word != "sections") return false;
    ahead.blanks();
    cursor = ahead;
    return true;
  }

  // What stands between the members of a list: one of `signs`, "and" or "to".
  static bool take_separator(Cursor& cursor, std::string_view signs) {
    bool taken = signs.find(cursor.next()) != std::string_view::npos && !cursor.ends();
    if (taken) cursor.step();
    cursor.blanks();
    for (std::string_view word : {"and ", "and\n", "to ", "to\n"}) {
      if (cursor.take(word)) taken = true;
    }
    cursor.blanks();
    return taken;
  }

  bool target_follows(Cursor ahead, bool plain_number) const {
    Cursor number = ahead;
    std::string section = number.number();
    if (!section.empty()) {
      return plain_number || section.find('.') != std::string::npos || items_follow(number);
    }
    std::string word = ahead.word();
    return is_known_rule(word) || is_decision(word);
  }

  // Targets behind the name of a page, with what stands between them.
  void targets(Cursor& cursor, const std::string& page, bool plain_numbers) {
    cursor.blanks();
    plain_numbers |= take_section_word(cursor);
    if (!target_follows(cursor, true)) return;
    while (true) {
      target(cursor, page);
      Cursor ahead = cursor;
      if (!take_separator(ahead, ",;") || !target_follows(ahead, plain_numbers)) return;
      cursor = ahead;
    }
  }

  void target(Cursor& cursor, const std::string& page) {
    std::string section = cursor.number();
    if (section.empty()) {
      rule(cursor, cursor.word(), page);
      return;
    }
    check_section(page, section);
    items(cursor, page, section);
  }

  // A rule with the end of its range, on `page` where that is known.
  void rule(Cursor& cursor, const std::string& name, const std::string& page) {
    check_rule(name, page);
    bool is_range = cursor.take("..");
    if (!is_range && !cursor.take("/")) return;
    std::string end = cursor.number();
    if (end.empty() || is_decision(name)) return;
    std::string last = name.substr(0, name.rfind('-') + 1) + end;
    check_rule(last, page);
    bool ascends = std::pair(last.size(), last) > std::pair(name.size(), name);
    if (!ascends) report(name + ".." + end, "the range does not ascend");
  }

  bool items_follow(Cursor cursor) const {
    if (!cursor.take(",")) return false;
    cursor.blanks();
    bool is_item = kItemWords.contains(cursor.word());
    cursor.blanks();
    return is_item && is_digit(cursor.next());
  }

  void items(Cursor& cursor, const std::string& page, const std::string& section) {
    if (!items_follow(cursor)) return;
    cursor.take(",");
    cursor.blanks();
    std::string word = cursor.word();
    cursor.blanks();
    while (true) {
      check_item(page, section, word, cursor.number());
      Cursor ahead = cursor;
      bool separated = take_separator(ahead, ",");
      Cursor behind = ahead;
      bool goes_on = separated && all_digits(behind.number()) && !items_follow(behind);
      if (!goes_on) return;
      cursor = ahead;
    }
  }

  void check_section(const std::string& page, const std::string& section) {
    if (reference_.pages.at(page).sections.contains(section)) return;
    report(page + " " + section, "the page has no section of this number");
  }

  void check_item(const std::string& page, const std::string& section, const std::string& word,
                  const std::string& number) {
    auto found = reference_.pages.at(page).sections.find(section);
    if (found == reference_.pages.at(page).sections.end()) return;  // Reported as a section.
    if (all_digits(number) && number.size() < 4 && found->second.contains(std::stoi(number)))
      return;
    report(fmt::format("{} {}, {} {}", page, section, word, number),
           "the section has no item of this number");
  }

  void check_rule(const std::string& name, const std::string& page) {
    auto found = reference_.rule_page.find(name);
    std::string cited = page.empty() ? name : page + " " + name;
    if (found == reference_.rule_page.end()) {
      report(cited, "no page defines this rule");
    } else if (!page.empty() && found->second != page) {
      report(cited, fmt::format("{} defines this rule", found->second));
    }
  }

  void report(const std::string& citation, const std::string& fault) {
    auto end = text_.begin() + static_cast<ptrdiff_t>(begin_);
    int line = 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
    findings_.push_back({path_, line, "citation", fmt::format("'{}': {}", citation, fault)});
  }

  const Reference& reference_;
  std::string path_;
  std::string text_;
  bool is_document_;
  std::string own_page_;  // Empty if the file is no page of the reference.
  size_t begin_ = 0;      // Of the citation that is looked at.
  Findings findings_;
};

// The rule that a line defines, or nothing.
std::string defined_rule(std::string_view line) {
  Cursor cursor(line);
  cursor.blanks();
  if (cursor.take("-") || cursor.take("|")) cursor.blanks();
  if (!cursor.take("**")) return {};
  std::string word = cursor.word();
  return prefix_of(word) || is_decision(word) ? word : std::string();
}

// The number of a list item or of a table row, or 0.
int item_number(std::string_view line) {
  Cursor cursor(line);
  bool is_row = cursor.take("| ");
  std::string number = cursor.number();
  if (!all_digits(number) || number.size() > 3) return 0;
  return cursor.take(is_row ? " |" : ". ") ? std::stoi(number) : 0;
}

}  // namespace

bool is_reference_page(const std::string& path) {
  return path.starts_with("docs/") && path.ends_with(".md");
}

Reference read_reference(const std::vector<SourceFile>& files, Findings& findings) {
  Reference out;
  for (const SourceFile& file : files) {
    if (!is_reference_page(file.path)) continue;
    std::string name = file.path.substr(file.path.rfind('/') + 1);
    ReferencePage& page = out.pages[name];
    std::string section;
    int number = 0;
    for (std::string_view line : split_lines(file.text)) {
      ++number;
      if (line.starts_with("## ") || line.starts_with("### ")) {
        section = Cursor(line, line.find(' ') + 1).number();
        if (!section.empty()) page.sections[section];
      }
      if (int item = item_number(line); item > 0 && !section.empty()) {
        page.sections[section].insert(item);
      }
      std::string rule = defined_rule(line);
      if (rule.empty()) continue;
      if (!out.rule_page.emplace(rule, name).second) {
        findings.push_back({file.path, number, "rule", rule + " is defined twice"});
      }
      std::optional<std::string> prefix = prefix_of(rule);
      if (!prefix) continue;
      if (auto [at, added] = out.prefixes.emplace(*prefix, name); !added && at->second != name) {
        findings.push_back({file.path, number, "rule",
                            fmt::format("{}: the prefix belongs to {}", rule, at->second)});
      }
    }
  }
  return out;
}

Findings check_citations(const Reference& reference, const SourceFile& file) {
  return Walk(reference, file).run();
}

}  // namespace cuzk::tidy
