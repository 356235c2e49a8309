// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/c1_wrapper.h"

#include <fmt/format.h>

#include <algorithm>
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

[[noreturn]] void refuse_base64(std::string_view file, std::string_view where,
                                std::string_view base64, size_t wrong) {
  throw Error(
      ErrorCode::kC1BadBase64,
      fmt::format("{}: {}: expected standard base64 with padding, {} characters, found {}", file,
                  where, base64.size(),
                  wrong < base64.size() ? fmt::format("a wrong character at position {}", wrong)
                                        : std::string("an incomplete group of four at the end")));
}

simdjson::padded_string decode(std::string_view file, std::string_view where,
                               std::string_view base64) {
  simdjson::padded_string out(base64_decoded_bytes(base64));
  require_memory(out);
  const size_t wrong = base64_decode(base64, out.data());
  if (wrong != kBase64Valid) refuse_base64(file, where, base64, wrong);
  return out;
}

class FormReader {
 public:
  FormReader(JsonReader& json, std::string_view file) : json_(json), file_(file) {}

  // {"SectorNum", "Phase1Out", "SectorSize"}
  C1Wrapper wrapped() {
    C1Wrapper out;
    out.subject = "Phase1Out, decoded";
    json_.object(json_.root(), {"SectorNum", "Phase1Out", "SectorSize"},
                 [&](size_t i, JsonValue value) {
                   switch (i) {
                     case 0: out.sector_number = json_.integer(value); break;
                     case 1: out.inner = decoded(value, "Phase1Out"); break;
                     default: out.sector_bytes = json_.integer(value); break;
                   }
                 });
    return out;
  }

  // {"SectorID": {"Miner", "Number"}, "PoRep": the inner object, or base64}
  C1Wrapper market() {
    C1Wrapper out;
    out.subject = "PoRep";
    json_.object(json_.root(), {"SectorID", "PoRep"}, [&](size_t i, JsonValue value) {
      if (i == 0) {
        out.sector_number = number_of(value);
      } else if (json_.is_object(value)) {
        const std::string_view text = json_.raw(value);
        out.inner = simdjson::padded_string(text.data(), text.size());
        require_memory(out.inner);
      } else {
        out.inner = decoded(value, "PoRep");
      }
    });
    return out;
  }

  // {"Sector": {"Miner", "Number"}, "Commit1Out": base64}
  C1Wrapper remote(std::string_view sector, std::string_view commit) {
    C1Wrapper out;
    out.subject = "Commit1Out, decoded";
    json_.object(json_.root(), {sector, commit}, [&](size_t i, JsonValue value) {
      if (i == 0) {
        out.sector_number = number_of(value);
      } else {
        out.inner = decoded(value, commit);
      }
    });
    return out;
  }

  // {"method", "params": [{"ID": {"Miner", "Number"}}, base64]}
  C1Wrapper call() {
    C1Wrapper out;
    out.subject = "params[1], decoded";
    const auto read_parameter = [&](size_t i, JsonValue value) {
      if (i == 1) {
        out.inner = decoded(value, "params[1]");
      } else {
        json_.object(value, {"ID"},
                     [&](size_t, JsonValue id) { out.sector_number = number_of(id); });
      }
    };
    json_.object(json_.root(), {"method", "params"}, [&](size_t i, JsonValue value) {
      if (i == 1) {
        json_.array(value, 2, ErrorCode::kC1BadType, "parameters of Filecoin.SealCommit2",
                    read_parameter);
        return;
      }
      const std::string_view method = json_.string(value);
      if (method == "Filecoin.SealCommit2") return;
      json_.fail(ErrorCode::kC1BadType, "\"Filecoin.SealCommit2\"", JsonReader::quoted(method));
    });
    return out;
  }

 private:
  simdjson::padded_string decoded(JsonValue value, std::string_view field) {
    return decode(file_, field, json_.string(value));
  }
  uint64_t number_of(JsonValue sector) {
    uint64_t number = 0;
    json_.object(sector, {"Miner", "Number"}, [&](size_t i, JsonValue value) {
      (i == 0 ? miner_ : number) = json_.integer(value);
    });
    return number;
  }

  JsonReader& json_;
  std::string_view file_;
  uint64_t miner_ = 0;  // whose sector it is says the caller, as for all forms
};

C1Wrapper unwrap_object(std::string_view text, std::string_view file) {
  simdjson::padded_string padded(text.data(), text.size());
  require_memory(padded);
  {
    JsonReader json(file, "top level", padded);
    FormReader form(json, file);
    if (json.has_any_field({"SectorNum", "Phase1Out", "SectorSize"})) return form.wrapped();
    if (json.has_any_field({"SectorID", "PoRep"})) return form.market();
    if (json.has_any_field({"Commit1Out"})) return form.remote("Sector", "Commit1Out");
    if (json.has_any_field({"commit1_out"})) return form.remote("sector", "commit1_out");
    if (json.has_any_field({"method", "params"})) return form.call();
  }
  C1Wrapper bare;
  bare.inner = std::move(padded);
  return bare;
}

bool is_base64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  constexpr size_t kEnough = 64;
  return text.size() >= kEnough &&
         text.substr(0, kEnough).find_first_not_of(kAlphabet) == std::string_view::npos;
}

// Whether base64 of an object: '{', then a quotation mark or white space.
bool holds_object(std::string_view base64) {
  return base64.starts_with("ey") || base64.starts_with("ew");
}

struct Foreign {
  std::string_view begin;
  const char* found;
  const char* advice;
};

constexpr const char* kUnpack = "unpack it first";
constexpr const char* kConvert = "convert it: iconv -f UTF-16 -t UTF-8";
constexpr const char* kFetch = "fetch the file itself again";
constexpr Foreign kForeign[] = {
    {{"\x1f\x8b", 2}, "a gzip archive", "unpack it first: gunzip"},
    {{"\x28\xb5\x2f\xfd", 4}, "a zstd archive", "unpack it first: unzstd"},
    {{"\xfd"
      "7zXZ",
      5},
     "an xz archive",
     "unpack it first: unxz"},
    {{"PK\x03\x04", 4}, "a zip archive", kUnpack},
    {{"\xff\xfe", 2}, "text in UTF-16", kConvert},
    {{"\xfe\xff", 2}, "text in UTF-16", kConvert},
    {{"{\0", 2}, "text in UTF-16", kConvert},
    {{"\0{", 2}, "text in UTF-16", kConvert},
    {"<", "a page in HTML or XML, as a server answers in the place of a file", kFetch},
    {"version https://git-lfs", "a pointer of Git LFS, not the file", "git lfs pull"},
    {"[", "a JSON array, as records of a PoSt or of an update are kept", "name a C1 file"},
};

[[noreturn]] void refuse_form(std::string_view file, const char* found, const char* advice) {
  throw Error(
      ErrorCode::kC1BadType,
      fmt::format("{}: expected a C1 file, the JSON that commit phase 1 makes, found {}; {}", file,
                  found, advice));
}

// The text between quotation marks, if there are any, without white space at both ends.
std::string_view bare_text(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  text = text.substr(0, text.find_last_not_of(kSpace) + 1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text.remove_prefix(1);
    text.remove_suffix(1);
  }
  return text;
}

C1Wrapper unwrap_text(std::string_view text, std::string_view file) {
  const std::string_view bare = bare_text(text);
  for (const Foreign& form : kForeign) {
    if (bare.starts_with(form.begin)) refuse_form(file, form.found, form.advice);
  }
  if (!is_base64(bare)) return unwrap_object(text, file);
  if (!holds_object(bare)) {
    refuse_form(file, "base64 of something that is no JSON, as a record of a PoSt",
                "name a C1 file");
  }
  C1Wrapper out;
  out.subject = "base64 text, decoded";
  out.inner = decode(file, "base64 text", bare);
  return out;
}

// Pre-commit phase 1 leaves a text of some kilobytes.
void refuse_pre_commit(const C1Wrapper& c1, std::string_view file) {
  constexpr size_t kLarge = size_t{1} << 20;
  if (c1.inner.size() > kLarge) return;
  JsonReader json(file, c1.subject, c1.inner);
  if (!json.has_any_field({"labels"}) || json.has_any_field({"vanilla_proofs"})) return;
  refuse_form(file, "the output of pre-commit phase 1 (it has the field labels)",
              "run commit phase 1 and name its output");
}

}  // namespace

C1Wrapper unwrap_c1(std::span<const uint8_t> bytes, std::string_view file) {
  if (bytes.size() > kC1BytesMax) {
    throw Error(ErrorCode::kC1TooLarge,
                fmt::format("{}: file size: expected at most {} bytes, found {}; a C1 file of ten "
                            "partitions has about 52 MB, those of non-interactive sectors of "
                            "32 GiB and more, 650 MB, are not read",
                            file, kC1BytesMax, bytes.size()));
  }
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  C1Wrapper out = unwrap_text(text, file);
  refuse_pre_commit(out, file);
  return out;
}

}  // namespace cuzk::filecoin
