// SPDX-License-Identifier: Apache-2.0
// Fields of the maps of a foreign JSON file. What is missing or wrong is reported with its place, and the answer is
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
  /// An absent list is an error unless it is `optional`.
  const YamlNode* list(const YamlNode& parent, const char* key, bool optional = false);
  std::optional<std::string> text(const YamlNode& parent, const char* key);
  /// A number that is not negative.
  std::optional<Decimal> number(const YamlNode& parent, const char* key);

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
