// SPDX-License-Identifier: Apache-2.0
// Expressions over keys and metrics by their dotted paths:
//
//   architecture.dispatcher.max_entries <= 4 * architecture.monitor.task_ids
//   policies.picker != 'fifo' and streams.list."my chat".response_cycles.p99 / cycles < 0.5
//
// Arithmetic, comparisons and functions are muParser's. `and`, `or`, `not` and words in single quotes are ours.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gantry/base/error.h"
#include "metric/metric.h"

namespace gantry {

struct YamlNode;

/// The value of a name or expression: a number, or a word.
using Term = std::variant<double, std::string>;

struct ExpressionName {
  std::string text;  ///< text as written
  MetricPath path;
  SourcePosition where;
};

class Expression {
 public:
  /// Returns the value of a scalar of a document. Reports an invalid one at its position, and returns nothing.
  static std::optional<Expression> read(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const SourcePosition& where() const { return where_; }
  /// The names in the expression, each once, in order.
  [[nodiscard]] const std::vector<ExpressionName>& names() const { return names_; }
  /// Whether the expression is a single name, whose value may be a word.
  [[nodiscard]] bool is_name() const { return is_name_; }

  /// Returns the value of a name, or why it has none.
  using LookUp = std::function<Result<Term>(const ExpressionName&)>;

  /// Returns the value of the expression. Error: a name has no value, a word is used as a number, or the value is not
  /// finite.
  [[nodiscard]] Result<double> value(const LookUp& look_up) const;
  /// Whether the value is not 0.
  [[nodiscard]] Result<bool> holds(const LookUp& look_up) const;

 private:
  struct Parsed;

  std::string text_;
  SourcePosition where_;
  std::vector<ExpressionName> names_;
  bool is_name_ = false;
  std::shared_ptr<const Parsed> parsed_;
};

}  // namespace gantry
