// SPDX-License-Identifier: Apache-2.0
// Numbers of a task that differ from one instance of its graph to the next: random ones, and formulas over the sizes of
// a request.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "metric/expression.h"
#include "text/yaml_node.h"
#include "workload/distribution.h"

namespace gantry {

class VaryingNumber {
 public:
  /// Whether a value is read by this class: a map with a distribution or a table, or text that is no number.
  static bool is(const YamlNode& node);
  /// Reads `{uniform: [a, b]}`, `{exponential: mean}`, `{constant: n}`, `{table: [[value, share], ...]}` or a formula.
  /// `most`: largest value.
  static std::optional<VaryingNumber> read(const YamlNode& node, const std::string& what, std::uint64_t most,
                                           Diagnostics& diagnostics);

  /// The value of an instance. A formula's is rounded up; a value that exceeds a whole number by less than one part in
  /// 10^9 is that number, so that 0.1 x 30 is 3. Throws Error if a formula has no value in range, see wrong().
  [[nodiscard]] std::uint64_t value(const RequestSizes& sizes, RandomBits& bits) const;
  /// The mean over some requests; nothing: the value does not follow their sizes. Precondition: at least one request.
  [[nodiscard]] std::optional<std::uint64_t> mean(const std::vector<RequestSizes>& requests) const;
  /// Why a formula has no value in range.
  [[nodiscard]] std::optional<Diagnostic> wrong(const RequestSizes& sizes) const;
  /// The mean; of a formula over sizes 0.
  [[nodiscard]] std::uint64_t typical() const;
  [[nodiscard]] bool random() const;
  [[nodiscard]] const std::string& json() const { return json_; }

 private:
  using Table = Mix<std::uint64_t>;

  [[nodiscard]] Result<std::uint64_t> formula_value(const RequestSizes& sizes) const;
  static std::optional<Table> read_table(const YamlNode& node, const std::string& what, std::uint64_t most,
                                         Diagnostics& diagnostics);

  std::variant<Distribution, Table, Expression> source_;
  std::string what_;  ///< key, for messages
  std::string json_;  ///< value as it was given
  std::uint64_t most_ = 0;
  std::uint64_t constant_ = 0;  ///< value of a formula without names
};

/// The numbers of a task that vary.
class TaskAmounts final : public TaskVariation {
 public:
  std::optional<VaryingNumber> cycles;
  std::optional<VaryingNumber> input_bytes;
  std::optional<VaryingNumber> output_bytes;
  std::optional<VaryingNumber> submit;

  void draw(const RequestSizes& sizes, RandomBits& bits, Task& task) const override;
  [[nodiscard]] std::optional<Diagnostic> wrong(const RequestSizes& sizes) const override;
  void take_mean(const std::vector<RequestSizes>& requests, WorkloadTask& task) const override;
  [[nodiscard]] bool random() const override;
  [[nodiscard]] std::string json(std::string_view key) const override;
};

}  // namespace gantry
