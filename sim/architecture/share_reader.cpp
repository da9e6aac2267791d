// SPDX-License-Identifier: Apache-2.0
#include "architecture/share_reader.h"

#include "architecture/architecture_reader.h"
#include "gantry/base/speed.h"
#include "gantry/network/pattern.h"

namespace gantry {

std::optional<std::uint64_t> read_share(const YamlNode& node, const std::string& what, Diagnostics& diagnostics) {
  const auto number = node.is_scalar() && !node.quoted ? parse_speed(node.text) : std::nullopt;
  if (number && number->millionths <= kMillion) return number->millionths;
  diagnostics.error(node.where(), what +
                                      " must be a decimal number from 0.000001 to 1 with at most 6 fraction "
                                      "digits, not " +
                                      describe_unquoted(node));
  return std::nullopt;
}

std::optional<std::uint64_t> read_share(MapReader& map, const char* key) {
  const YamlNode* found = map.find(key);
  if (found != nullptr) return read_share(*found, map.path(key), map.diagnostics());
  map.error(key, "is missing (a number above 0 and up to 1)");
  return std::nullopt;
}

}  // namespace gantry
