// SPDX-License-Identifier: MIT OR Apache-2.0
// libFuzzer target of the reader of update records. The first byte chooses a registered proof; if
// its top bit is set the rest is a list of edits of a right record of that size, so that deep
// fields are reached: a position (3 bytes) and the byte that is to stand there; else it is the
// record.
//
// Whatever comes, the reader returns or throws base::Error, and what it takes is what the writer
// makes of it, byte for byte; anything else is a finding.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "base/error.h"
#include "filecoin/update_bincode.h"
#include "filecoin/update_synthetic.h"

namespace {

using namespace cuzk;

void read(const filecoin::UpdateShape& shape, std::span<const uint8_t> record) {
  try {
    const filecoin::UpdatePartition partition = filecoin::read_update_record(shape, record, "fuzz");
    const std::string written = filecoin::write_update_record(shape, partition);
    if (!std::equal(record.begin(), record.end(), written.begin(), written.end(),
                    [](uint8_t x, char y) { return x == static_cast<uint8_t>(y); })) {
      std::abort();
    }
  } catch (const base::Error&) {
  }
}

struct RightRecord {
  filecoin::UpdateShape shape;
  std::string bytes;
};

RightRecord right_record(unsigned id) {
  const filecoin::UpdateProof& proof = *filecoin::find_update_proof(id);
  const filecoin::UpdateShape shape = filecoin::update_shape(proof);
  return {shape, filecoin::write_update_record(
                     shape, filecoin::make_synthetic_update(proof, 1).partitions[0])};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::array<RightRecord, 3> records = {right_record(0), right_record(1),
                                                     right_record(4)};
  if (size == 0) return 0;
  const RightRecord& right = records[(data[0] & 0x7f) % records.size()];
  std::span<const uint8_t> rest(data + 1, size - 1);
  if ((data[0] & 0x80) == 0) {
    read(right.shape, rest);
    return 0;
  }
  std::string bytes = right.bytes;
  for (; rest.size() >= 4; rest = rest.subspan(4)) {
    const size_t at = (rest[0] | size_t{rest[1]} << 8 | size_t{rest[2]} << 16) % bytes.size();
    bytes[at] = static_cast<char>(rest[3]);
  }
  read(right.shape, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  return 0;
}
