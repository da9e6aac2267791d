// SPDX-License-Identifier: Apache-2.0
// Workload formats: one reader per file of this folder, found by name or by what the file looks like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/mapping.h"

namespace gantry {

struct WorkloadFormat {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  /// Whether a file that begins like this (up to kFormatHead bytes) is of the format. At most one should say yes.
  bool (*recognises)(std::string_view head_of_file) = nullptr;
  /// Fills the tasks, `name` and `unit`; false when it reported a problem. What holds for every graph (some task, no
  /// cycle) is checked by load_workload(), which also applies the mapping: of that a reader needs only how to find
  /// and what to call the fields.
  bool (*read)(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) = nullptr;
  /// Defaults for this format; nothing for one whose fields are ours already.
  std::optional<Mapping> mapping;
};

inline constexpr std::size_t kFormatHead = 65536;

using WorkloadFormats = NamedList<WorkloadFormat>;
/// Those of this folder.
const WorkloadFormats& workload_formats();
/// The format that recognises the text, or nullptr.
const WorkloadFormat* guess_workload_format(std::string_view text, const WorkloadFormats& formats = workload_formats());

/// Reads a workload file. Without a `format` it is guessed, and `guessed` (if not null) becomes its name. True if there
/// was no problem; the name of a workload that has none is the file's stem. `mapping` (a map of keys, or null) replaces
/// parts of the format's own.
bool load_workload(const std::string& path, const std::string& format, Workload& workload, Diagnostics& diagnostics,
                   std::string* guessed = nullptr, const YamlNode* mapping = nullptr);

/// The same for text that has been read already.
bool read_workload(const std::string& text, const std::string& file, const std::string& format, Workload& workload,
                   Diagnostics& diagnostics, std::string* guessed = nullptr, const YamlNode* mapping = nullptr,
                   const WorkloadFormats& formats = workload_formats());

/// What holds for every graph: at least one task, no cycle ("a waits for b waits for a").
bool check_graph(const Workload& workload, Diagnostics& diagnostics);

/// For recognises(): whether the text begins a JSON or flow-style YAML map that has this key one brace deep. Letters
/// and `_` only.
bool has_outer_key(std::string_view head, std::string_view key);

}  // namespace gantry
