// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/porep_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <mutex>

#include "base/check.h"
#include "base/error.h"
#include "engine/circuit_cache.h"
#include "engine/parameters.h"
#include "engine/porep_input.h"
#include "filecoin/c1_reader.h"
#include "filecoin/porep_check.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/porep_packed.h"
#include "groth16/verifier.h"

namespace cuzk::engine {
namespace {

using base::Error;
using base::ErrorCode;
using filecoin::Sector;

constexpr unsigned kPorepKind = 1;
constexpr uint64_t kScalarBytes = sizeof(field::Fr);
constexpr uint64_t kHostVectors = 4;    // of the domain size, while the host proves a partition
constexpr uint64_t kDeviceVectors = 4;  // at least, while a device proves a partition
constexpr uint64_t kC1Copies = 3;       // of a C1 file while it is parsed

// What the vanilla proofs of a sector take when they have been decoded.
uint64_t decoded_bytes(const Sector& sector, uint64_t partitions) {
  uint64_t path = 0;
  for (unsigned arity : filecoin::tree_r_arities(sector)) path += arity - 1;
  constexpr uint64_t kColumns = 1 + 6 + 8;  // of a challenge: itself and its parents
  const uint64_t nodes = sector.log_nodes + path + kColumns * (sector.layers + path + 2);
  const uint64_t challenge = nodes * kScalarBytes + sizeof(filecoin::ChallengeProof);
  return partitions * sector.challenges * challenge;
}

class Porep {
 public:
  explicit Porep(const PorepOptions& options) : options_(options) {
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
    if (request.kind->number != kPorepKind) {
      throw Error(ErrorCode::kNotSupported,
                  fmt::format("{}: this version proves porep-c2 only", request.kind->name));
    }
    if (request.vanilla_proofs.size() != 1) {
      throw Error(ErrorCode::kBadArgument, fmt::format("vanilla proofs: expected 1, found {}",
                                                       request.vanilla_proofs.size()));
    }
    const Sector* sector = filecoin::find_sector(request.sector_size);
    if (sector == nullptr) {
      throw Error(ErrorCode::kBadArgument,
                  fmt::format("sector size: {} bytes is no size of a sector", request.sector_size));
    }
    // The C1 file decides which proof it is; the number tells how many partitions to expect.
    const filecoin::SealProof* proof = filecoin::find_seal_proof(request.registered_proof);
    const bool interactive =
        proof == nullptr || proof->feature != filecoin::Feature::kNonInteractive;
    const uint64_t partitions = interactive ? sector->partitions : sector->ni_partitions;
    CircuitFootprint shape = circuit_shape(*sector);
    shape.statement_bytes = decoded_bytes(*sector, partitions);
    return {shape, partitions, kC1Copies * request.bytes()};
  }

  std::optional<CircuitFootprint> describe_circuit(const std::string& circuit) {
    const Sector* sector = find(circuit);
    if (sector == nullptr) return std::nullopt;
    return circuit_shape(*sector);
  }

  Statement read(const Request& request) {
    const std::string& text = request.vanilla_proofs[0];
    auto c1 = std::make_shared<const filecoin::SealCommitOne>(filecoin::read_c1(
        {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, request.label));
    const JobShape shape = describe(request);
    const Sector& sector = *c1->proof->sector;
    if (sector.bytes != request.sector_size) {
      throw Error(ErrorCode::kC1SizeMismatch,
                  fmt::format("{}: sector size: the request says {} bytes, the file {}",
                              request.label, request.sector_size, sector.name));
    }
    if (c1->partitions.size() != shape.partitions) {
      throw Error(ErrorCode::kC1PartitionCount,
                  fmt::format("{}: expected {} partitions, found {}", request.label,
                              shape.partitions, c1->partitions.size()));
    }
    const filecoin::StatementIdentity identity{request.miner_id, request.sector_number};
    filecoin::check_statement(*c1, &identity);
    const filecoin::PorepStatement statement = filecoin::statement_of(*c1, &identity);
    Statement out;
    out.prepare = [c1, porep = filecoin::porep_shape(sector),
                   kind = options_.devices[0].kind](size_t partition) {
      return std::make_shared<PartitionInput>(
          porep_input(porep, filecoin::porep_values(*c1, partition), kind));
    };
    out.verify = [this, statement, circuit = shape.circuit.circuit](
                     std::span<const size_t> partitions, std::span<const ProofBytes> proofs) {
      std::vector<uint8_t> bytes;
      std::vector<std::vector<field::Fr>> inputs;
      for (size_t i = 0; i < partitions.size(); ++i) {
        bytes.insert(bytes.end(), proofs[i].begin(), proofs[i].end());
        inputs.push_back(filecoin::public_inputs(statement, static_cast<unsigned>(partitions[i])));
      }
      const bool valid = groth16::verify_bytes(*key(circuit), bytes, inputs);
      // Whole proofs are verified again one by one; one look at the file is enough.
      if (!valid && partitions.size() == 1) {
        suspect_circuit(*find(circuit), options_.circuit_cache, {});
      }
      return valid;
    };
    return out;
  }

  // Another engine may have done it already.
  void load(const std::string& circuit) {
    {
      std::lock_guard lock(mutex_);
      if (loaded_[circuit].circuit != nullptr) return;
    }
    auto loaded = std::make_shared<const r1cs::Circuit>(
        porep_circuit(*find(circuit), options_.circuit_cache, {}).circuit);
    std::shared_ptr<const groth16::PreparedKey> prepared;
    if (std::optional<std::filesystem::path> path = parameters(circuit)) {
      groth16::ParamsFile file(*path);
      if (!file.fits(*loaded)) suspect_circuit(*find(circuit), options_.circuit_cache, {});
      file.check_circuit(*loaded);
      prepared = std::make_shared<const groth16::PreparedKey>(file.key());
    }
    std::lock_guard lock(mutex_);
    Loaded& entry = loaded_[circuit];
    entry.circuit = std::move(loaded);
    if (prepared) entry.key = std::move(prepared);
  }

  // The key stays: jobs may have proofs to verify, and it is small.
  void unload(const std::string& circuit) {
    std::lock_guard lock(mutex_);
    loaded_[circuit].circuit.reset();
  }

  DeviceDriver driver(size_t d) {
    Device& device = devices_[d];
    const bool gpu = device.backend.kind == BackendKind::kGpu;
    DeviceDriver out;
    out.name = "cpu";
    if (gpu) {
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
    out.place = [this, &device](const std::string& circuit) { return place(device, circuit); };
    out.displace = [&device](const std::string& circuit) { device.provers.erase(circuit); };
    out.start = [&device](const std::string& circuit, const Prepared& prepared) {
      device.provers.at(circuit).prover->start(*static_cast<const PartitionInput*>(prepared.get()),
                                               {});
      device.started.push_back(circuit);
    };
    out.finish = [&device] {
      PartitionProver& prover = *device.provers.at(device.started.front()).prover;
      device.started.pop_front();
      const groth16::ProofBytes bytes = groth16::encode_proof(prover.finish(nullptr));
      return ProofBytes(bytes.begin(), bytes.end());
    };
    return out;
  }

 private:
  struct Placed {
    std::shared_ptr<const r1cs::Circuit> circuit;  // of the prover
    std::unique_ptr<PartitionProver> prover;
  };
  struct Device {
    Backend backend;
    std::map<std::string, Placed> provers = {};
    std::deque<std::string> started = {};
  };
  struct Loaded {
    std::shared_ptr<const r1cs::Circuit> circuit;
    std::shared_ptr<const groth16::PreparedKey> key;
  };

  static const Sector* find(const std::string& circuit) {
    for (const Sector& sector : filecoin::sectors()) {
      if (porep_circuit_name(sector) == circuit) return &sector;
    }
    return nullptr;
  }

  std::optional<std::filesystem::path> parameters(const std::string& circuit) const {
    if (!options_.parameters) return std::nullopt;
    return parameter_path(*options_.parameters, filecoin::ParameterKind::kPorep, *find(circuit));
  }

  std::shared_ptr<const groth16::PreparedKey> key(const std::string& circuit) {
    std::lock_guard lock(mutex_);
    return loaded_.at(circuit).key;
  }

  // One call at a time makes it, the others wait: they need it.
  CircuitFootprint circuit_shape(const Sector& sector) {
    std::lock_guard lock(shapes_mutex_);
    const std::string name = porep_circuit_name(sector);
    auto [found, made] = shapes_.try_emplace(name);
    if (!made) return found->second;
    try {
      found->second = shape_of(name, porep_circuit(sector, options_.circuit_cache, {}).circuit);
    } catch (...) {
      shapes_.erase(found);
      throw;
    }
    return found->second;
  }

  CircuitFootprint shape_of(const std::string& name, const r1cs::Circuit& circuit) const {
    CircuitFootprint shape;
    shape.circuit = name;
    shape.started_bytes = groth16::kProofBytes;
    shape.device_bytes = device_bytes_;
    shape.circuit_bytes = circuit.memory_bytes();
    if (on_devices()) {
      const Sector& sector = *find(name);
      shape.prepared_bytes = filecoin::PackedShape(filecoin::porep_shape(sector)).bytes();
      shape.circuit_bytes += streamed_bytes(circuit);
      // Pinned copies, and copies that wait for their group.
      shape.circuit_bytes +=
          devices_.size() * 2 * kGroupsInFlight * sector.partitions * shape.prepared_bytes;
    } else {
      shape.prepared_bytes =
          (circuit.num_inputs() + circuit.num_wide()) * kScalarBytes + (circuit.num_aux() + 7) / 8;
      shape.circuit_bytes += devices_.size() * kHostVectors * kScalarBytes << circuit.log_domain();
    }
    return shape;
  }

  // What is pinned of the parameters where they do not fit beside the vectors of a partition.
  uint64_t streamed_bytes(const r1cs::Circuit& circuit) const {
    const uint64_t queries = groth16::query_bytes(groth16::expected_counts(circuit));
    const uint64_t vectors = kDeviceVectors * kScalarBytes << circuit.log_domain();
    return queries + vectors > device_bytes_ ? queries : 0;
  }

  bool on_devices() const { return options_.devices[0].kind == BackendKind::kGpu; }

  // Returns the size of its groups.
  size_t place(Device& device, const std::string& circuit) {
    if (auto placed = device.provers.find(circuit); placed != device.provers.end()) {
      const PartitionProver& prover = *placed->second.prover;
      if (prover.in_flight() == 0) return prover.report().group_max;
      // Another engine gave its partitions up when the device failed.
      device.provers.erase(placed);
      std::erase(device.started, circuit);
    }
    std::shared_ptr<const r1cs::Circuit> loaded;
    {
      std::lock_guard lock(mutex_);
      loaded = loaded_.at(circuit).circuit;
    }
    const Sector& sector = *find(circuit);
    auto prover = std::make_unique<PartitionProver>(
        porep_workload(*loaded, filecoin::porep_shape(sector), sector.partitions), device.backend,
        ParametersSource{parameters(circuit)}, base::Progress());
    auto prepared = std::make_shared<const groth16::PreparedKey>(prover->key());
    const size_t group = prover->report().group_max;
    device.provers[circuit] = {std::move(loaded), std::move(prover)};
    std::lock_guard lock(mutex_);
    loaded_.at(circuit).key = std::move(prepared);
    return group;
  }

  const PorepOptions options_;
  std::deque<Device> devices_;
  uint64_t device_bytes_ = 0;
  std::mutex shapes_mutex_;
  std::map<std::string, CircuitFootprint> shapes_;
  std::mutex mutex_;
  std::map<std::string, Loaded> loaded_;
};

}  // namespace

std::string porep_circuit_name(const Sector& sector) {
  std::string name = "porep-";
  for (char c : std::string(sector.name)) {
    if (std::isdigit(static_cast<unsigned char>(c))) name += c;
  }
  const size_t unit = std::string(sector.name).find_first_not_of("0123456789");
  return name + static_cast<char>(std::tolower(static_cast<unsigned char>(sector.name[unit])));
}

Prover porep_prover(const PorepOptions& options) {
  auto porep = std::make_shared<Porep>(options);
  Prover out;
  for (size_t d = 0; d < options.devices.size(); ++d) out.devices.push_back(porep->driver(d));
  out.describe = [porep](const Request& request) { return porep->describe(request); };
  out.describe_circuit = [porep](const std::string& name) { return porep->describe_circuit(name); };
  out.read = [porep](const Request& request) { return porep->read(request); };
  out.load = [porep](const std::string& circuit) { porep->load(circuit); };
  out.unload = [porep](const std::string& circuit) { porep->unload(circuit); };
  return out;
}

}  // namespace cuzk::engine
