// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/json_reader.h"

#include <fmt/format.h>

#include "base/check.h"
#include "filecoin/json_structure.h"

namespace cuzk::filecoin {
namespace {

using base::Bytes32;
using base::Error;
using base::ErrorCode;
using simdjson::ondemand::json_type;

// What an object may bring beside its known fields, so that remembering them stays cheap.
constexpr size_t kUnknownFieldsMax = 1000;

// Text for a message: short, and nothing that could disturb a terminal.
std::string printable(std::string_view text) {
  constexpr size_t kMax = 48;
  std::string out;
  for (const char c : text.substr(0, kMax)) out += c >= 0x20 && c < 0x7f ? c : '?';
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (text.size() > kMax) out += "...";
  return out;
}

std::string describe(JsonValue value) {
  json_type type;
  if (value.type().get(type)) return printable(value.raw_json_token());
  if (type == json_type::array) return "an array";
  if (type == json_type::object) return "an object";
  return printable(value.raw_json_token());
}

// "[1,2,...,255]" without spaces: the form that all known writers use. False for everything else,
// valid or not.
bool scan_bytes32(const char* at, const char* end, Bytes32& out) {
  constexpr ptrdiff_t kLongest = 2 + 32 * 4;
  if (end - at < kLongest || *at != '[') return false;  // near the end: in steps
  ++at;
  for (size_t i = 0; i < out.size(); ++i) {
    unsigned value = static_cast<uint8_t>(*at++) - unsigned{'0'};
    if (value > 9) return false;
    unsigned digit = static_cast<uint8_t>(*at) - unsigned{'0'};
    for (int more = 0; more < 2 && digit <= 9; ++more) {
      if (value == 0) return false;  // no leading zero
      value = value * 10 + digit;
      digit = static_cast<uint8_t>(*++at) - unsigned{'0'};
    }
    if (value > 255) return false;
    if (*at++ != (i + 1 < out.size() ? ',' : ']')) return false;
    out[i] = static_cast<uint8_t>(value);
  }
  return true;
}

ErrorCode code_of(simdjson::error_code error) {
  switch (error) {
    case simdjson::CAPACITY: return ErrorCode::kC1TooLarge;
    case simdjson::MEMALLOC: return ErrorCode::kOutOfMemory;
    case simdjson::NUMBER_ERROR:
    case simdjson::NUMBER_OUT_OF_RANGE: return ErrorCode::kC1BadNumber;
    case simdjson::INCORRECT_TYPE: return ErrorCode::kC1BadType;
    case simdjson::EMPTY:
    case simdjson::UNCLOSED_STRING:
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT: return ErrorCode::kC1Truncated;
    default: return ErrorCode::kC1BadJson;
  }
}

}  // namespace

JsonReader::JsonReader(std::string_view file, std::string_view subject,
                       const simdjson::padded_string& document)
    : file_(file), subject_(subject), text_(document) {
  check_json_structure(file, subject, std::string_view(document.data(), document.size()));
  throw_if(parser_.iterate(text_).get(document_));
}

JsonValue JsonReader::root() {
  JsonValue value;
  document_.rewind();
  throw_if(document_.get_value().get(value));
  return value;
}

bool JsonReader::has_any_field(std::initializer_list<std::string_view> names) {
  for (auto result : open_object(root())) {
    Field field;
    throw_if(std::move(result).get(field));
    std::string_view key;
    throw_if(field.unescaped_key().get(key));
    for (const std::string_view name : names) {
      if (key == name) return true;
    }
  }
  return false;
}

JsonReader::Object JsonReader::open_object(JsonValue value) {
  require_type(value, json_type::object, "an object");
  Object object;
  throw_if(value.get_object().get(object));
  return object;
}

JsonReader::Array JsonReader::open_array(JsonValue value) {
  require_type(value, json_type::array, "an array");
  Array array;
  throw_if(value.get_array().get(array));
  return array;
}

size_t JsonReader::match_key(std::string_view key, std::span<const std::string_view> names,
                             Seen& seen) {
  base::check(names.size() <= 64, "an object of at most 64 known fields");
  size_t i = 0;
  while (i < names.size() && names[i] != key) ++i;
  bool repeated = false;
  if (i < names.size()) {
    repeated = (seen.known >> i) & 1;
    seen.known |= uint64_t{1} << i;
  } else {
    repeated = !seen.others.emplace(key).second;
  }
  if (seen.others.size() > kUnknownFieldsMax) {
    fail(ErrorCode::kC1TooLarge, fmt::format("at most {} unknown fields", kUnknownFieldsMax),
         "more");
  }
  if (repeated) fail(ErrorCode::kC1DuplicateField, "the field once", "it a second time");
  return i;
}

void JsonReader::require_all(std::span<const std::string_view> names, const Seen& seen) const {
  for (size_t i = 0; i < names.size(); ++i) {
    if ((seen.known >> i) & 1) continue;
    fail_at(names[i], ErrorCode::kC1MissingField, "the field", "none of this name");
  }
}

void JsonReader::require_type(JsonValue value, json_type type, const char* expected) const {
  json_type found;
  if (value.type().get(found)) fail(ErrorCode::kC1BadJson, expected, describe(value));
  if (found != type) fail(ErrorCode::kC1BadType, expected, describe(value));
}

uint64_t JsonReader::integer(JsonValue value, uint64_t max) {
  require_type(value, json_type::number, "an integer");
  const std::string found = describe(value);
  uint64_t number = 0;
  const simdjson::error_code error = value.get_uint64().get(number);
  if (error || number > max) {
    fail(ErrorCode::kC1BadNumber, fmt::format("an integer from 0 to {}", max), found);
  }
  return number;
}

std::string_view JsonReader::string(JsonValue value) {
  require_type(value, json_type::string, "a string");
  std::string_view text;
  throw_if(value.get_string().get(text));
  return text;
}

bool JsonReader::is_object(JsonValue value) {
  json_type type;
  return value.type().get(type) == simdjson::SUCCESS && type == json_type::object;
}

std::string_view JsonReader::raw(JsonValue value) {
  std::string_view text;
  throw_if(open_object(value).raw_json().get(text));
  return text;
}

Bytes32 JsonReader::bytes32(JsonValue value) {
  Bytes32 out;
  const char* start = value.raw_json_token().data();
  if (scan_bytes32(start, text_.data() + text_.size(), out)) return out;
  return bytes32_in_steps(value);
}

Bytes32 JsonReader::bytes32_in_steps(JsonValue value) {
  Bytes32 out{};
  array(value, out.size(), ErrorCode::kC1BadByteArray, "integers from 0 to 255",
        [&](size_t i, JsonValue element) {
          const std::string found = describe(element);
          uint64_t byte = 0;
          if (element.get_uint64().get(byte) || byte > 255) {
            fail(ErrorCode::kC1BadByteArray, "an integer from 0 to 255", found);
          }
          out[i] = static_cast<uint8_t>(byte);
        });
  return out;
}

field::Fr JsonReader::element(JsonValue value) {
  const Bytes32 bytes = bytes32(value);
  const std::optional<field::Fr> element = field::Fr::from_bytes_le(bytes);
  if (!element) {
    fail(ErrorCode::kC1NotCanonical, "a little-endian integer below the field modulus",
         base::to_hex(bytes));
  }
  return *element;
}

void JsonReader::skip(JsonValue value) {
  json_type type;
  if (value.type().get(type)) fail(ErrorCode::kC1BadJson, "a JSON value", describe(value));
  switch (type) {
    case json_type::array: {
      size_t i = 0;
      for (auto result : open_array(value)) {
        const Scope scope(*this, {{}, i++});
        JsonValue element;
        throw_if(std::move(result).get(element));
        skip(element);
      }
      return;
    }
    case json_type::object:
      for (auto result : open_object(value)) {
        Field field;
        throw_if(std::move(result).get(field));
        std::string_view key;
        throw_if(field.unescaped_key().get(key));
        const Scope scope(*this, {key});
        skip(field.value());
      }
      return;
    default: skip_scalar(value, type); return;
  }
}

void JsonReader::skip_scalar(JsonValue value, json_type type) {
  const std::string found = describe(value);
  bool valid = false;
  switch (type) {
    case json_type::string: valid = !value.get_string().error(); break;
    case json_type::number: valid = !value.get_double().error(); break;
    case json_type::boolean: valid = !value.get_bool().error(); break;
    default: valid = value.is_null().value_unsafe(); break;
  }
  if (!valid) fail(ErrorCode::kC1BadJson, "a well-formed JSON value", found);
}

std::string JsonReader::quoted(std::string_view text) { return '"' + printable(text) + '"'; }

std::string JsonReader::path() const {
  std::string out;
  for (const Step& step : path_) {
    if (step.key.data() == nullptr) {
      out += fmt::format("[{}]", step.index);
    } else {
      if (!out.empty()) out += '.';
      out += printable(step.key);
    }
  }
  return out;
}

void JsonReader::fail(ErrorCode code, std::string_view expected, std::string_view found,
                      std::string_view advice) const {
  fail_at({}, code, expected, found, advice);
}

void JsonReader::fail_at(std::string_view field, ErrorCode code, std::string_view expected,
                         std::string_view found, std::string_view advice) const {
  std::string where = path();
  if (!field.empty()) where += (where.empty() ? "" : ".") + std::string(field);
  if (where.empty()) where = subject_;
  std::string text = fmt::format("{}: {}: expected {}, found {}", file_, where, expected, found);
  if (!advice.empty()) text += fmt::format("; {}", advice);
  throw Error(code, text);
}

void JsonReader::throw_if(simdjson::error_code error) const {
  if (!error) return;
  fail(code_of(error), "well-formed JSON", printable(simdjson::error_message(error)));
}

}  // namespace cuzk::filecoin
