// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_table.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace cuzk::engine {

bool CircuitEntry::on_some_device() const {
  return std::ranges::any_of(
      devices, [](const Residency& stand) { return stand.state != ResidencyState::kAbsent; });
}

CircuitTable::CircuitTable(Budget& host, std::vector<Budget*> devices)
    : host_(host), devices_(std::move(devices)) {}

CircuitEntry& CircuitTable::entry(const CircuitFootprint& shape) {
  auto [found, made] = entries_.try_emplace(shape.circuit);
  if (made) {
    found->second.shape = shape;
    found->second.devices.resize(devices_.size());
  }
  return found->second;
}

CircuitEntry* CircuitTable::find(const std::string& circuit) {
  auto found = entries_.find(circuit);
  return found == entries_.end() ? nullptr : &found->second;
}

bool CircuitTable::begin_load(CircuitEntry& entry) {
  base::check(entry.host.state == ResidencyState::kAbsent, "a circuit is loaded once");
  auto bytes = host_.try_reserve(entry.shape.circuit_bytes);
  if (!bytes) return false;
  entry.host.bytes = std::move(*bytes);
  entry.host.state = ResidencyState::kLoading;
  return true;
}

bool CircuitTable::begin_place(CircuitEntry& entry, size_t device) {
  CircuitEntry::Residency& stand = entry.devices[device];
  base::check(
      entry.host.state == ResidencyState::kResident && stand.state == ResidencyState::kAbsent,
      "a loaded circuit is placed once");
  auto bytes = devices_[device]->try_reserve(entry.shape.device_bytes);
  if (!bytes) return false;
  stand.bytes = std::move(*bytes);
  stand.state = ResidencyState::kLoading;
  return true;
}

namespace {

CircuitEntry* least_used(std::map<std::string, CircuitEntry>& entries, auto&& may_go) {
  CircuitEntry* best = nullptr;
  const auto key = [](const CircuitEntry& entry) {
    return std::tuple(entry.jobs > 0, entry.last_used);
  };
  for (auto& [name, entry] : entries) {
    if (may_go(entry) && (best == nullptr || key(entry) < key(*best))) best = &entry;
  }
  return best;
}

}  // namespace

CircuitEntry* CircuitTable::idle_on_host(const CircuitEntry* except, bool needed) {
  return least_used(entries_, [&](const CircuitEntry& entry) {
    return &entry != except && entry.host.state == ResidencyState::kResident &&
           entry.host.partitions == 0 && (needed || entry.jobs == 0) &&
           std::ranges::none_of(entry.devices, [](const CircuitEntry::Residency& stand) {
             return stand.state == ResidencyState::kLoading ||
                    stand.state == ResidencyState::kEvicting;
           });
  });
}

CircuitEntry* CircuitTable::idle_on_device(size_t device, const CircuitEntry* except, bool needed) {
  return least_used(entries_, [&](const CircuitEntry& entry) {
    const CircuitEntry::Residency& stand = entry.devices[device];
    return &entry != except && stand.state == ResidencyState::kResident && stand.partitions == 0 &&
           (needed || entry.jobs == 0);
  });
}

}  // namespace cuzk::engine
