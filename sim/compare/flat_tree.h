// SPDX-License-Identifier: Apache-2.0
// A tree of keys as lines `a.b.c` with their values, and the lines in which two trees differ.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/source_position.h"
#include "text/yaml_node.h"

namespace gantry {

struct FlatKey {
  std::string path;
  std::string value;
  SourcePosition where;  ///< of the value, if it stands in a file
};

/// Items of lists go by their names where all have one of their own, else by number; a list of plain values is one
/// value. `leave_out`: keys of the document that are not looked at.
std::vector<FlatKey> flat_keys(const YamlNode& document, const std::vector<std::string>& leave_out);
/// Of a part of a summary.
std::vector<FlatKey> flat_keys(const nlohmann::json& object);

struct DifferingKey {
  std::string path;
  std::optional<std::string> a;  ///< nothing: the key is not there
  std::optional<std::string> b;
  SourcePosition where;  ///< in B; in A if B does not have it
};

/// In A's order, then what only B has in its own.
std::vector<DifferingKey> differing_keys(const std::vector<FlatKey>& a, const std::vector<FlatKey>& b);

/// The numbers of two summaries that differ, those included that only one has; items of lists by number.
std::vector<std::string> differing_numbers(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace gantry
