// SPDX-License-Identifier: Apache-2.0
#include "workload/native_writer.h"

#include <nlohmann/json.hpp>

namespace gantry {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const WorkloadEdge& edge, const Workload& workload) {
  const std::string& id = workload.tasks[edge.task].id;
  if (edge.bytes == 0 && !edge.critical) return id;
  ordered_json json = {{"task", id}};
  if (edge.bytes != 0) json["bytes"] = edge.bytes;
  if (edge.critical) json["critical"] = true;
  return json;
}

/// What all jobs of a group need.
ordered_json to_json(const WorkloadJobGroup& group) {
  ordered_json json;
  if (group.jobs != 1) json["count"] = group.jobs;
  if (group.job_bytes) json["job_bytes"] = *group.job_bytes;
  if (group.cycles_by_type.empty()) {
    if (group.cycles > 0) json["cycles"] = group.cycles;
  } else {
    for (const TypeCycles& on : group.cycles_by_type) json["cycles"][on.type] = on.cycles;
  }
  if (!group.processor.empty()) json["processor"] = group.processor;
  if (group.bytes_given) {
    json["input_bytes"] = group.input_bytes;
    json["output_bytes"] = group.output_bytes;
  }
  return json.is_null() ? ordered_json::object() : json;
}

ordered_json to_json(const WorkloadTask& task, const Workload& workload) {
  const WorkloadTask defaults;
  ordered_json json = {{"id", task.id}};
  if (task.cls != defaults.cls) json["class"] = std::string(name(task.cls));
  const auto put = [&](const char* key, std::uint64_t value, std::uint64_t usual) {
    if (value != usual) json[key] = value;
  };
  put("weight", task.weight, defaults.weight);
  if (task.groups) {
    for (const WorkloadJobGroup& group : *task.groups) json["jobs"].push_back(to_json(group));
  } else if (task.cls != TaskClass::event) {
    put("jobs", task.jobs, defaults.jobs);
  }
  if (task.job_bytes) json["job_bytes"] = *task.job_bytes;
  if (task.groups) {
    // Each group has its own.
  } else if (task.cycles_by_type.empty()) {
    put("cycles", task.cycles, defaults.cycles);
  } else {
    for (const TypeCycles& on : task.cycles_by_type) json["cycles"][on.type] = on.cycles;
  }
  const auto put_varying = [&](const char* key) {
    const std::string text = task.varies == nullptr ? "" : task.varies->json(key);
    if (!text.empty()) json[key] = ordered_json::parse(text);
  };
  put_varying("cycles");
  if (!task.processor.empty()) json["processor"] = task.processor;
  put("submit", task.submit, defaults.submit);
  put_varying("submit");
  put("stream", task.stream, defaults.stream);
  if (task.deadline) json["deadline"] = *task.deadline;
  if (task.target != kNone) json["target"] = task.target;
  put("input_bytes", task.input_bytes, defaults.input_bytes);
  put("output_bytes", task.output_bytes, defaults.output_bytes);
  const TaskLoad load = task.load ? *task.load : TaskLoad();
  const auto put_load = [&](const char* key, std::uint64_t value) {
    if (value > 0) json["load"][key] = value;
  };
  put_load("writes", load.writes);
  put_load("barriers", load.barriers);
  put_load("bytes", load.bytes);
  put_load("unicast_bytes", load.unicast_bytes);
  put_load("fetches", load.fetches);
  put_load("unicasts", load.unicasts);
  put_load("entry_bytes", load.entry_bytes);
  put_load("set_up_cycles", load.set_up_cycles);
  put_varying("input_bytes");
  put_varying("output_bytes");
  const bool moves_nothing = task.input_bytes == 0 && task.output_bytes == 0;
  if (task.cls == TaskClass::communication && task.bytes_given && moves_nothing) json["input_bytes"] = 0;
  if (!task.after.empty()) {
    ordered_json after = ordered_json::array();
    for (const WorkloadEdge& edge : task.after) after.push_back(to_json(edge, workload));
    json["after"] = std::move(after);
  }
  for (const WorkloadRead& read : task.reads) {
    const std::string& id = workload.data[read.object].id;
    json["reads"].push_back(read.whole ? ordered_json{{"data", id}, {"per_job", "whole"}} : ordered_json(id));
  }
  for (const WorkloadWrite& write : task.writes) json["writes"].push_back(workload.data[write.object].id);
  return json;
}

ordered_json to_json(const DataObject& object) {
  ordered_json json = {{"id", object.id}, {"bytes", object.bytes}};
  if (object.parts_given) json["parts"] = object.parts;
  if (object.keep) json["keep"] = true;
  return json;
}

ordered_json branches_of(const Workload& workload) {
  ordered_json branches = ordered_json::array();
  for (const WorkloadBranch& branch : workload.branches) {
    ordered_json alternatives = ordered_json::array();
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives) {
      ordered_json tasks = ordered_json::array();
      for (const std::uint32_t task : alternative.tasks) tasks.push_back(workload.tasks[task].id);
      alternatives.push_back({{"p", static_cast<double>(alternative.millionths) / 1e6}, {"tasks", std::move(tasks)}});
    }
    branches.push_back(std::move(alternatives));
  }
  return branches;
}

}  // namespace

void write_native(const Workload& workload, std::ostream& out) {
  out << "{\n\"name\": " << ordered_json(workload.name).dump();
  if (!workload.foreign && workload.unit != Workload().unit)
    out << ",\n\"unit\": " << ordered_json(workload.unit).dump();
  if (!workload.branches.empty()) out << ",\n\"branch\": " << branches_of(workload).dump();
  for (std::size_t i = 0; i < workload.data.size(); ++i)
    out << (i == 0 ? ",\n\"data\": [\n" : ",\n") << to_json(workload.data[i]).dump();
  if (!workload.data.empty()) out << "\n]";
  out << ",\n\"tasks\": [\n";
  for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
    out << to_json(workload.tasks[i], workload).dump() << (i + 1 < workload.tasks.size() ? ",\n" : "\n");
  }
  out << "]\n}\n";
}

}  // namespace gantry
