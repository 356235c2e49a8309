// SPDX-License-Identifier: MIT OR Apache-2.0
// Numbers are what they look like or are refused.
#include "cli/decimal.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cuzk::cli {
namespace {

TEST(Decimal, OneSpellingForEachNumber) {
  EXPECT_EQ(parse_decimal("0"), 0u);
  EXPECT_EQ(parse_decimal("1000"), 1000u);
  EXPECT_EQ(parse_decimal("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", "-1", "+1", "01000", "00", "0x10", "1e3", "1 ", " 1", "1.0", "1,2",
                           "18446744073709551616", "99999999999999999999999"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
  }
}

struct Values {
  uint64_t miner = 0, number = 0;
  std::optional<uint64_t> maybe;
  unsigned count = 1;
  int device = 0;
  std::vector<unsigned> list;
  double seconds = 0;
  std::string text;
};

// Empty: accepted; else what the parser says.
std::string parse(std::vector<std::string> arguments, Values& values) {
  CLI::App app{"", "test"};
  CLI::App* command = app.add_subcommand("command");
  command->add_option("--miner-id", values.miner)->transform(actor_id());
  command->add_option("--number", values.number);
  command->add_option("--maybe", values.maybe);
  command->add_option("--count", values.count)->check(CLI::PositiveNumber);
  command->add_option("--gpu", values.device);
  command->add_option("--list", values.list)->delimiter(',');
  command->add_option("--seconds", values.seconds);
  command->add_option("--text", values.text);
  command->add_flag("--flag");
  require_decimal(app);
  std::reverse(arguments.begin(), arguments.end());
  arguments.push_back("command");
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return {};
}

TEST(Decimal, EveryOptionWithAnIntegerIsStrict) {
  for (const char* flag : {"--miner-id", "--number", "--maybe", "--count", "--gpu", "--list"}) {
    for (const char* value : {"-1", "010", "0x10", "18446744073709551616", "1.5", "abc"}) {
      Values values;
      const std::string error = parse({std::string(flag) + "=" + value}, values);
      EXPECT_NE(error.find(flag), std::string::npos) << flag << " " << value << ": " << error;
      EXPECT_NE(error.find(value), std::string::npos) << error;
    }
  }
  Values values;
  EXPECT_NE(parse({"--list", "1,02"}, values), "");
  values = {};
  EXPECT_EQ(parse({"--number", "18446744073709551615", "--maybe=7", "--count=2", "--gpu=1",
                   "--list=1,20", "--seconds=01.5", "--text=01", "--flag"},
                  values),
            "");
  EXPECT_EQ(values.number, UINT64_MAX);
  EXPECT_EQ(values.maybe, 7u);
  EXPECT_EQ(values.list, (std::vector<unsigned>{1, 20}));
  EXPECT_EQ(values.text, "01");
}

TEST(Decimal, ActorIdsAsNumbersAndAddresses) {
  for (const char* text : {"1000", "f01000", "t01000"}) {
    Values values;
    EXPECT_EQ(parse({"--miner-id", text}, values), "") << text;
    EXPECT_EQ(values.miner, 1000u) << text;
  }
  for (const char* text : {"f1abcdef", "f2qwerty", "t3xyz", "f410fabc"}) {
    Values values;
    const std::string error = parse({"--miner-id", text}, values);
    EXPECT_NE(error.find("lotus state lookup"), std::string::npos) << error;
    EXPECT_NE(error.find(text), std::string::npos) << error;
  }
  for (const char* text : {"f0", "f", "f0-1", "f001000", "f018446744073709551616", ""}) {
    Values values;
    EXPECT_NE(parse({std::string("--miner-id=") + text}, values), "") << text;
  }
}

}  // namespace
}  // namespace cuzk::cli
