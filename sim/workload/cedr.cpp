// SPDX-License-Identifier: Apache-2.0
// cedr: applications of CEDR (JSON), a `DAG` of tasks with a cost on each platform that may run them. One frame of a
// streaming application.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/json_fields.h"

namespace gantry {
namespace {

class CedrReader {
 public:
  CedrReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), fields_(diagnostics) {}

  void read(const YamlNode& document) {
    workload_.unit = "cost";
    const YamlNode* dag = fields_.map(document, "DAG");
    if (dag == nullptr) return;
    const YamlNode* name = document.find("AppName");
    if (name != nullptr) workload_.name = read_text(*name, "AppName", fields_.diagnostics()).value_or("");
    for (std::size_t i = 0; i + 1 < dag->items.size() && !fields_.hopeless(); i += 2)
      task(dag->items[i], dag->items[i + 1]);
    if (!fields_.ok()) return;
    for (std::uint32_t t = 0; t < workload_.tasks.size() && !fields_.hopeless(); ++t) {
      neighbours(t, "predecessors");
      neighbours(t, "successors");
    }
    for (const Edge& edge : edges_) {
      if (!fields_.hopeless()) finish(edge);
    }
  }

 private:
  /// An edge, as its two ends describe it.
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    const YamlNode* by_from;  ///< in `successors`, or nullptr
    const YamlNode* by_to;    ///< in `predecessors`
    std::uint64_t bytes;
  };

  void task(const YamlNode& key, const YamlNode& value) {
    const auto name = read_text(key, "the name of a task", fields_.diagnostics());
    if (!name) return;
    WorkloadTask task;
    task.id = *name;
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.where = key.where();
    const auto [same, fresh] = numbers_.emplace(*name, static_cast<std::uint32_t>(workload_.tasks.size()));
    if (!fresh) {
      fields_.error(key, in_quotes(*name) + " is already the name of the task on line " +
                             std::to_string(workload_.tasks[same->second].where.line));
    }
    if (const YamlNode* platforms = fields_.list(value, "platforms")) {
      for (const YamlNode& item : platforms->items) platform(item, task);
      if (platforms->items.empty()) fields_.error(*platforms, "task " + in_quotes(*name) + " has no platform");
    }
    workload_.tasks.push_back(std::move(task));
    nodes_.push_back(&value);
  }

  void platform(const YamlNode& item, WorkloadTask& task) {
    const auto name = fields_.text(item, "name");
    const auto cost = fields_.number_if_given(item, "nodecost");
    if (!name) return;
    const auto same = [&](const TypeCycles& on) { return on.type == *name; };
    if (std::any_of(task.cycles_by_type.begin(), task.cycles_by_type.end(), same)) {
      fields_.error(*item.find("name"),
                    "task " + in_quotes(task.id) + " has the platform " + in_quotes(*name) + " already");
    } else {
      task.cycles_by_type.push_back({*name, 0, cost});
    }
  }

  void neighbours(std::uint32_t task, const char* key) {
    const bool after = key[0] == 's';
    const YamlNode* list = fields_.list(*nodes_[task], key, true);
    if (list == nullptr) return;
    for (const YamlNode& item : list->items) {
      const auto name = fields_.text(item, "name");
      const auto cost = fields_.number(item, "edgecost");
      if (!name || !cost) continue;
      const auto other = numbers_.find(*name);
      if (other == numbers_.end()) {
        fields_.error(*item.find("name"), "there is no task " + in_quotes(*name));
      } else if (other->second == task) {
        fields_.error(item, "task " + in_quotes(*name) + " waits for itself");
      } else {
        tell(after ? task : other->second, after ? other->second : task, after, item, ceil_product(*cost, {1, 0}));
      }
    }
  }

  /// Where both ends name a cost, the writer's counts.
  void tell(std::uint32_t from, std::uint32_t to, bool by_from, const YamlNode& item, std::uint64_t bytes) {
    const auto [at, fresh] = places_.emplace((std::uint64_t{from} << 32) | to, edges_.size());
    if (fresh) edges_.push_back({from, to, nullptr, nullptr, bytes});
    Edge& edge = edges_[at->second];
    const YamlNode*& side = by_from ? edge.by_from : edge.by_to;
    if (side != nullptr) fields_.error(item, "this list names task " + in_quotes(item.find("name")->text) + " already");
    side = &item;
    if (by_from) edge.bytes = bytes;
  }

  /// An edge that both ends may name must be named by both.
  void finish(const Edge& edge) {
    const auto contradicts = [&](const YamlNode* named, std::uint32_t other, const char* key, const char* says) {
      if (named == nullptr || nodes_[other]->find(key) == nullptr) return;
      fields_.error(*named, "task " + in_quotes(workload_.tasks[other].id) + " does not name " +
                                in_quotes(workload_.tasks[other == edge.to ? edge.from : edge.to].id) + says);
    };
    if (edge.by_to == nullptr) contradicts(edge.by_from, edge.to, "predecessors", " among its predecessors");
    if (edge.by_from == nullptr) contradicts(edge.by_to, edge.from, "successors", " among its successors");
    workload_.tasks[edge.to].after.push_back({edge.from, edge.bytes, false});
  }

  const Mapping& mapping_;
  Workload& workload_;
  JsonFields fields_;
  std::vector<const YamlNode*> nodes_;  ///< by task
  std::vector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::size_t> places_;   ///< of the edges; looked up only
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< looked up only
};

bool read_cedr(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, file, diagnostics);
  if (!document) return false;
  workload.where = document->where();
  CedrReader(mapping, workload, diagnostics).read(*document);
  return diagnostics.size() == before;
}

bool recognises_cedr(std::string_view head) {
  return (has_outer_key(head, "DAG") || has_outer_key(head, "AppName")) && !has_outer_key(head, "tasks");
}

}  // namespace

void add_cedr(WorkloadFormats& formats) {
  formats.add({"cedr", "applications of CEDR with a cost on each platform (JSON)", recognises_cedr, read_cedr,
               mapping_by_edges()});
}

}  // namespace gantry
