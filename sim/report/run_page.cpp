// SPDX-License-Identifier: Apache-2.0
#include "report/run_page.h"

#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/relief_table.h"
#include "report/page_parts.h"
#include "report/page_text.h"
#include "result/json_file.h"
#include "result/measured_turns.h"
#include "result/network_summary.h"
#include "result/output_names.h"
#include "result/result_reader.h"
#include "result/run_summary.h"
#include "text/text_file.h"

namespace gantry {
namespace {

constexpr std::size_t kMostText = 4000;  ///< bytes of a text in summary.json
constexpr std::size_t kMostDepth = 16;

/// Returns the value without parts that would make the page too large, and notes what was left out.
PageJson within(const PageJson& value, const std::string& where, PageRun& run, std::size_t depth = 0) {
  const auto below = [&](const std::string& key) { return where.empty() ? key : where + '.' + key; };
  const std::size_t most = run.limits.entries;
  if (value.is_string()) return shortened(value.get<std::string>(), kMostText);
  if (!value.is_structured()) return value;
  if (depth == kMostDepth) return nullptr;
  PageJson kept = value.is_array() ? PageJson::array() : PageJson::object();
  std::size_t count = 0;
  for (const auto& [key, entry] : value.items()) {
    if (count++ == most) {
      run.leave_out("Summary: " + std::to_string(most) + " of " + std::to_string(value.size()) + " entries of " +
                    shortened(where, 200) + " are in this page; all are in " + kSummaryFile + '.');
      break;
    }
    PageJson entry_kept = within(entry, value.is_array() ? where : below(key), run, depth + 1);
    if (value.is_array()) {
      kept.push_back(std::move(entry_kept));
    } else {
      kept[shortened(key, run.limits.name_bytes)] = std::move(entry_kept);
    }
  }
  return kept;
}

/// Returns the summary without content of other parts.
PageJson summary_part(PageRun& run) {
  PageJson summary = run.summary;
  summary.erase("processors");
  if (const auto nodes = summary.find("nodes"); nodes != summary.end() && nodes->is_array()) {
    for (PageJson& node : *nodes) {
      if (node.is_object()) node.erase("batch_sizes");
    }
  }
  return within(summary, "", run);
}

struct OpenedRun {
  PageKind kind = PageKind::machine;
  PageJson summary;
  std::string measured;  ///< what `gantry whatif` measured of it, as a sentence
};

/// Whether it is a file that can be read.
bool has_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

/// Opens a directory and checks everything that the parts rely on.
std::optional<OpenedRun> open_run(const std::string& directory, Diagnostics& problems) {
  OpenedRun run;
  std::string path = directory + '/' + kSummaryFile;
  if (!has_file(path) && has_file(directory + '/' + kNetworkFile)) {
    run.kind = PageKind::network;
    path = directory + '/' + kNetworkFile;
  }
  const auto checked = parse_summary(path, problems);
  if (!checked) return std::nullopt;
  const std::string schema = checked->is_object() && checked->contains("schema") && (*checked)["schema"].is_string()
                                 ? (*checked)["schema"]
                                 : "";
  const std::size_t before = problems.size();
  if (run.kind == PageKind::machine && schema == kServingSchema) run.kind = PageKind::serving;
  if (run.kind == PageKind::machine) run.measured = measured_turns(directory, read_results<RunSummary>(path, problems));
  if (run.kind == PageKind::network) read_results<NetworkSummary>(path, problems);
  if (problems.size() != before) return std::nullopt;
  // Once more for the order of its keys.
  const auto text = read_text_file(path, problems);
  if (!text) return std::nullopt;
  run.summary = PageJson::parse(*text);
  return run;
}

Cycle cycles_of(const OpenedRun& run) {
  // Of several loads each has its own, and the page no routers.
  return run.summary.value("cycles", Cycle{0});
}

PageJson experiment_part(const PageRun& run, const std::string& text) {
  if (text.empty()) return missing(std::string(kExperimentFile) + " is not in the directory.");
  PageJson part = {{"text", shortened(text, run.limits.text_bytes)}, {"bytes", text.size()}};
  return part;
}

PageJson run_json(const std::string& directory, const OpenedRun& opened, const PageLimits& limits,
                  Diagnostics& problems) {
  PageRun run;
  run.directory = directory;
  run.kind = opened.kind;
  run.limits = limits;
  run.summary = opened.summary;
  run.cycles = cycles_of(opened);
  std::string experiment;
  if (has_file(run.path(kExperimentFile))) {
    const auto text = read_text_file(run.path(kExperimentFile), problems);
    if (text) experiment = *text;
  }
  PageJson json = {{"kind", kPageKindNames[static_cast<std::size_t>(run.kind)]}, {"cycles", run.cycles}};
  json["summary"] = summary_part(run);
  json["measured"] = opened.measured;
  std::set<PageJob> computing;
  json["path"] = run.kind == PageKind::machine
                     ? path_part(run, computing, problems)
                     : missing("A critical path is that of tasks, which this run has none of.");
  json["jobs"] = jobs_part(run, computing, problems);
  json["tasks"] = tasks_part(run, problems);
  json["links"] = links_part(run, experiment, problems);
  json["packets"] = packets_part(run, problems);
  json["picks"] = run.kind == PageKind::machine ? picks_part(run, experiment, problems)
                                                : missing("Picks are those of a machine's picker.");
  if (run.kind == PageKind::machine && run.summary.contains("data")) json["stores"] = stores_part(run, problems);
  json["experiment"] = experiment_part(run, experiment);
  json["names"] = run.names.json(limits.name_bytes);
  json["left_out"] = run.left_out;
  return json;
}

PageJson causes_json() {
  PageJson causes = PageJson::array();
  for (const CauseInfo& cause : kCauseTable) causes.push_back({cause.name, cause.block, cause.meaning});
  return causes;
}

/// Returns the meanings of the names of bounds and reliefs.
PageJson meanings_json() {
  PageJson meanings = {{"bounds", PageJson::object()}, {"without", PageJson::object()}};
  for (const BoundRow& bound : kBounds) meanings["bounds"][std::string(bound.name)] = bound.meaning;
  for (const Relief& relief : kReliefTable) meanings["without"][std::string(relief.name)] = relief.what;
  return meanings;
}

PageJson comparison_json(const PageComparison& comparison, const PageLimits& limits) {
  if (comparison.json.empty()) return {{"why_not", comparison.why_not}};
  PageRun none;
  none.limits = limits;
  PageJson json = within(PageJson::parse(comparison.json), "", none);
  json["why_not"] = "";
  for (const char* side : {"a", "b"}) json[side].erase("directory");  // the page is the same wherever the runs are
  return json;
}

std::string name_of(const PageJson& run) {
  return shortened(run["summary"].value("experiment", std::string("run")), 80);
}

}  // namespace

std::optional<std::string> PageRun::missing_table(const char* file, const char* key) const {
  if (kind == PageKind::network) {
    if (has_file(path(file))) return std::nullopt;
    if (std::string_view(file) == kPathFile || summary.value("points", PageJson::array()).size() < 2)
      return std::string("The run wrote no ") + file + '.';
    return std::string("A run of several loads has a directory for each; ") + file + " is there.";
  }
  const PageJson outputs = summary.value("outputs", PageJson::array());
  for (const PageJson& name : outputs) {
    if (name != file) continue;
    if (has_file(path(file))) return std::nullopt;
    return std::string("The run wrote ") + file + ", but it is not in the directory.";
  }
  return std::string("The run wrote no ") + file + " (" + key + " of the experiment writes it).";
}

std::optional<std::string> run_page(const std::vector<std::string>& directories, const PageComparison& comparison,
                                    Diagnostics& problems) {
  std::vector<OpenedRun> opened;
  for (const std::string& directory : directories) {
    auto run = open_run(directory, problems);
    if (run) opened.push_back(std::move(*run));
  }
  if (opened.size() != directories.size()) return std::nullopt;
  for (std::size_t divisor = directories.size();; divisor *= 2) {
    PageJson data = {{"causes", causes_json()}, {"meanings", meanings_json()}, {"runs", PageJson::array()}};
    try {
      for (std::size_t r = 0; r < opened.size(); ++r)
        data["runs"].push_back(run_json(directories[r], opened[r], PageLimits().over(divisor), problems));
      if (opened.size() > 1) data["comparison"] = comparison_json(comparison, PageLimits().over(divisor));
    } catch (const PageJson::exception&) {
      problems.error({directories.front() + '/' + kSummaryFile, 1, 1}, "a key is not of the kind that a run writes");
    }
    if (!problems.ok()) return std::nullopt;
    std::string title = name_of(data["runs"][0]);
    if (opened.size() > 1) title += " and " + name_of(data["runs"][1]);
    std::string page = page_text(title, data);
    if (page.size() <= kMostPageBytes || divisor > (std::size_t{1} << 20)) return page;
  }
}

std::vector<std::string> page_inputs(const std::vector<std::string>& directories) {
  std::vector<std::string> inputs;
  for (const std::string& directory : directories) {
    for (const char* file : {kSummaryFile, kNetworkFile, kExperimentFile, kPathFile, kSlackFile, kTasksFile, kJobsFile,
                             kLinksFile, kPacketsFile, kPicksTable, kResidencyTable})
      inputs.push_back(directory + '/' + file);
  }
  return inputs;
}

}  // namespace gantry
