// SPDX-License-Identifier: Apache-2.0
#include "result/measured_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/one_line.h"
#include "result/output_names.h"
#include "result/result_reader.h"
#include "result/result_writer.h"
#include "result/run_summary.h"
#include "result/whatif_answer.h"
#include "text/text_table.h"

namespace gantry {
namespace {

constexpr std::size_t kMostTold = 3;

std::string described(Provenance from) {
  ResultWriter writer;
  describe_versions(writer, from);
  describe_machine(writer, from);
  describe_inputs(writer, from);
  return writer.text();
}

/// Whether an answer's base is this run.
bool is_of(const WhatIfAnswer& answer, const RunSummary& run) {
  return answer.experiment == run.experiment && answer.seed == run.seed && answer.base.cycles == run.cycles &&
         described(answer.provenance) == described(run.provenance);
}

std::string sentence(const WhatIfAnswer& answer) {
  std::vector<std::pair<double, std::string>> best;
  for (const WhatIfAnswer::Turn& turn : answer.turns) {
    if (turn.turn == "ideal") continue;
    const double gain = (answer.by_response ? turn.outcome.response_speedup : turn.outcome.speedup).value_or(0.0);
    if (gain > 1.0) best.emplace_back(1.0 - 1.0 / gain, one_line(turn.resource) + ' ' + one_line(turn.turn));
  }
  std::stable_sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string told;
  for (std::size_t i = 0; i < best.size() && i < kMostTold; ++i) {
    told += fmt::format("{}{} {}", i == 0 ? "" : ", ", best[i].second, percent(best[i].first, 1.0));
  }
  if (told.empty()) return "";
  return fmt::format("Measured by gantry whatif, {} saved: {}.", answer.by_response ? "response time" : "makespan",
                     told);
}

}  // namespace

std::string measured_turns(const std::string& directory, const RunSummary& run) {
  const std::string path = directory + '/' + kWhatIfFile;
  if (std::error_code none; !std::filesystem::exists(path, none)) return "";
  Diagnostics unread;
  const auto answer = read_results<WhatIfAnswer>(path, unread);
  return unread.ok() && is_of(answer, run) ? sentence(answer) : "";
}

}  // namespace gantry
