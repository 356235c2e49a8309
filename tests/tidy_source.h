// SPDX-License-Identifier: MIT OR Apache-2.0
// What the tidy rules need to know of a C++ text without being a compiler: the code without its
// comments, strings and preprocessor lines, its include lines, and where functions begin and end.
//
// Functions are found by matching braces. A brace that opens directly inside a namespace or a type
// belongs to a function if the words before it contain a closing parenthesis and no assignment. It
// is a heuristic: a lambda that initialises a variable at namespace scope is not measured, and a
// text whose branches of #if open different numbers of braces is reported as unbalanced.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuzk::tidy {

// The same text, character for character, with blanks in place of comments, string and character
// literals and preprocessor lines. Lines keep their numbers.
std::string code_only(std::string_view text);

struct Include {
  int line = 0;
  std::string path;  // As written between quotes; includes in angle brackets are not returned.
};
std::vector<Include> includes(std::string_view text);

struct Function {
  std::string head;  // The words before the opening brace, in one line.
  int line = 0;      // Where the head begins, from 1.
  int lines = 0;     // From the first line of the head to the closing brace.
};
struct Functions {
  std::vector<Function> list;
  bool balanced = true;
};
Functions functions(std::string_view text);

// Lines without their line ends.
std::vector<std::string_view> split_lines(std::string_view text);

}  // namespace cuzk::tidy
