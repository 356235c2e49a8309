// SPDX-License-Identifier: MIT OR Apache-2.0
// Tables and JSON of made-up measurements: rates, shares, and what was skipped.
#include "bench/micro_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cuzk::bench {
namespace {

// 1e12 multiply-adds and 1e12 bytes of a copy a second.
MicroResults yardsticks() {
  MicroResults results;
  results.device.name = "Example";
  results.repeats = 3;
  results.device_copy = {"within the device", 2e9, {2e-3, 1e-3, 3e-3}};
  results.multiplier = {"multiply-add", 1e9, 1, {1e-3, 1e-3, 1e-3}};
  return results;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MicroReport, SharesOfTheYardsticks) {
  MicroResults results = yardsticks();
  results.arithmetic = {{"product in Fp", 1e6, 300, {1e-3, 1e-3, 1e-3}},
                        {"inverse in Fp", 1e3, 0, {1e-3, 1e-3, 1e-3}}};
  results.transforms = {{.name = "to values",
                         .log_size = 20,
                         .device_bytes = 64 << 20,
                         .fits = true,
                         .butterflies = 1e6,
                         .bytes = 5e8,
                         .times = {1e-3, 1e-3, 1e-3}}};
  nlohmann::json json = micro_json(results);
  EXPECT_EQ(json.at("copies").size(), 1u);
  EXPECT_NEAR(json.at("arithmetic")[0].at("multiplier_share").get<double>(), 0.3, 1e-9);
  EXPECT_FALSE(json.at("arithmetic")[1].contains("multiplier_share"));
  EXPECT_NEAR(json.at("transforms")[0].at("multiplier_share").get<double>(), 0.112, 1e-9);
  EXPECT_NEAR(json.at("transforms")[0].at("copy_share").get<double>(), 0.5, 1e-9);
  std::string text = micro_text(results);
  for (const char* part :
       {"1.00e+12", "1.00e+09", "30.0 %", "11.2 %", "50.0 %", "1000.0", "Example"}) {
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  }
}

TEST(MicroReport, SkippedAndWrong) {
  MicroResults results = yardsticks();
  results.sums = {
      {.group = "G1", .scalars = "random", .log_size = 27, .device_bytes = 1 << 30, .times = {}}};
  EXPECT_TRUE(results.are_right());
  EXPECT_TRUE(contains(micro_text(results), "skipped: needs 1.00 GiB of device memory"));
  EXPECT_EQ(micro_json(results).at("sums")[0].at("ran"), false);

  results.sums.push_back(
      {.group = "G2", .scalars = "random", .log_size = 20, .fits = true, .times = {}});
  results.sums.back().times = {1, 1, 1};
  EXPECT_FALSE(results.are_right());
  EXPECT_TRUE(contains(micro_text(results), "WRONG RESULT"));
  results.sums.back().is_right = true;
  EXPECT_TRUE(results.are_right());
  EXPECT_FALSE(contains(micro_text(results), "WRONG RESULT"));
}

TEST(MicroReport, Slabs) {
  MicroResults results = yardsticks();
  results.slabs.emplace();
  EXPECT_TRUE(contains(micro_text(results), "no virtual memory management"));
  EXPECT_EQ(micro_json(results).at("slabs").at("ran"), false);
  MicroSlabs& slabs = *results.slabs;
  slabs.is_supported = true;
  slabs.device_bytes = 1 << 30;
  EXPECT_TRUE(contains(micro_text(results), "skipped: needs 1.00 GiB of device memory"));
  EXPECT_EQ(micro_json(results).at("slabs").at("ran"), false);
  slabs.fits = true;
  slabs.steps = {{"map", 1, {1.5e-6, 1e-6, 2e-6}}, {"set access", 906, {2e-3, 1e-3, 3e-3}}};
  slabs.gather_bytes = 1 << 30;
  slabs.gathers = 1000;
  slabs.ratio = {1.002, 0.998, 1.01};
  slabs.remapped = 906;
  slabs.delay = {-1e-3, -2e-3, 4e-3};
  const std::string text = micro_text(results);
  for (const char* part :
       {"map, a slab", "1.50", "set access, 906 slabs", "1000 points from 1.00 GiB",
        "1.0020 (0.9980 to 1.0100)", "delay by 906 slabs", "-1.000"}) {
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  }
  const nlohmann::json json = micro_json(results).at("slabs");
  EXPECT_EQ(json.at("ran"), true);
  EXPECT_EQ(json.at("steps").size(), 2u);
  EXPECT_EQ(json.at("steps")[1].at("slabs"), 906);
  EXPECT_EQ(json.at("gathers").at("ratio").at("max"), 1.01);
  EXPECT_EQ(json.at("remapping").at("delay_seconds").at("median"), -1e-3);
}

}  // namespace
}  // namespace cuzk::bench
