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

#include "compare/metric.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

struct YamlNode;

/// A number, or the word that a key says.
using Term = std::variant<double, std::string>;

/// What a name of an expression stands for; otherwise why it stands for nothing.
struct FoundTerm {
  std::optional<Term> term;
  std::string why;
};

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

  /// Its value with what the names stand for; nothing, and `why`, if one stands for nothing, if a word is used as a
  /// number, or if it is no finite number.
  [[nodiscard]] std::optional<double> value(const std::function<FoundTerm(const ExpressionName&)>& look_up,
                                            std::string& why) const;
  /// Whether it holds: its value is not 0.
  [[nodiscard]] std::optional<bool> holds(const std::function<FoundTerm(const ExpressionName&)>& look_up,
                                          std::string& why) const;

 private:
  struct Parsed;

  std::string text_;
  SourcePosition where_;
  std::vector<ExpressionName> names_;
  bool is_name_ = false;
  std::shared_ptr<const Parsed> parsed_;
};

}  // namespace gantry
