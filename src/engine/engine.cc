// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine.h"

#include <array>

#include "engine/pipeline.h"

namespace cuzk::engine {

const char* partition_state_name(PartitionState state) {
  static constexpr std::array<const char*, 6> kNames = {"pending", "synthesizing", "synth_done",
                                                        "gpu",     "done",         "failed"};
  return kNames[static_cast<size_t>(state)];
}

size_t engine_threads(const Options& options, size_t devices) {
  return Pipeline::threads(options, devices);
}

Engine::Engine(const Options& options, Prover prover)
    : pipeline_(std::make_unique<Pipeline>(options, std::move(prover))) {}

Engine::~Engine() = default;

std::optional<Reservation> Engine::reserve_request(uint64_t bytes, std::stop_token stop) {
  return pipeline_->reserve_request(bytes, std::move(stop));
}

Submitted Engine::submit(Request request, Interest interest) {
  return pipeline_->submit(std::move(request), interest);
}

void Engine::leave(const Submitted& submitted) { pipeline_->leave(submitted); }

std::optional<JobResult> Engine::await(const std::string& job, std::optional<Duration> timeout,
                                       std::stop_token stop) {
  return pipeline_->await(job, timeout, std::move(stop));
}

bool Engine::cancel(const std::string& job) { return pipeline_->cancel(job); }

Preloaded Engine::preload(const std::string& circuit, std::stop_token stop) {
  return pipeline_->preload(circuit, std::move(stop));
}

Evicted Engine::evict(const std::string& circuit) { return pipeline_->evict(circuit); }

Status Engine::status() const { return pipeline_->status(); }

bool Engine::drain(Duration timeout) { return pipeline_->drain(timeout); }

std::string Engine::trace_json() const { return pipeline_->trace_json(); }

}  // namespace cuzk::engine
