// SPDX-License-Identifier: Apache-2.0
// The points of a study as columns, and causes from their summaries.
#include <array>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/explain/causes.h"
#include "report/study_parts.h"
#include "result/output_names.h"

namespace gantry {
namespace {

/// Texts as numbers, each written once.
class TextNumbers {
 public:
  std::size_t number(const std::string& text) {
    const auto [at, is_new] = numbers_.emplace(text, list_.size());
    if (is_new) list_.push_back(text);
    return at->second;
  }
  [[nodiscard]] const PageJson& list() const { return list_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  PageJson list_ = PageJson::array();
};

/// Returns the number as in the table, if that is valid JSON.
PageJson number_json(const WrittenMetricValue& value) {
  PageJson number = PageJson::parse(value.text, nullptr, false);
  return number.is_number() ? number : PageJson(value.number);
}

/// All of the front, and every k-th of the others.
std::vector<const WrittenPoint*> kept_points(const WrittenStudy& study, std::size_t most, PageJson& left_out) {
  std::vector<const WrittenPoint*> kept;
  const std::size_t all = study.points.size();
  std::size_t front = 0;
  for (const WrittenPoint& point : study.points) front += point.front ? 1 : 0;
  const std::size_t others = most > front ? most - front : 1;
  const std::size_t every = all <= most ? 1 : (all - front + others - 1) / others;
  const std::size_t front_every = front <= most ? 1 : (front + most - 1) / most;
  std::size_t other = 0;
  std::size_t of_front = 0;
  for (const WrittenPoint& point : study.points) {
    const bool keep = point.front ? of_front++ % front_every == 0 : other++ % every == 0;
    if (keep) kept.push_back(&point);
  }
  if (kept.size() < all) {
    left_out.push_back(
        "Points: " + std::to_string(kept.size()) + " of " + std::to_string(all) + " are in this page one by one, " +
        (front_every == 1 ? "all of the front" : "most of the front left out") + " and every " + std::to_string(every) +
        "th of the others; effects, flat keys and convergence are of all, and " + kPointsTable + " has them.");
  }
  return kept;
}

/// The three largest numbers of an object that are not 0, as [name, number].
PageJson largest(const PageJson& object, std::size_t most) {
  std::vector<std::pair<double, std::string>> all;
  if (object.is_object()) {
    for (const auto& [name, value] : object.items()) {
      if (value.is_number() && value.get<double>() > 0.0) all.emplace_back(-value.get<double>(), name);
    }
  }
  std::sort(all.begin(), all.end());
  PageJson list = PageJson::array();
  for (std::size_t i = 0; i < all.size() && i < most; ++i)
    list.push_back({shortened(all[i].second, 40), object[all[i].second]});
  return list;
}

PageJson cause_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const PageJson summary = PageJson::parse(file, nullptr, false);
  if (!summary.is_object()) return nullptr;
  PageJson cause = PageJson::object();
  const PageJson bounds = summary.value("bounds", PageJson());
  if (bounds.is_object() && bounds.value("binding", PageJson()).is_string() &&
      bounds.value("share", PageJson()).is_number())
    cause["bound"] = {shortened(bounds["binding"].get<std::string>(), 40), bounds["share"]};
  PageJson path_causes = largest(summary.value("critical_path", PageJson()), 3);
  if (!path_causes.empty()) cause["path"] = std::move(path_causes);
  const PageJson overhead = summary.value("overhead", PageJson());
  if (overhead.is_object()) {
    PageJson held = largest(overhead.value("blocks", PageJson()), 1);
    const PageJson whole = overhead.value("processor_cycles", PageJson());
    if (!held.empty() && whole.is_number()) cause["held"] = {held[0][0], held[0][1], whole};
  }
  const PageJson cycles = summary.value("cycles", PageJson());
  if (cycles.is_number()) cause["cycles"] = cycles;
  return cause.size() > 1 ? cause : PageJson();
}

}  // namespace

PageJson study_head(const WrittenStudy& study, const StudyLimits& limits) {
  const auto name = [&](const std::string& text) { return shortened(text, limits.name_bytes); };
  const auto names = [&](const std::vector<std::string>& all) {
    PageJson list = PageJson::array();
    for (const std::string& one : all) list.push_back(name(one));
    return list;
  };
  PageJson head = {{"study", name(study.name)},
                   {"search", name(study.search)},
                   {"partial", study.partial},
                   {"repeats", study.repeats},
                   {"without_cost", names(study.costless)}};
  head["workloads"] = names(study.workloads);
  head["axes"] = PageJson::array();
  for (const WrittenAxis& axis : study.axes) {
    PageJson choices = PageJson::array();
    for (const auto& cells : axis.choices) choices.push_back(names(cells));
    head["axes"].push_back(
        {{"columns", names(axis.columns)}, {"ordered", axis.ordered}, {"choices", std::move(choices)}});
  }
  head["derived"] = names(study.derived);
  head["metrics"] = names(study.metrics);
  head["objectives"] = PageJson::array();
  for (const WrittenObjective& one : study.objectives)
    head["objectives"].push_back({{"metric", one.metric}, {"maximise", one.maximise}});
  head["constraints"] = names(study.constraints);
  head["has_front"] = study.has_front;
  head["states"] = PageJson::object();
  head["fronts"] = PageJson::array();
  for (std::size_t w = 0; w < study.workloads.size(); ++w) head["fronts"].push_back(0);
  for (const WrittenPoint& point : study.points) {
    PageJson& count = head["states"][name(point.state)];
    count = count.is_null() ? 1 : count.get<std::size_t>() + 1;
    if (point.front) head["fronts"][point.workload] = head["fronts"][point.workload].get<std::size_t>() + 1;
  }
  return head;
}

PageJson study_points(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out) {
  const auto kept = kept_points(study, limits.points, left_out);
  TextNumbers words;
  const auto word = [&](const std::string& text, std::size_t most) { return words.number(shortened(text, most)); };
  PageJson points = {{"all", study.points.size()}};
  for (const char* column :
       {"number", "id", "state", "workload", "broken", "message", "front", "choice", "derived", "metrics", "width"})
    points[column] = PageJson::array();
  for (std::size_t a = 0; a < study.axes.size(); ++a) points["choice"].push_back(PageJson::array());
  for (std::size_t d = 0; d < study.derived.size(); ++d) points["derived"].push_back(PageJson::array());
  for (std::size_t m = 0; m < study.metrics.size(); ++m) {
    points["metrics"].push_back(PageJson::array());
    if (study.repeats > 1) points["width"].push_back(PageJson::array());
  }
  for (const WrittenPoint* point : kept) {
    points["number"].push_back(point->number);
    points["id"].push_back(point->id);
    points["state"].push_back(word(point->state, limits.name_bytes));
    points["workload"].push_back(point->workload);
    points["broken"].push_back(point->broken);
    points["message"].push_back(word(point->message, limits.message_bytes));
    points["front"].push_back(point->front ? 1 : 0);
    for (std::size_t a = 0; a < study.axes.size(); ++a) points["choice"][a].push_back(point->choice[a]);
    for (std::size_t d = 0; d < study.derived.size(); ++d)
      points["derived"][d].push_back(word(point->derived[d], limits.name_bytes));
    for (std::size_t m = 0; m < study.metrics.size(); ++m) {
      const auto& value = point->metrics[m];
      points["metrics"][m].push_back(value ? number_json(*value) : PageJson());
      if (study.repeats > 1)
        points["width"][m].push_back(value && value->half_width ? PageJson(*value->half_width) : PageJson());
    }
  }
  points["words"] = words.list();
  return points;
}

PageJson study_causes(const std::string& directory, const PageJson& points, const StudyLimits& limits,
                      PageJson& left_out) {
  PageJson causes = PageJson::object();
  const std::size_t all = points["number"].size();
  std::size_t looked = 0;
  // The front first, because it is the most interesting part.
  for (const int front : {1, 0}) {
    for (std::size_t i = 0; i < all && looked < limits.explained; ++i) {
      const std::string id = points["id"][i];
      if (points["front"][i] != front || id.empty()) continue;
      ++looked;
      PageJson cause = cause_of(directory + '/' + kPointsFolder + '/' + id + '/' + kSummaryFile);
      if (!cause.is_null()) causes[std::to_string(i)] = std::move(cause);
    }
  }
  if (looked == limits.explained && looked < all)
    left_out.push_back("What binds a point and where its time went: of " + std::to_string(looked) +
                       " points, those of the front first; `gantry explain` tells it of each.");
  return causes;
}

}  // namespace gantry
