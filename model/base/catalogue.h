// SPDX-License-Identifier: Apache-2.0
// Catalogues of everything that a configuration can name: pickers, topologies, formats. Each entry is one file with a
// function that adds it to a catalogue. Users of a catalogue receive it as an argument; there is no global one. A
// program that embeds the model copies a built-in catalogue and adds entries of its own.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry {
inline namespace base {

/// Items with a `name`, sorted by name, so that nothing depends on the order of additions.
template <class Item>
class NamedList {
 public:
  /// Adds an item. If its name is taken, both remain in entries(), and find() returns the new one.
  void add(Item item) {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), item.name,
                                     [](const Item& entry, const std::string& name) { return entry.name < name; });
    entries_.insert(at, std::move(item));
  }

  /// Returns the item with this name; nullptr: there is none. Valid until the next add().
  [[nodiscard]] const Item* find(std::string_view name) const {
    for (const Item& entry : entries_) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }

  [[nodiscard]] const std::vector<Item>& entries() const { return entries_; }

  /// Returns the names as "a, b or c", for error messages; empty without items.
  [[nodiscard]] std::string choices() const {
    std::string text;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i > 0) text += i + 1 == entries_.size() ? " or " : ", ";
      text += entries_[i].name;
    }
    return text;
  }

 private:
  std::vector<Item> entries_;
};

template <class Make, class Key>
struct CatalogueEntry {
  std::string name;
  std::string summary;  ///< one line, for `gantry list`
  std::function<Make> make;
  /// Keys of the configuration that only some entries have.
  std::vector<Key> keys;
};

/// A catalogue of factories. `Make`: signature of the factory, for example std::unique_ptr<Picker>(const
/// PickerConfig&). `Key`: how an entry lists its keys, either with their descriptions (gantry/base/own_keys.h) or by
/// name.
template <class Make, class Key = std::string>
class Catalogue : public NamedList<CatalogueEntry<Make, Key>> {
 public:
  using Entry = CatalogueEntry<Make, Key>;

  void add(std::string name, std::string summary, std::function<Make> make, std::vector<Key> keys = {}) {
    NamedList<Entry>::add({std::move(name), std::move(summary), std::move(make), std::move(keys)});
  }
};

}  // namespace base
}  // namespace gantry
