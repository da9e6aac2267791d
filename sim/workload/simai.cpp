// SPDX-License-Identifier: Apache-2.0
// simai: text workloads of ASTRA-sim 1.0 and SimAI. A file is one training step (or inference): the forward pass of all
// layers, then from the last layer on the gradients of inputs and weights. Every computation and every collective is a
// task. The parallelism of the first line decides which collectives there are and which tasks wait for them.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/format.h"
#include "workload/simai_layers.h"

namespace gantry {
namespace {

class SimaiGraph {
 public:
  SimaiGraph(const SimaiModel& model, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : model_(model), mapping_(mapping), workload_(workload), diagnostics_(diagnostics) {}

  bool make();

 private:
  using End = std::optional<std::uint32_t>;  ///< last task of a chain; nothing: no task yet

  void forward_pass();
  void backward_pass();
  void micro();
  End forward(std::uint32_t layer, End after, const std::string& phase);
  End recompute(std::uint32_t layer, End after);
  End input_gradient(std::uint32_t layer, End after);
  void weight_gradient(std::uint32_t layer, End after);
  End collective(std::uint32_t layer, const SimaiPhase& phase, const std::string& name, End after);
  std::uint32_t add(std::uint32_t layer, const std::string& phase, const Decimal& time, End after);
  void report_left_out();

  [[nodiscard]] static bool weights_only(SimaiLoop loop) { return loop == SimaiLoop::data || loop == SimaiLoop::dlrm; }
  [[nodiscard]] static bool no_weights(SimaiLoop loop) {
    return loop == SimaiLoop::model || loop == SimaiLoop::inference;
  }
  [[nodiscard]] bool full() const { return full_; }

  const SimaiModel& model_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  End last_;               ///< end of the pass so far
  End embeddings_;         ///< loop dlrm: end of layer 0's collective of the forward pass
  std::size_t taken_ = 0;  ///< collectives that became tasks, recomputed ones not counted
  bool full_ = false;
};

std::uint32_t SimaiGraph::add(std::uint32_t layer, const std::string& phase, const Decimal& time, End after) {
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  if (number == kMaxForeignTasks) {
    if (!full_) diagnostics_.error(model_.where, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
    full_ = true;
    return number - 1;
  }
  WorkloadTask task;
  task.id = model_.layers[layer].name + '.' + std::to_string(layer) + '.' + phase;
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.work = time;
  task.where = model_.layers[layer].where;
  if (after) task.after.push_back({*after, 0, false});
  workload_.tasks.push_back(std::move(task));
  return number;
}

/// The collective of a phase, and then the update that its waiters wait for, too.
SimaiGraph::End SimaiGraph::collective(std::uint32_t layer, const SimaiPhase& phase, const std::string& name,
                                       End after) {
  if (phase.kind.empty() || full()) return after;
  ++taken_;
  const std::uint32_t moved = add(layer, name + '.' + phase.kind, {}, after);
  if (full()) return after;
  WorkloadTask& task = workload_.tasks[moved];
  task.cls = TaskClass::communication;
  task.input_bytes = phase.bytes;
  task.output_bytes = phase.bytes;
  const Decimal& update = model_.layers[layer].update;
  return update.is_zero() ? moved : add(layer, name + ".update", update, moved);
}

SimaiGraph::End SimaiGraph::forward(std::uint32_t layer, End after, const std::string& phase) {
  const SimaiLayer& from = model_.layers[layer];
  const End computed = add(layer, phase, from.forward.time, after);
  if (model_.loop == SimaiLoop::dlrm) {
    if (from.forward.kind.compare(0, 8, "alltoall") != 0) return computed;
    const End moved = collective(layer, from.forward, phase, computed);
    if (layer == 0) embeddings_ = moved;
    return computed;
  }
  return weights_only(from.loop) ? computed : collective(layer, from.forward, phase, computed);
}

/// In loop dlrm the layer after the last bottom one needs the embeddings of layer 0, too.
void SimaiGraph::forward_pass() {
  for (std::uint32_t layer = 0; layer < model_.layers.size() && !full(); ++layer) {
    const bool joins = embeddings_ && layer == model_.last_bottom + 1;
    if (joins && layer == 1) last_ = embeddings_;
    const std::size_t first = workload_.tasks.size();
    last_ = forward(layer, last_, "forward");
    if (joins && layer > 1 && !full()) workload_.tasks[first].after.push_back({*embeddings_, 0, false});
  }
}

/// Computes the layers from the nearest checkpoint on again.
SimaiGraph::End SimaiGraph::recompute(std::uint32_t layer, End after) {
  if (!std::binary_search(model_.initiates.begin(), model_.initiates.end(), layer)) return after;
  const auto next = std::lower_bound(model_.checkpoints.begin(), model_.checkpoints.end(), layer);
  const std::size_t counted = taken_;
  for (std::uint32_t again = *(next - 1); again < layer && !full(); ++again)
    after = forward(again, after, "forward_for_" + std::to_string(layer));
  taken_ = counted;
  return after;
}

SimaiGraph::End SimaiGraph::input_gradient(std::uint32_t layer, End after) {
  const SimaiLayer& from = model_.layers[layer];
  const End computed = add(layer, "input_gradient", from.input.time, after);
  const bool first_too = model_.loop == SimaiLoop::transformer;
  if (weights_only(model_.loop) || weights_only(from.loop) || (layer == 0 && !first_too)) return computed;
  return collective(layer, from.input, "input_gradient", computed);
}

void SimaiGraph::weight_gradient(std::uint32_t layer, End after) {
  const SimaiLayer& from = model_.layers[layer];
  const End computed = add(layer, "weight_gradient", from.weight.time, after);
  if (!no_weights(model_.loop) && !no_weights(from.loop)) collective(layer, from.weight, "weight_gradient", computed);
}

/// Tasks stand in the order in which one accelerator computes them.
void SimaiGraph::backward_pass() {
  for (auto layer = static_cast<std::uint32_t>(model_.layers.size()); layer-- > 0 && !full();) {
    if (weights_only(model_.loop)) {
      weight_gradient(layer, last_);
      if (layer > 0) last_ = input_gradient(layer, last_);
      if (model_.loop == SimaiLoop::dlrm && layer == model_.last_bottom + 1)
        collective(0, model_.layers[0].input, "input_gradient", last_);
      continue;
    }
    const End ready = recompute(layer, last_);
    last_ = input_gradient(layer, ready);
    weight_gradient(layer, ready);
  }
}

/// Collectives alone, one after the other.
void SimaiGraph::micro() {
  for (std::uint32_t layer = 0; layer < model_.layers.size() && !full(); ++layer)
    last_ = collective(layer, model_.layers[layer].weight, "weight_gradient", last_);
}

void SimaiGraph::report_left_out() {
  std::size_t given = 0;
  for (const SimaiLayer& layer : model_.layers) {
    for (const SimaiPhase* phase : {&layer.forward, &layer.input, &layer.weight}) given += phase->kind.empty() ? 0 : 1;
  }
  if (given > taken_) {
    diagnostics_.note(model_.where, std::to_string(given - taken_) + " of " + std::to_string(given) +
                                        " collectives are not in the loop " + model_.parallelism + " and are left out");
  }
}

bool SimaiGraph::make() {
  if (model_.loop == SimaiLoop::micro) {
    micro();
  } else {
    forward_pass();
    if (model_.loop != SimaiLoop::inference) backward_pass();
  }
  if (!full()) report_left_out();
  return !full();
}

bool read_simai(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                Diagnostics& diagnostics) {
  workload.unit = "ns";
  SimaiModel model;
  return read_simai_model(text, file, model, diagnostics) && SimaiGraph(model, mapping, workload, diagnostics).make();
}

Mapping simai_mapping() {
  Mapping mapping;
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_simai(WorkloadFormats& formats) {
  formats.add({"simai", "layers of ASTRA-sim 1.0 and SimAI, with their collectives (text)", begins_as_simai, read_simai,
               simai_mapping()});
}

}  // namespace gantry
