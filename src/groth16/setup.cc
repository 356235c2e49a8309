// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/setup.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "groth16/gpu_multiplier.h"
#include "groth16/params_writer.h"
#include "groth16/setup_scalars.h"
#include "msm/fixed_base.h"
#include "ntt/ntt.h"

namespace cuzk::groth16 {
namespace {

// Points that are made and written together, on the host and on a device.
constexpr uint64_t kHostChunk = uint64_t{1} << 17;
constexpr uint64_t kDeviceChunk = uint64_t{1} << 22;

// Makes the points of one group and hands them to the file.
template <class F>
class PointMaker {
 public:
  // The group's base is [multiple] generator. On the host without a device.
  PointMaker(const Affine<F>& generator, const Fr& multiple, uint64_t count, gpu::Device* device) {
    if (device != nullptr) {
      auto multiplier = std::make_shared<GpuMultiplier<F>>(*device, generator, multiple);
      chunk_ = kDeviceChunk;
      multiply_ = [=](std::span<const Fr> scalars, std::span<Affine<F>> out) {
        multiplier->multiply(scalars, out.data());
      };
    } else {
      auto table = std::make_shared<msm::FixedBase<F>>(generator, count);
      chunk_ = kHostChunk;
      multiply_ = [=](std::span<const Fr> scalars, std::span<Affine<F>> out) {
        std::vector<Fr> scaled(scalars.begin(), scalars.end());
        ntt::scale_by_powers(scaled, multiple, Fr::one());
        table->multiply(scaled, out);
      };
    }
  }

  uint64_t chunk() const { return chunk_; }

  std::vector<Affine<F>> make(std::span<const Fr> scalars) const {
    std::vector<Affine<F>> points(scalars.size());
    multiply_(scalars, points);
    return points;
  }

  Affine<F> make(const Fr& scalar) const { return make(std::span(&scalar, 1)).front(); }

  void write_query(ParamsWriter& writer, std::string_view stage, std::span<const Fr> scalars,
                   const base::Progress& progress) const {
    writer.begin_query(scalars.size());
    for (uint64_t done = 0; done < scalars.size();) {
      uint64_t count = std::min<uint64_t>(chunk_, scalars.size() - done);
      writer.add(make(scalars.subspan(done, count)));
      done += count;
      base::report(progress, stage, done, scalars.size());
    }
  }

 private:
  uint64_t chunk_;
  std::function<void(std::span<const Fr>, std::span<Affine<F>>)> multiply_;
};

VerifyingKey make_key(const Trapdoor& trapdoor, const SetupScalars& scalars,
                      const PointMaker<Fp>& g1, const PointMaker<Fp2>& g2) {
  VerifyingKey key;
  key.alpha_g1 = g1.make(trapdoor.alpha);
  key.beta_g1 = g1.make(trapdoor.beta);
  key.beta_g2 = g2.make(trapdoor.beta);
  key.gamma_g2 = g2.make(trapdoor.gamma);
  key.delta_g1 = g1.make(trapdoor.delta);
  key.delta_g2 = g2.make(trapdoor.delta);
  key.ic = g1.make(scalars.ic);
  return key;
}

void write_h(ParamsWriter& writer, const PointMaker<Fp>& g1, const SetupScalars& scalars,
             uint64_t count, const base::Progress& progress) {
  writer.begin_query(count);
  std::vector<Fr> chunk;
  Fr first = scalars.h_first;
  const Fr step = scalars.h_ratio.pow(g1.chunk());
  for (uint64_t done = 0; done < count;) {
    chunk.assign(std::min(g1.chunk(), count - done), Fr::one());
    ntt::scale_by_powers(chunk, first, scalars.h_ratio);
    writer.add(g1.make(chunk));
    first *= step;
    done += chunk.size();
    base::report(progress, "points h", done, count);
  }
}

nlohmann::ordered_json describe(const SetupReport& report, const Trapdoor& trapdoor,
                                const std::filesystem::path& path, SecretsOrigin origin) {
  auto hex = [](const Fr& value) { return base::to_hex(value.to_bytes_le()); };
  auto count = [&](Query query) { return report.counts[static_cast<size_t>(query)]; };
  std::string stem = path.stem().string();
  constexpr std::string_view kVersion = "v28-";
  nlohmann::ordered_json out;
  out["bytes"] = report.bytes;
  out["counts"] = {{"a", count(Query::kA)},      {"b_g1", count(Query::kBG1)},
                   {"b_g2", count(Query::kBG2)}, {"h", count(Query::kH)},
                   {"ic", report.num_inputs},    {"l", count(Query::kL)}};
  out["file"] = path.filename().string();
  out["identifier"] = stem.starts_with(kVersion) ? stem.substr(kVersion.size()) : stem;
  out["seconds_generation"] = report.seconds_scalars;
  out["seconds_writing"] = report.seconds_points;
  out["sha256_params"] = base::to_hex(report.sha256_params);
  out["sha256_vk"] = base::to_hex(report.sha256_key);
  if (origin == SecretsOrigin::kGiven) {
    out["insecure"] = "made from stated secrets: anybody can forge proofs for these parameters";
    out["trapdoor"] = {
        {"alpha", hex(trapdoor.alpha)},
        {"beta", hex(trapdoor.beta)},
        {"delta", hex(trapdoor.delta)},
        {"g1", hex(trapdoor.g1)},
        {"g2", hex(trapdoor.g2)},
        {"gamma", hex(trapdoor.gamma)},
        {"note", "32-byte little-endian; bases are g1 and g2 times the standard generators"},
        {"tau", hex(trapdoor.tau)}};
  } else {
    out["insecure"] = "made by one party from random secrets, which were not kept: for tests only";
  }
  return out;
}

// The small files beside the parameters. All four appear together or not at all.
class SideFiles {
 public:
  void add(std::filesystem::path path, std::string_view extension) {
    path.replace_extension(extension);
    files_.push_back({path, std::make_unique<base::NewFile>(path)});
  }
  void write(size_t index, std::string_view text) {
    files_[index].file->write({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  }
  void commit() {
    for (Side& side : files_) {
      side.file->commit();
      side.is_committed = true;
    }
  }
  void keep() { files_.clear(); }

  ~SideFiles() {
    std::error_code ignored;
    for (const Side& side : files_) {
      if (side.is_committed) std::filesystem::remove(side.path, ignored);
    }
  }

 private:
  struct Side {
    std::filesystem::path path;
    std::unique_ptr<base::NewFile> file;
    bool is_committed = false;
  };
  std::vector<Side> files_;
};

}  // namespace

SetupReport generate_parameters(const r1cs::Circuit& circuit, const Trapdoor& trapdoor,
                                const std::filesystem::path& path, const SetupOptions& options) {
  if (path.extension() != ".params") {
    throw base::Error(base::ErrorCode::kBadArgument,
                      fmt::format("{}: expected a file name that ends in .params", path.string()));
  }
  check_trapdoor(trapdoor, circuit.log_domain());
  SideFiles sides;
  sides.add(path, ".vk");
  sides.add(path, ".meta");
  sides.add(path, ".generated.json");

  base::Stopwatch watch;
  SetupReport report;
  report.num_inputs = circuit.num_inputs();
  report.counts = expected_counts(circuit);
  base::report(options.progress, "scalars", 0, 1);
  SetupScalars scalars = setup_scalars(circuit, trapdoor);
  report.seconds_scalars = watch.lap_seconds();

  uint64_t b_count = scalars.b.size();
  uint64_t h_count = report.counts[static_cast<size_t>(Query::kH)];
  PointMaker<Fp> g1(curve::g1_generator(), trapdoor.g1,
                    h_count + scalars.l.size() + scalars.a.size() + b_count, options.device);
  PointMaker<Fp2> g2(curve::g2_generator(), trapdoor.g2, b_count, options.device);
  VerifyingKey key = make_key(trapdoor, scalars, g1, g2);
  ParamsWriter writer(path, key);
  write_h(writer, g1, scalars, h_count, options.progress);
  g1.write_query(writer, "points l", scalars.l, options.progress);
  g1.write_query(writer, "points a", scalars.a, options.progress);
  g1.write_query(writer, "points b_g1", scalars.b, options.progress);
  g2.write_query(writer, "points b_g2", scalars.b, options.progress);
  report.seconds_points = watch.lap_seconds();

  std::vector<uint8_t> encoded_key = encode_verifying_key(key);
  report.bytes = writer.bytes();
  report.sha256_params = writer.sha256();
  report.sha256_key = base::sha256(encoded_key);
  sides.write(0, {reinterpret_cast<const char*>(encoded_key.data()), encoded_key.size()});
  sides.write(1, fmt::format("{{\"sector_size\":{}}}", options.sector_bytes));
  sides.write(2, describe(report, trapdoor, path, options.origin).dump(2) + "\n");
  sides.commit();
  writer.commit();
  sides.keep();
  return report;
}

}  // namespace cuzk::groth16
