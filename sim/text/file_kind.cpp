// SPDX-License-Identifier: Apache-2.0
#include "text/file_kind.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr const char* kTakesWorkload =
    "an experiment names it with its key workload; `gantry workload` and `gantry plan` take it";

struct Kind {
  FileKind kind;
  const char* name;
  std::vector<std::string_view> keys;  ///< one of them is enough ...
  const char* taken_by;
  const char* beside = nullptr;  ///< ... if this one is there, too: then nothing else can be meant
};

/// The first match counts: a plan names its workload, and an experiment may contain other kinds of documents.
const std::array<Kind, 11>& kinds() {
  static const std::array<Kind, 11> all = {{
      {FileKind::plan,
       "a plan",
       {"method"},
       "an experiment names it with its key plan; `gantry plan check` takes it",
       "placement"},
      {FileKind::result, "the result of a run", {"schema"}, "`gantry check` takes its directory", "experiment"},
      {FileKind::suite, "a suite", {"cases"}, "`gantry regress` takes it"},
      {FileKind::study, "a study", {"base", "vary"}, "`gantry sweep` takes it"},
      {FileKind::experiment, "an experiment", {"architecture", "workload"}, "`gantry run` takes it"},
      {FileKind::serving_experiment, "an experiment of inference nodes", {"serving"}, "`gantry run` takes it"},
      {FileKind::network_experiment, "a network experiment", {"traffic"}, "`gantry network` takes it"},
      {FileKind::workload, "a workload", {"tasks", "workflow"}, kTakesWorkload},
      {FileKind::selection, "a question for a selection", {"rated"}, "`gantry select` takes it"},
      {FileKind::resources, "resources", {"resources"}, "`gantry plan pipeline` takes it as --resources"},
      {FileKind::architecture,
       "an architecture",
       {"processors", "dispatcher", "task_cache", "decomposer", "monitor", "descriptor", "host", "memory"},
       "an experiment names it with its key architecture; `gantry plan` takes it as --architecture"},
  }};
  return all;
}

/// Returns the key that decides; nothing: none.
std::optional<std::string_view> telling_key(const Kind& kind, const YamlNode& document) {
  if (kind.beside != nullptr && document.find(kind.beside) == nullptr) return std::nullopt;
  const auto found = std::find_if(kind.keys.begin(), kind.keys.end(),
                                  [&](std::string_view key) { return document.find(key) != nullptr; });
  return found == kind.keys.end() ? std::nullopt : std::optional(*found);
}

const Kind& entry_of(FileKind kind) {
  return *std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.kind == kind; });
}

}  // namespace

const char* name_of(FileKind kind) { return entry_of(kind).name; }

std::optional<FileKind> kind_of(const YamlNode& document) {
  for (const Kind& kind : kinds()) {
    if (telling_key(kind, document)) return kind.kind;
  }
  return std::nullopt;
}

bool refuse_other_kind(const YamlNode& document, FileKind meant, Diagnostics& diagnostics) {
  const bool own = telling_key(entry_of(meant), document).has_value();
  for (const Kind& kind : kinds()) {
    const auto key = telling_key(kind, document);
    if (kind.kind == meant && key) return false;
    if (!key || (own && kind.beside == nullptr)) continue;
    diagnostics.error(document.where(), "this looks like " + std::string(kind.name) + " (it has the key " +
                                            in_quotes(*key) + "), not like " + entry_of(meant).name + " (" +
                                            kind.taken_by + ")");
    return true;
  }
  return false;
}

void refuse_foreign_workload(const std::string& file, const std::string& format, FileKind meant,
                             Diagnostics& diagnostics) {
  diagnostics.error({file, 1, 1}, "this looks like a workload (format " + format + "), not like " +
                                      entry_of(meant).name + " (" + kTakesWorkload + ")");
}

}  // namespace gantry
