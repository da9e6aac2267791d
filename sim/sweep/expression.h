// SPDX-License-Identifier: Apache-2.0
// An expression over keys and metrics by their dotted paths:
//
//   architecture.dispatcher.max_entries <= 4 * architecture.monitor.task_ids
//   policies.picker != 'fifo' and streams.list."my chat".response_cycles.p99 / cycles < 0.5
//
// Arithmetic, comparisons and functions are muParser's; `and`, `or`, `not` and words in single quotes are ours.
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

/// A number, or the word that a key says.
using Term = std::variant<double, std::string>;

struct ExpressionName {
  std::string text;  ///< as it is written
  MetricPath path;
  SourcePosition where;
};

class Expression {
 public:
  /// What stands in a scalar of a document. Reports what is wrong with it, where it is, and is nothing then.
  static std::optional<Expression> read(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const SourcePosition& where() const { return where_; }
  /// Each once, in their order.
  [[nodiscard]] const std::vector<ExpressionName>& names() const { return names_; }
  /// Whether it is one name and nothing else, which may be a word, then.
  [[nodiscard]] bool is_name() const { return is_name_; }

  /// What a name stands for, or why it stands for nothing.
  using LookUp = std::function<Result<Term>(const ExpressionName&)>;

  /// The value with what the names stand for. None if a name stands for nothing, if a word is used as a number, or if
  /// the value is no finite number.
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
