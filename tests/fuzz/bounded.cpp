// SPDX-License-Identifier: Apache-2.0
#include "bounded.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string_view>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker_config.h"
#include "pick/stimulus.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 3> kSizes = {"tiles", "width", "steps"};

/// 10 and more, and not so much that it is refused anyway.
bool is_large(const std::string& text) { return text.size() > 1 && text.size() < 8; }

/// Units have a '/', and a path below the folder leads to nothing.
bool leads_out(const std::string& text) { return text.rfind('/', 0) == 0 || text.find("..") != std::string::npos; }

}  // namespace

bool is_long_stimulus(const std::string& text) {
  constexpr std::uint64_t kMost = 4'000'000;  // entries looked at in all rounds
  std::istringstream in(text);
  const std::string file = "fuzz";
  Diagnostics diagnostics;
  StimulusReader reader(in, file, diagnostics);
  std::uint64_t looks = 0;
  while (const std::optional<StimulusCommand> command = reader.next()) {
    looks += std::min(command->rounds, kMost) * (reader.config().entries + 64U);
    if (looks > kMost) return true;
  }
  return false;
}

bool reaches_far(const YamlNode& node) {
  if (node.is_scalar()) return leads_out(node.text);
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
