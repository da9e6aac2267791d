// SPDX-License-Identifier: Apache-2.0
// way: way.json, how long jobs were on their way from the scheduler to their processors.
#include <algorithm>

#include "output/output_file.h"
#include "output/run_directory.h"
#include "output/run_report.h"

namespace gantry {
namespace {

constexpr const char* kWayFile = "way.json";

class WayReport final : public RunReport, public RecordSink {
 public:
  explicit WayReport(OutputPlace place) : place_(std::move(place)) {}

  RecordSink* records() override { return this; }
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& job) override {
    ++jobs_;
    sum_ += job.arrived - job.issued;
    longest_ = std::max(longest_, job.arrived - job.issued);
  }

  /// One JSON object; cycles.
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (ran == nullptr) return;
    write_text(place_,
               "{\"jobs\": " + std::to_string(jobs_) + ", \"cycles\": " + std::to_string(sum_) +
                   ", \"longest\": " + std::to_string(longest_) + "}\n",
               problems);
  }

 private:
  OutputPlace place_;
  std::uint64_t jobs_ = 0;
  Cycle sum_ = 0;
  Cycle longest_ = 0;
};

}  // namespace

void add_way(ReportCatalogue& reports) {
  reports.add({"way",
               "write `way.json`: how long jobs were on their way",
               {kWayFile},
               [](const ReportedRun& /*run*/, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                 return std::make_unique<WayReport>(directory.file(true, kWayFile));
               }});
}

}  // namespace gantry
