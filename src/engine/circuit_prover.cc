// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/file_version.h"
#include "engine/circuit_cache.h"
#include "engine/circuit_footprint.h"
#include "engine/parameters.h"
#include "engine/verify_partitions.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using KeyPointer = std::shared_ptr<const groth16::PreparedKey>;

// Of a parameter file or of what was read from one.
bool is_about_parameters(ErrorCode code) {
  return (code >= ErrorCode::kFileMissing && code <= ErrorCode::kFileEmpty) ||
         (code >= ErrorCode::kParamsTruncated && code <= ErrorCode::kPointInfinity);
}

class CircuitProver {
 public:
  CircuitProver(const ProverOptions& options, const Kinds& kinds)
      : options_(options), kinds_(kinds) {
    if (!options.parameters && options.devices.size() != 1) {
      throw Error(ErrorCode::kBadArgument,
                  "parameters that are kept in memory: expected one device");
    }
    for (const Backend& backend : options.devices) {
      devices_.push_back({.backend = backend});
      if (backend.kind == options.devices[0].kind) continue;
      throw Error(ErrorCode::kBadArgument, "devices: expected GPUs only, or the CPU only");
    }
  }

  JobShape describe(const Request& request) {
    const RequestSize size = kind_of(request).size(request);
    CircuitFootprint footprint = footprint_of(circuit(size.circuit));
    footprint.statement_bytes = size.statement_bytes;
    return {footprint, size.partitions, size.reading_bytes};
  }

  std::optional<CircuitFootprint> describe_circuit(const std::string& name) {
    const KindCircuit* found = find_circuit(kinds_, name);
    if (found == nullptr) return std::nullopt;
    return footprint_of(*found);
  }

  Statement read(const Request& request) {
    auto checked = request.checked;
    if (!checked) {
      checked = std::make_shared<const CheckedCase>(kind_of(request).read(request));
    }
    Statement out;
    out.prepare = [checked, kind = backend_kind()](size_t partition) {
      return std::make_shared<const PartitionInput>(checked->input(partition, kind));
    };
    out.verify = [this, checked](std::span<const size_t> partitions,
                                 std::span<const ProofBytes> proofs) {
      const bool valid =
          verify_with(key(checked->circuit), checked->public_inputs)(partitions, proofs);
      // Whole proofs are verified again one by one; one look at the file is enough.
      if (!valid && partitions.size() == 1) {
        suspect_circuit(circuit(checked->circuit), options_.circuit_cache, {});
      }
      return valid;
    };
    return out;
  }

  // Another engine may have done it already.
  void load(const std::string& name) {
    {
      std::lock_guard lock(mutex_);
      if (loaded_[name].circuit != nullptr) return;
    }
    const KindCircuit& wanted = circuit(name);
    auto compiled = std::make_shared<const r1cs::Circuit>(
        compiled_circuit(wanted, options_.circuit_cache, {}).circuit);
    KeyPointer prepared;
    if (std::optional<std::filesystem::path> path = parameters(wanted)) {
      groth16::ParamsFile file(*path);
      if (!file.fits(*compiled)) suspect_circuit(wanted, options_.circuit_cache, {});
      file.check_circuit(*compiled);
      prepared = std::make_shared<const groth16::PreparedKey>(file.key());
    }
    std::lock_guard lock(mutex_);
    Loaded& entry = loaded_[name];
    entry.circuit = std::move(compiled);
    if (prepared) entry.key = std::move(prepared);
  }

  // The key stays: jobs may have proofs to verify, and it is small.
  void unload(const std::string& name) {
    std::lock_guard lock(mutex_);
    loaded_[name].circuit.reset();
  }

  DeviceDriver driver(size_t d) {
    Device& device = devices_[d];
    DeviceDriver out;
    out.name = "cpu";
    if (device.backend.kind == BackendKind::kGpu) {
      const gpu::DeviceInfo info = gpu::Device(device.backend.device).info();
      out.name = fmt::format("GPU {}: {}", info.index, info.name);
      out.ordinal = static_cast<unsigned>(info.index);
      out.memory_bytes = info.memory_bytes;
      out.budget_bytes =
          device.backend.vram_budget > 0 ? device.backend.vram_budget : info.memory_bytes;
      out.in_flight_max = kGroupsInFlight;
      device_bytes_ =
          device_bytes_ == 0 ? out.budget_bytes : std::min(device_bytes_, out.budget_bytes);
    }
    out.place = [this, &device](const std::string& name, uint64_t) {
      auto placed = device.placed.find(name);
      if (placed != device.placed.end() && placed->second.prover->in_flight() > 0) {
        // Another engine gave its partitions up when the device failed.
        drop(device, name);
      }
      return prover_on(device, name).report().group_max;
    };
    out.displace = [&device](const std::string& name) { device.placed.erase(name); };
    out.start = [this, &device](const std::string& name, const Prepared& prepared,
                                const base::Progress& progress) {
      start(device, name, *prepared, progress);
    };
    out.finish = [&device] {
      PartitionProver& prover = *device.placed.at(device.started.front()).prover;
      device.started.pop_front();
      const groth16::ProofBytes bytes = groth16::encode_proof(prover.finish(nullptr));
      return ProofBytes(bytes.begin(), bytes.end());
    };
    return out;
  }

 private:
  struct Placed {
    std::shared_ptr<const r1cs::Circuit> circuit;  // of the prover
    std::optional<base::FileVersion> parameters;   // that it has read
    std::unique_ptr<PartitionProver> prover;
  };
  struct Device {
    Backend backend;
    std::map<std::string, Placed> placed = {};
    std::deque<std::string> started = {};
  };
  struct Loaded {
    std::shared_ptr<const r1cs::Circuit> circuit;
    KeyPointer key;
  };

  BackendKind backend_kind() const { return options_.devices[0].kind; }

  const Kind& kind_of(const Request& request) const {
    const Kind* kind = find_kind(kinds_, *request.kind);
    if (kind == nullptr) {
      throw Error(ErrorCode::kNotSupported, fmt::format("{}: this version proves {} only",
                                                        request.kind->name, names_of(kinds_)));
    }
    return *kind;
  }

  // Requires: it is one that was described.
  const KindCircuit& circuit(const std::string& name) const { return *find_circuit(kinds_, name); }

  std::optional<std::filesystem::path> parameters(const KindCircuit& wanted) const {
    if (!options_.parameters) return std::nullopt;
    return parameter_path(*options_.parameters, wanted);
  }

  KeyPointer key(const std::string& name) {
    std::lock_guard lock(mutex_);
    return loaded_.at(name).key;
  }

  // One call at a time makes it, the others wait: they need it.
  CircuitFootprint footprint_of(const KindCircuit& wanted) {
    std::lock_guard lock(footprints_mutex_);
    auto found = footprints_.find(wanted.name);
    if (found == footprints_.end()) {
      const r1cs::Circuit compiled = compiled_circuit(wanted, options_.circuit_cache, {}).circuit;
      const BackendSet backends{backend_kind(), devices_.size(), device_bytes_};
      found = footprints_.emplace(wanted.name, circuit_footprint(wanted, compiled, backends)).first;
    }
    return found->second;
  }

  static void drop(Device& device, const std::string& name) {
    device.placed.erase(name);
    std::erase(device.started, name);
  }

  void start(Device& device, const std::string& name, const PartitionInput& input,
             const base::Progress& progress) {
    PartitionProver& prover = prover_on(device, name);
    try {
      prover.start(input, progress);
    } catch (const Error& error) {
      if (prover.in_flight() == 0 && is_about_parameters(error.code())) drop(device, name);
      throw;
    }
    device.started.push_back(name);
  }

  // The one that is placed, unless its parameter file has been replaced; else a new one.
  PartitionProver& prover_on(Device& device, const std::string& name) {
    const KindCircuit& wanted = circuit(name);
    const std::optional<std::filesystem::path> path = parameters(wanted);
    std::optional<base::FileVersion> version;
    if (path) version = base::file_version(*path);
    if (auto found = device.placed.find(name); found != device.placed.end()) {
      const bool replaced = version && version != found->second.parameters;
      if (!replaced || found->second.prover->in_flight() > 0) return *found->second.prover;
      drop(device, name);
    }
    std::shared_ptr<const r1cs::Circuit> compiled;
    {
      std::lock_guard lock(mutex_);
      compiled = loaded_.at(name).circuit;
    }
    auto prover = std::make_unique<PartitionProver>(
        Workload{*compiled, wanted.partitions, wanted.device_program}, device.backend,
        ParametersSource{path}, base::Progress());
    auto prepared = std::make_shared<const groth16::PreparedKey>(prover->key());
    Placed& placed = device.placed[name];
    placed = {std::move(compiled), version, std::move(prover)};
    std::lock_guard lock(mutex_);
    loaded_.at(name).key = std::move(prepared);
    return *placed.prover;
  }

  const ProverOptions options_;
  const Kinds kinds_;
  std::deque<Device> devices_;
  uint64_t device_bytes_ = 0;
  std::mutex footprints_mutex_;
  std::map<std::string, CircuitFootprint> footprints_;
  std::mutex mutex_;
  std::map<std::string, Loaded> loaded_;
};

}  // namespace

Prover circuit_prover(const ProverOptions& options, const Kinds& kinds) {
  auto prover = std::make_shared<CircuitProver>(options, kinds);
  Prover out;
  for (size_t d = 0; d < options.devices.size(); ++d) out.devices.push_back(prover->driver(d));
  out.describe = [prover](const Request& request) { return prover->describe(request); };
  out.describe_circuit = [prover](const std::string& name) {
    return prover->describe_circuit(name);
  };
  out.read = [prover](const Request& request) { return prover->read(request); };
  out.load = [prover](const std::string& name) { prover->load(name); };
  out.unload = [prover](const std::string& name) { prover->unload(name); };
  return out;
}

}  // namespace cuzk::engine
