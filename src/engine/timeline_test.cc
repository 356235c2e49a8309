// SPDX-License-Identifier: MIT OR Apache-2.0
// design.md D11 and the lines of daemon-reference.md 1.9.
#include "engine/timeline.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

namespace cuzk::engine {
namespace {

using std::chrono::milliseconds;

TEST(Timeline, WritesTheReferencesLines) {
  Timeline timeline(true);
  Timeline::Lane* lane = timeline.lane("prepare 0");
  timeline.name_job(7, "porep-1000-1");
  lane->record({.at = milliseconds(12), .job = 7, .partition = 3});
  lane->record({milliseconds(40), milliseconds(28), 7, 3, Event::kSynthDone});
  timeline.lane("device 0")->record({milliseconds(30), {}, 7, 2, Event::kProveStart});
  EXPECT_EQ(timeline.drain(), (std::vector<std::string>{
                                  "TIMELINE,12,SYNTH_START,porep-1000-1,partition=3",
                                  "TIMELINE,30,GPU_START,porep-1000-1,partition=2",
                                  "TIMELINE,40,SYNTH_END,porep-1000-1,partition=3 synth_ms=28"}));
  EXPECT_TRUE(timeline.drain().empty());
}

TEST(Timeline, LabelsStayInTheirField) {
  Timeline timeline(true);
  timeline.name_job(1, "wdpost-[1 2],\nTIMELINE");
  timeline.lane("prepare 0")->record({.job = 1});
  EXPECT_EQ(timeline.drain(),
            std::vector<std::string>{"TIMELINE,0,SYNTH_START,wdpost-[1 2]__TIMELINE,partition=0"});
}

TEST(Timeline, WritesATraceThatParses) {
  Timeline timeline(true);
  Timeline::Lane* lane = timeline.lane("prepare 0");
  timeline.name_job(1, "a \"label\"\n\\ in Latin-1: \xe9");
  lane->record({milliseconds(1), {}, 1, 0, Event::kSynthStart});
  lane->record({milliseconds(2), milliseconds(1), 1, 0, Event::kSynthDone});
  lane->record({milliseconds(3), {}, 1, 0, Event::kDealloc});
  nlohmann::json trace = nlohmann::json::parse(timeline.trace_json());
  ASSERT_EQ(trace["traceEvents"].size(), 4u);
  EXPECT_EQ(trace["traceEvents"][1]["ph"], "b");
  EXPECT_EQ(trace["traceEvents"][2]["ph"], "e");
  EXPECT_EQ(trace["traceEvents"][2]["ts"], 2000.0);
  EXPECT_EQ(trace["traceEvents"][3]["name"], "DEALLOC");
  EXPECT_EQ(trace["traceEvents"][3]["args"]["job"], "a \"label\"\n\\ in Latin-1: \uFFFD");
}

TEST(Timeline, OffGivesNoLanes) { EXPECT_EQ(Timeline(false).lane("x"), nullptr); }

TEST(Timeline, AFullRingDropsAndCounts) {
  Timeline timeline(true);
  Timeline::Lane* lane = timeline.lane("x");
  for (int i = 0; i < 1030; ++i) lane->record({});
  EXPECT_EQ(timeline.dropped(), 6u);
  EXPECT_EQ(timeline.drain().size(), 1024u);
}

TEST(Timeline, DrainsWhileThreadsRecord) {
  Timeline timeline(true);
  std::vector<std::jthread> threads;
  size_t lines = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([lane = timeline.lane("x")] {
      for (uint32_t k = 0; k < 5000; ++k) lane->record({.partition = k});
    });
  }
  for (int i = 0; i < 20; ++i) lines += timeline.drain().size();
  threads.clear();
  lines += timeline.drain().size();
  EXPECT_EQ(lines + timeline.dropped(), 20'000u);
}

}  // namespace
}  // namespace cuzk::engine
