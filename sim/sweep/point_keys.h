// SPDX-License-Identifier: Apache-2.0
// What a name of an expression is: an axis, a key of the experiment by its dotted path, or else a metric of the
// summary.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "sweep/expression.h"
#include "sweep/search.h"
#include "sweep/study.h"
#include "text/yaml_node.h"

namespace gantry {

/// Whether a name is a key of an experiment, by its first part.
bool is_experiment_key(const ExpressionName& name);
/// Whether a name is an axis of the study or the workload's name.
bool is_axis(const Study& study, const std::string& name);

/// A value as a term, unless it is a map or a list.
Result<Term> term_of(const YamlNode& node, const std::string& name);

/// The value under a path: through maps by their keys, through lists by number or name.
Result<Term> key_in(const YamlNode& tree, const MetricPath& path, std::size_t from, const std::string& name);

/// The keys of one point before it is read as an experiment.
class PointKeys {
 public:
  PointKeys(const Study& study, const Configuration& configuration) : study_(study), configuration_(configuration) {}
  /// Of the base, resolved: what neither axes nor derived keys set. Asked for when it is needed.
  using BaseTree = std::function<const Result<YamlNode>&()>;

  /// Without the workload, of which the rows of a configuration differ.
  [[nodiscard]] Result<Term> find(const ExpressionName& name, const BaseTree& base) const;
  /// What the axes set, then what is derived from it. Returns the first derived key that has no value.
  std::optional<Diagnostic> derive(const BaseTree& base);

  /// A key after those that it is within: an axis may exchange the whole machine, and another one a part of it.
  [[nodiscard]] const std::vector<KeyOverride>& overrides() const { return overrides_; }
  /// Values of the columns of axes, then of derived keys.
  [[nodiscard]] const std::vector<std::string>& cells() const { return cells_; }

 private:
  void add(const KeyOverride& override);

  const Study& study_;
  const Configuration& configuration_;
  std::vector<KeyOverride> overrides_;
  std::vector<std::string> cells_;
};

}  // namespace gantry
