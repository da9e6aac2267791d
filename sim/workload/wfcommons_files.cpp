// SPDX-License-Identifier: Apache-2.0
// Data objects of the files of a workflow. Objects never change the order of tasks: a task reads the object of a file
// if it comes after the file's writer. To find that out where no edge leads from one to the other, the tasks behind the
// writer are walked once per such writer.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/saturating.h"
#include "text/yaml_reader.h"
#include "workload/unique_names.h"
#include "workload/wfcommons_graph.h"

namespace gantry {
namespace {

constexpr std::uint32_t kSeveral = kNone - 1;  ///< as writer of a file: no task alone

/// Tasks behind a task, by way of edges.
class Behind {
 public:
  explicit Behind(const Workload& workload) : workload_(workload) {}

  bool is(std::uint32_t task, std::uint32_t of) {
    if (from_ != of) walk(of);
    return behind_[task];
  }

 private:
  void walk(std::uint32_t from) {
    if (successors_.empty()) {
      successors_.resize(workload_.tasks.size());
      for (std::uint32_t t = 0; t < workload_.tasks.size(); ++t) {
        for (const WorkloadEdge& edge : workload_.tasks[t].after) successors_[edge.task].push_back(t);
      }
    }
    from_ = from;
    behind_.assign(workload_.tasks.size(), false);
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t task = open.back();
      open.pop_back();
      for (const std::uint32_t next : successors_[task]) {
        if (behind_[next]) continue;
        behind_[next] = true;
        open.push_back(next);
      }
    }
  }

  const Workload& workload_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::uint32_t from_ = kNone;
  std::vector<bool> behind_;
};

}  // namespace

void WfGraph::make_objects_of_files() {
  std::vector<std::uint32_t> writers(file_bytes_.size(), kNone);
  std::vector<std::vector<std::uint32_t>> readers(file_bytes_.size());
  for (std::uint32_t t = 0; t < used_.size(); ++t) {
    for (const std::uint32_t file : used_[t].written) writers[file] = writers[file] == kNone ? t : kSeveral;
    for (const std::uint32_t file : used_[t].read) readers[file].push_back(t);
  }
  std::vector<const std::string*> names(file_bytes_.size());
  for (const auto& [name, file] : file_numbers_) names[file] = &name;  // in whatever order
  Behind behind(workload_);
  std::vector<std::size_t> given;  // edges of each task that the file gives, in order of the predecessors
  for (const WorkloadTask& task : workload_.tasks) given.push_back(task.after.size());
  UniqueNames ids;
  std::uint64_t apart = 0;
  std::uint32_t first_apart = kNone;
  std::uint64_t several = 0;
  for (std::uint32_t file = 0; file < file_bytes_.size(); ++file) {
    const std::uint64_t bytes = file_bytes_[file];
    const std::uint32_t writer = writers[file];
    if (bytes == 0 || (writer == kNone && readers[file].empty())) continue;
    // What a task changes is no object: no part is written twice.
    const bool changed =
        writer == kSeveral || std::find(readers[file].begin(), readers[file].end(), writer) != readers[file].end();
    if (changed) {
      several += readers[file].empty() ? 0 : 1;
      continue;
    }
    const auto number = static_cast<std::uint32_t>(workload_.data.size());
    DataObject object;
    object.id = ids.take(names[file]->empty() ? "file" : one_line(*names[file]));
    object.bytes = bytes;
    object.where = workload_.tasks[writer != kNone ? writer : readers[file].front()].where;
    if (writer != kNone) {
      workload_.tasks[writer].writes.push_back({number, workload_.tasks[writer].where});
      workload_.tasks[writer].output_bytes -= std::min(workload_.tasks[writer].output_bytes, bytes);
    }
    for (const std::uint32_t t : readers[file]) {
      WorkloadTask& reader = workload_.tasks[t];
      if (writer != kNone) {
        const auto end = reader.after.begin() + static_cast<std::ptrdiff_t>(given[t]);
        const auto edge = std::lower_bound(reader.after.begin(), end, writer,
                                           [](const WorkloadEdge& e, std::uint32_t from) { return e.task < from; });
        if (edge != end && edge->task == writer) {
          edge->filed = saturating_add(edge->filed, bytes);
        } else if (behind.is(t, writer)) {
          reader.after.push_back({writer, 0, false});  // it waits for the writer by way of others
        } else {
          if (apart++ == 0) first_apart = t;
          continue;
        }
      }
      reader.reads.push_back({number, false, reader.where});
      reader.input_bytes -= std::min(reader.input_bytes, bytes);
    }
    workload_.data.push_back(std::move(object));
  }
  if (apart > 0) {
    const SourcePosition& where = workload_.tasks[first_apart].where;
    diagnostics_.note(
        where, "task " + in_quotes(workload_.tasks[first_apart].id) +
                   (apart == 1 ? " reads a file" : " is the first of " + std::to_string(apart) + " that read a file") +
                   " whose writer it does not wait for: it comes from global memory");
  }
  if (several > 0) {
    diagnostics_.note(workload_.where, std::to_string(several) + (several == 1 ? " file is" : " files are") +
                                           " no data object, because several tasks write it, or its writer reads it");
  }
}

}  // namespace gantry
