// SPDX-License-Identifier: Apache-2.0
// Fields of maps in a foreign JSON file. A missing or wrong field is reported with its position, and the result is
// nothing.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "text/yaml_node.h"
#include "workload/mapping.h"

namespace gantry {

class JsonFields {
 public:
  explicit JsonFields(Diagnostics& diagnostics) : diagnostics_(diagnostics), before_(diagnostics.size()) {}

  const YamlNode* map(const YamlNode& parent, const char* key);
  /// Reads a list. An absent one is an error unless it is `optional`.
  const YamlNode* list(const YamlNode& parent, const char* key, bool optional = false);
  std::optional<std::string> text(const YamlNode& parent, const char* key);
  /// Reads a number that is not negative.
  std::optional<Decimal> number(const YamlNode& parent, const char* key);
  /// The same, but an absent key or `null` is no error.
  std::optional<Decimal> number_if_given(const YamlNode& parent, const char* key);

  void error(const YamlNode& at, const std::string& what) { diagnostics_.error(at.where(), what); }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

 private:
  const YamlNode* find(const YamlNode& parent, const char* key);

  Diagnostics& diagnostics_;
  std::size_t before_;
};

}  // namespace gantry
