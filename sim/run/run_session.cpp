// SPDX-License-Identifier: Apache-2.0
#include "run/run_session.h"

#include <utility>

#include "result/output_names.h"

namespace gantry {

Kernel default_kernel() { return sc::has_systemc() ? Kernel::systemc : Kernel::cycle; }

RunSession::RunSession(const ExperimentHead& experiment, const OutputOptions& output, ReportedRun run,
                       const RunOptions& options, Diagnostics& problems)
    : options_(options),
      problems_(problems),
      directory_(options.directory, experiment.inputs, problems, options.kept),
      reports_(std::move(run), directory_) {
  if (!directory_.ready()) return;
  directory_.write(kExperimentFile, options.resolved, problems);
  for (const ReportEntry& report : output.reports().entries()) reports_.add(report, output[report.name]);
  if (reports_.ok()) {
    state_ = State::open;
  } else {
    reports_.finish(nullptr, problems);
  }
}

RunSession::~RunSession() {
  if (state_ == State::open) reports_.finish(nullptr, problems_);
}

void RunSession::finish(const RanMachine& ran) {
  state_ = State::finished;
  reports_.finish(&ran, problems_);
}

void RunSession::close(const char* summary, std::string_view text) {
  directory_.close(summary, text, timer_, problems_);
}

}  // namespace gantry
