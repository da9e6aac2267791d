// SPDX-License-Identifier: Apache-2.0
// The key `faults` of an experiment: a list of what goes wrong, and when or how often.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/fault_plan.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Keys of an item of the list. `link` has a reader of its own.
struct FaultKeys {
  std::string processor;  ///< name of a processor, or with `mean_cycles` of a group
  std::string store;      ///< name of a local store
  FaultKind kind = FaultKind::die;
  std::optional<Cycle> at;
  std::optional<Cycle> mean_cycles;
  std::optional<Cycle> cycles;
  std::optional<std::uint32_t> router;
  std::optional<std::uint32_t> memory;  ///< controller
  bool control = false;                 ///< of links and routers: of the control network
  bool drain = false;                   ///< of links and routers
  Speed factor{2000000};                ///< of `slow`
};

/// Describes its keys (gantry/base/keys.h).
void describe(KeyVisitor& keys, FaultKeys& fault);

/// Reads the list. Reports unknown processors, faults of one processor that overlap or are listed beside a rate, keys
/// that the kind of a fault does not have, and kinds that need retries which the architecture does not have.
FaultPlan read_faults(const YamlNode& node, const Architecture& architecture, Diagnostics& diagnostics);

}  // namespace gantry
