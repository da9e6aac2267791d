// SPDX-License-Identifier: Apache-2.0
#include "report/study_page.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "gantry/explain/bound_table.h"
#include "report/page_text.h"
#include "report/run_page.h"
#include "report/study_parts.h"
#include "result/output_names.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

/// Returns the relative path from the page's folder to the study. The page knows its own location when it is opened.
std::string way_to(const std::string& directory, const std::string& page) {
  std::error_code error;
  const fs::path from = fs::weakly_canonical(fs::absolute(page, error), error).parent_path();
  const fs::path to = fs::weakly_canonical(fs::absolute(directory, error), error);
  const fs::path way = to.lexically_relative(from);
  return way.empty() ? directory : way.string();
}

PageJson bound_meanings() {
  constexpr std::string_view kAsBefore = "the same";
  PageJson meanings = PageJson::object();
  std::string before;
  for (const BoundRow& bound : kBounds) {
    std::string meaning(bound.meaning);
    // In the table of all bounds it follows the bound that it refers to.
    if (meaning.rfind(kAsBefore, 0) == 0) meaning = before + meaning.substr(kAsBefore.size());
    meanings[std::string(bound.name)] = meaning;
    before = std::move(meaning);
  }
  return meanings;
}

}  // namespace

std::optional<std::string> study_page(const std::string& directory, const std::string& page, Diagnostics& problems) {
  const auto study = read_written_study(directory, problems);
  if (!study) return std::nullopt;
  for (std::size_t divisor = 1;; divisor *= 2) {
    const StudyLimits limits = StudyLimits().over(divisor);
    PageJson left_out = PageJson::array();
    PageJson data = study_head(*study, limits);
    data["directory"] = way_to(directory, page);
    data["bounds"] = bound_meanings();
    data["points"] = study_points(*study, limits, left_out);
    data["causes"] = study_causes(directory, data["points"], limits, left_out);
    data["effects"] = study_effects(*study, limits, left_out);
    data["left_out"] = std::move(left_out);
    std::string text = page_text(shortened(study->name, limits.name_bytes), data, kStudyStyle, kStudyScript);
    if (text.size() <= kMostPageBytes || divisor > (std::size_t{1} << 20)) return text;
  }
}

std::vector<std::string> study_page_inputs(const std::string& directory) {
  std::vector<std::string> inputs;
  for (const char* file : {kStudyFile, kPointsTable, kParetoTable, kRepeatsTable, kStudyDatabase})
    inputs.push_back(directory + '/' + file);
  return inputs;
}

}  // namespace gantry
