// SPDX-License-Identifier: Apache-2.0
#include "commands/experiment_text.h"

#include <utility>

#include "text/text_file.h"
#include "workload/format.h"

namespace gantry {

std::optional<ExperimentText> read_experiment_text(const std::string& path, FileKind meant, Diagnostics& diagnostics) {
  auto text = read_text_file(path, diagnostics, FileContent::bytes);
  if (!text) return std::nullopt;
  Diagnostics problems;
  if (!check_text(*text, shown_path(path), problems)) {
    const WorkloadFormat* const format = guess_workload_format(*text);
    if (format != nullptr && format->binary) {
      refuse_foreign_workload(shown_path(path), format->name, meant, diagnostics);
    } else {
      for (const Diagnostic& problem : problems.errors()) diagnostics.add(problem);
    }
    return std::nullopt;
  }
  return look_at_experiment(std::move(*text), shown_path(path), meant, diagnostics);
}

std::optional<ExperimentText> look_at_experiment(std::string text, const std::string& file, FileKind meant,
                                                 Diagnostics& diagnostics) {
  ExperimentText read{std::move(text), file, std::nullopt};
  Diagnostics ignored;  // the usual reader reports a file that cannot be read
  const auto document = parse_yaml(read.text, read.file, ignored);
  if (document) read.kind = kind_of(*document);
  if (read.kind || (document && document->is_map())) return read;
  if (const WorkloadFormat* format = guess_workload_format(read.text)) {
    refuse_foreign_workload(read.file, format->name, meant, diagnostics);
    return std::nullopt;
  }
  return read;
}

}  // namespace gantry
