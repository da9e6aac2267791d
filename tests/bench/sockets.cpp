// SPDX-License-Identifier: Apache-2.0
// sockets EXPERIMENT.yaml: the experiment's machine run by the cycle kernel, and then with all its parts behind TLM-2.0
// sockets. Prints CPU seconds of both and their ratio, and fails if the cycles are not the same.
#include <systemc>

#include <ctime>
#include <iostream>

#include "experiment/experiment.h"
#include "experiment/task_source.h"
#include "gantry/base/diagnostics.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/machine.h"
#include "gantry/sc/socket_platform.h"

namespace gantry {
namespace {

class Silent final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

double seconds(std::clock_t since) { return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC; }

int measure(const Experiment& experiment) {
  const PolicyConfig policies{experiment.picker, experiment.processor_choice};
  Silent records;

  auto tasks = make_task_source(experiment);
  std::clock_t begin = std::clock();
  Machine machine(experiment.architecture, policies, *tasks, records);
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, {}, {}, now);
  const Cycle cycles = machine.finish(end, now).cycles;
  const double quick = seconds(begin);

  auto again = make_task_source(experiment);
  begin = std::clock();
  sc::GatedClock clock("clock", sc::ClockPeriod::shortest(), sc::GatedClock::Works::between_edges);
  sc::SocketPlatform platform("gantry", experiment.architecture, policies, {again.get(), &records, &records}, clock,
                              clock, {});
  sc_core::sc_start();
  const double sockets = seconds(begin);
  std::cout << cycles << " cycles: " << quick << " s, behind sockets " << platform.host->last_interrupt()
            << " cycles: " << sockets << " s, " << sockets / quick << " times\n";
  return platform.host->finished() && platform.host->last_interrupt() == cycles ? 0 : 1;
}

}  // namespace
}  // namespace gantry

int sc_main(int count, char** words) {
  if (count != 2) return 2;
  gantry::Diagnostics problems;
  const auto experiment = gantry::load_experiment(words[1], {}, problems);
  for (const std::string& line : problems.lines()) std::cerr << line << '\n';
  return experiment ? gantry::measure(*experiment) : 2;
}
