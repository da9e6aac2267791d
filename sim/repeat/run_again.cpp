// SPDX-License-Identifier: Apache-2.0
#include "repeat/run_again.h"

#include <optional>
#include <utility>

#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_output.h"
#include "network/network_run.h"
#include "result/output_names.h"
#include "run/simulation.h"
#include "run/versions.h"
#include "serving/serving_experiment.h"
#include "serving/serving_simulation.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// What stands in the directory of a run.
struct Given {
  std::string directory;
  std::string path;
  std::string text;
};

template <class Options>
Options steered(const std::string& into, const std::atomic<bool>* stop, const std::string& resolved) {
  Options options;
  options.directory = into;
  options.resolved = resolved;
  options.kernel = Kernel::cycle;
  options.stop = stop;
  return options;
}

void run_jobs(const Given& given, const std::string& into, const std::atomic<bool>* stop, Diagnostics& problems) {
  auto experiment = read_experiment(given.text, given.path, {}, problems);
  if (!experiment || !check_feasible(*experiment, problems)) return;
  const std::string resolved = resolved_experiment(*experiment, given.directory);
  simulate(*experiment, steered<SimulationOptions>(into, stop, resolved), problems);
}

void run_serving(const Given& given, const std::string& into, const std::atomic<bool>* stop, Diagnostics& problems) {
  auto experiment = read_serving_experiment(given.text, given.path, {}, problems);
  if (!experiment) return;
  const std::string resolved = resolved_serving_experiment(*experiment, given.directory);
  simulate_serving(*experiment, steered<RunOptions>(into, stop, resolved), problems);
}

void run_interconnect(const Given& given, const std::string& into, const std::atomic<bool>* stop,
                      Diagnostics& problems) {
  auto experiment = read_network_experiment(given.text, given.path, {}, problems);
  if (!experiment) return;
  NetworkOutput output(*experiment, resolved_network_experiment(*experiment, given.directory), into, problems);
  if (!problems.ok()) return;
  const NetworkResult result = run_network(*experiment, {stop, {}}, &output);
  Provenance provenance;
  provenance.versions = versions();
  provenance.overrides = experiment->overrides;
  output.finish(result, network_json(*experiment, result, provenance));
}

}  // namespace

bool run_again(const std::string& directory, const std::string& into, const std::atomic<bool>* stop,
               Diagnostics& problems) {
  const std::string path = directory + '/' + kExperimentFile;
  auto text = read_text_file(path, problems);
  if (!text) return true;
  const Given given{directory, path, std::move(*text)};
  Diagnostics ignored;  // the reader of its kind reports what cannot be read
  const auto document = parse_yaml(given.text, given.path, ignored);
  const std::optional<FileKind> kind = document ? kind_of(*document) : std::nullopt;
  if (kind == FileKind::network_experiment) {
    run_interconnect(given, into, stop, problems);
  } else if (kind == FileKind::serving_experiment) {
    run_serving(given, into, stop, problems);
  } else {
    run_jobs(given, into, stop, problems);
  }
  return stop == nullptr || !stop->load();
}

}  // namespace gantry
