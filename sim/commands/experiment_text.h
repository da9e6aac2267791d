// SPDX-License-Identifier: Apache-2.0
// An experiment that the command line names: a file, a pipe or `-`, read once and looked at before its reader does.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "text/file_kind.h"

namespace gantry {

struct ExperimentText {
  std::string text;
  std::string file;  ///< as messages call it
  std::optional<FileKind> kind;
};

/// Nothing after a problem: the file cannot be read, or is a workload that is not even YAML.
std::optional<ExperimentText> read_experiment_text(const std::string& path, FileKind meant, Diagnostics& diagnostics);

/// The same of a text that is there already; `file` is what messages call it.
std::optional<ExperimentText> look_at_experiment(std::string text, const std::string& file, FileKind meant,
                                                 Diagnostics& diagnostics);

}  // namespace gantry
