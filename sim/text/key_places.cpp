// SPDX-License-Identifier: Apache-2.0
#include "text/key_places.h"

#include "text/yaml_reader.h"

namespace gantry {

namespace {

constexpr std::size_t kMostPlaces = 3;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

/// The section of a key with its point; empty: the file itself.
std::string_view section_of(std::string_view path) { return path.substr(0, path.size() - last_part(path).size()); }

}  // namespace

std::string KeyPlaces::hint(std::string_view name, bool close) const {
  std::vector<std::string_view> names;
  for (const std::string& path : paths_) names.push_back(last_part(path));
  if (close) name = closest(name, names);
  std::vector<std::string> places;
  std::string_view outer;  // of a section and one within it that have the key, only the outer one is told
  for (const std::string& path : paths_) {
    if (name.empty() || last_part(path) != name || places.size() == kMostPlaces) continue;
    if (!outer.empty() && path.rfind(outer, 0) == 0) continue;
    outer = section_of(path);
    places.push_back('\'' + path + '\'');
  }
  return places.empty() ? "" : " (did you mean " + alternatives({places.begin(), places.end()}) + "?)";
}

void KeyPlaces::found(const Key& key) { paths_.push_back((open_.empty() ? "" : open_.back()) + std::string(key.name)); }

bool KeyPlaces::begin_section(const Key& key) {
  found(key);
  open_.push_back(paths_.back() + '.');
  return true;
}

std::size_t KeyPlaces::begin_list(const Key& key, std::size_t /*items*/, std::string_view /*item*/) {
  begin_section(key);
  return 1;
}

bool KeyPlaces::begin_item(std::size_t /*number*/) {
  open_.push_back(open_.back() + "N.");
  return true;
}

}  // namespace gantry
