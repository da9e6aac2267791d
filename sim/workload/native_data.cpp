// SPDX-License-Identifier: Apache-2.0
#include "workload/native_data.h"

#include <optional>
#include <utility>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// An item of `reads` or `writes`.
struct Use {
  std::string id;
  bool whole = false;
  SourcePosition where;
};

/// Reads an id, or a map with the id as `data`. `per_job`: whether the map may have this key.
std::optional<Use> read_use(const YamlNode& item, const std::string& path, bool per_job, Diagnostics& diagnostics) {
  Use use{{}, false, item.where()};
  std::optional<std::string> id;
  if (!item.is_map()) {
    id = read_text(item, path, diagnostics);
  } else {
    MapReader map(item, path, diagnostics);
    if (const YamlNode* data = map.find("data")) {
      id = read_text(*data, path + ".data", diagnostics);
      use.where = data->where();
    } else {
      diagnostics.error(item.where(), path + " names no object (a map has the key `data`)");
    }
    if (per_job) map.choice("per_job", use.whole, {{"split", false}, {"whole", true}});
    map.finish();
  }
  if (!id) return std::nullopt;
  use.id = *std::move(id);
  return use;
}

std::vector<Use> read_uses(MapReader& map, const char* key, bool per_job) {
  std::vector<Use> uses;
  const YamlNode* list = map.find(key);
  if (list == nullptr || list->is_null()) return uses;
  if (!list->is_sequence()) {
    map.error(key, "must be a list of data objects, not " + describe(*list) +
                       (list->is_scalar() ? " (write [" + list->text.substr(0, 40) + "])" : ""));
    return uses;
  }
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const std::string path = std::string(key) + '[' + std::to_string(i) + ']';
    if (auto use = read_use(list->items[i], path, per_job, map.diagnostics())) uses.push_back(*std::move(use));
  }
  return uses;
}

}  // namespace

std::uint32_t NativeData::number_of(const std::string& id) {
  const auto [at, fresh] = numbers_.emplace(id, static_cast<std::uint32_t>(ids_.size()));
  if (fresh) {
    ids_.push_back(id);
    objects_.push_back(kNone);
  }
  return at->second;
}

void NativeData::uses(MapReader& map, WorkloadTask& task) {
  for (const Use& use : read_uses(map, "reads", true)) task.reads.push_back({number_of(use.id), use.whole, use.where});
  for (const Use& use : read_uses(map, "writes", false)) task.writes.push_back({number_of(use.id), use.where});
}

void NativeData::objects(const YamlNode& list) {
  if (list.is_null()) return;
  if (!list.is_sequence()) {
    diagnostics_.error(list.where(), "data must be a list of objects {id, bytes}, not " + describe(list));
    return;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) object(list.items[i], "data[" + std::to_string(i) + ']');
}

void NativeData::object(const YamlNode& node, const std::string& path) {
  MapReader map(node, path, diagnostics_);
  if (!node.is_map()) return;
  DataObject object;
  object.where = node.where();
  const auto number = static_cast<std::uint32_t>(workload_.data.size());
  if (map.find("id") == nullptr) {
    map.error("id", "is missing (every object needs one)");
  } else if (map.text("id", object.id)) {
    std::uint32_t& same = objects_[number_of(object.id)];
    if (same != kNone) {
      map.error("id", in_quotes(object.id) + " is already the id of the object on line " +
                          std::to_string(workload_.data[same].where.line));
    } else {
      same = number;
    }
  }
  if (map.find("bytes") == nullptr) {
    map.error("bytes", "is missing (an object has 1 to 2^40 bytes)");
  } else {
    map.integer("bytes", object.bytes, 1, kMaxObjectBytes);
  }
  object.parts_given = map.integer("parts", object.parts, 1, kMaxParts);
  map.boolean("keep", object.keep);
  map.finish();
  workload_.data.push_back(std::move(object));
}

void NativeData::resolve(std::uint32_t& object, const SourcePosition& where, const char* purpose) {
  const std::uint32_t number = object;
  object = objects_[number];
  if (object == kNone) {
    diagnostics_.error(where, "there is no data object " + in_quotes(ids_[number]) + purpose +
                                  " (the list `data` of the workload names them)");
  }
}

void NativeData::finish() {
  if (ids_.empty()) return;
  for (WorkloadTask& task : workload_.tasks) {
    for (WorkloadRead& read : task.reads) resolve(read.object, read.where, " to read");
    for (WorkloadWrite& write : task.writes) resolve(write.object, write.where, " to write");
  }
}

}  // namespace gantry
