// SPDX-License-Identifier: MIT OR Apache-2.0
// For tests: a prover that does no mathematics. A job's input is its first vanilla proof; its
// `sector_size` is the number of partitions, its `registered_proof` the number of the circuit. The
// proof of a partition is a text made of both, so that a mix-up shows. It counts every byte that a
// real prover would hold, at the moment when it would allocate or free it, and keeps the peak.
//
// Faults are asked for by input ("unreadable", "unpreparable", "unprovable", and "endless", whose
// start lasts until its progress throws) or set on a device,
// whose next finishes then give wrong proofs, or whose starts throw as after a fault of the
// hardware. A closed gate holds all preparing up; others hold all devices up, before they place a
// circuit or before their next finish; lanes have a gate of their own for their finishes.
// Any thread may use it; it outlives the engine.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "engine/prover.h"

namespace cuzk::engine {

class FakeProver {
 public:
  struct Settings {
    uint64_t circuit_bytes = 1000, device_bytes = 500;
    uint64_t statement_bytes = 10, prepared_bytes = 100, started_bytes = 25;
    uint64_t device_budget_bytes = 1000;
    size_t num_devices = 1;
    std::optional<uint64_t> lane = {};  // the number of a circuit that is one
    std::chrono::microseconds load_time{}, prepare_time{}, start_time{}, finish_time{};
  };
  struct FakeDevice {
    std::atomic<int> wrong_proofs = 0;  // finishes that lie
    std::atomic<bool> faulty = false;
    std::map<std::string, std::deque<ProofBytes>> in_flight;  // by circuit
  };

  explicit FakeProver(const Settings& settings) : settings_(settings) {
    for (size_t d = 0; d < settings.num_devices; ++d) {
      devices_.push_back(std::make_unique<FakeDevice>());
    }
  }

  static ProofBytes proof_of(const std::string& input, size_t partition) {
    std::string text = "<" + input + "/" + std::to_string(partition) + ">";
    return {text.begin(), text.end()};
  }
  static ProofBytes whole_proof(const Request& request) {
    ProofBytes whole;
    for (size_t k = 0; k < request.sector_size; ++k) {
      ProofBytes part = proof_of(request.vanilla_proofs[0], k);
      whole.insert(whole.end(), part.begin(), part.end());
    }
    return whole;
  }
  static Request request(const std::string& input, size_t partitions = 1, unsigned kind = 1,
                         uint64_t circuit = 0) {
    Request made;
    made.label = input;
    made.kind = find_proof_kind(kind);
    made.sector_size = partitions;
    made.registered_proof = circuit;
    made.vanilla_proofs = {input};
    return made;
  }

  Prover prover() {
    Prover out;
    out.describe = [this](const Request& request) {
      return JobShape{shape("circuit-" + std::to_string(request.registered_proof)),
                      request.sector_size};
    };
    out.describe_circuit = [this](const std::string& circuit) -> std::optional<CircuitFootprint> {
      if (!circuit.starts_with("circuit-")) return std::nullopt;
      return shape(circuit);
    };
    out.read = [this](const Request& request) { return read(request); };
    out.load = [this](const std::string& circuit) {
      if (circuit == "circuit-13") throw base::Error(base::ErrorCode::kFileMissing, circuit);
      hold(settings_.circuit_bytes);
      std::this_thread::sleep_for(settings_.load_time);
    };
    out.unload = [this](const std::string&) { let_go(settings_.circuit_bytes); };
    out.copied_bytes = [this](const std::string& circuit) {
      std::lock_guard lock(mutex_);
      return copied_[circuit];
    };
    for (size_t d = 0; d < devices_.size(); ++d) out.devices.push_back(driver(d));
    return out;
  }

  FakeDevice& device(size_t d) { return *devices_[d]; }
  uint64_t held_bytes() const { return held_; }
  uint64_t peak_bytes() const { return peak_; }
  // Circuits that had to leave a device.
  size_t displacements() const { return displacements_; }
  // The inputs of partitions in the order in which preparing them began.
  std::vector<std::string> prepared_inputs() const {
    std::lock_guard lock(mutex_);
    return prepared_;
  }
  // Partitions whose preparing has begun and is held up.
  size_t at_gate() const {
    std::lock_guard lock(mutex_);
    return at_gate_;
  }
  void set_gate(bool open) {
    std::lock_guard lock(mutex_);
    open_ = open;
    gate_.notify_all();
  }
  void set_place_gate(bool open) {
    std::lock_guard lock(mutex_);
    places_open_ = open;
    gate_.notify_all();
  }
  // Circuits whose placing is held up.
  size_t at_place_gate() const {
    std::lock_guard lock(mutex_);
    return at_place_gate_;
  }
  void set_lane_gate(bool open) {
    std::lock_guard lock(mutex_);
    lanes_open_ = open;
    gate_.notify_all();
  }
  size_t in_flight(size_t d, const std::string& circuit) const {
    std::lock_guard lock(mutex_);
    auto found = devices_[d]->in_flight.find(circuit);
    return found == devices_[d]->in_flight.end() ? 0 : found->second.size();
  }
  void set_device_gate(bool open) {
    std::lock_guard lock(mutex_);
    devices_open_ = open;
    gate_.notify_all();
  }

 private:
  static constexpr uint64_t kUnprovable = 0, kProvable = 1, kEndless = 2;

  // How it can be proved, then a word for each byte of the proof.
  Prepared work(const ProofBytes& proof, uint64_t how) {
    PackedValues values = {how};
    values.insert(values.end(), proof.begin(), proof.end());
    return Prepared(new PartitionInput(std::move(values)), [this](const PartitionInput* input) {
      delete input;
      let_go(settings_.prepared_bytes);
    });
  }

  bool is_lane(const std::string& circuit) const {
    return settings_.lane && circuit == "circuit-" + std::to_string(*settings_.lane);
  }

  CircuitFootprint shape(const std::string& circuit) const {
    return {.circuit = circuit,
            .circuit_bytes = settings_.circuit_bytes,
            .device_bytes_min = settings_.device_bytes,
            .device_bytes_max = settings_.device_bytes,
            .lane = is_lane(circuit),
            .statement_bytes = settings_.statement_bytes,
            .prepared_bytes = settings_.prepared_bytes,
            .started_bytes = settings_.started_bytes};
  }

  Statement read(const Request& request) {
    std::string input = request.vanilla_proofs[0];
    if (input == "unreadable") throw base::Error(base::ErrorCode::kC1BadJson, input);
    hold(settings_.statement_bytes);
    std::shared_ptr<void> bytes(nullptr, [this](void*) { let_go(settings_.statement_bytes); });
    return {.prepare = [this, input, bytes](size_t partition) { return prepare(input, partition); },
            .verify =
                [input](std::span<const size_t> partitions, std::span<const ProofBytes> proofs) {
                  for (size_t i = 0; i < partitions.size(); ++i) {
                    if (proofs[i] != proof_of(input, partitions[i])) return false;
                  }
                  return true;
                }};
  }

  Prepared prepare(const std::string& input, size_t partition) {
    hold(settings_.prepared_bytes);
    Prepared made = work(proof_of(input, partition), input == "unprovable" ? kUnprovable
                                                     : input == "endless"  ? kEndless
                                                                           : kProvable);
    {
      std::unique_lock lock(mutex_);
      ++at_gate_;
      gate_.wait(lock, [&] { return open_; });
      --at_gate_;
      prepared_.push_back(input);
    }
    std::this_thread::sleep_for(settings_.prepare_time);
    if (input == "unpreparable") throw base::Error(base::ErrorCode::kVanillaMismatch, input);
    return made;
  }

  DeviceDriver driver(size_t d) {
    FakeDevice& device = *devices_[d];
    DeviceDriver out;
    out.name = "fake " + std::to_string(d);
    out.ordinal = static_cast<unsigned>(d);
    out.memory_bytes = out.budget_bytes = settings_.device_budget_bytes;
    out.in_flight_max = 2;
    out.place = [this](const std::string& circuit, uint64_t bytes) {
      std::unique_lock lock(mutex_);
      if (!is_lane(circuit)) {
        ++at_place_gate_;
        gate_.wait(lock, [&] { return places_open_; });
        --at_place_gate_;
      }
      copied_[circuit] += bytes;
      return size_t{1};
    };
    out.displace = [this](const std::string&) { ++displacements_; };
    out.start = [this, &device](const std::string& circuit, const Prepared& prepared,
                                const base::Progress& progress) {
      if (device.faulty) throw base::Error(base::ErrorCode::kGpuFault, "the fake device broke");
      const auto& values = std::get<PackedValues>(*prepared);
      if (values[0] == kUnprovable) throw base::Error(base::ErrorCode::kUnsatisfied, "row 7");
      while (values[0] == kEndless) {  // until `progress` throws
        progress("endless", 0, 1);
        std::this_thread::yield();
      }
      std::this_thread::sleep_for(settings_.start_time);
      std::lock_guard lock(mutex_);
      device.in_flight[circuit].emplace_back(values.begin() + 1, values.end());
    };
    out.finish = [this, &device](const std::string& circuit) {
      std::unique_lock lock(mutex_);
      gate_.wait(lock, [&] { return is_lane(circuit) ? lanes_open_ : devices_open_; });
      ProofBytes proof = device.in_flight[circuit].front();
      device.in_flight[circuit].pop_front();
      lock.unlock();
      std::this_thread::sleep_for(settings_.finish_time);
      if (device.faulty) throw base::Error(base::ErrorCode::kGpuFault, "the fake device broke");
      if (device.wrong_proofs > 0) {
        --device.wrong_proofs;
        proof[0] ^= 1;
      }
      return proof;
    };
    return out;
  }

  void hold(uint64_t bytes) {
    uint64_t now = held_ += bytes;
    for (uint64_t peak = peak_; peak < now && !peak_.compare_exchange_weak(peak, now);) {
    }
  }
  void let_go(uint64_t bytes) { held_ -= bytes; }

  const Settings settings_;
  std::vector<std::unique_ptr<FakeDevice>> devices_;
  std::atomic<uint64_t> held_ = 0, peak_ = 0;
  std::atomic<size_t> displacements_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable gate_;
  bool open_ = true, devices_open_ = true, lanes_open_ = true, places_open_ = true;
  size_t at_gate_ = 0, at_place_gate_ = 0;
  std::map<std::string, uint64_t> copied_;
  std::vector<std::string> prepared_;
};

}  // namespace cuzk::engine
