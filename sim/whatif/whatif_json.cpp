// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "result/output_names.h"
#include "result/provenance_json.h"
#include "text/escape.h"
#include "whatif/whatif_output.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

Json gain_json(double gain) { return gain > 0.0 ? Json(gain) : Json(nullptr); }

Json outcome_json(const Outcome& outcome) {
  Json json = Json::object();
  json["state"] = kOutcomeStates[static_cast<std::size_t>(outcome.state)];
  json["message"] = outcome.message.empty() ? Json(nullptr) : Json(outcome.message);
  json["changes"] = Json::array();
  for (const KeyChange& change : outcome.changes)
    json["changes"].push_back({{"key", change.key}, {"from", change.from}, {"to", change.to}});
  json["set"] = outcome.sets;
  json["cycles"] = outcome.has_cycles() ? Json(outcome.cycles) : Json(nullptr);
  json["streams"] = Json::array();
  for (const StreamOutcome& stream : outcome.streams) {
    json["streams"].push_back({{"name", stream.name},
                               {"done", stream.done},
                               {"mean", stream.mean},
                               {"p99", stream.p99},
                               {"stable", stream.stable ? Json(*stream.stable) : Json(nullptr)}});
  }
  return json;
}

Json half_width_json(const MeanOfRuns& ratio) { return ratio.mean > 0.0 ? Json(ratio.half_width) : Json(nullptr); }

Json seed_cycles(const Outcome& outcome) {
  Json cycles = Json::array();
  for (const SeedRun& run : outcome.runs) cycles.push_back(run.cycles);
  return cycles;
}

/// What several seeds tell beside the means.
void add_seeds(Json& to, const WhatIf& found, const Outcome& outcome) {
  to["seed_cycles"] = seed_cycles(outcome);
  to["speedup_half_width"] = half_width_json(found.speedups(outcome));
  to["response_speedup_half_width"] = half_width_json(found.response_speedups(outcome));
  const MeanOfRuns gain = found.gains(outcome);
  to["distinguishable"] = gain.mean > 0.0 ? Json(distinguishable(gain)) : Json(nullptr);
}

void add_outcome(Json& to, const WhatIf& found, const Outcome& outcome) {
  to.update(outcome_json(outcome));
  to["speedup"] = gain_json(found.speedup(outcome));
  to["response_speedup"] = gain_json(found.response_speedup(outcome));
  if (found.seeds > 1) add_seeds(to, found, outcome);
}

std::string csv_number(double value) { return value > 0.0 ? fmt::format("{}", value) : ""; }

std::string csv_half_width(const MeanOfRuns& ratio) {
  return ratio.mean > 0.0 ? fmt::format("{}", ratio.half_width) : "";
}

class CsvRows {
 public:
  explicit CsvRows(bool seeds) : seeds_(seeds) {
    append("kind,resource,turn,with,with_turn,state,cycles,speedup,response_speedup,");
    append(seeds_ ? "speedup_half_width,response_speedup_half_width," : "");
    append("parts,set,message\n");
  }
  void add(std::string_view kind, const TurnStep* first, const TurnStep* second, const WhatIf& found,
           const Outcome& outcome, double parts) {
    append(kind);
    for (const TurnStep* step : {first, second}) {
      field(step == nullptr ? "" : step->resource->name);
      field(step == nullptr || kind == "left_out" ? "" : name(step->kind));
    }
    field(kOutcomeStates[static_cast<std::size_t>(outcome.state)]);
    field(outcome.has_cycles() ? std::to_string(outcome.cycles) : "");
    field(csv_number(found.speedup(outcome)));
    field(csv_number(found.response_speedup(outcome)));
    if (seeds_) {
      field(csv_half_width(found.speedups(outcome)));
      field(csv_half_width(found.response_speedups(outcome)));
    }
    field(csv_number(parts));
    std::string sets;
    for (const std::string& set : outcome.sets) sets += (sets.empty() ? "" : " ") + set;
    field(sets);
    field(outcome.message);
    append("\n");
  }
  [[nodiscard]] std::string text() const { return fmt::to_string(out_); }

 private:
  void append(std::string_view text) { out_.append(text); }
  void field(std::string_view text) {
    append(",");
    append_csv(out_, text);
  }

  fmt::memory_buffer out_;
  bool seeds_;
};

}  // namespace

double beyond_parts(const WhatIf& found, const PairResult& pair) {
  return pair.parts > 0.0 ? found.gain(pair.outcome) / pair.parts : 0.0;
}

std::string whatif_json(const WhatIf& found, const WhatIfSubject& subject) {
  Json root = Json::object();
  root["schema"] = kWhatIfSchema;
  root["experiment"] = subject.experiment;
  root["architecture"] = subject.architecture;
  root["seed"] = subject.seed;
  if (found.seeds > 1) root["repeats"] = found.seeds;
  root["complete"] = found.complete;
  root["runs"] = found.runs;
  root["ranked_by"] = found.by_response ? "response" : "cycles";
  root["base"] = outcome_json(found.base);
  for (const char* of_turns : {"changes", "set"}) root["base"].erase(of_turns);
  if (found.seeds > 1) root["base"]["seed_cycles"] = seed_cycles(found.base);
  root["turns"] = Json::array();
  for (const ResourceResult& of : found.resources) {
    for (const TurnResult& turn : of.turns) {
      Json json = {{"resource", of.resource->name}, {"turn", name(turn.kind)}};
      add_outcome(json, found, turn.outcome);
      root["turns"].push_back(std::move(json));
    }
  }
  root["together"] = nullptr;
  if (found.together) {
    root["together"] = Json::object();
    add_outcome(root["together"], found, *found.together);
  }
  root["left_out"] = Json::array();
  for (const ResourceResult& of : found.resources) {
    if (!of.left_out) continue;
    Json json = {{"resource", of.resource->name}};
    add_outcome(json, found, *of.left_out);
    json["missed"] = gain_json(found.missed(of));
    if (found.seeds > 1) json["missed_half_width"] = half_width_json(found.missed_by_seeds(of));
    root["left_out"].push_back(std::move(json));
  }
  root["pairs"] = Json::array();
  for (const PairResult& pair : found.pairs) {
    Json json = Json::object();
    json["resources"] = {pair.first.resource->name, pair.second.resource->name};
    json["turns"] = {name(pair.first.kind), name(pair.second.kind)};
    add_outcome(json, found, pair.outcome);
    json["parts"] = pair.parts;
    const double beyond = beyond_parts(found, pair);
    json["beyond_parts"] = gain_json(beyond);
    root["pairs"].push_back(std::move(json));
  }
  root["provenance"] = provenance_json(subject.provenance);
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string whatif_csv(const WhatIf& found) {
  CsvRows rows(found.seeds > 1);
  rows.add("base", nullptr, nullptr, found, found.base, 0.0);
  for (const ResourceResult& of : found.resources) {
    for (const TurnResult& turn : of.turns) {
      const TurnStep step{of.resource, turn.kind};
      rows.add("turn", &step, nullptr, found, turn.outcome, 0.0);
    }
  }
  if (found.together) rows.add("together", nullptr, nullptr, found, *found.together, 0.0);
  for (const ResourceResult& of : found.resources) {
    const TurnStep step{of.resource, TurnKind::doubled};
    if (of.left_out) rows.add("left_out", &step, nullptr, found, *of.left_out, 0.0);
  }
  for (const PairResult& pair : found.pairs)
    rows.add("pair", &pair.first, &pair.second, found, pair.outcome, pair.parts);
  return rows.text();
}

}  // namespace gantry
