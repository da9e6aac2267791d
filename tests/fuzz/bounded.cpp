// SPDX-License-Identifier: Apache-2.0
#include "bounded.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gantry {
namespace {

constexpr std::array<std::string_view, 3> kSizes = {"tiles", "width", "steps"};

/// 10 and more, and not so much that it is refused anyway.
bool is_large(const std::string& text) { return text.size() > 1 && text.size() < 8; }

}  // namespace

bool is_long_stimulus(const std::string& text) {
  for (std::size_t at = text.find("pick"); at != std::string::npos; at = text.find("pick", at + 4)) {
    const std::size_t digits = text.find_first_not_of(" \t", at + 4);
    if (digits != std::string::npos && text.find_first_not_of("0123456789", digits) - digits > 3) return true;
  }
  return text.find("slots") != std::string::npos && text.size() > 4096;
}

bool reaches_far(const YamlNode& node) {
  if (node.is_scalar()) return node.text.find('/') != std::string::npos;
  if (node.is_map()) {
    for (const std::string_view key : kSizes) {
      const YamlNode* value = node.find(key);
      if (value != nullptr && is_large(value->text)) return true;
    }
  }
  return std::any_of(node.items.begin(), node.items.end(), reaches_far);
}

bool may_reach_far(const std::string& set) {
  const auto has = [&](std::string_view what) { return set.find(what) != std::string::npos; };
  return has("/") || has("\\") || std::any_of(kSizes.begin(), kSizes.end(), has);
}

}  // namespace gantry
