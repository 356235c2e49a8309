// SPDX-License-Identifier: MIT OR Apache-2.0
// libFuzzer target of the reader of PoSt records (post_bincode.h). The first byte chooses the
// registered proof; the next two, if they are not zero, cut or stretch the rest to the length that
// the proof's record has, so that deep fields are reached too.
//
// Whatever comes, the reader returns a record whose bytes are those again, or throws base::Error;
// anything else is a finding.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/error.h"
#include "filecoin/post_bincode.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cuzk::filecoin;
  if (size < 2) return 0;
  const PostProof& proof = post_proofs()[data[0] % post_proofs().size()];
  std::vector<uint8_t> bytes(data + 2, data + size);
  if (data[1] != 0) bytes.resize(post_record_bytes(proof));
  try {
    const PostRecord record = read_post_record(proof, bytes, "fuzz");
    const std::string again = write_post_record(proof, record);
    if (!std::equal(bytes.begin(), bytes.end(), again.begin(), again.end(),
                    [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); })) {
      std::abort();
    }
  } catch (const cuzk::base::Error&) {
  }
  return 0;
}
