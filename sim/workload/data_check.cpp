// SPDX-License-Identifier: Apache-2.0
#include "workload/data_check.h"

#include <string>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

class DataCheck {
 public:
  DataCheck(Workload& workload, Diagnostics& diagnostics)
      : workload_(workload),
        diagnostics_(diagnostics),
        writers_(workload.data.size(), kNone),
        used_(workload.data.size()),
        waited_for_(workload.tasks.size(), kNone),
        seen_(workload.data.size(), kNone) {}

  bool run();

 private:
  void take_writes(std::uint32_t task);
  void take_reads(std::uint32_t task, const std::vector<std::uint32_t>& fates);
  void check_objects();
  [[nodiscard]] std::string task_name(std::uint32_t task) const {
    return "task " + in_quotes(workload_.tasks[task].id);
  }
  [[nodiscard]] std::string object_name(std::uint32_t object) const {
    return "data object " + in_quotes(workload_.data[object].id);
  }

  Workload& workload_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> writers_;     ///< by object: task, or kNone
  std::vector<bool> used_;                 ///< by object
  std::vector<std::uint32_t> waited_for_;  ///< by task: the last task that has an edge from it, or kNone
  std::vector<std::uint32_t> seen_;        ///< by object: the last task that read it, or kNone
};

bool DataCheck::run() {
  const std::size_t before = diagnostics_.size();
  for (std::uint32_t task = 0; task < workload_.tasks.size(); ++task) take_writes(task);
  const std::vector<std::uint32_t> fates = fates_of(workload_);
  for (std::uint32_t task = 0; task < workload_.tasks.size(); ++task) take_reads(task, fates);
  check_objects();
  return diagnostics_.size() == before;
}

void DataCheck::take_writes(std::uint32_t task) {
  for (const WorkloadWrite& write : workload_.tasks[task].writes) {
    std::uint32_t& writer = writers_[write.object];
    if (writer == task) {
      diagnostics_.error(write.where, task_name(task) + " writes " + object_name(write.object) + " twice");
    } else if (writer != kNone) {
      diagnostics_.error(write.where, task_name(task) + " writes " + object_name(write.object) + ", as does " +
                                          task_name(writer) + " (one task writes an object)");
    }
    writer = task;
    used_[write.object] = true;
  }
}

void DataCheck::take_reads(std::uint32_t task, const std::vector<std::uint32_t>& fates) {
  if (workload_.tasks[task].reads.empty()) return;
  for (const WorkloadEdge& edge : workload_.tasks[task].after) waited_for_[edge.task] = task;
  for (const WorkloadRead& read : workload_.tasks[task].reads) {
    used_[read.object] = true;
    const std::uint32_t writer = writers_[read.object];
    if (seen_[read.object] == task) {
      diagnostics_.error(read.where, task_name(task) + " reads " + object_name(read.object) + " twice");
    } else if (writer == task) {
      diagnostics_.error(read.where, task_name(task) + " reads " + object_name(read.object) + ", which it writes");
    } else if (writer != kNone && fates[writer] != fates[task]) {
      diagnostics_.error(read.where, task_name(task) + " reads " + object_name(read.object) + ", which " +
                                         task_name(writer) +
                                         " writes, and an instance may have one of them without the other (both in "
                                         "the same alternative of a branch, or both in none)");
    } else if (writer != kNone && waited_for_[writer] != task) {
      workload_.tasks[task].after.push_back({writer});
      waited_for_[writer] = task;
    }
    seen_[read.object] = task;
  }
}

void DataCheck::check_objects() {
  for (std::uint32_t object = 0; object < workload_.data.size(); ++object) {
    const DataObject& data = workload_.data[object];
    const bool written = writers_[object] != kNone;
    if (written && data.parts_given) {
      diagnostics_.error(data.where, object_name(object) + " has `parts`, and " + task_name(writers_[object]) +
                                         " writes it (each of its jobs writes a part)");
    }
    if (!written && data.keep) {
      diagnostics_.error(data.where,
                         object_name(object) + " has `keep`, and no task writes it (it is in global memory anyway)");
    }
    if (!used_[object]) diagnostics_.note(data.where, "no task reads or writes " + object_name(object));
  }
}

}  // namespace

std::vector<std::uint32_t> fates_of(const Workload& workload) {
  std::vector<std::uint32_t> fates(workload.tasks.size(), 0);
  std::uint32_t fate = 0;
  for (const WorkloadBranch& branch : workload.branches) {
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives) {
      ++fate;
      for (const std::uint32_t task : alternative.tasks) fates[task] = fate;
    }
  }
  return fates;
}

bool connect_data(Workload& workload, Diagnostics& diagnostics) {
  return workload.data.empty() || DataCheck(workload, diagnostics).run();
}

}  // namespace gantry
