// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_json.h"

#include <nlohmann/json.hpp>

#include <utility>

#include "compare/comparison.h"
#include "result/run_parts.h"
#include "result/tables.h"

namespace gantry {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson text_json(std::string_view text) { return std::string(text); }

template <class Value>
OrderedJson if_any(const std::optional<Value>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson side_json(const ComparedRun& run) {
  const RunSummary& summary = run.files.summary;
  return {{"directory", run.directory()},
          {"experiment", summary.experiment},
          {"complete", summary.complete},
          {"end", name(summary.end)},
          {"cycles", summary.cycles}};
}

OrderedJson change_json(const Change& change) {
  return {{"a", change.a}, {"b", change.b}, {"difference", change.difference()}};
}

OrderedJson keys_json(const std::vector<DifferingKey>& keys) {
  OrderedJson json = OrderedJson::array();
  for (const DifferingKey& key : keys) json.push_back({{"key", key.path}, {"a", if_any(key.a)}, {"b", if_any(key.b)}});
  return json;
}

OrderedJson cycles_json(const Change& cycles) {
  OrderedJson json = change_json(cycles);
  json["ratio"] =
      cycles.a > 0 ? OrderedJson(static_cast<double>(cycles.b) / static_cast<double>(cycles.a)) : OrderedJson(nullptr);
  return json;
}

OrderedJson deeds_json(const std::vector<Deed>& deeds) {
  OrderedJson json = OrderedJson::array();
  for (const Deed& deed : deeds) {
    json.push_back({{"block", deed.block},
                    {"station", text_json(deed.station)},
                    {"task", deed.task.empty() ? OrderedJson(nullptr) : text_json(deed.task)},
                    {"job", deed.job == kNone ? OrderedJson(nullptr) : OrderedJson(deed.job)},
                    {"processor", deed.processor.empty() ? OrderedJson(nullptr) : text_json(deed.processor)},
                    {"id", deed.id == kNone ? OrderedJson(nullptr) : OrderedJson(deed.id)},
                    {"other_cycle", deed.elsewhere == kNever ? OrderedJson(nullptr) : OrderedJson(deed.elsewhere)}});
  }
  return json;
}

OrderedJson divergence_json(const std::optional<Divergence>& divergence) {
  if (!divergence) return nullptr;
  return {
      {"cycle", divergence->cycle},     {"block", divergence->block},     {"station", text_json(divergence->station)},
      {"records", divergence->records}, {"a", deeds_json(divergence->a)}, {"b", deeds_json(divergence->b)}};
}

OrderedJson causes_json(const std::optional<CauseChanges>& causes, const char* what) {
  if (!causes) return nullptr;
  OrderedJson json = OrderedJson::array();
  for (const CauseChange& cause : *causes) {
    OrderedJson row = {{what, cause.cause}};
    row.update(change_json(cause.cycles));
    json.push_back(row);
  }
  return json;
}

OrderedJson stages_json(const StageGroup& group) {
  OrderedJson cycles = OrderedJson::object();
  for (std::size_t i = 0; i < kStages; ++i) cycles[std::string(kStageNames[i])] = change_json(group.cycles[i]);
  cycles["lifetime"] = change_json(group.lifetime);
  return {{"tasks", change_json(group.tasks)}, {"cycles", cycles}};
}

OrderedJson stages_json(const std::optional<StageChanges>& stages) {
  if (!stages) return nullptr;
  OrderedJson groups = OrderedJson::array();
  for (const StageGroup& group : stages->groups) {
    OrderedJson row = {
        {"class", text_json(kTaskClassNames[index(group.cls)])}, {"weight", group.weight}, {"stream", group.stream}};
    row.update(stages_json(group));
    groups.push_back(row);
  }
  return {{"all", stages_json(stages->all)}, {"groups", groups}};
}

OrderedJson ranking_json(const TaskRanking& ranking) {
  const auto rows = [](const std::vector<TaskChange>& tasks) {
    OrderedJson json = OrderedJson::array();
    for (const TaskChange& task : tasks) {
      json.push_back({{"task", text_json(task.name)},
                      {"lifetime", change_json(task.lifetime)},
                      {"completed", change_json(task.completed)}});
    }
    return json;
  };
  return {{"gained", rows(ranking.gained)}, {"lost", rows(ranking.lost)}};
}

OrderedJson tasks_json(const std::optional<TaskChanges>& tasks) {
  if (!tasks) return nullptr;
  return {{"compared", tasks->compared},
          {"gained", tasks->gained},
          {"lost", tasks->lost},
          {"by_lifetime", ranking_json(tasks->by_lifetime)},
          {"by_completion", ranking_json(tasks->by_completion)}};
}

OrderedJson ratios_json(double a, double b) { return {{"a", a}, {"b", b}, {"difference", b - a}}; }

OrderedJson links_json(const std::optional<LinkChanges>& links) {
  if (!links) return nullptr;
  OrderedJson most = OrderedJson::array();
  for (const LinkChange& link : links->most) {
    most.push_back({{"kind", text_json(kLinkRowKindNames[static_cast<std::size_t>(link.a->kind)])},
                    {"from", link.a->from},
                    {"to", link.a->to},
                    {"flits", change_json({link.a->flits, link.b->flits})},
                    {"utilization", ratios_json(link.a->utilization, link.b->utilization)}});
  }
  return {{"in_both", links->in_both},
          {"only_in_a", links->only_in_a},
          {"only_in_b", links->only_in_b},
          {"most_changed", most}};
}

OrderedJson groups_json(const std::vector<GroupChange>& groups) {
  OrderedJson json = OrderedJson::array();
  for (const GroupChange& group : groups) {
    json.push_back({{"group", group.group},
                    {"type", group.type},
                    {"processors", change_json(group.processors)},
                    {"jobs", change_json(group.jobs)},
                    {"busy_cycles", change_json(group.busy_cycles)},
                    {"utilization", ratios_json(group.utilization_a, group.utilization_b)}});
  }
  return json;
}

OrderedJson streams_json(const std::vector<StreamChange>& streams) {
  const auto mean = [](const MeanResponse& response) {
    return OrderedJson{{"mean", if_any(response.mean)}, {"half_width", if_any(response.half_width)}};
  };
  const auto counts = [](const std::optional<Change>& change) {
    return change ? change_json(*change) : OrderedJson(nullptr);
  };
  OrderedJson json = OrderedJson::array();
  for (const StreamChange& stream : streams) {
    const bool known = stream.a.mean && stream.b.mean;
    const Verdict verdict = stream.verdict();
    json.push_back(
        {{"name", stream.name.empty() ? OrderedJson(nullptr) : OrderedJson(stream.name)},
         {"a", mean(stream.a)},
         {"b", mean(stream.b)},
         {"difference", known ? OrderedJson(*stream.b.mean - *stream.a.mean) : OrderedJson(nullptr)},
         {"half_width", if_any(stream.combined())},
         {"beyond", verdict == Verdict::unknown ? OrderedJson(nullptr) : OrderedJson(verdict == Verdict::beyond)},
         {"instances", counts(stream.instances)},
         {"p50", counts(stream.p50)},
         {"p95", counts(stream.p95)},
         {"p99", counts(stream.p99)}});
  }
  return json;
}

OrderedJson judged_json(const std::vector<Judged>& judged) {
  OrderedJson json = OrderedJson::array();
  for (const Judged& one : judged) {
    json.push_back({{"expression", one.condition.text},
                    {"metric", one.condition.metric_text},
                    {"a", one.a},
                    {"b", one.b},
                    {"holds", one.holds}});
  }
  return json;
}

}  // namespace

std::string comparison_json(const Comparison& c) {
  OrderedJson root;
  root["schema"] = kCompareSchema;
  root["a"] = side_json(*c.a);
  root["b"] = side_json(*c.b);
  root["inputs"] = keys_json(c.inputs.experiment);
  root["provenance"] = keys_json(c.inputs.provenance);
  root["equal"] = c.equal();
  root["differing_numbers"] = c.differing_numbers.size();
  root["cycles"] = cycles_json(c.cycles);
  root["divergence"] = divergence_json(c.divergence);
  root["critical_path"] = causes_json(c.causes, "cause");
  root["critical_path_held"] = causes_json(c.held, "cause");
  root["overhead"] = causes_json(c.overhead, "block");
  root["stages"] = stages_json(c.stages);
  root["tasks"] = tasks_json(c.tasks);
  root["links"] = links_json(c.links);
  root["processors"] = groups_json(c.groups);
  root["streams"] = streams_json(c.streams);
  root["fail_if"] = judged_json(c.judged);
  return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace gantry
