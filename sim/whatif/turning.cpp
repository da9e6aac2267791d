// SPDX-License-Identifier: Apache-2.0
#include "whatif/turning.h"

#include <memory>
#include <optional>
#include <utility>

#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "point/point_reader.h"

namespace gantry {
namespace {

/// Reads the experiment again and again, each time with more overrides; as rarely as it can, for a workload may be
/// long.
class Turning {
 public:
  Turning(const PointReader& reader, const Experiment& base, Outcome& to) : reader_(reader), base_(base), to_(to) {}

  /// Applies a step. Returns false if the outcome has the reason. The next step changes the result of this one.
  bool step(const TurnStep& step) {
    const bool alone = step.resource->follows != Follows::nothing;
    if (alone && !take({pending_})) return false;
    const Turn turn = make_turn(*step.resource, step.kind, turned_ ? *turned_ : base_);
    to_.changes.insert(to_.changes.end(), turn.changes.begin(), turn.changes.end());
    if (!turn.impossible.empty()) return refuse(turn.impossible);
    if (!turn.as_it_is.empty()) {
      to_.message = turn.as_it_is;
      return true;
    }
    if (alone) return take(turn.ways);
    pending_.insert(pending_.end(), turn.ways.front().begin(), turn.ways.front().end());
    return true;
  }
  /// Call after the last step. Returns the perturbed experiment; nullptr: the workload cannot run on it, or nothing was
  /// changed.
  std::shared_ptr<const Experiment> finish() {
    if (!take({pending_})) return nullptr;
    if (!turned_) {
      to_.state = OutcomeState::same;
      return nullptr;
    }
    Diagnostics diagnostics;
    if (!check_feasible(*turned_, diagnostics)) {
      refuse(diagnostics.errors().front().text);
      return nullptr;
    }
    to_.message.clear();
    return std::make_shared<const Experiment>(std::move(*turned_));
  }

 private:
  /// The first of these ways that can be read.
  bool take(const std::vector<std::vector<std::string>>& ways) {
    if (ways.front().empty()) return true;
    std::string reason;
    for (const std::vector<std::string>& way : ways) {
      std::vector<std::string> sets = to_.sets;
      sets.insert(sets.end(), way.begin(), way.end());
      Result<Experiment> read = reader_.read_keys(sets);
      if (read) {
        to_.sets = std::move(sets);
        turned_ = std::move(*read);
        pending_.clear();
        return true;
      }
      reason = read.error().text;
    }
    return refuse(reason);
  }
  bool refuse(const std::string& reason) {
    to_.state = OutcomeState::not_possible;
    to_.message = reason;
    return false;
  }

  const PointReader& reader_;
  const Experiment& base_;
  Outcome& to_;
  std::vector<std::string> pending_;  ///< overrides that no other step depends on, to be read later
  std::optional<Experiment> turned_;
};

}  // namespace

Turned turned(const PointReader& reader, const Experiment& base, const std::vector<TurnStep>& steps) {
  Turned made;
  if (steps.empty()) return made;
  Turning turning(reader, base, made.outcome);
  for (const TurnStep& step : steps) {
    if (!turning.step(step)) return made;
  }
  made.experiment = turning.finish();
  return made;
}

}  // namespace gantry
