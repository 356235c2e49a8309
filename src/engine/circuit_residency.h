// SPDX-License-Identifier: MIT OR Apache-2.0
// Which circuits, with their parameters, stand where: on disk only (cold), on the host (warm), on
// devices (hot); and who goes for whom. It decides and moves nothing itself: moves are actions, and
// whoever performs them tells the scheduler when a step is over. Bytes are taken when a step begins
// and given back when it has ended. On a device at every moment
// budget = fixed + region + bytes of circuits + free (residency.md RS-201).
//
// A circuit that finds its least bytes free is placed, and may use what else is free up to its
// most, but for what is kept for circuits that the device is set up for and that are not there.
// Only where they are not free others have to go, under the device's ticket (RS-303): it is given
// to one waiting partition, only if a slot is free, which it holds, and nothing moves there. While
// it is open there is no other, and its victims start nothing there. It ends when a partition of
// its circuit starts there, when none waits any more, or when placing fails. So displacements are
// bounded by starts, whatever the order of events. Among equals a ticket is granted when the victim
// has run five times as long as moving takes, or has nothing ready (RS-304); a higher class need
// not wait for that. A lane goes only where its bytes are needed to fit at all.
//
// Partitions of circuits that use the device's region are there for one circuit at a time. The best
// partition that waits for the region keeps the others of that device from prolonging the wait.
//
// A value without threads and clock. Cost: a pass looks at partitions × devices × circuits.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/action.h"
#include "engine/budget.h"
#include "engine/prover.h"

namespace cuzk::engine {

enum class ResidencyState : uint8_t { kAbsent, kLoading, kResident, kEvicting };

struct CircuitEntry {
  CircuitFootprint shape;
  struct Residency {
    ResidencyState state = ResidencyState::kAbsent;
    Reservation bytes;
    size_t partitions = 0;  // in flight that use it: of all on the host, of a device on a device
    size_t group = 1;       // of a device: partitions that share a slot
    Time since{};           // of a device: when its last move began or ended

    bool moving() const {
      return state == ResidencyState::kLoading || state == ResidencyState::kEvicting;
    }
  };
  Residency host;
  std::vector<Residency> devices;
  size_t jobs = 0;        // that need it
  bool preload = false;   // until it is there
  bool unwanted = false;  // is to go as soon as nothing uses it
  Time last_used{};
  Duration move_time{};  // of its last placing; 0 until then

  bool on_some_device() const;
  bool moving() const;
};

// For tests, which show that both parts are needed.
struct ResidencyPolicy {
  bool tickets = true;         // false: what waits displaces what is idle, whenever it likes
  unsigned quantum_moves = 5;  // times the time of a move, before a circuit gives way to an equal
};

struct SchedulerDevice {
  Budget* budget;
  size_t slots;  // groups of partitions that may be started and not finished
  // Taken from the budget at once, besides fixed bytes that nobody can use.
  uint64_t region_bytes = 0;
  uint64_t fixed_bytes = 0;
  // So much stays free for each of these while it is not there.
  std::map<std::string, uint64_t> kept_bytes = {};
};

// A prepared partition that waits for a device.
struct Waiting {
  Task task;
  CircuitEntry* circuit = nullptr;
  ProofClass proof_class = ProofClass::kBulk;
  int64_t level = 0;            // within the class; more comes first
  std::optional<size_t> avoid;  // the device that proved it badly
};

struct ResidencyCounts {
  uint64_t tickets = 0, displaced = 0;  // under tickets
};

class CircuitResidency {
 public:
  struct Ticket {
    CircuitEntry* circuit = nullptr;
    Task task;  // for which it was given
    ProofClass proof_class = ProofClass::kBulk;
    std::vector<CircuitEntry*> victims;
  };

  // The budgets outlive it.
  CircuitResidency(Budget& host, const std::vector<SchedulerDevice>& devices,
                   const ResidencyPolicy& policy);

  // Makes it where it is new. References stay valid.
  CircuitEntry& entry(const CircuitFootprint& shape);
  CircuitEntry* find(const std::string& circuit);
  const std::map<std::string, CircuitEntry>& entries() const { return entries_; }
  std::map<std::string, CircuitEntry>& entries() { return entries_; }

  // Throws kResourceExhausted for what no device can ever hold.
  void check_fits(const CircuitFootprint& shape) const;
  // Whether a device is left that can hold it, besides this one.
  bool has_device(const CircuitFootprint& shape, std::optional<size_t> except = {}) const;

  // --- On the host ---
  // Takes the bytes; false if they are not free.
  [[nodiscard]] bool begin_load(CircuitEntry& entry);
  // A circuit that no partition uses: one that no job needs first, then the least recently used;
  // one that jobs need only if `needed` is true. Not `except`. Null if there is none.
  CircuitEntry* idle_on_host(const CircuitEntry* except, bool needed);

  // --- On devices ---
  // Before starts: what waits, in order, gets tickets and free memory. Appends actions.
  void plan(std::span<const Waiting> waiting, Time now, std::vector<Action>& actions);
  // Where it can start now, after what is better has been asked for in the same pass.
  std::optional<size_t> device_for(const Waiting& partition);
  void start(CircuitEntry& circuit, size_t device);
  void end(CircuitEntry& circuit, size_t device);
  // Ahead of partitions, into free memory, if it stands on no device.
  void place_early(CircuitEntry& circuit, Time now, std::vector<Action>& actions);
  // Sends an idle circuit away for good.
  void displace(CircuitEntry& circuit, size_t device, std::vector<Action>& actions);
  void placed(CircuitEntry& circuit, size_t device, bool success, size_t group, Time now);
  void displaced(CircuitEntry& circuit, size_t device);
  void quarantine(size_t device);

  bool quarantined(size_t device) const { return devices_[device].quarantined; }
  size_t num_devices() const { return devices_.size(); }
  // Partitions that may be in flight there now.
  size_t in_flight_max(size_t device) const;
  const std::optional<Ticket>& ticket(size_t device) const { return devices_[device].ticket; }
  const ResidencyCounts& counts() const { return counts_; }

 private:
  struct Device {
    Budget* budget;
    size_t slots;
    Reservation region, fixed;
    uint64_t room_bytes;  // of an empty device
    std::map<std::string, uint64_t> kept_bytes;
    size_t in_flight = 0;  // partitions that need a slot
    bool quarantined = false;
    std::optional<Ticket> ticket = {};
    // In one pass: the best that waits for the region, and for the end of a move.
    const CircuitEntry* region_wanted = nullptr;
    std::optional<ProofClass> slot_wanted = {};
  };

  static bool fits(const Device& device, const CircuitFootprint& shape);
  bool usable(size_t device, const Waiting& partition) const;
  bool moving(size_t device) const;
  bool region_free(size_t device, const CircuitEntry& circuit) const;
  // In partitions: of this circuit, and of the one with the largest groups.
  size_t slots_at(size_t device, const CircuitEntry& circuit) const;
  size_t slots_max(size_t device) const;
  bool held_by_ticket(size_t device, const Waiting& partition, bool last_slot) const;
  bool may_start(size_t device, const Waiting& partition) const;
  bool somewhere(const Waiting& partition) const;
  void settle_ticket(size_t device, std::span<const Waiting> waiting, std::vector<Action>& actions,
                     Time now);
  uint64_t kept_for_others(const CircuitEntry& circuit, size_t device) const;
  bool place_free(CircuitEntry& circuit, size_t device, Time now, std::vector<Action>& actions);
  void claim(size_t device, const Waiting& partition, std::span<const Waiting> waiting, Time now,
             std::vector<Action>& actions);
  bool outranked(size_t device, const Waiting& partition, std::span<const Waiting> waiting) const;
  // Whose going makes room there for the partition; empty if nobody may go.
  std::vector<CircuitEntry*> victims(size_t device, const Waiting& partition,
                                     std::span<const Waiting> waiting, Time now);
  bool may_go(const CircuitEntry& victim, size_t device, const Waiting& partition,
              std::span<const Waiting> waiting, Time now) const;

  Budget& host_;
  const ResidencyPolicy policy_;
  std::vector<Device> devices_;
  std::map<std::string, CircuitEntry> entries_;
  ResidencyCounts counts_;
};

}  // namespace cuzk::engine
