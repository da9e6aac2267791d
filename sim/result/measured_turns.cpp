// SPDX-License-Identifier: Apache-2.0
#include "result/measured_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "result/output_names.h"
#include "text/text_file.h"
#include "text/text_table.h"

namespace gantry {
namespace {

constexpr std::size_t kMostTold = 3;

/// Whether an answer's base is this run.
bool is_of(const nlohmann::json& answer, const nlohmann::json& summary) {
  const auto same = [&](const char* key) {
    return answer.contains(key) && answer[key] == summary.value(key, nlohmann::json());
  };
  return answer.value("schema", "") == kWhatIfSchema && same("experiment") && same("seed") && same("provenance") &&
         answer["base"].value("cycles", nlohmann::json()) == summary.value("cycles", nlohmann::json());
}

/// Share of the time that a turn saves; 0: none.
double saved(const nlohmann::json& turn, const char* ratio) {
  const nlohmann::json& value = turn.at(ratio);
  return value.is_number() && value.get<double>() > 1.0 ? 1.0 - 1.0 / value.get<double>() : 0.0;
}

std::string sentence(const nlohmann::json& answer) {
  const bool by_response = answer.at("ranked_by") == "response";
  std::vector<std::pair<double, std::string>> best;
  for (const nlohmann::json& turn : answer.at("turns")) {
    if (turn.at("turn") == "ideal") continue;
    const double share = saved(turn, by_response ? "response_speedup" : "speedup");
    if (share <= 0.0) continue;
    const bool doubled = turn.at("turn") == "doubled";
    const auto text = [&](const char* key) { return one_line(turn.at(key).get<std::string>()); };
    best.emplace_back(share, doubled ? text("resource") + " doubled" : text("resource") + ' ' + text("turn"));
  }
  std::stable_sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string told;
  for (std::size_t i = 0; i < best.size() && i < kMostTold; ++i) {
    told += fmt::format("{}{} {}", i == 0 ? "" : ", ", best[i].second, percent(best[i].first, 1.0));
  }
  if (told.empty()) return "";
  return fmt::format("Measured by gantry whatif, {} saved: {}.", by_response ? "response time" : "makespan", told);
}

}  // namespace

std::string measured_turns(const std::string& directory, const nlohmann::json& summary) {
  const std::string path = directory + '/' + kWhatIfFile;
  if (std::error_code none; !std::filesystem::exists(path, none)) return "";
  Diagnostics unread;
  const auto text = read_text_file(path, unread);
  if (!text) return "";
  try {
    const nlohmann::json answer = nlohmann::json::parse(*text, nullptr, false);
    if (answer.is_object() && is_of(answer, summary)) return sentence(answer);
  } catch (const nlohmann::json::exception&) {
    // Not an answer of this program.
  }
  return "";
}

}  // namespace gantry
