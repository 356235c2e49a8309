// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_residency.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace cuzk::engine {
namespace {

using What = Action::What;
using Residency = CircuitEntry::Residency;

bool needs_slot(const CircuitEntry& circuit) { return !circuit.shape.lane; }

}  // namespace

bool CircuitEntry::on_some_device() const {
  return std::ranges::any_of(
      devices, [](const Residency& stand) { return stand.state != ResidencyState::kAbsent; });
}

bool CircuitEntry::moving() const {
  return host.moving() || std::ranges::any_of(devices, &Residency::moving);
}

CircuitResidency::CircuitResidency(Budget& host, const std::vector<SchedulerDevice>& devices,
                                   const ResidencyPolicy& policy)
    : host_(host), policy_(policy) {
  for (const SchedulerDevice& device : devices) {
    const uint64_t taken = device.region_bytes + device.fixed_bytes;
    device.budget->check_fits(taken, "the working region of the device");
    std::optional<Reservation> region = device.budget->try_reserve(device.region_bytes);
    std::optional<Reservation> fixed = device.budget->try_reserve(device.fixed_bytes);
    base::check(region && fixed, "a device's region is taken before anything else");
    devices_.push_back({.budget = device.budget,
                        .slots = device.slots,
                        .region = std::move(*region),
                        .fixed = std::move(*fixed),
                        .room_bytes = device.budget->total_bytes() - taken,
                        .kept_bytes = device.kept_bytes});
  }
}

CircuitEntry& CircuitResidency::entry(const CircuitFootprint& shape) {
  auto [found, made] = entries_.try_emplace(shape.circuit);
  if (made) {
    found->second.shape = shape;
    found->second.devices.resize(devices_.size());
  }
  return found->second;
}

CircuitEntry* CircuitResidency::find(const std::string& circuit) {
  auto found = entries_.find(circuit);
  return found == entries_.end() ? nullptr : &found->second;
}

bool CircuitResidency::fits(const Device& device, const CircuitFootprint& shape) {
  return shape.device_bytes_min <= device.room_bytes &&
         shape.region_bytes_min <= device.region.bytes();
}

void CircuitResidency::check_fits(const CircuitFootprint& shape) const {
  base::check(!shape.lane || shape.region_bytes_min == 0, "a lane has its own working memory");
  if (std::ranges::any_of(devices_, [&](const Device& d) { return fits(d, shape); })) return;
  const auto largest = std::ranges::max_element(devices_, {}, &Device::room_bytes);
  throw base::Error(
      base::ErrorCode::kResourceExhausted,
      fmt::format("{}: expected a device with {} bytes for the circuit and a working region of {} "
                  "bytes, found {} and {} on the largest; a device is set up at the start for the "
                  "circuits whose parameters are there then, so if they came later restart to set "
                  "the device up for it, else raise the memory budget of the devices, or prove "
                  "smaller sectors",
                  shape.circuit, shape.device_bytes_min, shape.region_bytes_min,
                  largest->room_bytes, largest->region.bytes()));
}

bool CircuitResidency::has_device(const CircuitFootprint& shape,
                                  std::optional<size_t> except) const {
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (d != except && !devices_[d].quarantined && fits(devices_[d], shape)) return true;
  }
  return false;
}

// --- On the host ------------------------------------------------------------------------------

bool CircuitResidency::begin_load(CircuitEntry& entry) {
  base::check(entry.host.state == ResidencyState::kAbsent, "a circuit is loaded once");
  auto bytes = host_.try_reserve(entry.shape.circuit_bytes);
  if (!bytes) return false;
  entry.host.bytes = std::move(*bytes);
  entry.host.state = ResidencyState::kLoading;
  return true;
}

CircuitEntry* CircuitResidency::idle_on_host(const CircuitEntry* except, bool needed) {
  CircuitEntry* best = nullptr;
  const auto key = [](const CircuitEntry& entry) {
    return std::tuple(entry.jobs > 0, entry.last_used);
  };
  for (auto& [name, entry] : entries_) {
    if (&entry == except || entry.host.state != ResidencyState::kResident ||
        entry.host.partitions > 0 || (entry.jobs > 0 && !needed) || entry.moving()) {
      continue;
    }
    if (best == nullptr || key(entry) < key(*best)) best = &entry;
  }
  return best;
}

// --- Starts -----------------------------------------------------------------------------------

bool CircuitResidency::usable(size_t d, const Waiting& partition) const {
  const CircuitFootprint& shape = partition.circuit->shape;
  if (devices_[d].quarantined || !fits(devices_[d], shape)) return false;
  return partition.avoid != d || !has_device(shape, d);
}

bool CircuitResidency::moving(size_t d) const {
  return std::ranges::any_of(entries_,
                             [d](const auto& named) { return named.second.devices[d].moving(); });
}

bool CircuitResidency::region_free(size_t d, const CircuitEntry& circuit) const {
  return std::ranges::none_of(entries_, [&](const auto& named) {
    const CircuitEntry& other = named.second;
    return &other != &circuit && other.shape.region_bytes_min > 0 &&
           other.devices[d].partitions > 0;
  });
}

size_t CircuitResidency::slots_at(size_t d, const CircuitEntry& circuit) const {
  return devices_[d].slots * circuit.devices[d].group;
}

bool CircuitResidency::held_by_ticket(size_t d, const Waiting& partition, bool last_slot) const {
  const std::optional<Ticket>& ticket = devices_[d].ticket;
  if (!ticket || ticket->circuit == partition.circuit) return false;
  if (std::ranges::count(ticket->victims, partition.circuit) > 0) return true;
  if (!needs_slot(*partition.circuit) || !needs_slot(*ticket->circuit) ||
      partition.proof_class < ticket->proof_class) {
    return false;
  }
  return last_slot || ticket->circuit->devices[d].state == ResidencyState::kResident;
}

bool CircuitResidency::may_start(size_t d, const Waiting& partition) const {
  const Device& device = devices_[d];
  const CircuitEntry& circuit = *partition.circuit;
  const Residency& stand = circuit.devices[d];
  if (!usable(d, partition) || stand.state != ResidencyState::kResident) return false;
  const bool last_slot = device.in_flight + 1 >= slots_at(d, circuit);
  if (held_by_ticket(d, partition, last_slot)) return false;
  if (!needs_slot(circuit)) return stand.partitions == 0;
  if (device.in_flight >= slots_at(d, circuit)) return false;
  if (circuit.shape.region_bytes_min > 0) {
    if (!region_free(d, circuit)) return false;
    if (device.region_wanted != nullptr && device.region_wanted != &circuit) return false;
  }
  return !(last_slot && device.slot_wanted && *device.slot_wanted < partition.proof_class);
}

std::optional<size_t> CircuitResidency::device_for(const Waiting& partition) {
  std::optional<size_t> best, wanted;
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (may_start(d, partition)) {
      if (!best || devices_[d].in_flight < devices_[*best].in_flight) best = d;
    } else if (usable(d, partition) &&
               partition.circuit->devices[d].state == ResidencyState::kResident &&
               !held_by_ticket(d, partition, true) && !region_free(d, *partition.circuit)) {
      if (!wanted || devices_[d].in_flight < devices_[*wanted].in_flight) wanted = d;
    }
  }
  // Whoever comes later in this pass does not prolong the wait for the region.
  if (!best && wanted && partition.circuit->shape.region_bytes_min > 0 &&
      devices_[*wanted].region_wanted == nullptr) {
    devices_[*wanted].region_wanted = partition.circuit;
  }
  return best;
}

void CircuitResidency::start(CircuitEntry& circuit, size_t d) {
  Device& device = devices_[d];
  ++circuit.devices[d].partitions;
  if (needs_slot(circuit)) ++device.in_flight;
  if (device.ticket && device.ticket->circuit == &circuit) device.ticket.reset();
}

void CircuitResidency::end(CircuitEntry& circuit, size_t d) {
  --circuit.devices[d].partitions;
  if (needs_slot(circuit)) --devices_[d].in_flight;
}

size_t CircuitResidency::slots_max(size_t d) const {
  size_t group = 1;
  for (const auto& [name, entry] : entries_) group = std::max(group, entry.devices[d].group);
  return devices_[d].slots * group;
}

size_t CircuitResidency::in_flight_max(size_t d) const {
  size_t lanes = 0;
  for (const auto& [name, entry] : entries_) {
    lanes += entry.shape.lane && entry.devices[d].state == ResidencyState::kResident;
  }
  return slots_max(d) + lanes;
}

// --- Moves ------------------------------------------------------------------------------------

void CircuitResidency::placed(CircuitEntry& circuit, size_t d, bool success, size_t group,
                              Time now) {
  Residency& stand = circuit.devices[d];
  if (success) {
    stand.state = ResidencyState::kResident;
    stand.group = group;
    circuit.move_time = now - stand.since;
    stand.since = now;
    return;
  }
  stand = {};
  circuit.preload = false;
  std::optional<Ticket>& ticket = devices_[d].ticket;
  if (ticket && ticket->circuit == &circuit) ticket.reset();
}

void CircuitResidency::displaced(CircuitEntry& circuit, size_t d) { circuit.devices[d] = {}; }

void CircuitResidency::quarantine(size_t d) {
  devices_[d].quarantined = true;
  devices_[d].ticket.reset();
}

void CircuitResidency::displace(CircuitEntry& circuit, size_t d, std::vector<Action>& actions) {
  circuit.devices[d].state = ResidencyState::kEvicting;
  actions.push_back({.what = What::kDisplace, .device = d, .circuit = circuit.shape.circuit});
}

uint64_t CircuitResidency::kept_for_others(const CircuitEntry& circuit, size_t d) const {
  uint64_t bytes = 0;
  for (const auto& [name, kept] : devices_[d].kept_bytes) {
    auto there = entries_.find(name);
    if (name == circuit.shape.circuit) continue;
    if (there == entries_.end() || there->second.devices[d].bytes.bytes() == 0) bytes += kept;
  }
  return bytes;
}

bool CircuitResidency::place_free(CircuitEntry& circuit, size_t d, Time now,
                                  std::vector<Action>& actions) {
  Residency& stand = circuit.devices[d];
  Budget& budget = *devices_[d].budget;
  const uint64_t free = budget.total_bytes() - budget.used_bytes();
  if (free < circuit.shape.device_bytes_min) return false;
  const uint64_t usable = free - std::min(free, kept_for_others(circuit, d));
  stand.bytes = *budget.try_reserve(
      std::clamp(usable, circuit.shape.device_bytes_min,
                 std::max(circuit.shape.device_bytes_min, circuit.shape.device_bytes_max)));
  stand.state = ResidencyState::kLoading;
  stand.since = now;
  actions.push_back({.what = What::kPlace,
                     .device = d,
                     .circuit = circuit.shape.circuit,
                     .bytes = stand.bytes.bytes()});
  return true;
}

void CircuitResidency::place_early(CircuitEntry& circuit, Time now, std::vector<Action>& actions) {
  if (circuit.host.state != ResidencyState::kResident || circuit.unwanted ||
      circuit.on_some_device()) {
    return;
  }
  for (size_t d = 0; d < devices_.size(); ++d) {
    if (devices_[d].quarantined || devices_[d].ticket || !fits(devices_[d], circuit.shape))
      continue;
    if (place_free(circuit, d, now, actions)) return;
  }
}

bool CircuitResidency::somewhere(const Waiting& partition) const {
  for (size_t d = 0; d < devices_.size(); ++d) {
    const ResidencyState state = partition.circuit->devices[d].state;
    if (!usable(d, partition)) continue;
    if (state == ResidencyState::kResident || state == ResidencyState::kLoading) return true;
    if (devices_[d].ticket && devices_[d].ticket->circuit == partition.circuit) return true;
  }
  return false;
}

void CircuitResidency::plan(std::span<const Waiting> waiting, Time now,
                            std::vector<Action>& actions) {
  for (size_t d = 0; d < devices_.size(); ++d) {
    devices_[d].region_wanted = nullptr;
    devices_[d].slot_wanted.reset();
    settle_ticket(d, waiting, actions, now);
  }
  for (const Waiting& partition : waiting) {
    CircuitEntry& circuit = *partition.circuit;
    if (circuit.host.state != ResidencyState::kResident || circuit.unwanted) continue;
    std::vector<size_t> candidates;
    bool can_start = false;
    for (size_t d = 0; d < devices_.size(); ++d) {
      if (!usable(d, partition)) continue;
      can_start = can_start || may_start(d, partition);
      if (circuit.devices[d].state == ResidencyState::kAbsent && !devices_[d].ticket) {
        candidates.push_back(d);
      }
    }
    if (can_start || candidates.empty()) continue;
    std::ranges::stable_sort(candidates, {}, [&](size_t d) { return devices_[d].in_flight; });
    if (std::ranges::any_of(candidates,
                            [&](size_t d) { return place_free(circuit, d, now, actions); })) {
      continue;
    }
    for (size_t d : candidates) {
      claim(d, partition, waiting, now, actions);
      if (devices_[d].ticket) break;
    }
  }
}

// --- Tickets ----------------------------------------------------------------------------------

void CircuitResidency::settle_ticket(size_t d, std::span<const Waiting> waiting,
                                     std::vector<Action>& actions, Time now) {
  std::optional<Ticket>& ticket = devices_[d].ticket;
  if (!ticket) return;
  CircuitEntry& circuit = *ticket->circuit;
  if (std::ranges::none_of(waiting, [&](const Waiting& partition) {
        return partition.circuit == &circuit && usable(d, partition);
      })) {
    ticket.reset();
    return;
  }
  bool gone = true;
  for (CircuitEntry* victim : ticket->victims) {
    Residency& stand = victim->devices[d];
    if (stand.state == ResidencyState::kResident && stand.partitions == 0) {
      displace(*victim, d, actions);
      ++counts_.displaced;
    }
    gone = gone && stand.state == ResidencyState::kAbsent;
  }
  if (gone && circuit.devices[d].state == ResidencyState::kAbsent) {
    base::check(place_free(circuit, d, now, actions), "a ticket makes room for its circuit");
  }
}

void CircuitResidency::claim(size_t d, const Waiting& partition, std::span<const Waiting> waiting,
                             Time now, std::vector<Action>& actions) {
  Device& device = devices_[d];
  std::vector<CircuitEntry*> go = victims(d, partition, waiting, now);
  if (go.empty()) return;
  if (!policy_.tickets) {
    for (CircuitEntry* victim : go) {
      if (victim->devices[d].partitions > 0) continue;
      displace(*victim, d, actions);
      ++counts_.displaced;
    }
    return;
  }
  if (moving(d)) {
    if (needs_slot(*partition.circuit) && !device.slot_wanted) {
      device.slot_wanted = partition.proof_class;
    }
    return;
  }
  if (needs_slot(*partition.circuit) &&
      (device.in_flight >= slots_max(d) || outranked(d, partition, waiting))) {
    return;
  }
  ++counts_.tickets;
  device.ticket = Ticket{partition.circuit, partition.task, partition.proof_class, std::move(go)};
  settle_ticket(d, waiting, actions, now);
}

// By a higher class, which could take the slot at once.
bool CircuitResidency::outranked(size_t d, const Waiting& partition,
                                 std::span<const Waiting> waiting) const {
  return std::ranges::any_of(waiting, [&](const Waiting& other) {
    return other.proof_class < partition.proof_class && needs_slot(*other.circuit) &&
           may_start(d, other);
  });
}

bool CircuitResidency::may_go(const CircuitEntry& victim, size_t d, const Waiting& partition,
                              std::span<const Waiting> waiting, Time now) const {
  if (!policy_.tickets) return true;
  std::optional<std::pair<ProofClass, int64_t>> best;  // of what the victim has ready; less first
  for (const Waiting& ready : waiting) {
    if (ready.circuit != &victim || !usable(d, ready)) continue;
    const std::pair key(ready.proof_class, -ready.level);
    if (!best || key < *best) best = key;
  }
  if (!best || best->first > partition.proof_class) return true;
  if (best->first < partition.proof_class) return false;
  if (best->second < -partition.level) return false;
  const Duration move = std::max(partition.circuit->move_time, victim.move_time);
  return now - victim.devices[d].since >= policy_.quantum_moves * move;
}

std::vector<CircuitEntry*> CircuitResidency::victims(size_t d, const Waiting& partition,
                                                     std::span<const Waiting> waiting, Time now) {
  const Device& device = devices_[d];
  const uint64_t wanted = partition.circuit->shape.device_bytes_min;
  const bool elsewhere = somewhere(partition);  // then only what no job needs goes
  uint64_t lane_bytes = 0;
  for (const auto& [name, entry] : entries_) {
    if (entry.shape.lane) lane_bytes += entry.devices[d].bytes.bytes();
  }
  std::vector<CircuitEntry*> candidates;
  for (auto& [name, entry] : entries_) {
    if (&entry == partition.circuit || entry.devices[d].state != ResidencyState::kResident)
      continue;
    if (entry.shape.lane && wanted + lane_bytes <= device.room_bytes) continue;
    if (elsewhere && (entry.jobs > 0 || entry.devices[d].partitions > 0)) continue;
    if (may_go(entry, d, partition, waiting, now)) candidates.push_back(&entry);
  }
  std::ranges::sort(candidates, {}, [d](const CircuitEntry* entry) {
    return std::tuple(entry->shape.lane, entry->devices[d].partitions > 0, entry->jobs > 0,
                      entry->last_used, entry->shape.circuit);
  });
  uint64_t free = device.budget->total_bytes() - device.budget->used_bytes();
  std::vector<CircuitEntry*> go;
  for (CircuitEntry* entry : candidates) {
    if (free >= wanted) break;
    free += entry->devices[d].bytes.bytes();
    go.push_back(entry);
  }
  if (free < wanted) return {};
  // The last one may have made some of the others needless.
  std::erase_if(go, [&](const CircuitEntry* entry) {
    const uint64_t bytes = entry->devices[d].bytes.bytes();
    if (free - bytes < wanted) return false;
    free -= bytes;
    return true;
  });
  return go;
}

}  // namespace cuzk::engine
