// SPDX-License-Identifier: Apache-2.0
// saga: instances of SAGA (JSON), `task_graph` with the cost of tasks and the size of dependences. Their `network` is
// not read: the machine is an architecture here.
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/json_fields.h"

namespace gantry {
namespace {

class SagaReader {
 public:
  SagaReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), fields_(diagnostics) {}

  void read(const YamlNode& document) {
    workload_.unit = "cost";
    const YamlNode* graph = fields_.map(document, "task_graph");
    if (graph == nullptr) return;
    const YamlNode* name = document.find("name");
    if (name != nullptr && !name->is_null())
      workload_.name = read_text(*name, "name", fields_.diagnostics()).value_or("");
    if (const YamlNode* tasks = fields_.list(*graph, "tasks")) {
      for (const YamlNode& item : tasks->items) {
        if (!fields_.hopeless()) task(item);
      }
    }
    if (const YamlNode* dependences = fields_.list(*graph, "dependencies")) {
      for (const YamlNode& item : dependences->items) {
        if (!fields_.hopeless()) dependence(item);
      }
    }
  }

 private:
  void task(const YamlNode& item) {
    const auto name = fields_.text(item, "name");
    if (!name) return;
    WorkloadTask task;
    task.id = *name;
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.where = item.where();
    task.work = fields_.number_if_given(item, "cost");
    const auto [same, fresh] = numbers_.emplace(*name, static_cast<std::uint32_t>(workload_.tasks.size()));
    if (!fresh) {
      fields_.error(*item.find("name"), in_quotes(*name) + " is already the name of the task on line " +
                                            std::to_string(workload_.tasks[same->second].where.line));
    }
    workload_.tasks.push_back(std::move(task));
  }

  std::optional<std::uint32_t> end(const YamlNode& item, const char* key) {
    const auto name = fields_.text(item, key);
    if (!name) return std::nullopt;
    const auto at = numbers_.find(*name);
    if (at != numbers_.end()) return at->second;
    fields_.error(*item.find(key), std::string(key) + ": there is no task " + in_quotes(*name));
    return std::nullopt;
  }

  void dependence(const YamlNode& item) {
    const auto from = end(item, "source");
    const auto to = end(item, "target");
    const auto size = fields_.number(item, "size");
    if (!from || !to || !size) return;
    if (*from == *to) {
      fields_.error(item, "task " + in_quotes(workload_.tasks[*to].id) + " waits for itself");
    } else if (!seen_.emplace(*from, *to).second) {
      fields_.error(item, "task " + in_quotes(workload_.tasks[*to].id) + " waits for " +
                              in_quotes(workload_.tasks[*from].id) + " already");
    } else {
      workload_.tasks[*to].after.push_back({*from, ceil_product(*size, {1, 0}), false});
    }
  }

  const Mapping& mapping_;
  Workload& workload_;
  JsonFields fields_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< looked up only
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

bool read_saga(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, file, diagnostics);
  if (!document) return false;
  workload.where = document->where();
  SagaReader(mapping, workload, diagnostics).read(*document);
  return diagnostics.size() == before;
}

bool recognises_saga(std::string_view head) {
  return has_outer_key(head, "task_graph") && !has_outer_key(head, "tasks");
}

/// Costs are small fractions: milliseconds at 1 GHz, as measured ones are.
Mapping saga_mapping() {
  Mapping mapping = mapping_by_edges();
  mapping.cycles_per_unit = {1, 6};
  return mapping;
}

}  // namespace

void add_saga(WorkloadFormats& formats) {
  formats.add(
      {"saga", "task graphs of SAGA, without their network (JSON)", recognises_saga, read_saga, saga_mapping()});
}

}  // namespace gantry
