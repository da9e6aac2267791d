// SPDX-License-Identifier: Apache-2.0
#include "regress/case_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "check/check_run.h"
#include "experiment/resolved.h"
#include "gantry/base/error.h"
#include "metric/condition.h"
#include "point/point_reader.h"
#include "regress/held.h"
#include "regress/suite_study.h"
#include "result/output_names.h"
#include "text/table_difference.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostInvariants = 3;
constexpr int kRefused = 2;

std::optional<std::string> whole_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void send_to(const std::string& path, int stream) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return;
  dup2(file, stream);
  close(file);
}

/// Returns the command's arguments. For a point, writes its experiment.
std::vector<std::string> words_of(const RegressCase& one, const std::string& folder) {
  std::vector<std::string> words;
  // A path that begins with a dash is no option.
  const auto path = [](const std::string& text) { return text.rfind('-', 0) == 0 ? "./" + text : text; };
  if (one.kind == CaseKind::picker) {
    words = {"pick",     path(one.path), "--out",    path(folder),
             "--policy", one.policy,     "--engine", one.engine.substr(one.engine.find('=') + 1)};
    return words;
  }
  std::vector<std::string> sets = one.sets;
  if (one.study) {
    std::vector<std::string> all = one.study->plan.runs()[one.run].sets;
    all.insert(all.end(), sets.begin(), sets.end());
    sets.clear();
    Result<Experiment> experiment = one.study->plan.reader().read(all);
    const std::string file = folder + ".yaml";
    if (experiment)
      std::ofstream(file, std::ios::binary) << resolved_experiment(*experiment, fs::path(file).parent_path());
    words = {"run", path(file)};
  } else {
    words = {one.kind == CaseKind::network ? "network" : "run", path(one.path)};
  }
  words.insert(words.end(), {"--out", path(folder)});
  for (std::string& set : report_sets(one)) sets.push_back(std::move(set));
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  if (one.kind == CaseKind::machine) words.insert(words.end(), {"--engine", one.engine});
  if (one.kind != CaseKind::network) {
    words.insert(words.end(), {"--kernel", "cycle"});
  } else if (std::any_of(one.tables.begin(), one.tables.end(),
                         [](const HeldTable& table) { return table.file == kPacketsFile; })) {
    words.emplace_back("--packets");
  }
  return words;
}

class CaseJudge {
 public:
  CaseJudge(const RegressCase& one, const fs::path& folder, const StoredCase* stored)
      : one_(one), folder_(folder), stored_(stored) {}

  CaseVerdict judge(int status, const std::string& message) {
    if (!judge_exit(status, message)) return std::move(verdict_);
    if (one_.invariants && one_.kind != CaseKind::picker) judge_invariants();
    judge_metrics();
    for (std::size_t i = 0; i < one_.tables.size(); ++i) judge_table(i);
    return std::move(verdict_);
  }

 private:
  void broken(const std::string& what) { verdict_.broken.push_back(what); }
  void differs(const std::string& what) { verdict_.differing.push_back(what); }
  void not_stored(const std::string& what) { verdict_.missing.push_back(what); }

  /// Whether there is more to look at.
  bool judge_exit(int status, const std::string& message) {
    const std::string why = message.empty() ? "" : ": " + message;
    if (one_.exit) {
      if (status != static_cast<int>(*one_.exit))
        broken("exit status " + std::to_string(status) + ", not " + std::to_string(*one_.exit) + why);
      return status == static_cast<int>(*one_.exit) && status != kRefused;
    }
    verdict_.values.exit = static_cast<std::uint32_t>(status);
    if (stored_ == nullptr || !stored_->exit) {
      not_stored("exit status " + std::to_string(status) + why);
    } else if (*stored_->exit != *verdict_.values.exit) {
      differs("exit status " + std::to_string(*stored_->exit) + " -> " + std::to_string(status) + why);
    }
    return status != kRefused;
  }

  void judge_invariants() {
    const CheckReport report = check_run(folder_.string());
    if (report.status == 0) return;
    for (std::size_t i = 0; i < std::min(report.errors.size(), kMostInvariants); ++i)
      broken("invariant: " + report.errors[i]);
    if (report.errors.size() > kMostInvariants)
      broken(std::to_string(report.errors.size() - kMostInvariants) + " invariants more");
  }

  void judge_metrics() {
    if (one_.metrics.empty()) return;
    const char* file = metrics_file(one_.kind);
    const auto text = whole_text(folder_ / file);
    const nlohmann::json summary = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (!summary.is_object()) return broken(std::string("it wrote no ") + file);
    for (const HeldMetric& metric : one_.metrics) {
      const auto now = find_metric(summary, metric.path, file);
      if (now) {
        judge_metric(metric, **now);
      } else {
        broken(now.error().text);
      }
    }
  }

  void judge_metric(const HeldMetric& metric, const nlohmann::json& now) {
    nlohmann::json& to_store = verdict_.values.metrics[metric.name];
    to_store = now;
    if (stored_ == nullptr || stored_->metrics.count(metric.name) == 0)
      return not_stored(metric.name + " " + now.dump());
    const nlohmann::json& before = stored_->metrics.at(metric.name);
    const bool holds = metric.tolerance ? is_within(*metric.tolerance, before, now) : before == now;
    if (holds) {
      to_store = before;  // so that a value does not wander within its tolerance
    } else {
      differs(metric.name + ": " + values_text(before, now) +
              (metric.tolerance ? ", may be off by " + metric.tolerance->text : ""));
    }
  }

  void judge_table(std::size_t number) {
    const HeldTable& table = one_.tables[number];
    const auto now = whole_text(folder_ / table.file);
    if (!now) return broken("it wrote no " + table.file);
    if (!table.golden.empty()) return judge_golden(number, *now);
    TableDigest& to_store = verdict_.values.tables[table.file];
    to_store = table_digest(*now);
    if (stored_ == nullptr || stored_->tables.count(table.file) == 0)
      return not_stored(table.file + " of " + std::to_string(to_store.lines) + " lines");
    const TableDigest& before = stored_->tables.at(table.file);
    if (before.sha256 != to_store.sha256) differs(table.file + ": differs first in " + first_difference(before, *now));
  }

  void judge_golden(std::size_t number, const std::string& now) {
    const HeldTable& table = one_.tables[number];
    const auto golden = whole_text(table.golden);
    if (golden && *golden == now) return;
    verdict_.goldens.push_back(number);
    if (!golden) return not_stored(table.golden);
    differs(table.file + " against " + table.golden + ": " +
            first_differing_row(table.golden, (folder_ / table.file).string()));
  }

  const RegressCase& one_;
  const fs::path folder_;
  const StoredCase* stored_;
  CaseVerdict verdict_;
};

/// Returns the command's error message on one line.
std::string first_error(const std::string& log) {
  std::ifstream file(log, std::ios::binary);
  std::string line;
  while (line.empty() && std::getline(file, line)) {
  }
  return line;
}

}  // namespace

CaseVerdict run_case(const RegressCase& one, const std::string& folder, const StoredCase* stored,
                     const RunCommand& command) {
  CaseJudge judge(one, folder, stored);
  std::error_code ignored;
  const std::string log = folder + ".log";
  for (const std::string& old : {folder, log, folder + ".yaml"}) fs::remove_all(old, ignored);
  if (!one.message.empty()) return judge.judge(kRefused, one.message);
  fs::create_directories(fs::path(folder).parent_path(), ignored);
  send_to("/dev/null", STDOUT_FILENO);
  send_to(log, STDERR_FILENO);
  const int status = command(words_of(one, folder));
  std::cout.flush();
  std::cerr.flush();
  const std::string message = first_error(log);
  if (message.empty()) fs::remove(log, ignored);
  return judge.judge(status, message);
}

}  // namespace gantry
