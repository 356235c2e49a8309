// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_wrapper.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "filecoin/base64.h"
#include "filecoin/json_reader.h"

namespace cuzk::filecoin {
namespace {

using base::Error;
using base::ErrorCode;

// A padded string tells a failed allocation by its null pointer only.
void require_memory(const simdjson::padded_string& text) {
  if (text.data() != nullptr) return;
  throw Error(ErrorCode::kOutOfMemory,
              fmt::format("C1 file: expected {} bytes of memory, found none", text.size()));
}

simdjson::padded_string decode(const JsonReader& json, std::string_view base64) {
  simdjson::padded_string out(base64_decoded_bytes(base64));
  require_memory(out);
  const size_t wrong = base64_decode(base64, out.data());
  if (wrong == kBase64Valid) return out;
  json.fail(ErrorCode::kC1BadBase64,
            fmt::format("standard base64 with padding, {} characters", base64.size()),
            wrong < base64.size() ? fmt::format("a wrong character at position {}", wrong)
                                  : std::string("an incomplete group of four at the end"));
}

C1Wrapper read_wrapper(JsonReader& json) {
  C1Wrapper out;
  json.object(json.root(), {"SectorNum", "Phase1Out", "SectorSize"},
              [&](size_t i, JsonValue value) {
                switch (i) {
                  case 0: out.sector_number = json.integer(value); break;
                  case 1: out.inner = decode(json, json.string(value)); break;
                  default: out.sector_bytes = json.integer(value); break;
                }
              });
  return out;
}

}  // namespace

C1Wrapper unwrap_c1(std::span<const uint8_t> bytes, std::string_view file) {
  if (bytes.size() > kC1BytesMax) {
    throw Error(ErrorCode::kC1TooLarge,
                fmt::format("{}: file size: expected at most {} bytes, found {}; a C1 file of ten "
                            "partitions has about 52 MB",
                            file, kC1BytesMax, bytes.size()));
  }
  simdjson::padded_string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require_memory(text);
  {
    JsonReader json(file, "top level", text);
    if (json.has_any_field({"SectorNum", "Phase1Out", "SectorSize"})) return read_wrapper(json);
  }
  C1Wrapper bare;
  bare.inner = std::move(text);
  return bare;
}

}  // namespace cuzk::filecoin
