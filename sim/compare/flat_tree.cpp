// SPDX-License-Identifier: Apache-2.0
#include "compare/flat_tree.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "text/yaml_writer.h"

namespace gantry {
namespace {

std::string below(const std::string& path, const std::string& key) { return path.empty() ? key : path + '.' + key; }

/// The item's own name; empty if it has none.
std::string_view item_name(const YamlNode& item) {
  const YamlNode* name = item.find("name");
  return name != nullptr && name->is_scalar() ? std::string_view(name->text) : std::string_view();
}

bool all_have_names(const YamlNode& list) {
  std::set<std::string_view> names;
  for (const YamlNode& item : list.items) {
    const std::string_view name = item_name(item);
    if (name.empty() || !names.insert(name).second) return false;
  }
  return true;
}

class Flattener {
 public:
  explicit Flattener(std::vector<FlatKey>& to) : to_(to) {}

  void walk(const YamlNode& node, const std::string& path) {
    if (node.is_map() && !node.items.empty()) {
      for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
        walk(node.items[i + 1], below(path, node.items[i].text));
      return;
    }
    const bool of_maps = node.is_sequence() && std::any_of(node.items.begin(), node.items.end(),
                                                           [](const YamlNode& item) { return item.is_map(); });
    if (!of_maps) {
      to_.push_back({path, node.is_scalar() ? node.text : yaml_flow(node), node.where()});
      return;
    }
    const bool named = all_have_names(node);
    for (std::size_t i = 0; i < node.items.size(); ++i)
      walk(node.items[i], below(path, named ? std::string(item_name(node.items[i])) : std::to_string(i)));
  }

  void walk(const nlohmann::json& node, const std::string& path) {
    if (node.is_object() && !node.empty()) {
      for (const auto& [key, value] : node.items()) walk(value, below(path, key));
      return;
    }
    const auto told = [](const nlohmann::json& json) {
      return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    to_.push_back({path, node.is_string() ? node.get<std::string>() : told(node), {}});
  }

 private:
  std::vector<FlatKey>& to_;
};

/// Recursive: a summary's depth is limited.
void add_differing(const nlohmann::json& a, const nlohmann::json& b, const std::string& path,
                   std::vector<std::string>& paths) {
  const nlohmann::json none;
  const auto below = [&](const std::string& step) { return path.empty() ? step : path + '.' + step; };
  if (a.is_object() || b.is_object()) {
    const nlohmann::json empty = nlohmann::json::object();
    const nlohmann::json& of_a = a.is_object() ? a : empty;
    const nlohmann::json& of_b = b.is_object() ? b : empty;
    for (const auto& [key, value] : of_a.items())
      add_differing(value, of_b.contains(key) ? of_b[key] : none, below(key), paths);
    for (const auto& [key, value] : of_b.items()) {
      if (!of_a.contains(key)) add_differing(none, value, below(key), paths);
    }
  } else if (a.is_array() || b.is_array()) {
    const std::size_t of_a = a.is_array() ? a.size() : 0;
    const std::size_t of_b = b.is_array() ? b.size() : 0;
    for (std::size_t i = 0; i < std::max(of_a, of_b); ++i)
      add_differing(i < of_a ? a[i] : none, i < of_b ? b[i] : none, below(std::to_string(i)), paths);
  } else if ((a.is_number() || b.is_number()) && a != b) {
    paths.push_back(path);
  }
}

}  // namespace

std::vector<FlatKey> flat_keys(const YamlNode& document, const std::vector<std::string>& leave_out) {
  std::vector<FlatKey> keys;
  Flattener flattener(keys);
  for (std::size_t i = 0; document.is_map() && i + 1 < document.items.size(); i += 2) {
    const std::string& key = document.items[i].text;
    if (std::find(leave_out.begin(), leave_out.end(), key) == leave_out.end())
      flattener.walk(document.items[i + 1], key);
  }
  return keys;
}

std::vector<FlatKey> flat_keys(const nlohmann::json& object) {
  std::vector<FlatKey> keys;
  Flattener(keys).walk(object, "");
  return keys;
}

std::vector<DifferingKey> differing_keys(const std::vector<FlatKey>& a, const std::vector<FlatKey>& b) {
  const auto by_path = [](const std::vector<FlatKey>& keys) {
    std::unordered_map<std::string_view, const FlatKey*> found;
    for (const FlatKey& key : keys) found.emplace(key.path, &key);
    return found;
  };
  const auto of_a = by_path(a);
  const auto of_b = by_path(b);
  std::vector<DifferingKey> differing;
  for (const FlatKey& key : a) {
    const auto other = of_b.find(key.path);
    if (other == of_b.end()) {
      differing.push_back({key.path, key.value, std::nullopt, key.where});
    } else if (other->second->value != key.value) {
      differing.push_back({key.path, key.value, other->second->value, other->second->where});
    }
  }
  for (const FlatKey& key : b) {
    if (of_a.count(key.path) == 0) differing.push_back({key.path, std::nullopt, key.value, key.where});
  }
  return differing;
}

std::vector<std::string> differing_numbers(const nlohmann::json& a, const nlohmann::json& b) {
  std::vector<std::string> paths;
  add_differing(a, b, "", paths);
  return paths;
}

}  // namespace gantry
