// SPDX-License-Identifier: Apache-2.0
// A summary.json as JSON, and its keys with their kinds checked.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "gantry/base/diagnostics.h"
#include "result/json_file.h"

namespace gantry {

/// Looks up keys and reports what is missing or of the wrong kind; then gives a value of the right kind.
class Keys {
 public:
  using Json = nlohmann::json;

  Keys(std::string path, Diagnostics& problems) : path_(std::move(path)), problems_(problems) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  /// JSON parsers keep no positions of values; the key's path says where to look.
  void fault(const std::string& what) { problems_.error({path_, 1, 1}, what); }

  const Json& object(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_object, "an object", empty_object_);
  }
  const Json& array(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_array, "an array", empty_array_);
  }
  std::uint64_t count(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number_unsigned, "a whole number from 0", zero_).get<std::uint64_t>();
  }
  double number(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number, "a number", zero_).get<double>();
  }
  std::string text(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_string, "a string", empty_text_).get<std::string>();
  }
  bool flag(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_boolean, "true or false", false_).get<bool>();
  }

 private:
  const Json& get(const Json& in, const std::string& where, const char* key, bool (Json::*is_right)() const noexcept,
                  const char* right, const Json& otherwise) {
    const std::string name = where.empty() ? key : where + '.' + key;
    const auto at = in.is_object() ? in.find(key) : in.end();
    if (at == in.end()) {
      fault(name + " is missing (expected " + right + ")");
      return otherwise;
    }
    if (((*at).*is_right)()) return *at;
    fault(name + " is " + at->type_name() + " (expected " + right + ")");
    return otherwise;
  }

  std::string path_;
  Diagnostics& problems_;
  const Json empty_object_ = Json::object();
  const Json empty_array_ = Json::array();
  const Json zero_ = std::uint64_t{0};
  const Json empty_text_ = "";
  const Json false_ = false;
};

}  // namespace gantry
