// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/circuit_prover.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/file_version.h"
#include "engine/circuit_cache.h"
#include "engine/circuit_device.h"
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
      if (backend.kind == options.devices[0].kind) continue;
      throw Error(ErrorCode::kBadArgument, "devices: expected GPUs only, or the CPU only");
    }
    for (const Backend& backend : options.devices) devices_.emplace_back(backend);
    if (!devices_.empty() && backend_kind() == BackendKind::kGpu) set_up_devices();
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
      check_parameters(file, *compiled, wanted, options_.circuit_cache, {});
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

  uint64_t copied_bytes(const std::string& name) { return *copied(name); }

  DeviceDriver driver(size_t d) {
    CircuitDevice& device = devices_[d];
    DeviceDriver out;
    out.name = "cpu";
    if (device.hardware) {
      const gpu::DeviceInfo& info = device.hardware->info();
      out.name = fmt::format("GPU {}: {}", info.index, info.name);
      out.uuid = info.uuid;
      out.pci_address = info.pci_address;
      out.ordinal = static_cast<unsigned>(info.index);
      out.memory_bytes = info.memory_bytes;
      out.budget_bytes = device.setup.budget_bytes;
      out.fixed_bytes = device.setup.fixed_bytes;
      out.region_bytes = device.setup.region_bytes;
      out.kept_bytes = device.setup.kept_bytes;
      out.in_flight_max = kGroupsInFlight;
    }
    out.place = [this, &device](const std::string& name, uint64_t bytes) {
      return place(device, name, bytes);
    };
    out.displace = [&device](const std::string& name) { device.displace(name); };
    out.start = [this, &device](const std::string& name, const Prepared& prepared,
                                const base::Progress& progress) {
      start(device, name, *prepared, progress);
    };
    out.finish = [&device](const std::string& name) {
      const groth16::ProofBytes bytes =
          groth16::encode_proof(device.placed(name).prover->finish(nullptr));
      return ProofBytes(bytes.begin(), bytes.end());
    };
    return out;
  }

 private:
  struct Loaded {
    std::shared_ptr<const r1cs::Circuit> circuit;
    KeyPointer key;
  };
  struct Described {
    CircuitFootprint footprint;
    DeviceNeed need = {};
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

  static Workload workload(const KindCircuit& wanted, const r1cs::Circuit& compiled) {
    return {compiled, wanted.partitions, wanted.device_program};
  }

  // Those that the devices are set up for.
  std::vector<const KindCircuit*> enabled() const {
    std::vector<const KindCircuit*> out;
    for (const std::string& name : options_.circuits) {
      const KindCircuit* found = find_circuit(kinds_, name);
      if (found == nullptr) {
        throw Error(ErrorCode::kBadArgument, fmt::format("circuit {}: not known", name));
      }
      out.push_back(found);
    }
    if (!out.empty() || !options_.parameters) return out;
    for (const Kind& kind : kinds_) {
      for (const KindCircuit& each : kind.circuits) {
        if (std::filesystem::exists(*parameters(each))) out.push_back(&each);
      }
    }
    return out;
  }

  void set_up_devices() {
    std::vector<std::vector<SetupCircuit>> measured(devices_.size());
    for (const KindCircuit* each : enabled()) {
      const r1cs::Circuit compiled = compiled_circuit(*each, options_.circuit_cache, {}).circuit;
      described_[each->name].footprint = host_footprint(*each, compiled);
      for (size_t d = 0; d < devices_.size(); ++d) {
        measured[d].push_back(measure(*each, compiled, d));
      }
    }
    for (size_t d = 0; d < devices_.size(); ++d) {
      CircuitDevice& device = devices_[d];
      device.setup = set_up_device(device_budget(device.backend, *device.hardware), measured[d]);
    }
    for (const SetupCircuit& circuit : measured[0]) {
      Described& entry = described_[circuit.name];
      entry.need = device_need(circuit, setups());
      entry.footprint = with_need(std::move(entry.footprint), entry.need);
    }
  }

  SetupCircuit measure(const KindCircuit& wanted, const r1cs::Circuit& compiled, size_t d) const {
    return setup_circuit(wanted.name, workload(wanted, compiled), *devices_[d].hardware);
  }

  CircuitFootprint host_footprint(const KindCircuit& wanted, const r1cs::Circuit& compiled) const {
    return circuit_footprint(wanted, compiled, {backend_kind(), devices_.size()});
  }

  std::vector<DeviceSetup> setups() const {
    std::vector<DeviceSetup> out;
    for (const CircuitDevice& device : devices_) out.push_back(device.setup);
    return out;
  }

  // One call at a time makes it, the others wait: they need it.
  const Described& described(const KindCircuit& wanted) {
    std::lock_guard lock(described_mutex_);
    auto found = described_.find(wanted.name);
    if (found != described_.end()) return found->second;
    const r1cs::Circuit compiled = compiled_circuit(wanted, options_.circuit_cache, {}).circuit;
    Described entry{.footprint = host_footprint(wanted, compiled)};
    if (backend_kind() == BackendKind::kGpu) {
      entry.need = device_need(measure(wanted, compiled, 0), setups());
      entry.footprint = with_need(std::move(entry.footprint), entry.need);
    }
    return described_.emplace(wanted.name, std::move(entry)).first->second;
  }
  CircuitFootprint footprint_of(const KindCircuit& wanted) { return described(wanted).footprint; }

  std::shared_ptr<std::atomic<uint64_t>> copied(const std::string& name) {
    std::lock_guard lock(mutex_);
    auto& counter = copied_[name];
    if (!counter) counter = std::make_shared<std::atomic<uint64_t>>(0);
    return counter;
  }

  void start(CircuitDevice& device, const std::string& name, const PartitionInput& input,
             const base::Progress& progress) {
    PartitionProver& prover = prover_on(device, name);
    try {
      prover.start(input, progress);
    } catch (const Error& error) {
      if (prover.in_flight() == 0 && is_about_parameters(error.code())) {
        device.placed(name).drop();
      }
      throw;
    }
  }

  size_t place(CircuitDevice& device, const std::string& name, uint64_t bytes) {
    device.grant(name, bytes);
    try {
      return prover_on(device, name).report().group_max;
    } catch (...) {
      device.displace(name);
      throw;
    }
  }

  Backend backend_on(CircuitDevice& device, const KindCircuit& wanted, uint64_t bytes) {
    Backend backend = device.backend;
    if (!device.hardware) return backend;
    const uint64_t lane_region_bytes = described(wanted).need.lane_region_bytes;
    backend.share = DeviceShare{
        .device = device.hardware,
        .region = lane_region_bytes > 0
                      ? std::make_shared<groth16::GpuRegion>(*device.hardware, lane_region_bytes)
                      : device.region(),
        .bytes = bytes - lane_region_bytes,
        .is_lane = lane_region_bytes > 0,
        .copied_bytes = copied(wanted.name)};
    return backend;
  }

  // The one that is there, unless its parameter file has been replaced; else a new one.
  PartitionProver& prover_on(CircuitDevice& device, const std::string& name) {
    const KindCircuit& wanted = circuit(name);
    const std::optional<std::filesystem::path> path = parameters(wanted);
    std::optional<base::FileVersion> version;
    if (path) version = base::file_version(*path);
    PlacedCircuit& placed = device.placed(name);
    if (placed.prover) {
      const bool replaced = version && version != placed.parameters;
      if (!replaced || placed.prover->in_flight() > 0) return *placed.prover;
      placed.drop();
    }
    {
      std::lock_guard lock(mutex_);
      placed.circuit = loaded_.at(name).circuit;
    }
    auto prover = std::make_unique<PartitionProver>(workload(wanted, *placed.circuit),
                                                    backend_on(device, wanted, placed.bytes),
                                                    ParametersSource{path}, base::Progress());
    auto prepared = std::make_shared<const groth16::PreparedKey>(prover->key());
    placed.parameters = version;
    placed.prover = std::move(prover);
    std::lock_guard lock(mutex_);
    loaded_.at(name).key = std::move(prepared);
    return *placed.prover;
  }

  const ProverOptions options_;
  const Kinds kinds_;
  std::deque<CircuitDevice> devices_;
  std::mutex described_mutex_;
  std::map<std::string, Described> described_;
  std::mutex mutex_;
  std::map<std::string, Loaded> loaded_;
  std::map<std::string, std::shared_ptr<std::atomic<uint64_t>>> copied_;
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
  out.copied_bytes = [prover](const std::string& name) { return prover->copied_bytes(name); };
  return out;
}

}  // namespace cuzk::engine
