// SPDX-License-Identifier: Apache-2.0
#include "sweep/ask_tell.h"

#include <algorithm>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "gantry/base/error.h"
#include "sweep/point_row.h"
#include "sweep/study_tables.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

using Told = nlohmann::ordered_json;

class AskTell final : public Search {
 public:
  AskTell(const SearchSpace& space, std::istream& in, std::ostream& out) : space_(space), in_(in), out_(out) {}

  std::vector<Configuration> propose(const std::vector<Tried>& tried) override {
    if (!asked_) say(Told::parse(study_json(space_.study)));
    if (asked_ && !answered_) answer(tried);
    asked_ = true;
    for (std::string line; std::getline(in_, line);) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      try {
        read(line);
      } catch (const Error& error) {
        say({{"error", error.what()}});
        continue;
      }
      std::vector<Configuration> fresh;
      for (const Configuration& one : batch_) {
        const bool known = known_.count(one) == 1 || !space_.allowed(one);
        if (!known && std::find(fresh.begin(), fresh.end(), one) == fresh.end()) fresh.push_back(one);
      }
      answered_ = fresh.empty();
      if (!fresh.empty()) return fresh;
      answer(tried);
    }
    return {};
  }

 private:
  void say(const Told& json) {
    out_ << json.dump(-1, ' ', false, Told::error_handler_t::replace) << '\n';
    out_.flush();
  }

  /// Fills batch_. Throws Error.
  void read(const std::string& line) {
    nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object()) json = nlohmann::json::array({json});
    if (!json.is_array() || json.empty())
      throw Error("a line must be a JSON object of axes and their values, or a list of them");
    batch_.clear();
    for (const nlohmann::json& point : json) batch_.push_back(configuration_of(point));
  }

  /// By the values of all columns. Throws Error.
  [[nodiscard]] Configuration configuration_of(const nlohmann::json& point) const {
    if (!point.is_object()) throw Error("a point must be an object of axes and their values");
    Configuration configuration;
    for (const StudyAxis& axis : space_.study.axes) {
      std::vector<std::string> cells;
      for (const std::string& column : axis.columns) {
        const auto at = point.find(column);
        if (at == point.end()) throw Error(in_quotes(column) + " is missing");
        cells.push_back(at->is_string() ? at->get<std::string>() : at->dump());
      }
      const auto choice = std::find_if(axis.choices.begin(), axis.choices.end(),
                                       [&](const StudyChoice& one) { return one.cells == cells; });
      if (choice == axis.choices.end())
        throw Error(in_quotes(axis.columns[0]) + " has no value " + in_quotes(cells[0]) +
                    (cells.size() > 1 ? " together with what goes with it" : ""));
      configuration.push_back(static_cast<std::uint32_t>(choice - axis.choices.begin()));
    }
    for (const auto& [key, value] : point.items()) {
      if (!is_column(key)) throw Error(in_quotes(key) + " is no axis of the study");
    }
    return configuration;
  }
  [[nodiscard]] bool is_column(const std::string& key) const {
    return std::any_of(space_.study.axes.begin(), space_.study.axes.end(), [&](const StudyAxis& axis) {
      return std::find(axis.columns.begin(), axis.columns.end(), key) != axis.columns.end();
    });
  }

  void answer(const std::vector<Tried>& tried) {
    for (; told_ < tried.size(); ++told_) known_.emplace(tried[told_].configuration, told_);
    Told all = Told::array();
    for (const Configuration& one : batch_) {
      const auto at = known_.find(one);
      if (at == known_.end()) {
        all.push_back({{"state", "excluded"}});
      } else {
        for (const PointRow* row : tried[at->second].rows) all.push_back(row_json(*row));
      }
    }
    say(all);
  }

  [[nodiscard]] Told row_json(const PointRow& row) const {
    Told json = {{"number", row.number}, {"id", row.id}};
    json["state"] = kPointStates[static_cast<std::size_t>(row.state)];
    if (!row.workload.empty()) json["workload"] = row.workload;
    json["metrics"] = Told::object();
    for (std::size_t m = 0; m < row.metrics.size(); ++m) {
      if (row.metrics[m]) json["metrics"][space_.study.metrics[m].name] = Told::parse(row.metrics[m]->text);
    }
    if (row.broken) json["broken"] = *row.broken;
    json["message"] = row.message;
    return json;
  }

  const SearchSpace space_;
  std::istream& in_;
  std::ostream& out_;
  bool asked_ = false;
  bool answered_ = true;
  std::vector<Configuration> batch_;
  std::map<Configuration, std::size_t> known_;  ///< their numbers among those that were tried
  std::size_t told_ = 0;
};

}  // namespace

std::unique_ptr<Search> make_ask_tell(const SearchSpace& space, std::istream& in, std::ostream& out) {
  return std::make_unique<AskTell>(space, in, out);
}

}  // namespace gantry
