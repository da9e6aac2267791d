// SPDX-License-Identifier: Apache-2.0
// libFuzzer targets for everything that reads what a user wrote. Anything but a clean refusal or a clean acceptance is
// a crash, a leak or a hang. The program's name, fuzz_TARGET, tells the reader: a workload format, or one of kTargets.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "architecture/architecture_reader.h"
#include "bounded.h"
#include "check/check_run.h"
#include "cost/cost_file.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "feed_device.h"
#include "feed_network.h"
#include "feed_trace.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/scheduler/picker.h"
#include "pick/run.h"
#include "plan/plan_file.h"
#include "plan/replay.h"
#include "regress/suite.h"
#include "report/study_page.h"
#include "require.h"
#include "result/output_names.h"
#include "select/selection_reader.h"
#include "serving/serving_experiment.h"
#include "sweep/search.h"
#include "sweep/study.h"
#include "sweep/study_plan.h"
#include "text/text_file.h"
#include "workload/edge_data.h"
#include "workload/format.h"
#include "workload/native_writer.h"
#include "workload/operator_times.h"

namespace {

using namespace gantry;

std::string workload_format;
const std::string kTimes = "\n---times\n";

/// The first line and the rest.
std::pair<std::string, std::string> split_line(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

/// What is converted is read again, and is as large as before.
void convert(const Workload& workload) {
  std::ostringstream out;
  write_native(workload, out);
  Workload again;
  Diagnostics diagnostics;
  require(read_workload(out.str(), "again", "native", again, diagnostics), "a converted workload is refused");
  require(facts(again).edges == facts(workload).edges, "a converted workload has other edges");
}

/// Times of a model's operators, and what the lowering makes of them.
void feed_times(const std::string& table, Workload workload) {
  Diagnostics diagnostics;
  Lowering lowering;
  lowering.times_by_work = !table.empty() && table.back() == '\n';
  lowering.times_unit = table.size() % 2 == 0 ? TimeUnit::cycles : TimeUnit::us;
  std::string text = table;
  if (!accept_text(text, "times", diagnostics)) return;
  if (!take_operator_times(text, "times", lowering, 500, workload, diagnostics)) return;
  if (apply_lowering(lowering, workload, diagnostics)) convert(workload);
}

/// A workload file, with the mapping in front if the first line is `mapping {...}`. Behind a line `---times` a table of
/// operators' times follows.
void feed_workload(const std::string& input) {
  const auto [first, rest] = split_line(input);
  const bool mapped = starts_with(first, "mapping ");
  std::string text = mapped ? rest : input;
  const std::size_t divider = text.find(kTimes);
  const std::string times = divider == std::string::npos ? "" : text.substr(divider + kTimes.size());
  text.erase(std::min(divider, text.size()));
  Diagnostics diagnostics;
  std::optional<YamlNode> mapping;
  if (mapped) {
    if (!check_text(first, "mapping", diagnostics)) return;
    mapping = parse_yaml(first.substr(8), "mapping", diagnostics);
    if (!mapping || reaches_far(*mapping)) return;
  }
  if (!accept_text(text, "fuzz", diagnostics, FileContent::bytes)) return;
  guess_workload_format(text);
  Workload workload;
  if (!read_workload(text, "fuzz", workload_format, workload, diagnostics, nullptr, {mapping ? &*mapping : nullptr}))
    return;
  facts(workload);
  convert(workload);
  if (divider != std::string::npos) {
    WorkloadKeys keys{mapping ? &*mapping : nullptr};
    keys.lower = false;
    Workload model;
    if (read_workload(text, "fuzz", workload_format, model, diagnostics, nullptr, keys) &&
        !model.model.operators.empty())
      feed_times(times, std::move(model));
  }
  WorkloadKeys as_data{mapping ? &*mapping : nullptr};
  as_data.edges_are_data = true;
  if (Workload data; read_workload(text, "fuzz", workload_format, data, diagnostics, nullptr, as_data) &&
                     data.model.operators.empty() && make_objects_of_edges(data, {"fuzz", 1, 1}, diagnostics))
    convert(data);
  if (workload.model.operators.empty() && make_objects_of_edges(workload, {"fuzz", 1, 1}, diagnostics))
    convert(workload);
}

void feed_architecture(const std::string& input) {
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, "fuzz", diagnostics)) return;
  const auto document = parse_yaml(text, "fuzz", diagnostics);
  if (!document) return;
  const auto architecture = read_architecture(*document, "", diagnostics);
  // A path is not followed: it could lead anywhere.
  const YamlNode* key = document->find("cost");
  if (key == nullptr || !key->is_map()) return;
  const auto figures = read_cost_figures(*key, "cost", diagnostics);
  if (!architecture || !figures) return;
  const MachineCost cost = machine_cost(*architecture, kSourcePicker, *figures);
  const double area = area_um2(cost).high + leakage_mw(cost).high;
  require(area >= 0.0 && area < 1e30, "the area of a machine is a number");
}

/// An experiment; lines `#set a.b=value` at its beginning are overrides. The files that it can name are those of the
/// folder files/.
void feed_experiment(const std::string& input) {
  constexpr const char* kSet = "#set ";
  std::vector<std::string> sets;
  for (auto [first, rest] = split_line(input); starts_with(first, kSet) && sets.size() < 4;) {
    const std::string set = first.substr(5);
    if (!may_reach_far(set)) sets.push_back(set);
    std::tie(first, rest) = split_line(rest);
  }
  const std::string path = GANTRY_FUZZ_FILES "/experiment.yaml";
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, path, diagnostics)) return;
  const auto document = parse_yaml(text, path, diagnostics);
  if (!document || reaches_far(*document)) return;
  const auto experiment = read_experiment(text, path, sets, diagnostics);
  if (experiment) check_feasible(*experiment, diagnostics);
}

/// A study, whose base and paths can name the files of the folder files/; the first of its combinations.
void feed_study(const std::string& input) {
  const std::string path = GANTRY_FUZZ_FILES "/study.yaml";
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, path, diagnostics)) return;
  const auto document = parse_yaml(text, path, diagnostics);
  if (!document || reaches_far(*document)) return;
  const auto study = read_study(text, path, diagnostics);
  if (!study) return;
  StudyPlan plan(*study, "1", diagnostics);
  Configuration configuration(study->axes.size(), 0);
  for (int i = 0; i < 8; ++i) {
    plan.allowed(configuration);
    if (!next_configuration(*study, configuration)) break;
  }
}

/// A suite; the cases that it names are not looked at.
void feed_suite(const std::string& input) {
  std::string text = input;
  Diagnostics diagnostics;
  if (accept_text(text, "fuzz.yaml", diagnostics)) read_suite(text, "fuzz.yaml", diagnostics);
}

/// A file of `gantry select`; what is right is decided.
void feed_select(const std::string& input) {
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, "fuzz", diagnostics)) return;
  const auto document = parse_yaml(text, "fuzz", diagnostics);
  const auto request = document ? read_selection_request(*document, diagnostics) : std::nullopt;
  if (!request) return;
  const auto policy = builtin_selections().find(kSourceSelection)->make(request->rule);
  for (const NodeId node : select_nodes(*policy, request->nodes, request->rated))
    require(!request->nodes[node].busy && request->nodes[node].pending > 0, "a node was selected that takes no part");
}

/// An experiment of inference nodes; the files that it can name are those of the folder files/.
void feed_serving(const std::string& input) {
  const std::string path = GANTRY_FUZZ_FILES "/experiment.yaml";
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, path, diagnostics)) return;
  const auto document = parse_yaml(text, path, diagnostics);
  if (!document || reaches_far(*document)) return;
  read_serving_experiment(text, path, {}, diagnostics);
}

void feed_stimulus(const std::string& text) {
  if (is_long_stimulus(text)) return;
  std::istringstream in(text);
  std::ostringstream out;
  Diagnostics diagnostics;
  run_stimulus(in, "fuzz", builtin_pickers().find(kSourcePicker)->make, out, diagnostics);
}

/// A directory of outputs, removed at the end.
class RunDirectory {
 public:
  RunDirectory() : path_(folder() / ("gantry_fuzz_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~RunDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  void write(const char* name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary | std::ios::trunc) << text;
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  /// In memory where there is such a folder: a disk makes it ten times slower.
  static std::filesystem::path folder() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path path_;
};

constexpr const char* kBetween = "\n==\n";

/// The files that `gantry check` reads, one behind the other with a line `==` between them; of a run with tasks or, if
/// its summary says so, with sessions. The last one, packets.csv, may be missing.
void feed_check(const std::string& text) {
  static const RunDirectory directory;
  const bool serving = text.substr(0, text.find(kBetween)).find("gantry-serving") != std::string::npos;
  std::size_t at = 0;
  for (const char* name : {"summary.json", serving ? "sessions.csv" : "tasks.csv", serving ? "batches.csv" : "jobs.csv",
                           serving ? "visits.csv" : "edges.csv", "packets.csv"}) {
    const std::size_t end = std::min(text.find(kBetween, at), text.size());
    directory.write(name, at < end ? text.substr(at, end - at) + '\n' : "");
    at = std::min(end + 4, text.size());
  }
  check_run(directory.path());
}

/// The files of a study that its page is made of, one behind the other with a line `==` between them: study.json,
/// points.csv, pareto.csv (empty: there is none) and the summary of the point 0123456789abcdef.
void feed_page(const std::string& text) {
  static const RunDirectory directory;
  const std::string point = std::string(kPointsFolder) + "/0123456789abcdef";
  std::filesystem::create_directories(directory.path() + '/' + point);
  const std::string summary = point + '/' + kSummaryFile;
  std::size_t at = 0;
  for (const char* name : {kStudyFile, kPointsTable, kParetoTable, summary.c_str()}) {
    const std::size_t end = std::min(text.find(kBetween, at), text.size());
    directory.write(name, at < end ? text.substr(at, end - at) + '\n' : "");
    if (at >= end) std::filesystem::remove(directory.path() + '/' + name);
    at = std::min(end + 4, text.size());
  }
  Diagnostics diagnostics;
  const auto page = study_page(directory.path(), directory.path() + "/report.html", diagnostics);
  require(page.has_value() == diagnostics.ok(), "there is a page if nothing is wrong, and only then");
}

/// A plan of the workload w.yaml for the architecture a.yaml.
void feed_plan(const std::string& input) {
  static const Workload workload = [] {
    Workload read;
    Diagnostics diagnostics;
    load_workload(GANTRY_FUZZ_FILES "/w.yaml", "native", read, diagnostics);
    return read;
  }();
  static const std::optional<Architecture> machine = [] {
    Diagnostics diagnostics;
    return load_architecture(GANTRY_FUZZ_FILES "/a.yaml", diagnostics);
  }();
  static const plan::Graph graph(workload);
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, "fuzz", diagnostics)) return;
  const auto plan = read_plan(text, "fuzz", workload, diagnostics);
  if (!plan) return;
  const auto name = [&](std::uint32_t task) { return workload.tasks[task].id; };
  const plan::TaskTimes times(4, graph.times());
  plan::check_plan({*plan, graph, times, plan::transfer_time({}), name});
  make_replay(*plan, workload, *machine, true, {"fuzz", 1, 1}, diagnostics);
  Diagnostics again;
  const bool read_again = read_plan(plan_json(*plan, workload), "again", workload, again).has_value();
  for (const std::string& line : again.lines()) std::fprintf(stderr, "%s\n", line.c_str());
  require(read_again, "a written plan is refused");
}

struct Target {
  const char* name;
  void (*feed)(const std::string& text);
};
constexpr Target kTargets[] = {{"architecture", feed_architecture},
                               {"experiment", feed_experiment},
                               {"stimulus", feed_stimulus},
                               {"select", feed_select},
                               {"study", feed_study},
                               {"suite", feed_suite},
                               {"serving", feed_serving},
                               {"network", feed_network},
                               {"trace", feed_trace},
                               {"device", feed_device},
                               {"check", feed_check},
                               {"page", feed_page},
                               {"plan", feed_plan}};

void (*feed)(const std::string& text) = feed_workload;

}  // namespace

// SystemC's library asks for it; what is linked brings SystemC, and nothing here elaborates.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** argv) {
  const std::string program = std::filesystem::path(**argv).filename().string();
  workload_format = program.substr(std::min(program.find('_') + 1, program.size()));
  for (const Target& target : kTargets) {
    if (workload_format == target.name) feed = target.feed;
  }
  if (feed == feed_workload && workload_formats().find(workload_format) == nullptr) {
    std::fprintf(stderr, "call this program fuzz_TARGET; there is no target '%s'\n", workload_format.c_str());
    std::exit(2);
  }
  // An input may name the standard input.
  if (std::freopen("/dev/null", "r", stdin) == nullptr) std::exit(2);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  feed(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
