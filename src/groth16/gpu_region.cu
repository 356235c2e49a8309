// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/gpu_region.h"

#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

#include "base/check.h"
#include "gpu/memory.h"
#include "gpu/stream.h"

namespace cuzk::groth16 {
namespace {

// Turns whose ends are remembered: the present one, the one before, and the one before that.
constexpr uint64_t kEnds = 3;

}  // namespace

struct GpuRegion::State {
  State(gpu::Device& device, uint64_t bytes) : memory(device, bytes) {
    for (auto& end : ends) {
      for (auto& event : end) {
        event = std::make_unique<gpu::Event>(device, gpu::EventKind::kBlocking);
      }
    }
  }

  using End = std::array<std::unique_ptr<gpu::Event>, kStreamsMax>;
  End& end(uint64_t number) { return ends[number % kEnds]; }
  void wait_in_line(uint64_t number, const void* user, Streams streams);
  void give_up(uint64_t number);

  gpu::DeviceMemory memory;
  std::array<End, kEnds> ends;
  const void* last_user = nullptr;  // changed by the owner of the turn only
  std::mutex mutex;
  std::condition_variable turn_over;
  uint64_t taken = 0, over = 0;  // turns
};

// An event that was never recorded holds nobody back.
void GpuRegion::State::wait_in_line(uint64_t number, const void* user, Streams streams) {
  {
    std::unique_lock lock(mutex);
    turn_over.wait(lock, [&] { return over == number; });
  }
  for (const auto& event : end(number + 1)) event->wait();  // of the turn before the last
  if (last_user == user) return;
  for (const gpu::Stream* stream : streams) {
    for (const auto& event : end(number + 2)) stream->wait_for(*event);  // of the last turn
  }
  last_user = user;
}

void GpuRegion::State::give_up(uint64_t number) {
  std::lock_guard lock(mutex);
  over = number + 1;
  turn_over.notify_all();
}

GpuRegion::GpuRegion(gpu::Device& device, uint64_t bytes)
    : state_(std::make_unique<State>(device, bytes)) {}
GpuRegion::~GpuRegion() = default;

void* GpuRegion::data() const { return state_->memory.data(); }
uint64_t GpuRegion::bytes() const { return state_->memory.bytes(); }

GpuRegion::Turn::Turn(GpuRegion& region, const void* user, Streams streams)
    : region_(region), streams_(streams), exceptions_(std::uncaught_exceptions()) {
  base::check(streams.size() <= kStreamsMax, "a turn has at most kStreamsMax streams");
  State& state = *region_.state_;
  {
    std::lock_guard lock(state.mutex);
    number_ = state.taken++;
  }
  try {
    state.wait_in_line(number_, user, streams);
  } catch (...) {
    // The next turn takes this one for the last, whose end nobody will record.
    for (const auto& event : state.end(number_ + 2)) event->settle();
    state.give_up(number_);
    throw;
  }
}

// Events of streams that this turn does not have keep an earlier end.
GpuRegion::Turn::~Turn() {
  State& state = *region_.state_;
  bool is_marked = std::uncaught_exceptions() == exceptions_;
  try {
    for (size_t i = 0; is_marked && i < streams_.size(); ++i) {
      state.end(number_)[i]->record(*streams_[i]);
    }
  } catch (...) {
    is_marked = false;
  }
  if (!is_marked) {
    for (const gpu::Stream* stream : streams_) stream->settle();
  }
  state.give_up(number_);
}

}  // namespace cuzk::groth16
