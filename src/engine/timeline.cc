// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/timeline.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace cuzk::engine {
namespace {

using json = nlohmann::json;

constexpr size_t kHistoryMax = 100'000;  // events; a 32 GiB PoRep has 51
constexpr size_t kNamesMax = 10'000;

constexpr std::array<const char*, 6> kLineNames = {"SYNTH_START", "SYNTH_END", "GPU_START",
                                                   "GPU_END",     "FINALIZE",  "DEALLOC"};

double milliseconds(Duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// Without what would end a field or the line: callers choose their labels.
std::string as_field(std::string label) {
  const auto ends_field = [](unsigned char c) { return c < ' ' || c == 0x7f || c == ','; };
  std::ranges::replace_if(label, ends_field, '_');
  return label;
}

}  // namespace

void Timeline::Lane::record(const EventRecord& event) {
  const uint64_t at = written_.load(std::memory_order_relaxed);
  if (at - read_.load(std::memory_order_acquire) == kSize) {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  ring_[at % kSize] = event;
  written_.store(at + 1, std::memory_order_release);
}

Timeline::Lane* Timeline::lane(const std::string& name) {
  if (!on_) return nullptr;
  std::lock_guard lock(mutex_);
  lanes_.push_back(std::unique_ptr<Lane>(new Lane(name)));
  return lanes_.back().get();
}

void Timeline::name_job(uint64_t job, const std::string& name) {
  if (!on_) return;
  std::lock_guard lock(mutex_);
  names_[job] = name;
  if (names_.size() > kNamesMax) names_.erase(names_.begin());
}

void Timeline::drain_rings() {
  const size_t before = history_.size();
  for (size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = *lanes_[i];
    const uint64_t written = lane.written_.load(std::memory_order_acquire);
    uint64_t at = lane.read_.load(std::memory_order_relaxed);
    for (; at != written; ++at) history_.push_back({lane.ring_[at % Lane::kSize], i});
    lane.read_.store(at, std::memory_order_release);
  }
  std::stable_sort(history_.begin() + static_cast<ptrdiff_t>(before), history_.end(),
                   [](const Kept& a, const Kept& b) { return a.record.at < b.record.at; });
}

std::vector<std::string> Timeline::drain() {
  std::lock_guard lock(mutex_);
  drain_rings();
  std::vector<std::string> lines;
  for (; printed_ < history_.size(); ++printed_) lines.push_back(line(history_[printed_].record));
  while (history_.size() > kHistoryMax) {
    history_.pop_front();
    --printed_;
  }
  return lines;
}

std::string Timeline::line(const EventRecord& record) const {
  auto name = names_.find(record.job);
  std::string out =
      fmt::format("TIMELINE,{:.0f},{},{},partition={}", milliseconds(record.at),
                  kLineNames[static_cast<size_t>(record.event)],
                  name == names_.end() ? "" : as_field(name->second), record.partition);
  if (record.event == Event::kSynthDone) {
    out += fmt::format(" synth_ms={:.0f}", milliseconds(record.spent));
  } else if (record.event == Event::kProveDone) {
    out += fmt::format(" gpu_ms={:.0f}", milliseconds(record.spent));
  }
  return out;
}

std::string Timeline::trace_json() {
  std::lock_guard lock(mutex_);
  drain_rings();
  std::string out = "{\"traceEvents\":[";
  // Event by event, since a history as one document would take 100 MB. Job names are labels of
  // callers, in any encoding.
  const auto append = [&out](const json& event) {
    if (out.back() != '[') out += ',';
    out += '\n' + event.dump(-1, ' ', false, json::error_handler_t::replace);
  };
  for (size_t i = 0; i < lanes_.size(); ++i) {
    append({{"ph", "M"},
            {"name", "thread_name"},
            {"pid", 1},
            {"tid", i},
            {"args", {{"name", lanes_[i]->name_}}}});
  }
  for (const Kept& kept : history_) {
    const EventRecord& record = kept.record;
    const bool span = record.event <= Event::kProveDone;
    const bool begins = record.event == Event::kSynthStart || record.event == Event::kProveStart;
    const char* work = record.event <= Event::kSynthDone ? "prepare" : "prove";
    const auto name = names_.find(record.job);
    append(
        {{"ph", !span    ? "n"
                : begins ? "b"
                         : "e"},
         {"cat", "partition"},
         {"name", span ? work : kLineNames[static_cast<size_t>(record.event)]},
         {"id", fmt::format("{}.{}", record.job, record.partition)},
         {"pid", 1},
         {"tid", kept.lane},
         {"ts", milliseconds(record.at) * 1000},
         {"args",
          {{"job", name == names_.end() ? "" : name->second}, {"partition", record.partition}}}});
  }
  return out + "\n]}\n";
}

uint64_t Timeline::dropped() const {
  std::lock_guard lock(mutex_);
  uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->dropped_.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace cuzk::engine
