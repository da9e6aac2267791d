// SPDX-License-Identifier: Apache-2.0
#include "workload/dnn_placement.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostDevices = 1024;

class DnnReader {
 public:
  DnnReader(DnnPlacement& placement, Diagnostics& diagnostics)
      : placement_(placement), diagnostics_(diagnostics), before_(diagnostics.size()) {}

  bool read(const YamlNode& document) {
    if (!document.is_map()) {
      diagnostics_.error(document.where(), "a map with nodes and edges is needed here, not " + describe(document));
      return false;
    }
    placement_.accelerators = whole(document, "maxFPGAs", kMostDevices);
    placement_.cpus = whole(document, "maxCPUs", kMostDevices);
    placement_.accelerator_bytes = whole(document, "maxSizePerFPGA", std::uint64_t{1} << 60);
    if (ok() && placement_.accelerators + placement_.cpus == 0) {
      diagnostics_.error(document.where(), "there is no device: maxFPGAs and maxCPUs are 0");
    }
    const YamlNode* nodes = list(document, "nodes");
    if (nodes != nullptr) {
      for (const YamlNode& item : nodes->items) {
        if (!hopeless()) node(item);
      }
    }
    const YamlNode* edges = list(document, "edges");
    if (edges != nullptr) {
      for (const YamlNode& item : edges->items) {
        if (!hopeless()) edge(item);
      }
    }
    if (ok()) check_costs();
    return ok();
  }

 private:
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  const YamlNode* list(const YamlNode& map, const char* key) {
    const YamlNode* found = map.find(key);
    if (found != nullptr && found->is_sequence()) return found;
    diagnostics_.error(found == nullptr ? map.where() : found->where(), std::string(key) + " must be a list");
    return nullptr;
  }

  const YamlNode* key_of(const YamlNode& map, const char* key) {
    const YamlNode* found = map.is_map() ? map.find(key) : nullptr;
    if (found == nullptr) {
      diagnostics_.error(map.where(), map.is_map() ? std::string("the key `") + key + "` is missing here"
                                                   : "a map of keys is needed here, not " + describe(map));
    }
    return found;
  }

  std::optional<Decimal> number(const YamlNode& map, const char* key) {
    const YamlNode* found = key_of(map, key);
    if (found == nullptr) return std::nullopt;
    const auto value = found->is_scalar() && !found->quoted ? parse_decimal(found->text) : std::nullopt;
    if (!value) {
      diagnostics_.error(found->where(),
                         std::string(key) + " must be a number that is not negative, not " + describe(*found));
    }
    return value;
  }

  std::uint64_t whole(const YamlNode& map, const char* key, std::uint64_t most) {
    const auto value = number(map, key);
    if (!value) return 0;
    const std::uint64_t count = ceil_product(*value, {1, 0});
    if (count <= most) return count;
    diagnostics_.error(map.find(key)->where(), std::string(key) + " must be at most " + std::to_string(most));
    return 0;
  }

  void node(const YamlNode& item) {
    const YamlNode* id = key_of(item, "id");
    if (id == nullptr) return;
    const auto text = read_text(*id, "id", diagnostics_);
    if (!text) return;
    DnnPlacement::Node node;
    node.id = *text;
    node.where = item.where();
    const auto [same, fresh] = numbers_.emplace(node.id, static_cast<std::uint32_t>(placement_.nodes.size()));
    if (!fresh) {
      diagnostics_.error(id->where(), in_quotes(node.id) + " is already the id of the node on line " +
                                          std::to_string(placement_.nodes[same->second].where.line));
    }
    node.cpu_time = number(item, "cpuLatency").value_or(Decimal{});
    const YamlNode* supported = item.find("supportedOnFpga");
    const bool runs = supported == nullptr || (supported->text != "0" && supported->text != "false");
    const auto time = number(item, "fpgaLatency");
    if (runs) node.accelerator_time = time;
    const YamlNode* backward = item.find("isBackwardNode");
    node.backward = backward != nullptr && (backward->says("1") || backward->says("true"));
    node.bytes = whole(item, "size", kMaxTaskBytes);
    const YamlNode* colour = item.find("colorClass");
    if (colour != nullptr && !colour->is_null()) {
      node.colour = read_integer(*colour, "colorClass", 0, std::uint64_t{1} << 62, diagnostics_);
    }
    placement_.nodes.push_back(std::move(node));
  }

  std::optional<std::uint32_t> end(const YamlNode& item, const char* key) {
    const YamlNode* found = key_of(item, key);
    if (found == nullptr) return std::nullopt;
    const auto at = numbers_.find(found->text);
    if (found->is_scalar() && at != numbers_.end()) return at->second;
    diagnostics_.error(found->where(), std::string(key) + ": there is no node " + describe(*found));
    return std::nullopt;
  }

  void edge(const YamlNode& item) {
    const auto from = end(item, "sourceId");
    const auto to = end(item, "destId");
    const auto cost = number(item, "cost");
    if (!from || !to || !cost) return;
    if (*from == *to) {
      diagnostics_.error(item.where(), "node " + in_quotes(placement_.nodes[*from].id) + " waits for itself");
      return;
    }
    if (!seen_.emplace(*from, *to).second) return;
    DnnPlacement::Edge edge{*from, *to, *cost, 0};
    if (item.find("size") != nullptr) edge.bytes = whole(item, "size", kMaxTaskBytes);
    placement_.edges.push_back(edge);
    where_.push_back(item.where());
  }

  /// The cost is of the source's output, so all its edges have the same.
  void check_costs() {
    std::map<std::uint32_t, std::size_t> first;
    for (std::size_t e = 0; e < placement_.edges.size() && !hopeless(); ++e) {
      const DnnPlacement::Edge& edge = placement_.edges[e];
      const auto [same, fresh] = first.emplace(edge.from, e);
      const Decimal& cost = placement_.edges[same->second].cost;
      // Mantissas may differ by zeros at the end.
      if (fresh || to_double(cost) == to_double(edge.cost)) continue;
      diagnostics_.error(where_[e], "node " + in_quotes(placement_.nodes[edge.from].id) +
                                        " has edges of different cost (line " +
                                        std::to_string(where_[same->second].line) + " has the other)");
    }
  }

  DnnPlacement& placement_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< looked up only
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  std::vector<SourcePosition> where_;  ///< of the edges
};

/// Times are those of an accelerator, or of a CPU if the operator has no time there.
bool read_dnn_placement(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                        Diagnostics& diagnostics) {
  DnnPlacement placement;
  if (!parse_dnn_placement(text, file, placement, diagnostics)) return false;
  for (const DnnPlacement::Node& node : placement.nodes) {
    WorkloadTask task;
    task.id = node.id;
    task.cls = mapping.cls;
    task.weight = mapping.weight;
    task.work = node.accelerator_time.value_or(node.cpu_time);
    task.where = node.where;
    workload.tasks.push_back(std::move(task));
  }
  for (const DnnPlacement::Edge& edge : placement.edges) {
    workload.tasks[edge.to].after.push_back({edge.from, edge.bytes, false});
  }
  workload.unit = "ms";
  return true;
}

bool recognises_dnn_placement(std::string_view head) {
  return has_outer_key(head, "maxFPGAs") || has_outer_key(head, "maxSizePerFPGA") || has_outer_key(head, "maxCPUs");
}

Mapping dnn_mapping() {
  Mapping mapping = mapping_by_edges();
  mapping.cycles_per_unit = {1, 6};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_dnn_placement(WorkloadFormats& formats) {
  formats.add({"dnn-placement", "operators of a neural network with accelerator and CPU times (JSON)",
               recognises_dnn_placement, read_dnn_placement, dnn_mapping()});
}

bool parse_dnn_placement(const std::string& text, const std::string& file, DnnPlacement& placement,
                         Diagnostics& diagnostics) {
  const auto document = parse_yaml(text, file, diagnostics);
  return document && DnnReader(placement, diagnostics).read(*document);
}

}  // namespace gantry
