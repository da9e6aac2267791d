// SPDX-License-Identifier: Apache-2.0
#include "output/workload_facts.h"

#include <nlohmann/json.hpp>

#include "gantry/base/saturating.h"
#include "gantry/workload/data_use.h"

namespace gantry {

namespace {

/// Keys and values of a JSON object, one per line. The texts of numbers are written as they are, because a double would
/// not hold all digits of a sum.
class Lines {
 public:
  void add(const std::string& key, const std::string& value) {
    text_ += (text_.empty() ? "{\n  \"" : ",\n  \"") + key + "\": " + value;
  }
  void add(const std::string& key, std::uint64_t value) { add(key, std::to_string(value)); }
  [[nodiscard]] std::string text() const { return text_ + "\n}\n"; }

 private:
  std::string text_;
};

using Json = nlohmann::ordered_json;

std::string json_of(const Json& value) { return value.dump(); }

/// An object on lines of its own, within another one.
std::string nested(const Json& object) {
  std::string text;
  for (const char c : object.dump(2)) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return text;
}

/// Operators by type in the order of their first task, multiply-accumulates, and bytes with the types of the file.
void add_operators(Lines& lines, const OperatorGraph& model) {
  Json counts = Json::object();
  std::uint64_t macs = 0;
  TensorSize activations;
  for (const Operator& op : model.operators) {
    if (op.kind == OperatorKind::none) continue;
    Json& count = counts[op.type];
    count = (count.is_null() ? 0 : count.get<std::uint64_t>()) + 1;
    macs = saturating_add(macs, op.macs);
    activations.add(op.output);
  }
  lines.add("operators", nested(counts));
  lines.add("macs", macs);
  lines.add("weight_elements", model.weights.elements);
  lines.add("weight_bytes", model.weights.bytes);
  lines.add("activation_bytes", activations.bytes);
}

/// Calls `add` with keys and numbers: data objects, those that no task writes, and those that go to global memory as
/// results.
template <class Add>
void count_objects(const Workload& workload, const Add& add) {
  std::uint64_t bytes = 0;
  std::uint64_t outside = 0;
  std::uint64_t outside_bytes = 0;
  std::uint64_t results = 0;
  std::uint64_t result_bytes = 0;
  for (const ObjectShape& object : object_shapes(workload)) {
    bytes = saturating_add(bytes, object.bytes);
    if (!object.written) {
      ++outside;
      outside_bytes = saturating_add(outside_bytes, object.bytes);
    } else if (object.leaves()) {
      ++results;
      result_bytes = saturating_add(result_bytes, object.bytes);
    }
  }
  add("objects", workload.data.size());
  add("object_bytes", bytes);
  add("outside_objects", outside);
  add("outside_bytes", outside_bytes);
  add("result_objects", results);
  add("result_bytes", result_bytes);
}

/// What the lowering makes of the operators, without the limits of a machine.
Json lowered_json(const Workload& lowered) {
  const WorkloadFacts known = facts(lowered);
  std::uint64_t jobs = 0;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  for (const WorkloadTask& task : lowered.tasks) {
    jobs += task.jobs;
    reads = saturating_add(reads, saturating_multiply(task.jobs, task.input_bytes));
    writes = saturating_add(writes, saturating_multiply(task.jobs, task.output_bytes));
  }
  Json json = {{"tasks", known.tasks},           {"jobs", jobs},         {"critical_path", known.critical_path},
               {"total_work", known.total_work}, {"input_bytes", reads}, {"output_bytes", writes}};
  if (!lowered.data.empty()) count_objects(lowered, [&](const char* key, std::uint64_t value) { json[key] = value; });
  return json;
}

}  // namespace

std::string workload_facts_json(const Workload& workload, const Workload* lowered) {
  const WorkloadFacts known = facts(workload);
  Lines lines;
  lines.add("tasks", known.tasks);
  lines.add("edges", known.edges);
  lines.add("critical_path",
            workload.foreign ? to_text(known.unit_critical_path) : std::to_string(known.critical_path));
  lines.add("total_work", workload.foreign ? to_text(known.unit_total_work) : std::to_string(known.total_work));
  lines.add("unit", json_of(workload.unit));
  lines.add("depth", known.depth);
  lines.add("widest_level", known.widest_level);
  if (workload.span) lines.add("span_seconds", json_of(*workload.span));
  if (!workload.data.empty())
    count_objects(workload, [&](const char* key, std::uint64_t value) { lines.add(key, value); });
  if (!workload.model.operators.empty()) add_operators(lines, workload.model);
  if (lowered != nullptr) lines.add("lowered", nested(lowered_json(*lowered)));
  return lines.text();
}

}  // namespace gantry
