// SPDX-License-Identifier: Apache-2.0
// Resolution of names in expressions: an axis, a key of the experiment by its dotted path, or else a metric of the
// summary.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "metric/expression.h"
#include "sweep/search.h"
#include "sweep/study.h"
#include "text/yaml_node.h"

namespace gantry {

/// Whether a name is a key of an experiment, decided by its first part.
bool is_experiment_key(const ExpressionName& name);
/// Whether a name is an axis of the study, or the name of the workload.
bool is_axis(const Study& study, const std::string& name);

/// Returns a value as a term; error: it is a map or a list.
Result<Term> term_of(const YamlNode& node, const std::string& name);

/// Returns the value of a path, through maps by key and through lists by number or name.
Result<Term> key_in(const YamlNode& tree, const MetricPath& path, std::size_t from, const std::string& name);

/// The keys of one point, before it is read as an experiment.
class PointKeys {
 public:
  PointKeys(const Study& study, const Configuration& configuration) : study_(study), configuration_(configuration) {}
  /// Keys of the resolved base, for names that neither axes nor derived keys set. Called on first use.
  using BaseTree = std::function<const Result<YamlNode>&()>;

  /// The keys without the workload, which differs between the rows of a configuration.
  [[nodiscard]] Result<Term> find(const ExpressionName& name, const BaseTree& base) const;
  /// Applies the axes' values, then the derived keys. Returns the first derived key without a value.
  std::optional<Diagnostic> derive(const BaseTree& base);

  /// Sorts outer keys before inner ones, because one axis may replace the complete machine and another one a part of
  /// it.
  [[nodiscard]] const std::vector<KeyOverride>& overrides() const { return overrides_; }
  /// Returns the cells of the axes' columns, then of the derived keys.
  [[nodiscard]] const std::vector<std::string>& cells() const { return cells_; }

 private:
  void add(const KeyOverride& override);

  const Study& study_;
  const Configuration& configuration_;
  std::vector<KeyOverride> overrides_;
  std::vector<std::string> cells_;
};

}  // namespace gantry
