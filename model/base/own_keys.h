// SPDX-License-Identifier: Apache-2.0
// Keys that a plug-in brings along. Each is one constant in the plug-in's file: the plug-in's entry in its catalogue
// lists it, and its factory asks it for the value. Whoever walks the keys of the section in which the plug-in is named
// walks these lines, too (gantry/base/keys.h).
//
//   constexpr OwnKey kLeaves{"leaves", 0, {0, 4096}, "", "a power of two from 2; 0 = the smallest that fits"};
//
//   topologies.add("tree", "...", [](const InterconnectConfig& config, ...) { ... kLeaves.of(config.own) ... },
//   {kLeaves});
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"

namespace gantry {
inline namespace base {

/// The values of a plug-in's own keys, as far as they are given.
class OwnValues {
 public:
  void set(std::string_view key, std::uint32_t value) { values_.insert_or_assign(std::string(key), value); }
  [[nodiscard]] std::uint32_t get(std::string_view key, std::uint32_t usual) const {
    const auto found = values_.find(key);
    return found == values_.end() ? usual : found->second;
  }

 private:
  std::map<std::string, std::uint32_t, std::less<>> values_;
};

/// The same of several plug-ins of a catalogue, each by its name.
class OwnValuesByName {
 public:
  [[nodiscard]] OwnValues& of(std::string_view plug_in) {
    return values_.try_emplace(std::string(plug_in)).first->second;
  }
  /// Nothing is given for one that is not there.
  [[nodiscard]] const OwnValues& of(std::string_view plug_in) const {
    static const OwnValues kNothingGiven;
    const auto found = values_.find(plug_in);
    return found == values_.end() ? kNothingGiven : found->second;
  }

 private:
  std::map<std::string, OwnValues, std::less<>> values_;
};

/// A whole number, unless it has a form of its own.
struct OwnKey {
  std::string_view name;  ///< plug-ins of a catalogue that have a key of one name share its line
  std::uint32_t usual = 0;
  KeyRange range;
  std::string_view unit;
  std::string_view meaning;
  bool automatic = false;                  ///< `auto` is a value, too: kAutomatic
  bool (*right)(std::uint32_t) = nullptr;  ///< of a value in the range
  std::string_view right_ones = {};        ///< how a message calls those for which `right` holds
  /// No number but a path or a map, which the reader of the section knows and its struct has a member for.
  bool form = false;

  [[nodiscard]] std::uint32_t of(const OwnValues& values) const { return values.get(name, usual); }
  void describe(KeyVisitor& keys, OwnValues& values, std::string_view told) const {
    std::uint32_t value = of(values);
    if (automatic) {
      keys.number_or_auto(name, value, range, unit, told);
    } else {
      keys.number(name, value, range, unit, told);
    }
    values.set(name, value);
  }
};

using OwnKeyList = std::vector<OwnKey>;

/// Whether a plug-in has a key.
inline bool has_key(const OwnKeyList& keys, std::string_view name) {
  for (const OwnKey& key : keys) {
    if (key.name == name) return true;
  }
  return false;
}

}  // namespace base
}  // namespace gantry
