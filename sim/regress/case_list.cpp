// SPDX-License-Identifier: Apache-2.0
#include "regress/case_list.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "experiment/feasibility.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "network/network_experiment.h"
#include "pick/stimulus.h"
#include "regress/held.h"
#include "regress/suite_study.h"
#include "result/output_names.h"
#include "serving/serving_experiment.h"
#include "sweep/axis_reader.h"
#include "sweep/search.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWrongCase = 2;  ///< exit status of a command whose input is wrong
constexpr std::size_t kMostCases = 100000;

class CaseLister {
 public:
  CaseLister(const Suite& suite, const CaseChecks& checks, Diagnostics& diagnostics)
      : suite_(suite), checks_(checks), diagnostics_(diagnostics) {}

  CaseList list() {
    list_.inputs.push_back(suite_.path);
    for (const SuiteCase& from : suite_.cases) {
      RegressCase one;
      one.name = from.name;
      one.engine = from.engine;
      one.policy = from.policy;
      one.exit = from.exit;
      one.invariants = from.terms.invariants && from.exit != kWrongCase;
      one.limits = from.terms.limits;
      if (from.what == "study") {
        add_study(from, one);
        continue;
      }
      if (!one.exit) one.exit = 0;
      if (from.what == "experiment") {
        add_experiment(from, one);
      } else if (from.what == "stimulus") {
        add_stimulus(from, std::move(one), from.stimulus);
      } else {
        add_stimuli(from, one);
      }
    }
    check_defaults();
    if (list_.cases.size() > kMostCases)
      diagnostics_.error({suite_.path, 0, 0}, "has more than " + std::to_string(kMostCases) + " cases");
    return std::move(list_);
  }

 private:
  void add(const SuiteCase& from, RegressCase one) {
    if (!names_.insert(one.name).second) {
      diagnostics_.error(from.where("name"),
                         "there is a case " + in_quotes(one.name) + " already (give it another name)");
    }
    list_.cases.push_back(std::move(one));
  }

  /// Those of the defaults that such a run can have, then the case's own, which come first where both are the same.
  void hold(const SuiteCase& from, RegressCase& one) {
    if (one.exit == kWrongCase) return;
    kinds_.insert(one.kind);
    const auto merge = [&](const auto& defaults, const auto& own, auto& to, const auto& name) {
      for (const auto& held : defaults) {
        const bool again =
            std::any_of(own.begin(), own.end(), [&](const auto& other) { return name(other) == name(held); });
        if (!again && !not_held(one.kind, held)) to.push_back(held);
      }
      for (const auto& held : own) {
        if (const auto obstacle = not_held(one.kind, held)) diagnostics_.add(*obstacle);
        to.push_back(held);
      }
    };
    merge(suite_.defaults.metrics, from.terms.metrics, one.metrics, [](const HeldMetric& m) { return m.name; });
    merge(suite_.defaults.tables, from.terms.tables, one.tables, [](const HeldTable& t) { return t.file; });
  }

  /// Of those that no case can have.
  void check_defaults() {
    const auto check = [this](const auto& all) {
      for (const auto& held : all) {
        std::optional<Diagnostic> obstacle;
        for (const CaseKind kind : kinds_) {
          obstacle = not_held(kind, held);
          if (!obstacle) break;
        }
        if (obstacle) diagnostics_.add(*obstacle);
      }
    };
    check(suite_.defaults.metrics);
    check(suite_.defaults.tables);
  }

  std::vector<std::string> overrides(const SuiteCase& from, const std::string& base_path) {
    const StudyPlaces places{suite_.directory, directory_of(base_path)};
    std::vector<std::string> sets;
    for (const YamlNode* set : {&suite_.defaults.set, &from.terms.set}) {
      for (std::size_t i = 0; set->is_map() && i + 1 < set->items.size(); i += 2)
        sets.push_back(key_override(set->items[i].text, set->items[i + 1], places).set());
    }
    return sets;
  }

  void check_engine(const SuiteCase& from, const std::string& policy, const PickerConfig* config) {
    report_refusal(from, checks_.refuses_engine(from.engine, policy, config, nullptr));
  }

  void check_engine(const SuiteCase& from, const Experiment& experiment) {
    const PickerConfig& config = experiment.architecture.picker();
    report_refusal(from, checks_.refuses_engine(from.engine, experiment.picker, &config, &experiment));
  }

  void report_refusal(const SuiteCase& from, const std::optional<Diagnostic>& refusal) {
    if (refusal) diagnostics_.error(from.where("engine"), refusal->text);
  }

  void take_inputs(const std::vector<std::string>& inputs) {
    list_.inputs.insert(list_.inputs.end(), inputs.begin(), inputs.end());
  }

  void add_experiment(const SuiteCase& from, RegressCase& one) {
    const auto text =
        read_named_file(from.experiment, "experiment", from.where("experiment"), diagnostics_, "the suite");
    if (!text) return;
    list_.inputs.push_back(from.experiment);
    one.path = from.experiment;
    one.sets = overrides(from, one.path);
    Diagnostics ignored;
    const auto document = parse_yaml(*text, one.path, ignored);
    const auto kind = document ? kind_of(*document) : std::nullopt;
    if (kind == FileKind::network_experiment) one.kind = CaseKind::network;
    if (kind == FileKind::serving_experiment) one.kind = CaseKind::serving;
    hold(from, one);
    // Wrong inputs are left to the command.
    if (one.exit != kWrongCase) read_case_experiment(from, one, *text);
    add(from, std::move(one));
  }

  void read_case_experiment(const SuiteCase& from, const RegressCase& one, const std::string& text) {
    std::vector<std::string> sets = one.sets;
    for (std::string& set : report_sets(one)) sets.push_back(std::move(set));
    if (one.kind == CaseKind::machine) {
      const std::size_t before = diagnostics_.size();
      const auto experiment = read_experiment(text, one.path, sets, diagnostics_);
      if (experiment && diagnostics_.size() == before) check_feasible(*experiment, diagnostics_);
      if (!experiment) return;
      take_inputs(experiment->inputs);
      check_engine(from, *experiment);
      return;
    }
    if (one.kind == CaseKind::serving) {
      const auto experiment = read_serving_experiment(text, one.path, sets, diagnostics_);
      if (experiment) take_inputs(experiment->inputs);
    } else {
      read_network_experiment(text, one.path, sets, diagnostics_);
    }
    if (from.node.find("engine") != nullptr) diagnostics_.error(from.where("engine"), "there is no picker in this run");
  }

  void add_stimulus(const SuiteCase& from, RegressCase one, const std::string& path) {
    const auto text = read_named_file(path, "stimulus", from.where(from.what), diagnostics_, "the suite");
    if (!text) return;
    list_.inputs.push_back(path);
    one.kind = CaseKind::picker;
    one.path = path;
    one.invariants = false;
    hold(from, one);
    if (builtin_pickers().find(one.policy) == nullptr) {
      std::vector<std::string_view> known;
      for (const auto& entry : builtin_pickers().entries()) known.push_back(entry.name);
      diagnostics_.error(from.where("policy"), "there is no picker " + in_quotes(one.policy) + " (expected " +
                                                   alternatives(known) + ')' + did_you_mean(one.policy, known));
    } else if (one.exit != kWrongCase) {
      std::istringstream in(*text);
      StimulusReader reader(in, path, diagnostics_);
      const std::size_t before = diagnostics_.size();
      while (reader.next()) {
      }
      if (diagnostics_.size() == before) check_engine(from, one.policy, &reader.config());
    }
    add(from, std::move(one));
  }

  void add_stimuli(const SuiteCase& from, const RegressCase& like) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(from.stimuli, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
      if (at->path().extension() == ".stim") files.push_back(at->path());
    }
    std::sort(files.begin(), files.end());
    if (error || files.empty()) {
      diagnostics_.error(from.where("stimuli"),
                         in_quotes(from.stimuli) + (error ? " cannot be read: " + error.message()
                                                          : std::string(" has no file of the ending .stim")));
    }
    for (const fs::path& file : files) {
      RegressCase one = like;
      one.name = from.name + '/' + file.stem().string();
      one.tables.push_back({kPicksFile, fs::path(file).replace_extension(".expected").string(), from.where("stimuli")});
      add_stimulus(from, std::move(one), file.string());
    }
  }

  void add_study(const SuiteCase& from, const RegressCase& like) {
    const auto text = read_named_file(from.study, "study", from.where("study"), diagnostics_, "the suite");
    auto read = text ? read_study(*text, from.study, diagnostics_) : std::nullopt;
    if (!read) return;
    take_inputs(read->inputs);
    if (searches().find(read->search.method)->learns) {
      diagnostics_.error(from.where("study"), "its search " + read->search.method +
                                                  " chooses points by what came out: they cannot be held to anything");
      return;
    }
    const auto study = std::make_shared<SuiteStudy>(std::move(*read), checks_.version);
    const std::size_t before = diagnostics_.size();
    propose(from, *study);
    if (diagnostics_.size() != before) return;
    const std::vector<std::string> sets = overrides(from, study->study.base_path);
    for (std::size_t row = 0; row < study->plan.rows().size(); ++row) {
      const auto& runs = study->plan.runs_of(row);
      if (runs.empty()) {
        RegressCase one = like;
        one.name = from.name + '/' + row_name(*study, row);
        one.study = study;
        one.message = study->plan.rows()[row].message;
        add(from, std::move(one));
      }
      for (const std::size_t run : runs) {
        RegressCase one = like;
        one.name = from.name + '/' + row_name(*study, row);
        if (study->study.repeats > 1) one.name += ",seed=" + std::to_string(study->plan.runs()[run].seed);
        one.study = study;
        one.run = run;
        one.sets = sets;
        hold(from, one);
        add_point(from, std::move(one));
      }
    }
  }

  void propose(const SuiteCase& from, SuiteStudy& of) {
    StudyPlan& plan = of.plan;
    const SearchSpace space{of.study, [&plan](const Configuration& c) { return plan.allowed(c); }, {}};
    plan.check_keys();
    if (of.problems.ok()) {
      const auto search = searches().find(of.study.search.method)->make(space, of.study.search);
      for (const Configuration& configuration : search->propose({})) {
        if (of.study.budget.points > 0 && plan.rows().size() >= of.study.budget.points) break;
        plan.add(configuration);
        if (plan.rows().size() > kMostCases) break;
      }
    }
    if (!of.problems.ok()) diagnostics_.error(from.where("study"), to_string(of.problems.errors().front()));
  }

  static std::string row_name(const SuiteStudy& of, std::size_t number) {
    const PointRow& row = of.plan.rows()[number];
    std::string name;
    const auto add = [&name](const std::string& key, const std::string& value) {
      name += (name.empty() ? "" : ",") + key + '=' + value;
    };
    std::size_t column = 0;
    for (const StudyAxis& axis : of.study.axes) {
      for (const std::string& key : axis.columns) add(key, row.cells[column++]);
    }
    if (!of.study.workloads.empty()) add("workload", row.workload);
    return name.empty() ? "base" : name;
  }

  /// Overrides of the suite are applied after those of the study, which were checked before.
  void add_point(const SuiteCase& from, RegressCase one) {
    std::vector<std::string> all = one.study->plan.runs()[one.run].sets;
    all.insert(all.end(), one.sets.begin(), one.sets.end());
    const bool own_sets = suite_.defaults.set.is_map() || from.terms.set.is_map();
    if (own_sets || from.node.find("engine") != nullptr) {
      const Result<Experiment> experiment = one.study->plan.reader().read(all);
      if (experiment) {
        check_engine(from, *experiment);
      } else {
        one.message = experiment.error().text;
      }
    }
    add(from, std::move(one));
  }

  const Suite& suite_;
  const CaseChecks& checks_;
  Diagnostics& diagnostics_;
  CaseList list_;
  std::set<std::string> names_;
  std::set<CaseKind> kinds_;
};

}  // namespace

CaseList list_cases(const Suite& suite, const CaseChecks& checks, Diagnostics& diagnostics) {
  return CaseLister(suite, checks, diagnostics).list();
}

}  // namespace gantry
