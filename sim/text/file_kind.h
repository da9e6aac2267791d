// SPDX-License-Identifier: Apache-2.0
// What a file is, by its keys: whoever gives the wrong one hears what it looks like instead of a wall of unknown keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "text/yaml_node.h"

namespace gantry {

enum class FileKind : std::uint8_t {
  experiment,
  serving_experiment,
  network_experiment,
  workload,
  plan,
  selection,
  study,
  suite,
  resources,
  result,
  architecture
};

/// The kind as messages call it: "an experiment".
const char* name_of(FileKind kind);

/// The kind whose keys the document has; nothing if it has none that tells.
std::optional<FileKind> kind_of(const YamlNode& document);

/// Reports, once, a document of another kind than the one that is meant: what it looks like, and who takes it. False
/// if it may be of that kind; then its own reader says what is wrong with it.
bool refuse_other_kind(const YamlNode& document, FileKind meant, Diagnostics& diagnostics);

/// The same for a text that is no such document, but begins as a workload of this format.
void refuse_foreign_workload(const std::string& file, const std::string& format, FileKind meant,
                             Diagnostics& diagnostics);

}  // namespace gantry
