// SPDX-License-Identifier: MIT OR Apache-2.0
// Typed, strict reading of one JSON document for the readers of vanilla proofs: simdjson's
// On-Demand interface with the place in the document for messages. Every complaint is an Error that
// names file, field, expected and found.
//
// On-Demand looks only at what is asked for, so this layer asks for everything: brackets are
// matched before (json_structure.h), keys are compared and must not repeat, and `skip` walks values
// that nobody needs. Nothing is materialised; an array of 32 small integers in compact form is
// scanned straight from the document.
//
// It exists because simdjson alone skips what is not asked for, accepts repeated keys and does not
// say where in the document a fault is.
//
// Values arrive in document order and must be read, or dropped, before the next one. Not thread
// safe. Cost: one pass of simdjson's index (about 2 bytes of memory for each byte of such number
// arrays) and about 1 ns a byte.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "field/fr.h"

namespace cuzk::filecoin {

using JsonValue = simdjson::ondemand::value;

class JsonReader {
 public:
  // `subject` names the document where no field can be named ("top level"). Throws when the
  // document is not one object with matched brackets. Requires: `document` outlives the reader.
  JsonReader(std::string_view file, std::string_view subject,
             const simdjson::padded_string& document);

  // The document's object, from its start; may be called again to read it again.
  JsonValue root();

  // Whether the document's object has one of these keys. Looks at keys only.
  bool has_any_field(std::initializer_list<std::string_view> names);

  // Starts again and returns read(value) for the first field of the document's object with this
  // name. Fields before it are passed over unread.
  template <class Read>
  auto find_field(std::string_view name, Read&& read);

  // Calls read(i, value) for each field that is called names[i]. All of them must be there, none
  // twice. Other fields are skipped, but must not repeat either.
  template <class Read>
  void object(JsonValue value, std::span<const std::string_view> names, Read&& read);
  template <class Read>
  void object(JsonValue value, std::initializer_list<std::string_view> names, Read&& read) {
    object(value, std::span(names.begin(), names.size()), read);
  }

  // Calls read(value) for the only field, which must be called `name`, else `code`.
  template <class Read>
  void only_field(JsonValue value, std::string_view name, base::ErrorCode code, Read&& read);

  // Calls read(i, value) for each element; there must be `count` of `what`, else `code`.
  template <class Read>
  void array(JsonValue value, size_t count, base::ErrorCode code, std::string_view what,
             Read&& read);

  // An integer in 0..max.
  uint64_t integer(JsonValue value, uint64_t max = UINT64_MAX);
  // Valid until the reader or its document ends, or root() is called.
  std::string_view string(JsonValue value);
  base::Bytes32 bytes32(JsonValue value);
  // 32 bytes little-endian below the modulus.
  field::Fr element(JsonValue value);
  bool is_object(JsonValue value);
  // The JSON of an object, unchanged. The value is read by that.
  std::string_view raw(JsonValue value);
  // Walks a value of any kind; malformed JSON inside is refused.
  void skip(JsonValue value);

  // Throws Error with the current field.
  [[noreturn]] void fail(base::ErrorCode code, std::string_view expected, std::string_view found,
                         std::string_view advice = {}) const;
  // The same for a field below the current one.
  [[noreturn]] void fail_at(std::string_view field, base::ErrorCode code, std::string_view expected,
                            std::string_view found, std::string_view advice = {}) const;

  // Text of the file as it appears in messages: in quotes, short, without control characters.
  static std::string quoted(std::string_view text);

 private:
  struct Step {
    std::string_view key;  // empty: an array element
    size_t index = 0;
  };
  // One step further into the document for as long as it lives.
  class Scope {
   public:
    Scope(JsonReader& reader, Step step) : reader_(reader) { reader_.path_.push_back(step); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { reader_.path_.pop_back(); }

   private:
    JsonReader& reader_;
  };
  using Object = simdjson::ondemand::object;
  using Array = simdjson::ondemand::array;
  using Field = simdjson::ondemand::field;

  // Which fields of one object have been met.
  struct Seen {
    uint64_t known = 0;
    std::unordered_set<std::string> others;
  };

  Object open_object(JsonValue value);
  Array open_array(JsonValue value);
  size_t match_key(std::string_view key, std::span<const std::string_view> names, Seen& seen);
  void require_all(std::span<const std::string_view> names, const Seen& seen) const;
  void require_type(JsonValue value, simdjson::ondemand::json_type type,
                    const char* expected) const;
  base::Bytes32 bytes32_in_steps(JsonValue value);
  void skip_scalar(JsonValue value, simdjson::ondemand::json_type type);
  std::string path() const;
  void throw_if(simdjson::error_code error) const;

  std::string_view file_;
  std::string_view subject_;
  const simdjson::padded_string& text_;
  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  std::vector<Step> path_;
};

template <class Read>
void JsonReader::object(JsonValue value, std::span<const std::string_view> names, Read&& read) {
  Seen seen;
  for (auto result : open_object(value)) {
    Field field;
    throw_if(std::move(result).get(field));
    std::string_view key;
    throw_if(field.unescaped_key().get(key));
    const Scope scope(*this, {key});
    const size_t i = match_key(key, names, seen);
    if (i < names.size()) {
      read(i, field.value());
    } else {
      skip(field.value());
    }
  }
  require_all(names, seen);
}

template <class Read>
auto JsonReader::find_field(std::string_view name, Read&& read) {
  for (auto result : open_object(root())) {
    Field field;
    throw_if(std::move(result).get(field));
    std::string_view key;
    throw_if(field.unescaped_key().get(key));
    if (key != name) continue;
    const Scope scope(*this, {key});
    return read(field.value());
  }
  fail_at(name, base::ErrorCode::kC1MissingField, "the field", "none of this name");
}

template <class Read>
void JsonReader::only_field(JsonValue value, std::string_view name, base::ErrorCode code,
                            Read&& read) {
  Seen seen;
  for (auto result : open_object(value)) {
    Field field;
    throw_if(std::move(result).get(field));
    std::string_view key;
    throw_if(field.unescaped_key().get(key));
    if (key != name) fail(code, "the only key " + quoted(name), quoted(key));
    const Scope scope(*this, {key});
    match_key(key, std::span(&name, 1), seen);
    read(field.value());
  }
  require_all(std::span(&name, 1), seen);
}

template <class Read>
void JsonReader::array(JsonValue value, size_t count, base::ErrorCode code, std::string_view what,
                       Read&& read) {
  size_t found = 0;
  for (auto result : open_array(value)) {
    JsonValue element;
    throw_if(std::move(result).get(element));
    const Scope scope(*this, {{}, found});
    if (found < count) {
      read(found, element);
    } else {
      skip(element);
    }
    ++found;
  }
  if (found == count) return;
  fail(code, std::to_string(count) + " " + std::string(what), std::to_string(found));
}

}  // namespace cuzk::filecoin
