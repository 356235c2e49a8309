// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "bench/bench.h"
#include "bench/micro_report.h"
#include "bench/progress_display.h"
#include "bench/report.h"

namespace cuzk::bench {
namespace {

constexpr LogSizes kTransformSizes = {20, 27};
constexpr LogSizes kSumSizesG1 = {20, 27};
constexpr LogSizes kSumSizesG2 = {18, 25};

struct Options {
  int device = 0;
  std::vector<std::string> what = {"field", "ntt", "msm", "copy"};
  std::string log_size;
  unsigned repeats = MicroEffort{}.repeats;
  bool json = false;

  bool wants(const char* part) const {
    return std::find(what.begin(), what.end(), part) != what.end();
  }
};

// The number that `text` is, up to the largest size.
std::optional<unsigned> log_size(std::string_view text) {
  unsigned number = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  if (number < kMicroLogMin || number > kMicroLogMax) return std::nullopt;
  return number;
}

// "20..24" or "20"; none if it is empty.
std::optional<LogSizes> log_sizes(std::string_view value) {
  if (value.empty()) return std::nullopt;
  const size_t dots = value.find("..");
  const auto min = log_size(value.substr(0, dots));
  const auto max = dots == value.npos ? min : log_size(value.substr(dots + 2));
  if (min && max && *min <= *max) return LogSizes{*min, *max};
  throw base::Error(
      base::ErrorCode::kBadArgument,
      fmt::format("--log-size: expected MIN..MAX or one number, from {} to {}, found '{}'",
                  kMicroLogMin, kMicroLogMax, value));
}

MicroResults run(const Options& options, const base::Progress& progress) {
  const std::optional<LogSizes> sizes = log_sizes(options.log_size);
  gpu::Device device(options.device);
  MicroEffort effort;
  effort.repeats = options.repeats;
  MicroResults results;
  results.device = device.info();
  results.repeats = options.repeats;
  base::report(progress, "yardsticks", 0, 1);
  results.device_copy = micro_device_copy(device, effort);
  if (options.wants("field") || options.wants("ntt") || options.wants("msm")) {
    results.multiplier = micro_multiplier(device, effort);
  }
  if (options.wants("field")) {
    base::report(progress, "arithmetic", 0, 1);
    results.arithmetic = micro_arithmetic(device, effort);
  }
  if (options.wants("ntt")) {
    base::report(progress, "transforms", 0, 1);
    results.transforms = micro_transforms(device, sizes.value_or(kTransformSizes), effort);
  }
  if (options.wants("msm")) {
    base::report(progress, "sums", 0, 2);
    results.sums = micro_sums_g1(device, sizes.value_or(kSumSizesG1), effort);
    base::report(progress, "sums", 1, 2);
    auto g2 = micro_sums_g2(device, sizes.value_or(kSumSizesG2), effort);
    results.sums.insert(results.sums.end(), g2.begin(), g2.end());
  }
  if (options.wants("slabs")) {
    base::report(progress, "slabs", 0, 1);
    SlabEffort slabs;
    slabs.repeats = options.repeats;
    results.slabs = micro_slabs(device, slabs);
  }
  if (options.wants("copy")) {
    base::report(progress, "copies", 0, 1);
    results.copies = micro_copies(device, effort);
  }
  return results;
}

cli::ExitCode measure(const Options& options) {
  ProgressDisplay display;
  const MicroResults results = run(options, display.listener());
  display.finish();
  if (options.json) {
    print_json(micro_json(results));
  } else {
    fmt::print("{}", micro_text(results));
  }
  return results.are_right() ? cli::kExitOk : cli::kExitFailed;
}

}  // namespace

void add_micro(CLI::App& bench, cli::Action& action) {
  CLI::App* command = bench.add_subcommand("micro", "Measure a GPU, operation by operation");
  auto options = std::make_shared<Options>();
  command->add_option("--gpu", options->device, "Number of the GPU, from 0")->capture_default_str();
  command
      ->add_option("--what", options->what,
                   "Parts, with commas between: field (arithmetic), ntt (transforms),\n"
                   "msm (sums), copy, slabs (points in mapped memory)")
      ->delimiter(',')
      ->check(CLI::IsMember({"field", "ntt", "msm", "copy", "slabs"}))
      ->capture_default_str();
  command->add_option(
      "--log-size", options->log_size,
      fmt::format("Sizes of transforms and sums as powers of two, MIN..MAX or one; else\n"
                  "{}..{} for transforms and for sums in G1, {}..{} in G2",
                  kTransformSizes.min, kTransformSizes.max, kSumSizesG2.min, kSumSizesG2.max));
  command->add_option("--repeats", options->repeats, "Runs of each, after one that does not count")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON: seconds, bytes, operations");
  command->footer(
      "Rates stand beside what bounds them, measured in the same run: multiply-adds of 32-bit\n"
      "limbs, of which 'wide' are needed for one operation, and the copy within the device. What\n"
      "does not fit into the free memory is skipped. Every sum is checked; the exit code is 1 if\n"
      "one is wrong.\n\n"
      "Examples:\n"
      "  cuzk-bench micro\n"
      "  cuzk-bench micro --what ntt,msm --log-size 22..24 --repeats 15\n");
  command->callback([options, &action] { action = [options] { return measure(*options); }; });
}

}  // namespace cuzk::bench
