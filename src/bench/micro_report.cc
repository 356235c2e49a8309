// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/micro_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/report.h"
#include "cli/human_text.h"

namespace cuzk::bench {
namespace {

using nlohmann::json;

double per_second(const MicroRate& rate) { return rate.operations / rate.times.median; }
double per_second(const MicroCopy& copy) { return copy.bytes / copy.times.median; }

// Multiplications of limbs a second over the multiplier's.
double share(const MicroResults& results, double operations, double wide, double seconds) {
  return operations * wide / seconds / per_second(*results.multiplier);
}
double share(const MicroResults& results, const MicroRate& rate) {
  return share(results, rate.operations, rate.wide, rate.times.median);
}
double share(const MicroResults& results, const MicroTransform& row) {
  return share(results, row.butterflies, kWideFr, row.times.median);
}
double share(const MicroResults& results, const MicroMsm& sum) {
  return share(results, sum.additions, sum.wide, sum.times.median);
}
double copy_share(const MicroResults& results, const MicroTransform& row) {
  return row.bytes / row.times.median / per_second(results.device_copy);
}

constexpr const char* kTimesHead = "   median ms      least   greatest";

std::string times_text(const MicroTimes& times) {
  return fmt::format("{:>12.3f} {:>10.3f} {:>10.3f}", times.median * 1e3, times.min * 1e3,
                     times.max * 1e3);
}

std::string percent(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string skipped_text(unsigned log_size, const char* what, uint64_t bytes) {
  return fmt::format("2^{:<3} {:<28} skipped: needs {} of device memory\n", log_size, what,
                     cli::bytes_text(bytes));
}

std::string arithmetic_text(const MicroResults& results) {
  std::string text = fmt::format("{:<28} {:>10} {:>6} {:>13}{}\n", "operation", "per second",
                                 "wide", "of multiplier", kTimesHead);
  auto add = [&](const MicroRate& rate) {
    bool is_fixed = rate.wide > 0;
    text += fmt::format("{:<28} {:>10.2e} {:>6} {:>13}{}\n", rate.name, per_second(rate),
                        is_fixed ? fmt::format("{:.0f}", rate.wide) : "-",
                        is_fixed ? percent(share(results, rate)) : "-", times_text(rate.times));
  };
  add(*results.multiplier);
  for (const MicroRate& rate : results.arithmetic) add(rate);
  return text;
}

std::string transforms_text(const MicroResults& results) {
  std::string text =
      fmt::format("{:<5} {:<28}{} {:>14} {:>13} {:>10} {:>8}\n", "size", "transform", kTimesHead,
                  "butterflies/s", "of multiplier", "GB moved", "of copy");
  for (const MicroTransform& row : results.transforms) {
    if (!row.fits) {
      text += skipped_text(row.log_size, "transforms", row.device_bytes);
      continue;
    }
    text += fmt::format("2^{:<3} {:<28}{} {:>14.2e} {:>13} {:>10.3f} {:>8}\n", row.log_size,
                        row.name, times_text(row.times), row.butterflies / row.times.median,
                        percent(share(results, row)), row.bytes / 1e9,
                        percent(copy_share(results, row)));
  }
  return text;
}

std::string sums_text(const MicroResults& results) {
  std::string text = fmt::format("{:<5} {:<28}{} {:>4} {:>7} {:>10} {:>11} {:>13} {:>9}\n", "size",
                                 "group, scalars", kTimesHead, "bits", "windows", "additions",
                                 "additions/s", "of multiplier", "scratch");
  for (const MicroMsm& sum : results.sums) {
    std::string what = fmt::format("{} {}", sum.group, sum.scalars);
    if (!sum.fits) {
      text += skipped_text(sum.log_size, what.c_str(), sum.device_bytes);
      continue;
    }
    text +=
        fmt::format("2^{:<3} {:<28}{} {:>4} {:>7} {:>10.2e} {:>11.2e} {:>13} {:>9}{}\n",
                    sum.log_size, what, times_text(sum.times), sum.digit_bits, sum.windows,
                    sum.additions, sum.additions / sum.times.median, percent(share(results, sum)),
                    cli::bytes_text(sum.scratch_bytes), sum.is_right ? "" : "  WRONG RESULT");
  }
  return text;
}

std::string copies_text(const MicroResults& results) {
  std::string text = fmt::format("{:<34} {:>8}{}\n", "copy", "GB/s", kTimesHead);
  auto add = [&](const MicroCopy& copy) {
    text += fmt::format("{:<34} {:>8.1f}{}\n", copy.name, per_second(copy) / 1e9,
                        times_text(copy.times));
  };
  for (const MicroCopy& copy : results.copies) add(copy);
  add(results.device_copy);
  return text;
}

std::string slabs_text(const MicroSlabs& slabs) {
  if (!slabs.is_supported) return "device or driver has no virtual memory management\n";
  if (!slabs.fits) {
    return fmt::format("skipped: needs {} of device memory\n", cli::bytes_text(slabs.device_bytes));
  }
  std::string text = fmt::format("{:<44}{:>12} {:>10} {:>10}\n", "call of the driver", "median us",
                                 "least", "greatest");
  for (const MicroSlabStep& step : slabs.steps) {
    const std::string name = step.slabs == 1 ? fmt::format("{}, a slab", step.name)
                                             : fmt::format("{}, {} slabs", step.name, step.slabs);
    text += fmt::format("{:<44}{:>12.2f} {:>10.2f} {:>10.2f}\n", name, step.times.median * 1e6,
                        step.times.min * 1e6, step.times.max * 1e6);
  }
  text += fmt::format("{:<44}{}\n", "what", kTimesHead);
  auto add = [&](const std::string& name, const MicroTimes& times) {
    text += fmt::format("{:<44}{}\n", name, times_text(times));
  };
  const std::string gathers =
      fmt::format("{} points from {}", slabs.gathers, cli::bytes_text(slabs.gather_bytes));
  add(gathers + ", allocated", slabs.allocated);
  add(gathers + ", mapped", slabs.mapped);
  add("kernels, undisturbed", slabs.undisturbed);
  add(fmt::format("kernels, delay by {} slabs", slabs.remapped), slabs.delay);
  add(fmt::format("mapping and unmapping {} slabs", slabs.remapped), slabs.remap);
  text += fmt::format("mapped / allocated: {:.4f} ({:.4f} to {:.4f})\n", slabs.ratio.median,
                      slabs.ratio.min, slabs.ratio.max);
  return text;
}

json spread_json(const MicroTimes& times) {
  return {{"median", times.median}, {"min", times.min}, {"max", times.max}};
}

json times_json(json row, const MicroTimes& times) {
  row["seconds"] = spread_json(times);
  return row;
}

json to_json(const MicroCopy& copy) {
  return times_json({{"name", copy.name}, {"bytes", copy.bytes}}, copy.times);
}

json to_json(const MicroResults& results, const MicroRate& rate) {
  json row = {{"name", rate.name}, {"operations", rate.operations}};
  if (rate.wide > 0) {
    row["wide_multiplications"] = rate.wide;
    row["multiplier_share"] = share(results, rate);
  }
  return times_json(std::move(row), rate.times);
}

json to_json(const MicroResults& results, const MicroTransform& row) {
  json out = {{"log_size", row.log_size}, {"device_bytes", row.device_bytes}, {"ran", row.fits}};
  if (!row.fits) return out;
  out["name"] = row.name;
  out["butterflies"] = row.butterflies;
  out["bytes_moved"] = row.bytes;
  out["multiplier_share"] = share(results, row);
  out["copy_share"] = copy_share(results, row);
  return times_json(std::move(out), row.times);
}

json to_json(const MicroResults& results, const MicroMsm& sum) {
  json out = {{"group", sum.group},
              {"scalars", sum.scalars},
              {"log_size", sum.log_size},
              {"device_bytes", sum.device_bytes},
              {"ran", sum.fits}};
  if (!sum.fits) return out;
  out["digit_bits"] = sum.digit_bits;
  out["windows"] = sum.windows;
  out["scratch_bytes"] = sum.scratch_bytes;
  out["additions"] = sum.additions;
  out["multiplier_share"] = share(results, sum);
  out["is_right"] = sum.is_right;
  return times_json(std::move(out), sum.times);
}

json to_json(const MicroSlabs& slabs) {
  json out = {{"slab_bytes", slabs.slab_bytes},
              {"is_supported", slabs.is_supported},
              {"device_bytes", slabs.device_bytes},
              {"ran", slabs.is_supported && slabs.fits}};
  if (!slabs.is_supported || !slabs.fits) return out;
  out["steps"] = json::array();
  for (const MicroSlabStep& step : slabs.steps) {
    out["steps"].push_back(times_json({{"name", step.name}, {"slabs", step.slabs}}, step.times));
  }
  out["gathers"] = {{"points", slabs.gathers},
                    {"bytes", slabs.gather_bytes},
                    {"allocated_seconds", spread_json(slabs.allocated)},
                    {"mapped_seconds", spread_json(slabs.mapped)},
                    {"ratio", spread_json(slabs.ratio)}};
  out["remapping"] = {{"slabs", slabs.remapped},
                      {"host_seconds", spread_json(slabs.remap)},
                      {"undisturbed_seconds", spread_json(slabs.undisturbed)},
                      {"delay_seconds", spread_json(slabs.delay)}};
  return out;
}

}  // namespace

bool MicroResults::are_right() const {
  return std::all_of(sums.begin(), sums.end(),
                     [](const MicroMsm& sum) { return !sum.fits || sum.is_right; });
}

std::string micro_text(const MicroResults& results) {
  const gpu::DeviceInfo& device = results.device;
  Report report;
  report.heading("Device")
      .field("device", fmt::format("GPU {}: {}", device.index, device.name))
      .field("compute capability", fmt::format("{}.{}", device.compute_major, device.compute_minor))
      .field("multiprocessors",
             fmt::format("{} at {:.2f} GHz", device.multiprocessors, device.clock_ghz))
      .field("memory", cli::bytes_text(device.memory_bytes))
      .field("runs of each", fmt::format("{}, after one that does not count", results.repeats));
  if (!results.arithmetic.empty()) {
    report.heading("Arithmetic").append(arithmetic_text(results));
  } else if (results.multiplier) {
    report.field("multiplier",
                 fmt::format("{:.2e} multiply-adds/s", per_second(*results.multiplier)));
  }
  if (!results.transforms.empty()) report.heading("Transforms").append(transforms_text(results));
  if (!results.sums.empty()) report.heading("Sums").append(sums_text(results));
  if (results.slabs) report.heading("Slabs").append(slabs_text(*results.slabs));
  report.heading("Copies").append(copies_text(results));
  return report.text();
}

json micro_json(const MicroResults& results) {
  const gpu::DeviceInfo& device = results.device;
  json out = {
      {"device",
       {{"index", device.index},
        {"name", device.name},
        {"compute_capability", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
        {"multiprocessors", device.multiprocessors},
        {"clock_ghz", device.clock_ghz},
        {"memory_bytes", device.memory_bytes}}},
      {"repeats", results.repeats},
      {"copies", json::array({to_json(results.device_copy)})}};
  for (const MicroCopy& copy : results.copies) out["copies"].push_back(to_json(copy));
  if (results.multiplier) out["multiplier"] = to_json(results, *results.multiplier);
  for (const MicroRate& rate : results.arithmetic) {
    out["arithmetic"].push_back(to_json(results, rate));
  }
  for (const MicroTransform& row : results.transforms) {
    out["transforms"].push_back(to_json(results, row));
  }
  for (const MicroMsm& sum : results.sums) out["sums"].push_back(to_json(results, sum));
  if (results.slabs) out["slabs"] = to_json(*results.slabs);
  return out;
}

}  // namespace cuzk::bench
