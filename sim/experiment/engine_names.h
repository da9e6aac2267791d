// SPDX-License-Identifier: Apache-2.0
// Names of engines. A picker has a policy, which chooses, and an engine, which computes the policy: `model`, `rtl`
// (ours), `lockstep` (both), NAME (a user's own RTL) or `lockstep:NAME`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gantry/scheduler/picker.h"

namespace gantry {

inline constexpr std::array<std::string_view, 3> kEngines = {"model", "rtl", "lockstep"};
inline constexpr std::string_view kLockstepWith = "lockstep:";

inline bool is_engine(std::string_view name) {
  return std::find(kEngines.begin(), kEngines.end(), name) != kEngines.end();
}

enum class EngineKind : std::uint8_t { model, rtl, lockstep };

/// The engine of a block.
struct BlockEngine {
  std::string block;
  EngineKind kind = EngineKind::model;
  std::string name = "rtl";    ///< "rtl" for ours, or the user's name for another one
  std::string text = "model";  ///< its full text, such as `rtl` or `lockstep:NAME`
  std::string asked;           ///< text of the user, for messages

  [[nodiscard]] bool is_model() const { return kind == EngineKind::model; }
  [[nodiscard]] bool is_ours() const { return name == "rtl"; }
};

/// Parses the text. Does not check whether the name exists.
inline BlockEngine engine_of(std::string block, const std::string& text, std::string asked) {
  BlockEngine engine{std::move(block), EngineKind::rtl, "rtl", text, std::move(asked)};
  if (text == "model") engine.kind = EngineKind::model;
  const bool both = text.rfind(kLockstepWith, 0) == 0;
  if (both || text == "lockstep") engine.kind = EngineKind::lockstep;
  if (!is_engine(text)) engine.name = both ? text.substr(kLockstepWith.size()) : text;
  return engine;
}

/// Returns a hint for an unknown policy: " (rtl is an engine: ...rtl)" if it is an engine's name, else "". `option`:
/// how an engine is chosen.
inline std::string engine_hint(const std::string& name, const std::string& option) {
  return is_engine(name) ? " (" + name + " is an engine: " + option + name + ")" : "";
}

/// The same for an unknown engine that is the name of a policy.
inline std::string policy_hint(const std::string& name, const std::string& option) {
  const bool policy = builtin_pickers().find(name) != nullptr;
  return policy ? " (" + name + " is a policy: " + option + name + ")" : "";
}

}  // namespace gantry
