// SPDX-License-Identifier: Apache-2.0
// Two words of a picker that are easily taken for each other: its policy says what it picks, its engine who computes
// that. An engine is `model`, `rtl` (ours) or `lockstep` (both); NAME (somebody's own RTL) or `lockstep:NAME`.
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

/// Who computes what a block does.
struct BlockEngine {
  std::string block;
  EngineKind kind = EngineKind::model;
  std::string name = "rtl";    ///< whose RTL: ours, or somebody's own by its name
  std::string text = "model";  ///< as in `rtl`, `lockstep:NAME`
  std::string asked;           ///< as the user wrote it, for messages

  [[nodiscard]] bool is_model() const { return kind == EngineKind::model; }
  [[nodiscard]] bool is_ours() const { return name == "rtl"; }
};

/// Takes the text apart; whether there is such a name is not looked at.
inline BlockEngine engine_of(std::string block, const std::string& text, std::string asked) {
  BlockEngine engine{std::move(block), EngineKind::rtl, "rtl", text, std::move(asked)};
  if (text == "model") engine.kind = EngineKind::model;
  const bool both = text.rfind(kLockstepWith, 0) == 0;
  if (both || text == "lockstep") engine.kind = EngineKind::lockstep;
  if (!is_engine(text)) engine.name = both ? text.substr(kLockstepWith.size()) : text;
  return engine;
}

/// For a policy that there is not: " (rtl is an engine: ...rtl)" if it is an engine; `option` is how one is asked for.
inline std::string engine_hint(const std::string& name, const std::string& option) {
  return is_engine(name) ? " (" + name + " is an engine: " + option + name + ")" : "";
}

/// The other way round.
inline std::string policy_hint(const std::string& name, const std::string& option) {
  const bool policy = builtin_pickers().find(name) != nullptr;
  return policy ? " (" + name + " is a policy: " + option + name + ")" : "";
}

}  // namespace gantry
