// SPDX-License-Identifier: MIT OR Apache-2.0
// Which circuits, with their parameters, stand where: on disk only (cold), on the host (warm), on
// one or more devices (hot). A table of states and of the bytes that they hold, for the scheduler:
// it decides and keeps no circuit itself, others do the loading and tell it when they are done.
//
// The way up is host, then devices; the way down the reverse. A step is begun by taking its bytes
// (kLoading) or by asking for its end (kEvicting), and over when the one who does it says so; bytes
// are given back at the end of the way down, not at its beginning. What partitions in flight use
// stays; what only waiting jobs need may go, if one that comes before them needs the room.
//
// A value without threads and clock; times are passed in.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/budget.h"
#include "engine/prover.h"

namespace cuzk::engine {

using Time = Duration;  // since any fixed moment

enum class ResidencyState : uint8_t { kAbsent, kLoading, kResident, kEvicting };

struct CircuitEntry {
  CircuitFootprint shape;
  struct Residency {
    ResidencyState state = ResidencyState::kAbsent;
    Reservation bytes;
    size_t partitions = 0;  // in flight that use it: of all on the host, of a device on a device
  };
  Residency host;
  std::vector<Residency> devices;
  size_t jobs = 0;        // that need it
  bool preload = false;   // until it is there
  bool unwanted = false;  // is to go as soon as nothing uses it
  Time last_used{};

  bool on_some_device() const;
};

class CircuitTable {
 public:
  // The budgets outlive the table.
  CircuitTable(Budget& host, std::vector<Budget*> devices);

  // Makes it where it is new. References stay valid.
  CircuitEntry& entry(const CircuitFootprint& shape);
  CircuitEntry* find(const std::string& circuit);
  const std::map<std::string, CircuitEntry>& entries() const { return entries_; }
  std::map<std::string, CircuitEntry>& entries() { return entries_; }

  // Takes the bytes; false if they are not free.
  [[nodiscard]] bool begin_load(CircuitEntry& entry);
  [[nodiscard]] bool begin_place(CircuitEntry& entry, size_t device);

  // Something that no partition uses: without jobs before others, the longest unused one first;
  // with jobs only if `needed` is true. Not `except`. Null if there is none.
  CircuitEntry* idle_on_host(const CircuitEntry* except, bool needed);
  CircuitEntry* idle_on_device(size_t device, const CircuitEntry* except, bool needed);

 private:
  Budget& host_;
  std::vector<Budget*> devices_;
  std::map<std::string, CircuitEntry> entries_;
};

}  // namespace cuzk::engine
