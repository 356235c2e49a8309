// SPDX-License-Identifier: MIT OR Apache-2.0
// The typed reads on small texts; whole files stand in c1_reader_test.cc and c1_malformed_test.cc.
#include "filecoin/json_reader.h"

#include <gtest/gtest.h>

namespace cuzk::filecoin {
namespace {

using base::ErrorCode;

// Reads field "a" of the text.
template <class Read>
void read_a(const std::string& text, Read&& read) {
  const simdjson::padded_string padded(text);
  JsonReader json("file", "top level", padded);
  json.object(json.root(), {"a"}, [&](size_t, JsonValue value) { read(json, value); });
}

template <class Read>
std::string error_of(ErrorCode code, const std::string& text, Read&& read) {
  try {
    read_a(text, read);
  } catch (const base::Error& error) {
    EXPECT_EQ(error.code(), code) << error.text();
    return error.text();
  }
  ADD_FAILURE() << "accepted: " << text;
  return {};
}

std::string array_text(const std::string& first, const std::string& separator = ",") {
  std::string text = "[" + first;
  for (int i = 1; i < 32; ++i) text += separator + std::to_string(i * 8);
  return text + "]";
}

std::string field_a(const std::string& value, const std::string& after = "") {
  return "{\"a\":" + value + after + "}";
}

TEST(JsonReader, Bytes32InEveryForm) {
  const std::string padding =
      ",\"x\":\"" + std::string(200, ' ') + "\"";  // lets the fast way run too
  for (const std::string& after : {std::string(), padding}) {
    for (const char* separator : {",", " ,\n "}) {
      for (const unsigned first : {0, 7, 42, 100, 255}) {
        read_a(field_a(array_text(std::to_string(first), separator), after),
               [&](JsonReader& json, JsonValue value) {
                 const base::Bytes32 bytes = json.bytes32(value);
                 EXPECT_EQ(bytes[0], first);
                 for (size_t i = 1; i < 32; ++i) EXPECT_EQ(bytes[i], i * 8);
               });
      }
    }
    for (const char* wrong :
         {"00", "01", "007", "256", "999", "1000", "-0", "1e1", "1.0", "", "\"1\"", "[]", "x"}) {
      const std::string text =
          error_of(ErrorCode::kC1BadByteArray, field_a(array_text(wrong), after),
                   [](JsonReader& json, JsonValue value) { json.bytes32(value); });
      EXPECT_EQ(text.rfind("file: a[0]: expected an integer from 0 to 255, found ", 0), 0u) << text;
    }
  }
}

TEST(JsonReader, Integers) {
  const auto read = [](JsonReader& json, JsonValue value) { json.integer(value, 100); };
  EXPECT_NO_THROW(read_a("{\"a\":100}", read));
  EXPECT_EQ(error_of(ErrorCode::kC1BadNumber, "{\"a\":101}", read),
            "file: a: expected an integer from 0 to 100, found 101");
  for (const char* wrong : {"-1", "1.0", "1e1", "01", "18446744073709551616", "1x"}) {
    error_of(ErrorCode::kC1BadNumber, field_a(wrong), read);
  }
  EXPECT_EQ(error_of(ErrorCode::kC1BadType, "{\"a\":null}", read),
            "file: a: expected an integer, found null");
}

TEST(JsonReader, FoundTextIsShortAndPrintable) {
  const auto read = [](JsonReader& json, JsonValue value) { json.integer(value); };
  const std::string text = error_of(ErrorCode::kC1BadType,
                                    "{\"a\":\"\x7f\xc3\xa9" + std::string(100, 'y') + "\"}", read);
  EXPECT_NE(text.find("found \"???yyy"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("yyy...")) << text;
}

TEST(JsonReader, SkippedValuesAreValidated) {
  const auto skip = [](JsonReader& json, JsonValue value) { json.skip(value); };
  EXPECT_NO_THROW(read_a("{\"a\":[1,-2.5e-3,true,false,null,\"\\u00e9\",{\"b\":{}}]}", skip));
  for (const char* wrong : {"[1,,2]", "[1 2]", "{\"b\" 1}", "{b:1}", "tru", "nulL", "+1", "\"\\q\"",
                            "[1,]", "{\"b\":1,}"}) {
    try {
      read_a(field_a(wrong), skip);
      ADD_FAILURE() << "accepted: " << wrong;
    } catch (const base::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kC1BadJson) << wrong << ": " << error.text();
    }
  }
}

TEST(JsonReader, KeysAreComparedUnescaped) {
  EXPECT_NO_THROW(
      read_a("{\"\\u0061\":1}", [](JsonReader& json, JsonValue value) { json.integer(value); }));
  error_of(ErrorCode::kC1DuplicateField, "{\"a\":1,\"\\u0061\":1}",
           [](JsonReader& json, JsonValue value) { json.integer(value); });
}

}  // namespace
}  // namespace cuzk::filecoin
