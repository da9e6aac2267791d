// SPDX-License-Identifier: Apache-2.0
// What can be named in a configuration: one registry per seam, filled by the one file of each policy or topology.
// Self-registering objects vanish from static libraries, so those files are linked as CMake OBJECT libraries.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry {

/// `Make` is the factory's signature, for example std::unique_ptr<Picker>(const PickerConfig&).
template <class Make>
class Registry {
 public:
  struct Entry {
    std::string name;
    std::string summary;  ///< one line for `gantry list`
    std::function<Make> make;
    /// Keys of its section of the configuration that are for it, and not for every entry.
    std::vector<std::string> keys;
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  /// Entries stay sorted by name, so that lists do not depend on the order of static initialisation.
  bool add(std::string name, std::string summary, std::function<Make> make, std::vector<std::string> keys = {}) {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                     [](const Entry& entry, const std::string& n) { return entry.name < n; });
    entries_.insert(at, Entry{std::move(name), std::move(summary), std::move(make), std::move(keys)});
    return true;
  }

  [[nodiscard]] const Entry* find(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

  /// "a, b or c", for error messages.
  [[nodiscard]] std::string choices() const {
    std::string text;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i > 0) text += i + 1 == entries_.size() ? " or " : ", ";
      text += entries_[i].name;
    }
    return text;
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace gantry
