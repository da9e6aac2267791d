// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "result/result_writer.h"
#include "result/whatif_answer.h"
#include "text/escape.h"
#include "whatif/whatif_output.h"

namespace gantry {
namespace {

std::optional<double> gain_if_any(double gain) { return gain > 0.0 ? std::optional<double>(gain) : std::nullopt; }

std::optional<double> half_width_if_any(const MeanOfRuns& ratio) {
  return ratio.mean > 0.0 ? std::optional<double>(ratio.half_width) : std::nullopt;
}

WhatIfAnswer::Run run_of(const Outcome& outcome) {
  WhatIfAnswer::Run run;
  run.state = outcome.state;
  if (!outcome.message.empty()) run.message = outcome.message;
  if (outcome.has_cycles()) run.cycles = outcome.cycles;
  run.streams = outcome.streams;
  return run;
}

std::vector<std::uint64_t> seed_cycles(const Outcome& outcome) {
  std::vector<std::uint64_t> cycles;
  for (const SeedRun& run : outcome.runs) cycles.push_back(run.cycles);
  return cycles;
}

WhatIfAnswer::Outcome outcome_of(const WhatIf& found, const Outcome& outcome) {
  WhatIfAnswer::Outcome of;
  of.run = run_of(outcome);
  of.changes = outcome.changes;
  of.set = outcome.sets;
  of.speedup = gain_if_any(found.speedup(outcome));
  of.response_speedup = gain_if_any(found.response_speedup(outcome));
  if (found.seeds == 1) return of;
  WhatIfAnswer::Seeds& seeds = of.seeds.emplace();
  seeds.cycles = seed_cycles(outcome);
  seeds.speedup_half_width = half_width_if_any(found.speedups(outcome));
  seeds.response_speedup_half_width = half_width_if_any(found.response_speedups(outcome));
  const MeanOfRuns gain = found.gains(outcome);
  if (gain.mean > 0.0) seeds.distinguishable = distinguishable(gain);
  return of;
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
  WhatIfAnswer answer;
  answer.experiment = subject.experiment;
  answer.architecture = subject.architecture;
  answer.seed = subject.seed;
  answer.complete = found.complete;
  answer.runs = found.runs;
  answer.by_response = found.by_response;
  answer.base = run_of(found.base);
  if (found.seeds > 1) {
    answer.repeats = found.seeds;
    answer.base_seed_cycles = seed_cycles(found.base);
  }
  for (const ResourceResult& of : found.resources) {
    const std::string resource(of.resource->name);
    for (const TurnResult& turn : of.turns)
      answer.turns.push_back({resource, std::string(name(turn.kind)), outcome_of(found, turn.outcome)});
    if (!of.left_out) continue;
    WhatIfAnswer::LeftOut left_out = {resource, outcome_of(found, *of.left_out), gain_if_any(found.missed(of)), {}};
    if (found.seeds > 1) left_out.missed_half_width.emplace(half_width_if_any(found.missed_by_seeds(of)));
    answer.left_out.push_back(std::move(left_out));
  }
  if (found.together) answer.together = outcome_of(found, *found.together);
  for (const PairResult& pair : found.pairs) {
    answer.pairs.push_back({{std::string(pair.first.resource->name), std::string(pair.second.resource->name)},
                            {std::string(name(pair.first.kind)), std::string(name(pair.second.kind))},
                            outcome_of(found, pair.outcome),
                            pair.parts,
                            gain_if_any(beyond_parts(found, pair))});
  }
  answer.provenance = subject.provenance;
  return results_text(std::move(answer));
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
