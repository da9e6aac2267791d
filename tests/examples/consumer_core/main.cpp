// SPDX-License-Identifier: Apache-2.0
// A program of one's own around the machine: tasks from a list, a picker that Gantry does not have, no SystemC.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace {

/// Tasks that are ready when the run begins.
class TaskList final : public gantry::workload::TaskSource {
 public:
  explicit TaskList(std::vector<gantry::workload::Task> tasks) : tasks_(std::move(tasks)) {}

  bool next(gantry::workload::Task& task) override {
    if (next_ == tasks_.size()) return false;
    task = tasks_[next_++];
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return tasks_.size(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }

 private:
  std::vector<gantry::workload::Task> tasks_;
  std::size_t next_ = 0;
};

class Printer final : public gantry::scheduler::RecordSink {
 public:
  void task_done(const gantry::scheduler::TaskRecord& task) override {
    std::cout << "task " << task.number << " completed in cycle " << task.completed << '\n';
  }
  void job_done(const gantry::scheduler::JobRecord& /*job*/) override {}
};

/// The entry with the highest number.
class Last final : public gantry::scheduler::Picker {
 public:
  explicit Last(const gantry::scheduler::PickerConfig& config) : jobs_(config.entries, 0) {}

  void add(std::uint32_t entry, const gantry::scheduler::PickerEntry& what) override { jobs_[entry] = what.jobs; }
  void drop(std::uint32_t entry) override { jobs_[entry] = 0; }
  std::optional<gantry::scheduler::Pick> pick(const gantry::scheduler::EntrySet& eligible) override {
    std::optional<gantry::scheduler::Pick> winner;
    gantry::base::for_each_bit(eligible, [&](std::uint32_t entry) {
      if (jobs_[entry] > 0) winner = gantry::scheduler::Pick{entry, 0, 0, 0};
    });
    if (winner) --jobs_[winner->entry];
    return winner;
  }

 private:
  std::vector<std::uint64_t> jobs_;
};

std::vector<gantry::workload::Task> three_tasks() {
  gantry::workload::Task first;
  first.cycles = 5000;
  gantry::workload::Task other;
  other.cycles = 100;
  return {first, other, other};
}

}  // namespace

int main() {
  gantry::platform::MachineCatalogue catalogue = gantry::platform::builtin_catalogue();
  catalogue.pickers.add("last", "the entry with the highest number",
                        [](const gantry::scheduler::PickerConfig& config) { return std::make_unique<Last>(config); });

  gantry::platform::Architecture architecture;
  architecture.processors->resize(1);
  architecture.processors->at(0).queue_depth = 1;
  architecture.dispatcher->mode = gantry::scheduler::MatchMode::per_job;
  architecture.dispatcher->match_against = gantry::scheduler::MatchAgainst::capable;
  gantry::platform::PolicyConfig policies;
  policies.picker = "last";

  TaskList tasks(three_tasks());
  Printer printer;
  gantry::platform::Machine machine(architecture, policies, tasks, printer, std::nullopt, catalogue);
  gantry::base::Cycle now = 0;
  const gantry::kernel::RunEnd end = gantry::kernel::run_cycles(machine, {}, {}, now);
  std::cout << "makespan " << machine.finish(end, now).cycles << '\n';
  return end == gantry::kernel::RunEnd::complete ? 0 : 1;
}
