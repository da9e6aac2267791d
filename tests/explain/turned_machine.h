// SPDX-License-Identifier: Apache-2.0
// A random machine, and the same with more of a resource, as `gantry whatif` makes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "experiment/experiment.h"
#include "experiment/resolved.h"
#include "input_files.h"
#include "point/point_reader.h"
#include "random_experiment.h"
#include "text/yaml_node.h"
#include "whatif/turning.h"

namespace gantry {

class TurnedMachine {
 public:
  TurnedMachine(Experiment experiment, const InputFiles& files) : experiment_(std::move(experiment)) {
    Diagnostics diagnostics;
    // What-if reads text. The workload is put in place of this one.
    constexpr const char* kAnyTask = "workload: {tasks: [{id: a, class: event}]}";
    Experiment written = experiment_;
    written.processor_choice = "least_loaded";  // `fixed` needs a plan
    written.path = files.path("machine.yaml");
    written.given = std::make_shared<const YamlNode>(*parse_yaml(kAnyTask, written.path, diagnostics));
    const std::string text = resolved_experiment(written, files.path("."));
    auto document = std::make_shared<const YamlNode>(*parse_yaml(text, written.path, diagnostics));
    reader_.emplace(PointBase{std::move(document), written.path, {}, {}, ""});
    auto base = reader_->read({});
    if (base) base_.emplace(with_workload(std::move(*base)));
  }

  /// Whether there is such a machine: its interconnect, for example, may be too small.
  [[nodiscard]] bool exists() const { return base_.has_value(); }
  [[nodiscard]] const Experiment& base() const { return *base_; }
  /// Nothing: it cannot have more of it, or the workload cannot run then.
  [[nodiscard]] std::optional<Experiment> turned(const Resource& resource, TurnKind kind) const {
    const Turned made = gantry::turned(*reader_, *base_, {{&resource, kind}});
    if (!made.experiment) return std::nullopt;
    Experiment other = with_workload(*made.experiment);
    if (!can_run(other)) return std::nullopt;
    return other;
  }

 private:
  [[nodiscard]] Experiment with_workload(Experiment machine) const {
    const SubmissionOrder order = machine.workload.order;
    machine.processor_choice = experiment_.processor_choice;
    machine.workload = experiment_.workload;
    machine.workload.order = order;
    return machine;
  }

  Experiment experiment_;
  std::optional<PointReader> reader_;
  std::optional<Experiment> base_;
};

}  // namespace gantry
