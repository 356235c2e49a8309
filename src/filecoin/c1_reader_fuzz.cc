// SPDX-License-Identifier: MIT OR Apache-2.0
// libFuzzer target of the C1 reader. The first byte chooses: 0, the rest is the file; else the rest
// is a list of edits of a real file, so that deep fields are reached too: 1, of the inner text; 2,
// of the inner text, wrapped again; 3, of the whole file; 4, of the binary form; 5 to 7, of the
// forms of the market, of a call and of base64 alone. An edit is a position (3 bytes), a count of
// bytes to drop, a count of bytes to insert, and these bytes.
//
// Whatever comes, the reader returns or throws base::Error; anything else is a finding.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "base/error.h"
#include "filecoin/base64.h"
#include "filecoin/c1_bincode_testing.h"
#include "filecoin/c1_reader.h"
#include "filecoin/c1_wrapper.h"

namespace {

using namespace cuzk;

std::string load_file() {
  std::ifstream file(CUZK_VECTORS "/reference/seal/2k-v1_1-a/c1.json", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::span<const uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string load_inner() {
  const std::string file = load_file();
  const filecoin::C1Wrapper wrapper = filecoin::unwrap_c1(as_bytes(file), "seed");
  return std::string(wrapper.inner.data(), wrapper.inner.size());
}

std::string edited(std::string text, std::span<const uint8_t> edits) {
  while (edits.size() >= 5) {
    const size_t position =
        (edits[0] | size_t{edits[1]} << 8 | size_t{edits[2]} << 16) % (text.size() + 1);
    const size_t drop = edits[3];
    const size_t insert = std::min<size_t>(edits[4], edits.size() - 5);
    text.replace(position, drop, reinterpret_cast<const char*>(edits.data()) + 5, insert);
    edits = edits.subspan(5 + insert);
  }
  return text;
}

void read(const std::string& text) {
  try {
    filecoin::read_c1(as_bytes(text), "fuzz");
  } catch (const base::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string file = load_file(), inner = load_inner();
  static const std::string base64 = filecoin::base64_encode(inner);
  static const std::string binary =
      filecoin::BincodeWriter::write(filecoin::read_c1(as_bytes(file), "seed"));
  static const std::string market =
      R"({"SectorID":{"Miner":1000,"Number":1},"PoRep":)" + inner + "}";
  static const std::string call =
      R"({"method":"Filecoin.SealCommit2","params":[{"ID":{"Miner":1000,"Number":1}},")" + base64 +
      "\"]}";
  if (size == 0) return 0;
  const std::span<const uint8_t> rest(data + 1, size - 1);
  switch (data[0] % 8) {
    case 0: read(std::string(rest.begin(), rest.end())); break;
    case 1: read(edited(inner, rest)); break;
    case 2:
      read("{\"SectorNum\":1,\"SectorSize\":2048,\"Phase1Out\":\"" +
           filecoin::base64_encode(edited(inner, rest)) + "\"}");
      break;
    case 3: read(edited(file, rest)); break;
    case 4: read(edited(binary, rest)); break;
    case 5: read(edited(market, rest)); break;
    case 6: read(edited(call, rest)); break;
    default: read(edited(base64, rest)); break;
  }
  return 0;
}
