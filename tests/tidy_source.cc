// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tidy_source.h"

#include <algorithm>
#include <cctype>

namespace cuzk::tidy {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }

// Whether the quote at `at` separates the digits of a number.
bool separates_digits(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '\'')) --begin;
  return begin < at && std::isdigit(static_cast<unsigned char>(text[begin]));
}

size_t find_or_end(std::string_view text, std::string_view what, size_t from) {
  size_t at = text.find(what, from);
  return at == std::string_view::npos ? text.size() : at + what.size();
}

size_t quoted_end(std::string_view text, size_t at) {
  char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

size_t raw_string_end(std::string_view text, size_t quote) {
  size_t parenthesis = text.find('(', quote);
  if (parenthesis == std::string_view::npos) return text.size();
  std::string close = ")" + std::string(text.substr(quote + 1, parenthesis - quote - 1)) + "\"";
  return find_or_end(text, close, parenthesis);
}

size_t line_end(std::string_view text, size_t at, bool continued) {
  while (true) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (!continued || end == text.size() || end == 0 || text[end - 1] != '\\') return end;
    at = end + 1;
  }
}

bool starts_line(std::string_view text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || text[at - 1] == '\n';
}

// The end of the comment, literal or preprocessor line that begins at `at`; `at` itself if none.
size_t skipped_end(std::string_view text, size_t at) {
  std::string_view two = text.substr(at, 2);
  if (two == "//") return line_end(text, at, false);
  if (two == "/*") return find_or_end(text, "*/", at + 2);
  if (text[at] == '"' && at > 0 && text[at - 1] == 'R') return raw_string_end(text, at);
  if (text[at] == '"') return quoted_end(text, at);
  if (text[at] == '\'' && !separates_digits(text, at)) return quoted_end(text, at);
  if (text[at] == '#' && starts_line(text, at)) return line_end(text, at, true);
  return at;
}

enum class Scope { kNamespace, kType, kFunction, kOther };

std::string one_line(std::string_view head) {
  std::string out;
  for (char c : head) {
    if (!is_space(c)) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// The head without leading template parameters and attributes.
std::string_view without_prefixes(std::string_view head) {
  while (head.starts_with("template") || head.starts_with("[[")) {
    bool is_template = head.starts_with("template");
    size_t at = head.find(is_template ? '<' : '[');
    int depth = 0;
    for (; at < head.size(); ++at) {
      depth += head[at] == (is_template ? '<' : '[');
      depth -= head[at] == (is_template ? '>' : ']');
      if (depth == 0) break;
    }
    head.remove_prefix(std::min(at + 1, head.size()));
    while (head.starts_with(' ')) head.remove_prefix(1);
  }
  return head;
}

bool assigns(std::string_view head) {
  int depth = 0;
  for (size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '(') ++depth;
    if (head[i] == ')') --depth;
    if (depth == 0 && head.substr(i).starts_with("operator")) return false;
    if (depth == 0 && head[i] == '=') return true;
  }
  return false;
}

Scope scope_of(std::string_view head) {
  head = without_prefixes(head);
  std::string_view word = head.substr(0, head.find_first_of(" :({"));
  if (word == "inline" && head.starts_with("inline namespace")) return Scope::kNamespace;
  if (word == "namespace") return Scope::kNamespace;
  bool called = head.find(')') != std::string_view::npos;
  if (word == "extern" && !called) return Scope::kNamespace;
  for (std::string_view type : {"class", "struct", "union", "enum"}) {
    if (word == type) return Scope::kType;
  }
  return called && !assigns(head) ? Scope::kFunction : Scope::kOther;
}

char next_character(std::string_view code, size_t at) {
  while (at < code.size() && is_space(code[at])) ++at;
  return at < code.size() ? code[at] : '\0';
}

// Walks the code and keeps, for the innermost namespace or type, where the current head begins.
class BraceWalk {
 public:
  explicit BraceWalk(std::string_view code) : code_(code) {}

  Functions run() {
    for (size_t at = 0; at < code_.size(); ++at) {
      if (code_[at] == '\n') ++line_;
      if (head_begin_ == std::string_view::npos && !is_space(code_[at])) begin_head(at);
      if (code_[at] == '{') open(at);
      if (code_[at] == '}') close(at);
      if (declares() && (code_[at] == ';' || ends_access_label(at))) end_head();
    }
    out_.balanced = out_.balanced && scopes_.empty();
    return std::move(out_);
  }

 private:
  bool declares() const {
    return scopes_.empty() || scopes_.back() == Scope::kNamespace || scopes_.back() == Scope::kType;
  }

  void begin_head(size_t at) {
    if (!declares()) return;
    head_begin_ = at;
    head_line_ = line_;
  }
  void end_head() { head_begin_ = std::string_view::npos; }

  bool ends_access_label(size_t at) const {
    if (code_[at] != ':' || head_begin_ == std::string_view::npos) return false;
    std::string head = one_line(code_.substr(head_begin_, at - head_begin_));
    return head == "public" || head == "private" || head == "protected";
  }

  void open(size_t at) {
    if (!declares()) {
      scopes_.push_back(Scope::kOther);
      return;
    }
    head_ = one_line(code_.substr(head_begin_, at - head_begin_));
    scopes_.push_back(scope_of(head_));
    if (declares()) end_head();
  }

  void close(size_t at) {
    if (scopes_.empty()) {
      out_.balanced = false;
      return;
    }
    Scope closed = scopes_.back();
    scopes_.pop_back();
    if (!declares()) return;
    // A member initialised with braces in a constructor: its head goes on.
    char next = next_character(code_, at + 1);
    if (closed == Scope::kFunction && (next == ',' || next == '{')) return;
    if (closed == Scope::kFunction)
      out_.list.push_back({head_, head_line_, line_ - head_line_ + 1});
    end_head();
  }

  std::string_view code_;
  Functions out_;
  std::vector<Scope> scopes_;
  size_t head_begin_ = std::string_view::npos;
  int head_line_ = 1;
  int line_ = 1;
  std::string head_;
};

}  // namespace

std::string code_only(std::string_view text) {
  std::string code(text);
  for (size_t at = 0; at < text.size();) {
    size_t end = skipped_end(text, at);
    if (end == at) {
      ++at;
      continue;
    }
    for (; at < end; ++at) {
      if (code[at] != '\n') code[at] = ' ';
    }
  }
  return code;
}

std::vector<Include> includes(std::string_view text) {
  std::vector<Include> out;
  int line = 0;
  for (std::string_view row : split_lines(text)) {
    ++line;
    if (!row.starts_with("#include \"")) continue;
    std::string_view path = row.substr(10);
    out.push_back({line, std::string(path.substr(0, path.find('"')))});
  }
  return out;
}

Functions functions(std::string_view text) {
  std::string code = code_only(text);
  return BraceWalk(code).run();
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace cuzk::tidy
