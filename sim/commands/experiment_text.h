// SPDX-License-Identifier: Apache-2.0
// Text of an experiment named on the command line (a file, a pipe or `-`), read once, and examined before its reader
// runs.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "text/file_kind.h"

namespace gantry {

struct ExperimentText {
  std::string text;
  std::string file;  ///< name in messages
  std::optional<FileKind> kind;
};

/// Reads the text. Returns nothing after a problem: the file cannot be read, or is a workload that is not YAML.
std::optional<ExperimentText> read_experiment_text(const std::string& path, FileKind meant, Diagnostics& diagnostics);

/// The same for a text that was read before; `file`: its name in messages.
std::optional<ExperimentText> look_at_experiment(std::string text, const std::string& file, FileKind meant,
                                                 Diagnostics& diagnostics);

}  // namespace gantry
