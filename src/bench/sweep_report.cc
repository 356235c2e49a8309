// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/comparison.h"
#include "bench/report.h"
#include "bench/spread.h"
#include "cli/human_text.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

double least(const std::vector<double>& values) { return percentile(values, 0); }
double greatest(const std::vector<double>& values) { return percentile(values, 1); }

bool as_good(const std::vector<double>& best, const std::vector<double>& other) {
  const Verdict verdict = compare_times(best, other).verdict;
  if (verdict != Verdict::kTooFew) return verdict == Verdict::kNoDifference;
  return least(other) <= greatest(best);
}

// Over the rounds of one configuration.
struct Summary {
  std::vector<double> times, queue = {}, prove = {};
  SweepRun peaks = {};
  unsigned failed_runs = 0;
};

Summary summary_of(const SweepResult& sweep, size_t configuration) {
  Summary out{.times = sweep.times(configuration)};
  const auto raise = [](auto& peak, auto value) { peak = std::max(peak, value); };
  for (const SweepRun& run : sweep.runs) {
    if (run.configuration != configuration) continue;
    raise(out.peaks.peak_host_bytes, run.peak_host_bytes);
    raise(out.peaks.peak_device_bytes, run.peak_device_bytes);
    raise(out.peaks.peak_reserved_bytes, run.peak_reserved_bytes);
    raise(out.peaks.permits_peak, run.permits_peak);
    if (!run.error.empty()) {
      ++out.failed_runs;
      continue;
    }
    out.queue.push_back(run.queue_seconds);
    out.prove.push_back(run.prove_seconds);
  }
  return out;
}

std::string times_text(const std::vector<double>& times) {
  if (times.empty()) return "-";
  return fmt::format("{:.2f} ({:.2f}-{:.2f})", median(times), least(times), greatest(times));
}

// Pairs of configurations that differ in the timeline only.
std::string timeline_text(const SweepResult& sweep) {
  std::vector<size_t> others = varying_knobs(sweep.configurations);
  std::erase(others, size_t{kTimeline});
  std::vector<SamplePair> pairs;
  for (size_t off = 0; off < sweep.configurations.size(); ++off) {
    Configuration partner = sweep.configurations[off];
    if (partner[kTimeline] != 0) continue;
    partner[kTimeline] = 1;
    const auto found = std::find(sweep.configurations.begin(), sweep.configurations.end(), partner);
    if (found == sweep.configurations.end()) continue;
    const auto on = static_cast<size_t>(found - sweep.configurations.begin());
    pairs.push_back({others.empty() ? "all" : configuration_text(partner, others), sweep.times(off),
                     sweep.times(on)});
  }
  if (pairs.empty()) return "";
  Report report;
  report.append("\n")
      .heading("Timeline: on (B) against off (A)")
      .append(comparison_text("configuration", pairs));
  return report.text();
}

json json_of(const Configuration& configuration) {
  json out;
  for (size_t knob = 0; knob < kKnobCount; ++knob) out[kKnobs[knob].name] = configuration[knob];
  return out;
}

}  // namespace

std::vector<std::string> sweep_marks(const SweepResult& sweep) {
  std::vector<std::string> marks(sweep.configurations.size());
  std::vector<std::vector<double>> times;
  std::optional<size_t> best;
  for (size_t i = 0; i < marks.size(); ++i) {
    times.push_back(sweep.times(i));
    if (times[i].empty()) continue;
    if (!best || median(times[i]) < median(times[*best])) best = i;
  }
  for (size_t i = 0; i < marks.size(); ++i) {
    if (times[i].empty()) {
      marks[i] = "failed";
    } else if (i == *best) {
      marks[i] = "best";
    } else if (as_good(times[*best], times[i])) {
      marks[i] = "as good";
    }
  }
  return marks;
}

std::string sweep_text(const SweepResult& sweep) {
  const std::vector<size_t> varying = varying_knobs(sweep.configurations);
  const std::vector<std::string> marks = sweep_marks(sweep);
  std::vector<std::vector<std::string>> rows(1);
  for (size_t knob : varying) rows[0].push_back(kKnobs[knob].name);
  rows[0].insert(rows[0].end(), {"s/proof (min-max)", "peak RSS", "peak VRAM", "reserved",
                                 "in flight", "queue s", "prove s", "failed", ""});
  for (size_t i = 0; i < sweep.configurations.size(); ++i) {
    const Summary of = summary_of(sweep, i);
    std::vector<std::string>& row = rows.emplace_back();
    for (size_t knob : varying) row.push_back(knob_text(knob, sweep.configurations[i][knob]));
    row.push_back(times_text(of.times));
    for (uint64_t bytes :
         {of.peaks.peak_host_bytes, of.peaks.peak_device_bytes, of.peaks.peak_reserved_bytes}) {
      row.push_back(bytes > 0 ? cli::bytes_text(bytes) : "-");
    }
    row.push_back(fmt::format("{}", of.peaks.permits_peak));
    row.push_back(fmt::format("{:.2f}", mean(of.queue)));
    row.push_back(fmt::format("{:.2f}", mean(of.prove)));
    row.push_back(of.failed_runs > 0 ? fmt::format("{} of {}", of.failed_runs, sweep.repeats)
                                     : "-");
    row.push_back(marks[i]);
  }
  Report report;
  report.heading("Sweep")
      .field("proof type", sweep.type)
      .field("proofs a run", fmt::format("{}", sweep.count))
      .field("rounds", fmt::format("{}", sweep.repeats))
      .append("\n")
      .table(rows)
      .append(
          "\nMedian over the rounds. \"as good\": not to be told from the best, by the test of\n"
          "Mann and Whitney, or with too few rounds for it because the ranges overlap.\n");
  for (const SweepRun& run : sweep.runs) {
    if (run.error.empty()) continue;
    report.append(fmt::format(
        "FAILED: round {}, {}: {} of {} proofs completed: {}\n", run.round,
        varying.empty() ? "the only configuration"
                        : configuration_text(sweep.configurations[run.configuration], varying),
        run.completed, sweep.count, run.error));
  }
  return report.append(timeline_text(sweep)).text();
}

json sweep_json(const SweepResult& sweep) {
  json runs = json::array();
  for (const SweepRun& run : sweep.runs) {
    runs.push_back({{"round", run.round},
                    {"configuration", json_of(sweep.configurations[run.configuration])},
                    {"completed", run.completed},
                    {"error", run.error},
                    {"total_seconds", run.total_seconds},
                    {"seconds_per_proof", run.seconds_a_proof},
                    {"mean_queue_seconds", run.queue_seconds},
                    {"mean_prove_seconds", run.prove_seconds},
                    {"peak_host_bytes", run.peak_host_bytes},
                    {"peak_device_bytes", run.peak_device_bytes},
                    {"peak_reserved_bytes", run.peak_reserved_bytes},
                    {"in_flight_peak", run.permits_peak}});
  }
  return {{"proof_type", sweep.type},
          {"count", sweep.count},
          {"repeats", sweep.repeats},
          {"runs", std::move(runs)}};
}

std::string sweep_csv(const SweepResult& sweep) {
  std::string text = "round";
  for (const Knob& knob : kKnobs) text += fmt::format(",{}", knob.name);
  text +=
      ",count,completed,total_seconds,seconds_per_proof,mean_queue_seconds,mean_prove_seconds,"
      "peak_host_bytes,peak_device_bytes,peak_reserved_bytes,in_flight_peak\n";
  for (const SweepRun& run : sweep.runs) {
    text += fmt::format("{}", run.round);
    for (unsigned value : sweep.configurations[run.configuration])
      text += fmt::format(",{}", value);
    text += fmt::format(",{},{},{:.3f},{:.3f},{:.3f},{:.3f},{},{},{},{}\n", sweep.count,
                        run.completed, run.total_seconds, run.seconds_a_proof, run.queue_seconds,
                        run.prove_seconds, run.peak_host_bytes, run.peak_device_bytes,
                        run.peak_reserved_bytes, run.permits_peak);
  }
  return text;
}

}  // namespace cuzk::bench
