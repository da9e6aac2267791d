// SPDX-License-Identifier: Apache-2.0
// Recognition of a file's kind by its keys, so that a file of the wrong kind gets one clear message instead of many
// unknown keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

struct YamlNode;

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

/// Name of the kind in messages: "an experiment".
const char* name_of(FileKind kind);

/// Returns the kind whose keys the document has; nothing if no key decides.
std::optional<FileKind> kind_of(const YamlNode& document);

/// Reports a document of another kind than the expected one, once: its likely kind, and the command that takes it.
/// Returns false then. If it may be of the expected kind, returns true and leaves errors to its reader.
bool refuse_other_kind(const YamlNode& document, FileKind meant, Diagnostics& diagnostics);

/// The same for a text that is no such document, but begins as a workload of a known format.
void refuse_foreign_workload(const std::string& file, const std::string& format, FileKind meant,
                             Diagnostics& diagnostics);

}  // namespace gantry
