// SPDX-License-Identifier: Apache-2.0
// Keys of the plug-ins of a catalogue: a section for each plug-in that has some.
#pragma once

#include <string>

#include "gantry/base/keys.h"
#include "gantry/base/own_keys.h"

namespace gantry {
inline namespace scheduler {

/// The own keys of one plug-in.
struct OwnOf {
  const OwnKeyList& lines;
  OwnValues& values;
};
inline void describe(KeyVisitor& keys, OwnOf& own) {
  for (const OwnKey& key : own.lines) key.describe(keys, own.values, key.meaning);
}

/// A section for each plug-in that has keys of its own.
template <class Catalogue>
void describe_plug_ins(KeyVisitor& keys, const Catalogue& plug_ins, OwnValuesByName& values, const std::string& what) {
  for (const auto& entry : plug_ins.entries()) {
    if (entry.keys.empty()) continue;
    OwnOf own{entry.keys, values.of(entry.name)};
    keys.section(entry.name, own, what + " `" + entry.name + "`: " + entry.summary);
  }
}

}  // namespace scheduler
}  // namespace gantry
