// SPDX-License-Identifier: Apache-2.0
#include "workload/lowered_data.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/data_check.h"
#include "workload/unique_names.h"

namespace gantry {
namespace {

class TensorObjects {
 public:
  TensorObjects(Workload& workload, const std::vector<TensorReads>& reads, Diagnostics& diagnostics)
      : workload_(workload),
        model_(workload.model),
        reads_(reads),
        diagnostics_(diagnostics),
        behind_(model_.tensors.size()),
        object_(model_.tensors.size(), kNone) {}

  void run();

 private:
  void look_through_views();
  [[nodiscard]] bool moves(std::uint32_t task) const {
    return model_.operators[task].kind != OperatorKind::none && workload_.tasks[task].cls != TaskClass::event;
  }
  /// Returns the object of a tensor, and makes it at the first use; kNone: the
  /// tensor has no bytes.
  std::uint32_t object_of(std::uint32_t tensor, const WorkloadTask& user);
  void read(WorkloadTask& task, const std::vector<std::uint32_t>& tensors, bool whole);
  void keep_results();

  Workload& workload_;
  const OperatorGraph& model_;
  const std::vector<TensorReads>& reads_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> behind_;  ///< by tensor: the tensor that it is a view of; itself: none
  std::vector<std::uint32_t> object_;  ///< by tensor: index in Workload::data, or kNone
  UniqueNames names_;
};

void TensorObjects::look_through_views() {
  for (std::uint32_t t = 0; t < behind_.size(); ++t) behind_[t] = t;
  for (const std::uint32_t task : topological_order(workload_).order) {
    if (model_.operators[task].kind != OperatorKind::view) continue;
    const OperatorUse& use = model_.uses[task];
    const std::vector<std::uint32_t>& from = use.input.empty() ? use.weights : use.input;
    for (const std::uint32_t to : use.output) behind_[to] = from.empty() ? to : behind_[from.front()];
  }
}

std::uint32_t TensorObjects::object_of(std::uint32_t tensor, const WorkloadTask& user) {
  tensor = behind_[tensor];
  const OperatorTensor& from = model_.tensors[tensor];
  if (object_[tensor] != kNone || from.size.bytes == 0) return object_[tensor];
  DataObject object;
  object.id = names_.take(one_line(from.name.empty() ? "tensor" : from.name));
  object.bytes = from.size.bytes;
  object.where = user.where;
  if (object.bytes > kMaxObjectBytes) {
    diagnostics_.error(user.where, "operator " + in_quotes(user.id) + " uses the tensor " + in_quotes(object.id) +
                                       " of " + std::to_string(object.bytes) + " bytes, beyond " +
                                       std::to_string(kMaxObjectBytes) + " (lowering.data none)");
  }
  object_[tensor] = static_cast<std::uint32_t>(workload_.data.size());
  workload_.data.push_back(std::move(object));
  return object_[tensor];
}

void TensorObjects::read(WorkloadTask& task, const std::vector<std::uint32_t>& tensors, bool whole) {
  for (const std::uint32_t tensor : tensors) {
    const std::uint32_t object = object_of(tensor, task);
    if (object == kNone) continue;
    const auto same = std::find_if(task.reads.begin(), task.reads.end(),
                                   [&](const WorkloadRead& other) { return other.object == object; });
    if (same == task.reads.end()) {
      task.reads.push_back({object, whole, task.where});
    } else {
      same->whole = same->whole || whole;
    }
  }
}

/// An output of the model leaves the machine, whoever reads it.
void TensorObjects::keep_results() {
  for (std::uint32_t tensor = 0; tensor < behind_.size(); ++tensor) {
    const std::uint32_t object = object_[behind_[tensor]];
    if (model_.tensors[tensor].result && object != kNone) workload_.data[object].keep = true;
  }
  // Only a written object can be kept: a model may hand out its input.
  std::vector<bool> written(workload_.data.size());
  for (const WorkloadTask& task : workload_.tasks) {
    for (const WorkloadWrite& write : task.writes) written[write.object] = true;
  }
  for (std::size_t object = 0; object < written.size(); ++object) {
    DataObject& data = workload_.data[object];
    data.keep = data.keep && written[object];
    data.parts_given = data.parts > 1 && !written[object];
    if (written[object]) data.parts = 1;
  }
}

void TensorObjects::run() {
  look_through_views();
  for (std::uint32_t t = 0; t < workload_.tasks.size(); ++t) {
    if (!moves(t)) continue;
    WorkloadTask& task = workload_.tasks[t];
    const OperatorUse& use = model_.uses[t];
    task.input_bytes = 0;
    task.output_bytes = 0;
    read(task, use.weights, reads_[t].whole_weights);
    read(task, use.input, reads_[t].whole_input);
    read(task, use.second, reads_[t].whole_second);
    for (const std::uint32_t tensor : use.output) {
      const std::uint32_t object = object_of(tensor, task);
      if (object != kNone) task.writes.push_back({object, task.where});
    }
    // Of an object that nobody writes, a share for each job of the finest cut.
    for (const WorkloadRead& read : task.reads) {
      std::uint32_t& parts = workload_.data[read.object].parts;
      if (!read.whole) parts = std::max(parts, task.jobs);
    }
  }
  keep_results();
  connect_data(workload_, diagnostics_);
}

}  // namespace

void make_objects_of_tensors(Workload& workload, const std::vector<TensorReads>& reads, Diagnostics& diagnostics) {
  if (workload.model.uses.empty()) {
    diagnostics.note(workload.where, "lowering.data changes nothing: the file names no tensors");
    return;
  }
  TensorObjects(workload, reads, diagnostics).run();
}

}  // namespace gantry
