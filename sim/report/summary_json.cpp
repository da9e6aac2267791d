// SPDX-License-Identifier: Apache-2.0
#include "report/summary_json.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "report/cost_report.h"
#include "report/summary_parts.h"
#include "result/output_names.h"

namespace gantry {
namespace {

Json processors_json(const RunStats& stats) {
  Json list = Json::array();
  for (const ProcessorStats& processor : stats.processors) {
    list.push_back({{"name", processor.name},
                    {"type", processor.type},
                    {"group", processor.group},
                    {"jobs", processor.jobs},
                    {"busy_cycles", processor.busy_cycles},
                    {"utilization", ratio(processor.busy_cycles, stats.cycles)}});
  }
  return list;
}

/// Shares added up per picker class, in the order in which the classes first appear.
Json classes_json(const RunStats& stats) {
  struct ClassSum {
    std::string cls;
    std::uint64_t picks = 0;
    Cycle longest_wait = 0;
    bool only_picks = false;
  };
  std::vector<ClassSum> sums;
  std::uint64_t all = 0;
  for (const ShareStats& share : stats.shares) {
    auto at = std::find_if(sums.begin(), sums.end(), [&](const ClassSum& sum) { return sum.cls == share.cls; });
    if (at == sums.end()) at = sums.insert(at, ClassSum{share.cls});
    at->picks += share.picks;
    at->longest_wait = std::max(at->longest_wait, share.longest_wait);
    at->only_picks = share.only_picks;
    all += share.picks;
  }
  Json list = Json::array();
  for (const ClassSum& sum : sums) {
    Json& entry = list.emplace_back();
    entry = {{"class", sum.cls}, {"picks", sum.picks}, {"share", ratio(sum.picks, all)}};
    if (!sum.only_picks) entry["longest_wait"] = sum.longest_wait;
  }
  return list;
}

Json shares_json(const RunStats& stats) {
  Json list = Json::array();
  for (const ShareStats& share : stats.shares) {
    Json& entry = list.emplace_back();
    entry = {{"class", share.cls}, {"weight", share.weight}, {"picks", share.picks}, {"share", share.share}};
    if (share.only_picks) continue;
    entry["expected_share"] = share.expected_share;
    entry["lag"] = share.lag;
    entry["longest_wait"] = share.longest_wait;
  }
  return list;
}

Json stream_json(const StreamStats& stream) {
  Json shares = Json::array();
  for (const StreamShare& share : stream.shares.rows) {
    Json row = {{"class", share.cls}, {"weight", share.weight}};
    row.update(estimate_json(share.share));
    row["expected_share"] = estimate_json(share.expected_share);
    row["lag"] = estimate_json(share.lag);
    row["lag"]["max"] = share.most_lag;
    row["longest_wait"] = estimate_json(share.longest_wait);
    row["longest_wait"]["max"] = share.most_wait;
    shares.push_back(std::move(row));
  }
  return {{"tasks", stream.tasks},
          {"warm_up", {{"tasks", stream.warm_up_tasks}, {"cycles", stream.warm_up_cycles}}},
          {"response_cycles", estimate_json(stream.response_cycles)},
          {"wait_cycles", estimate_json(stream.wait_cycles)},
          {"interdeparture_cycles", estimate_json(stream.interdeparture_cycles)},
          {"share_stretch_picks", stream.shares.picks},
          {"shares", std::move(shares)}};
}

Json tenant_json(const TenantStats& tenant) {
  Json json = {{"name", tenant.tenant.name},
               {"instances", {{"arriving", tenant.tenant.count}, {"done", tenant.done}}},
               {"stable", tenant.stable ? Json(*tenant.stable) : Json(nullptr)}};
  // A mean of what grows without bound would say how long the run was.
  Json response = tenant.stable.value_or(true) ? estimate_json(tenant.response) : Json{{"mean", nullptr}};
  response["warm_up"] = tenant.warm_up;
  response["p50"] = tenant.p50;
  response["p95"] = tenant.p95;
  response["p99"] = tenant.p99;
  response["max"] = tenant.max;
  json["response_cycles"] = std::move(response);
  json["alone_cycles"] = tenant.tenant.alone ? Json(*tenant.tenant.alone) : Json(nullptr);
  json["slowdown"] = tenant.slowdown ? Json(*tenant.slowdown) : Json(nullptr);
  if (tenant.tenant.deadline) {
    json["deadline"] = {{"cycles", *tenant.tenant.deadline},
                        {"misses", tenant.misses},
                        {"tardiness", {{"total", tenant.tardiness}, {"max", tenant.most_tardy}}}};
  }
  json["processor_cycles"] = tenant.processor_cycles;
  json["share"] = tenant.share;
  return json;
}

Json tenants_json(const TenantsStats& streams) {
  Json list = Json::array();
  for (const TenantStats& tenant : streams.tenants) list.push_back(tenant_json(tenant));
  return {{"list", std::move(list)},
          {"fairness",
           {{"share", streams.fairness_of_share},
            {"slowdown", streams.fairness_of_slowdown ? Json(*streams.fairness_of_slowdown) : Json(nullptr)}}}};
}

Json plan_json(const PlanOutcome& plan, const RunStats& stats) {
  Json json = {{"method", plan.method}};
  json["predicted_cycles"] = plan.predicted_cycles ? Json(*plan.predicted_cycles) : Json(nullptr);
  json["simulated_cycles"] = stats.cycles;
  const bool comparable = plan.predicted_cycles && *plan.predicted_cycles > 0;
  json["ratio"] = comparable ? Json(ratio(stats.cycles, *plan.predicted_cycles)) : Json(nullptr);
  json["path"] = counts_json(plan.path);
  return json;
}

Json stage_cycles_json(const WaitStats& waits) {
  Json object = Json::object();
  for (std::size_t i = 0; i < kStages; ++i) object[std::string(kStageNames[i])] = waits.cycles[i];
  return object;
}

Json waits_json(const WaitStats& waits) {
  Json object = stage_cycles_json(waits);
  object["lifetime"] = waits.lifetime;
  return object;
}

Json stages_json(const std::vector<StageRow>& rows) {
  Json list = Json::array();
  for (const StageRow& row : rows) {
    Json entry = {{"class", name(row.cls)}, {"weight", row.weight},           {"stream", row.stream},
                  {"tasks", row.tasks},     {"lifetime", row.waits.lifetime}, {"cycles", stage_cycles_json(row.waits)}};
    for (std::size_t i = 0; i < row.percentiles.size(); ++i) {
      const StageRow::Percent& of = row.percentiles[i];
      entry["percentiles"][std::string(kStageNames[i])] = {{"p50", of.p50}, {"p95", of.p95}, {"p99", of.p99}};
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json bounds_json(const Bounds& bounds, Cycle cycles) {
  Json object = Json::object();
  for (std::size_t i = 0; i < kBoundCount; ++i) object[std::string(kBounds[i].name)] = bounds.cycles[i];
  const Bound binding = bounds.binding();
  object["binding"] = name(binding);
  object["share"] = ratio(bounds[binding], cycles);
  return object;
}

Json overhead_json(const Overhead& overhead, const RunStats& stats) {
  Json blocks = Json::object();
  for (std::size_t i = 0; i < kHolderCount; ++i) blocks[std::string(kHolders[i].name)] = overhead.held[i];
  return {{"processor_cycles", stats.processors.size() * stats.cycles},
          {"busy", overhead.busy},
          {"nothing_ready", overhead.nothing_ready},
          {"work_ready", overhead.sum()},
          {"blocks", std::move(blocks)}};
}

constexpr const char* kNoMachine = "a calendar ran, not the machine";

}  // namespace

std::string summary_json(const RunInfo& info, const RunStats& stats) {
  Json root = Json::object();
  root["schema"] = kSummarySchema;
  root["experiment"] = info.experiment;
  root["architecture"] = Json::object();
  root["architecture"]["name"] = info.architecture;
  root["architecture"]["clock_mhz"] = info.clock_mhz;
  root["seed"] = info.seed;
  root["complete"] = stats.end == RunEnd::complete;
  root["end"] = name(stats.end);
  root["cycles"] = stats.cycles;
  root["tasks"] = {{"submitted", stats.tasks_submitted},
                   {"completed", stats.tasks_completed},
                   {"unfinished", stats.tasks_unfinished}};
  root["jobs"] = {{"total", stats.jobs_total},
                  {"issued", stats.jobs_issued},
                  {"completed", stats.jobs_completed},
                  {"schedule_failures", stats.schedule_failures}};
  root["processors"] = processors_json(stats);
  root["blocks"] = blocks_json(stats.blocks);
  root["interconnect"] = interconnect_json(stats.interconnect);
  if (stats.background) root["background"] = background_json(*stats.background, stats.cycles);
  root["picker"] = {{"policy", stats.picker.policy}};
  if (stats.picker.rounds_seen) {
    root["picker"]["rounds"] = stats.picker.rounds;
    root["picker"]["contested"] = stats.picker.contested;
  }
  root["picker"]["picks"] = stats.picker.picks;
  root["classes"] = classes_json(stats);
  root["shares"] = shares_json(stats);
  root["waits"] = waits_json(stats.waits);
  if (info.stages) root["stages"] = stages_json(*info.stages);
  if (!info.critical_path.empty()) root["critical_path"] = counts_json(info.critical_path);
  if (!info.critical_path_held.empty()) root["critical_path_held"] = counts_json(info.critical_path_held);
  if (!info.critical_path_without.empty()) root["critical_path_without"] = counts_json(info.critical_path_without);
  if (info.bounds) root["bounds"] = bounds_json(*info.bounds, stats.cycles);
  if (info.overhead) root["overhead"] = overhead_json(*info.overhead, stats);
  if (info.streams) root["streams"] = tenants_json(*info.streams);
  if (info.stream) root["stream"] = stream_json(*info.stream);
  root["cost"] = info.cost ? cost_json(*info.cost) : no_cost_json(kNoMachine);
  root["timing"] = info.ideal ? "ideal" : "machine";
  if (info.plan) root["plan"] = plan_json(*info.plan, stats);
  root["provenance"] = provenance_json(info.provenance);
  if (!info.verdict.empty()) root["verdict"] = info.verdict;
  root["outputs"] = info.outputs;
  for (const LeftOut& file : info.left_out)
    root["left_out"][file.file] = {{"from_cycle", file.from_cycle}, {"max_bytes", file.max_bytes}};
  root["diagnosis"] = stats.diagnosis;
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry
