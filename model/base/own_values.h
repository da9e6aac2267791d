// SPDX-License-Identifier: Apache-2.0
// Values of the keys of plug-ins (gantry/base/own_keys.h), as configurations hold them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gantry {
inline namespace base {

/// The given values of a plug-in's own keys.
class OwnValues {
 public:
  void set(std::string_view key, std::uint32_t value) { values_.insert_or_assign(std::string(key), value); }
  /// Returns the value of a key; `usual` if none was set.
  [[nodiscard]] std::uint32_t get(std::string_view key, std::uint32_t usual) const {
    const auto found = values_.find(key);
    return found == values_.end() ? usual : found->second;
  }
  [[nodiscard]] const std::map<std::string, std::uint32_t, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, std::uint32_t, std::less<>> values_;
};

/// The values of several plug-ins of a catalogue, by name.
class OwnValuesByName {
 public:
  /// Returns the values of a plug-in, to be set.
  [[nodiscard]] OwnValues& of(std::string_view plug_in) {
    return values_.try_emplace(std::string(plug_in)).first->second;
  }
  /// Returns the values of a plug-in; empty if none are given.
  [[nodiscard]] const OwnValues& of(std::string_view plug_in) const {
    static const OwnValues kNothingGiven;
    const auto found = values_.find(plug_in);
    return found == values_.end() ? kNothingGiven : found->second;
  }
  [[nodiscard]] const std::map<std::string, OwnValues, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, OwnValues, std::less<>> values_;
};

}  // namespace base
}  // namespace gantry
