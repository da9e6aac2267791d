// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gantry/base/one_line.h"
#include "result/output_names.h"
#include "sweep/point_row.h"
#include "sweep/point_store.h"
#include "text/csv_reader.h"
#include "text/text_table.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

/// The name of the study, or nothing.
std::optional<std::string> name_of(const fs::path& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("study") || !json["study"].is_string()) return std::nullopt;
  return json["study"].get<std::string>();
}

}  // namespace

std::optional<std::string> study_status(const std::string& directory, Diagnostics& diagnostics) {
  const fs::path folder(directory);
  const auto name = name_of(folder / kStudyFile);
  if (!name) {
    diagnostics.error({directory, 0, 0}, "holds no study (no study.json of `gantry sweep`)");
    return std::nullopt;
  }
  const std::string table = (folder / kPointsTable).string();
  std::string header;
  std::ifstream head(table);
  std::getline(head, header);
  CsvReader rows(table, header, diagnostics);
  std::array<std::size_t, kPointStates.size()> counts{};
  std::size_t all = 0;
  while (diagnostics.ok() && rows.next()) {
    std::string state(rows.field(2));
    if (state == kPointStates[static_cast<std::size_t>(PointState::interrupted)])
      state = stored_state(directory, std::string(rows.field(1))).value_or(state);
    const auto at = std::find(kPointStates.begin(), kPointStates.end(), state);
    if (at == kPointStates.end()) {
      rows.fault(2, "is no state of a point");
      break;
    }
    ++counts[static_cast<std::size_t>(at - kPointStates.begin())];
    ++all;
  }
  if (!diagnostics.ok()) return std::nullopt;
  std::string text = one_line(*name) + ": " + grouped(all) + (all == 1 ? " point" : " points");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const bool open = i == static_cast<std::size_t>(PointState::interrupted);
    text += fmt::format(", {} {}", grouped(counts[i]), open ? std::string_view("to do") : kPointStates[i]);
  }
  return text + '\n';
}

}  // namespace gantry
