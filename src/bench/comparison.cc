// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "bench/report.h"
#include "bench/spread.h"

namespace cuzk::bench {
namespace {

using base::Error;
using base::ErrorCode;
using nlohmann::json;

// A field of the document, and where it stands.
class Field {
 public:
  Field(std::string_view file, std::string place, const json& value)
      : file_(file), place_(std::move(place)), value_(value) {}

  [[noreturn]] void refuse(std::string_view expected, std::string_view found) const {
    throw Error(ErrorCode::kRunsBadJson,
                fmt::format("{}: {}: expected {}, found {}", file_, place_, expected, found));
  }
  bool has(const char* name) const { return value_.is_object() && value_.contains(name); }
  Field at(const char* name) const {
    if (!value_.is_object()) refuse("an object", value_.type_name());
    if (!value_.contains(name)) refuse(fmt::format("the field {}", name), "none");
    return {file_, place_ == kRoot ? name : fmt::format("{}.{}", place_, name), value_[name]};
  }
  std::vector<Field> list() const {
    if (!value_.is_array()) refuse("an array", value_.type_name());
    std::vector<Field> out;
    for (const json& value : value_) {
      out.emplace_back(file_, fmt::format("{}[{}]", place_, out.size()), value);
    }
    return out;
  }
  bool is_empty_text() const {
    if (!value_.is_string()) refuse("a string", value_.type_name());
    return value_.get_ref<const std::string&>().empty();
  }
  double seconds() const {
    if (!value_.is_number()) refuse("a number of seconds", value_.type_name());
    const double seconds = value_.get<double>();
    if (!(seconds > 0)) refuse("seconds above 0", value_.dump());
    return seconds;
  }
  unsigned knob() const {
    if (!value_.is_number()) refuse("a count", value_.type_name());
    if (!value_.is_number_unsigned()) refuse("a count", value_.dump());
    const uint64_t value = value_.get<uint64_t>();
    if (value > kKnobMax) refuse(fmt::format("at most {}", kKnobMax), value_.dump());
    return static_cast<unsigned>(value);
  }

  static constexpr const char* kRoot = "the file";

 private:
  std::string_view file_;
  std::string place_;
  const json& value_;
};

void add(std::vector<Sample>& samples, const Configuration& configuration, const Field& run,
         const char* seconds) {
  auto sample = std::find_if(samples.begin(), samples.end(), [&](const Sample& other) {
    return other.configuration == configuration;
  });
  if (sample == samples.end()) sample = samples.insert(sample, {configuration, {}});
  if (run.at("error").is_empty_text()) sample->seconds.push_back(run.at(seconds).seconds());
}

std::string counted(const std::vector<double>& seconds) {
  return seconds.empty() ? "none" : fmt::format("{:.3f} ({})", median(seconds), seconds.size());
}

}  // namespace

std::string comparison_text(const std::string& head, const std::vector<SamplePair>& pairs) {
  std::vector<std::vector<std::string>> rows = {
      {head, "A: median (n)", "B: median (n)", "B/A", "95 % interval", "verdict"}};
  for (const SamplePair& pair : pairs) {
    Comparison comparison;
    std::string ratio = "-", interval = "-";
    if (!pair.a.empty() && !pair.b.empty()) {
      comparison = compare_times(pair.a, pair.b);
      ratio = fmt::format("{:.3f}", comparison.ratio);
    }
    if (comparison.verdict != Verdict::kTooFew) {
      interval = fmt::format("{:.3f} to {:.3f}", comparison.low, comparison.high);
    }
    rows.push_back({pair.name, counted(pair.a), counted(pair.b), ratio, interval,
                    verdict_text(comparison.verdict)});
  }
  Report report;
  report.table(rows).append(
      "Seconds; B/A is the Hodges-Lehmann ratio, its interval that of the Mann-Whitney test.\n"
      "An interval needs 4 against 4, or 3 against 5, at least.\n");
  return report.text();
}

RunDocument read_run_document(std::span<const uint8_t> bytes, std::string_view file) {
  const json document = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  const Field root(file, Field::kRoot, document);
  if (document.is_discarded()) root.refuse("JSON", "something else");
  RunDocument out{.is_sweep = root.has("runs")};
  if (out.is_sweep) {
    for (const Field& run : root.at("runs").list()) {
      Configuration configuration;
      const Field knobs = run.at("configuration");
      for (size_t k = 0; k < kKnobCount; ++k) configuration[k] = knobs.at(kKnobs[k].name).knob();
      add(out.samples, configuration, run, "seconds_per_proof");
    }
  } else {
    if (!root.has("proofs")) root.refuse("the runs of a sweep or the proofs of a batch", "neither");
    for (const Field& proof : root.at("proofs").list()) {
      add(out.samples, {}, proof, "wall_seconds");
    }
  }
  return out;
}

std::vector<SamplePair> matching_samples(const RunDocument& a, const RunDocument& b) {
  const auto refuse = [](const char* text) { throw Error(ErrorCode::kBadArgument, text); };
  if (a.is_sweep != b.is_sweep) refuse("expected two batches or two sweeps, found one of each");
  std::vector<SamplePair> pairs;
  std::vector<Configuration> configurations;
  for (const Sample& first : a.samples) {
    for (const Sample& second : b.samples) {
      if (first.configuration != second.configuration) continue;
      pairs.push_back({"", first.seconds, second.seconds});
      configurations.push_back(first.configuration);
    }
  }
  if (pairs.empty()) refuse("expected a configuration that stands in both files, found none");
  std::vector<size_t> varying = varying_knobs(configurations);
  if (varying.empty()) varying = {kConcurrency};
  for (size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].name = a.is_sweep ? configuration_text(configurations[i], varying) : "batch";
  }
  return pairs;
}

}  // namespace cuzk::bench
