// SPDX-License-Identifier: MIT OR Apache-2.0
// The programs and the shared libraries that cmake/package.cmake packs with them need no newer
// glibc than Ubuntu 22.04 has. The versions are those that the dynamic loader compares before a
// program runs (objdump -p); the programs are those of this build, and their libraries this
// machine's.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cuzk::tidy {
namespace {

namespace fs = std::filesystem;
using Version = std::pair<int, int>;

constexpr Version kUbuntu2204{2, 35};

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             ::pclose);
  std::string out;
  char bytes[4096];
  for (size_t size; (size = std::fread(bytes, 1, sizeof bytes, pipe.get())) > 0;) {
    out.append(bytes, size);
  }
  return out;
}

// The names that package.cmake leaves to the machine.
std::vector<std::regex> left_out() {
  std::ifstream file(fs::path(CUZK_SOURCE_DIR) / "cmake/package.cmake");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::smatch line;
  std::vector<std::regex> out;
  if (!std::regex_search(text, line, std::regex("PRE_EXCLUDE_REGEXES ([^\n]*)"))) return out;
  std::string words = line[1];
  static const std::regex quoted("\"([^\"]*)\"");
  for (std::sregex_iterator at(words.begin(), words.end(), quoted), end; at != end; ++at) {
    // CMake reads two backslashes as one.
    out.emplace_back(std::regex_replace((*at)[1].str(), std::regex(R"(\\\\)"), R"(\)"));
  }
  return out;
}

// The program and the libraries that are packed with it.
std::vector<fs::path> shipped(const fs::path& program) {
  std::vector<fs::path> out = {program};
  const std::vector<std::regex> excluded = left_out();
  const std::string loaded = output_of("LD_TRACE_LOADED_OBJECTS=1 " + program.string());
  static const std::regex line("=> (/\\S+)");
  for (std::sregex_iterator at(loaded.begin(), loaded.end(), line), end; at != end; ++at) {
    const fs::path library = (*at)[1].str();
    const bool left = std::ranges::any_of(excluded, [&](const std::regex& name) {
      return std::regex_search(library.filename().string(), name);
    });
    if (!left) out.push_back(library);
  }
  return out;
}

std::vector<Version> needed_glibc(const fs::path& file) {
  const std::string text = output_of("objdump -p " + file.string());
  static const std::regex need(" GLIBC_([0-9]+)\\.([0-9]+)");
  std::vector<Version> out;
  for (std::sregex_iterator at(text.begin(), text.end(), need), end; at != end; ++at) {
    out.emplace_back(std::stoi((*at)[1].str()), std::stoi((*at)[2].str()));
  }
  return out;
}

TEST(ShippedLibraries, RunWithTheGlibcOfUbuntu2204) {
  EXPECT_EQ(left_out().size(), 2u);
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  std::set<fs::path> files;
  for (const char* program : {"cuzk", "cuzk-bench"}) {
    const std::vector<fs::path> all = shipped(folder / program);
    EXPECT_GT(all.size(), 5u) << "libraries of " << program;
    EXPECT_FALSE(needed_glibc(all[0]).empty()) << "objdump says nothing of " << program;
    files.insert(all.begin(), all.end());
  }
  for (const fs::path& file : files) {
    for (const Version& version : needed_glibc(file)) {
      EXPECT_LE(version, kUbuntu2204)
          << fmt::format("{} needs glibc {}.{}", file.string(), version.first, version.second);
    }
  }
}

}  // namespace
}  // namespace cuzk::tidy
