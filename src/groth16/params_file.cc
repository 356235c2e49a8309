// SPDX-License-Identifier: MIT OR Apache-2.0
#include "groth16/params_file.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "base/digest.h"
#include "base/error.h"

namespace cuzk::groth16 {
namespace {

using base::Error;
using base::ErrorCode;

constexpr uint64_t kCountBytes = 4;
constexpr size_t kDigestDigits = 32;
constexpr uint64_t kCheckTask = 4096;  // points
constexpr uint64_t kReadPoints = 128;  // of one call to the system; they stand on the stack
constexpr uint64_t kDigestStep = uint64_t{1} << 24;

std::string shortened_hex(const base::Digest& digest) {
  return base::to_hex(digest.value()).substr(0, kDigestDigits);
}

}  // namespace

const char* query_name(Query query) {
  switch (query) {
    case Query::kH: return "h";
    case Query::kL: return "l";
    case Query::kA: return "a";
    case Query::kBG1: return "b_g1";
    case Query::kBG2: return "b_g2";
  }
  return "";
}

QueryCounts expected_counts(const r1cs::Circuit& circuit) {
  uint64_t b = circuit.b_input_density().popcount() + circuit.b_aux_density().popcount();
  return {(uint64_t{1} << circuit.log_domain()) - 1, circuit.num_aux(),
          circuit.num_inputs() + circuit.a_aux_density().popcount(), b, b};
}

uint64_t query_bytes(const QueryCounts& counts) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < kQueries; ++i) bytes += counts[i] * point_bytes(static_cast<Query>(i));
  return bytes;
}

uint64_t params_bytes(uint64_t num_inputs, const QueryCounts& counts) {
  return kKeyHeaderBytes + kPointBytes<Fp> * num_inputs + kQueries * kCountBytes +
         query_bytes(counts);
}

// All arithmetic is on 64 bits and counts have 32, so nothing here can overflow.
ParamsFile::ParamsFile(const std::filesystem::path& path)
    : file_(path), key_(read_key_of_params(file_)) {
  uint64_t size = file_.bytes();
  uint64_t offset = key_.encoded_bytes();
  for (size_t i = 0; i < kQueries; ++i) {
    Query query = static_cast<Query>(i);
    if (size - offset < kCountBytes) {
      throw Error(
          ErrorCode::kParamsTruncated,
          fmt::format(
              "{}: number of {} points at byte {}: expected {} bytes, found {}; the file is "
              "incomplete, fetch or generate it again",
              name(), query_name(query), offset, kCountBytes, size - offset));
    }
    std::array<uint8_t, kCountBytes> encoded;
    file_.read(offset, encoded);
    counts_[i] = base::load_be<uint32_t>(encoded.data());
    offsets_[i] = offset + kCountBytes;
    uint64_t room = (size - offsets_[i]) / point_bytes(query);
    if (counts_[i] > room) {
      throw Error(
          ErrorCode::kParamsTruncated,
          fmt::format(
              "{}: {} at byte {}: expected {} points of {} bytes, found room for {}; the file is "
              "incomplete or of another kind, fetch or generate it again",
              name(), query_name(query), offset, counts_[i], point_bytes(query), room));
    }
    offset = offsets_[i] + counts_[i] * point_bytes(query);
  }
  if (offset != size) {
    throw Error(ErrorCode::kParamsTrailingData,
                fmt::format("{}: end of file: expected {} bytes for the stated counts, found {}; "
                            "the file is damaged "
                            "or of another kind",
                            name(), offset, size));
  }
}

bool ParamsFile::fits(const r1cs::Circuit& circuit) const {
  return circuit.num_inputs() == key_.num_inputs() && expected_counts(circuit) == counts_;
}

void ParamsFile::check_circuit(const r1cs::Circuit& circuit) const {
  auto compare = [&](const char* field, uint64_t expected, uint64_t found) {
    if (expected == found) return;
    throw Error(
        ErrorCode::kParamsCountMismatch,
        fmt::format(
            "{}: {}: expected {} points for this circuit, found {}; these parameters belong to "
            "another circuit or sector size",
            name(), field, expected, found));
  };
  compare("ic", circuit.num_inputs(), key_.num_inputs());
  QueryCounts expected = expected_counts(circuit);
  for (size_t i = 0; i < kQueries; ++i) {
    compare(query_name(static_cast<Query>(i)), expected[i], counts_[i]);
  }
}

template <class F>
void ParamsFile::read(Query query, uint64_t first, std::span<Affine<F>> out,
                      SubgroupTest test) const {
  base::check(point_bytes(query) == kPointBytes<F>, "the query holds points over this field");
  base::check(first <= count(query) && out.size() <= count(query) - first,
              "the range is in the query");
  std::string file = name();
  PointRun run = {file, query_name(query), offsets_[static_cast<size_t>(query)]};
  std::array<uint8_t, kReadPoints * kPointBytes<F>> encoded;
  for (uint64_t done = 0; done < out.size(); done += kReadPoints) {
    std::span<Affine<F>> points = out.subspan(done, std::min(kReadPoints, out.size() - done));
    read_encoded(query, (first + done) * kPointBytes<F>,
                 std::span(encoded).first(points.size_bytes()));
    decode_points<F>(encoded, run, first + done, points, test);
  }
}

void ParamsFile::read_encoded(Query query, uint64_t offset, std::span<uint8_t> out) const {
  uint64_t bytes = count(query) * point_bytes(query);
  base::check(offset <= bytes && out.size() <= bytes - offset, "the range is in the query");
  file_.read(offsets_[static_cast<size_t>(query)] + offset, out);
}

template void ParamsFile::read(Query, uint64_t, std::span<Affine<Fp>>, SubgroupTest) const;
template void ParamsFile::read(Query, uint64_t, std::span<Affine<Fp2>>, SubgroupTest) const;

void ParamsFile::check_points(SubgroupTest test, const base::Progress& progress) const {
  for (size_t i = 0; i < kQueries; ++i) {
    Query query = static_cast<Query>(i);
    uint64_t tasks = (count(query) + kCheckTask - 1) / kCheckTask;
    std::string stage = fmt::format("check {}", query_name(query));
    std::atomic<uint64_t> done = 0;
    tbb::parallel_for(uint64_t{0}, tasks, [&](uint64_t task) {
      uint64_t first = task * kCheckTask;
      uint64_t points = std::min(kCheckTask, count(query) - first);
      if (query == Query::kBG2) {
        std::vector<G2Affine> out(points);
        read<Fp2>(query, first, out, test);
      } else {
        std::vector<G1Affine> out(points);
        read<Fp>(query, first, out, test);
      }
      uint64_t finished = ++done;
      if (finished % 16 == 0 || finished == tasks) base::report(progress, stage, finished, tasks);
    });
  }
}

std::string ParamsFile::digest(const base::Progress& progress) const {
  base::Digest digest = base::Digest::blake2b_512();
  std::vector<uint8_t> part;
  for (uint64_t done = 0; done < bytes();) {
    part.resize(std::min(kDigestStep, bytes() - done));
    file_.read(done, part);
    digest.update(part);
    done += part.size();
    base::report(progress, "digest", done, bytes());
  }
  return shortened_hex(digest);
}

std::string published_digest(std::span<const uint8_t> bytes) {
  base::Digest digest = base::Digest::blake2b_512();
  return shortened_hex(digest.update(bytes));
}

}  // namespace cuzk::groth16
