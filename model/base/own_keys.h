// SPDX-License-Identifier: Apache-2.0
// Keys of plug-ins. Each is one constant in the plug-in's file. The plug-in's catalogue entry lists the constant, and
// its factory reads the value with it. A KeyVisitor that walks the section of the plug-in also walks these keys
// (gantry/base/keys.h).
//
//   constexpr OwnKey kLeaves{"leaves", 0, {0, 4096}, "", "a power of two from 2; 0 = the smallest that fits"};
//
//   topologies.add("tree", "...", [](const InterconnectConfig& config, ...) { ... kLeaves.of(config.own) ... },
//   {kLeaves});
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/base/own_values.h"

namespace gantry {
inline namespace base {

/// A plug-in's key: a whole number, unless `form` is set.
struct OwnKey {
  std::string_view name;    ///< plug-ins of one catalogue that share a name share the constant
  std::uint32_t usual = 0;  ///< default
  KeyRange range;
  std::string_view unit;
  std::string_view meaning;
  bool automatic = false;                  ///< the value may be `auto`, which is stored as kAutomatic
  bool (*right)(std::uint32_t) = nullptr;  ///< further condition on a value in the range; nullptr: none
  std::string_view right_ones = {};        ///< text of that condition in messages
  /// The value is a path or a map. The reader of the section parses it into a member of its struct.
  bool form = false;

  /// Returns the given value; `usual` if none is given.
  [[nodiscard]] std::uint32_t of(const OwnValues& values) const { return values.get(name, usual); }
  /// Describes the key to a visitor, and stores the value that the visitor leaves. `told`: the meaning, as text. Does
  /// not check `right`. Precondition: `form` is not set.
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

/// Returns whether a plug-in has a key.
inline bool has_key(const OwnKeyList& keys, std::string_view name) {
  for (const OwnKey& key : keys) {
    if (key.name == name) return true;
  }
  return false;
}

}  // namespace base
}  // namespace gantry
