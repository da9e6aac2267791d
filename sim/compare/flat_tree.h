// SPDX-License-Identifier: Apache-2.0
// A tree of keys as lines `a.b.c` with values, and the difference of two such trees.
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
  SourcePosition where;  ///< position of the value; unknown if it is not from a file
};

/// Flattens a document. Items of lists have their name if all have unique names, else their number. A list of plain
/// values is one value. `leave_out`: keys of the document that are skipped.
std::vector<FlatKey> flat_keys(const YamlNode& document, const std::vector<std::string>& leave_out);
/// The same for a part of a summary.
std::vector<FlatKey> flat_keys(const nlohmann::json& object);

struct DifferingKey {
  std::string path;
  std::optional<std::string> a;  ///< nothing: A has no such key
  std::optional<std::string> b;
  SourcePosition where;  ///< position in B; in A if B has no such key
};

/// Returns the differing keys in A's order, then the keys that only B has.
std::vector<DifferingKey> differing_keys(const std::vector<FlatKey>& a, const std::vector<FlatKey>& b);

/// Returns the numbers that differ between two summaries, or that only one of them has. Items of lists go by number.
std::vector<std::string> differing_numbers(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace gantry
