// SPDX-License-Identifier: Apache-2.0
// Workload formats: one reader per file of this folder, found by name or by the begin of the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/lowering.h"
#include "workload/mapping.h"

namespace gantry {

struct WorkloadFormat {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  /// Whether a file with this begin (up to kFormatHead bytes) is of the format. At most one format may return true.
  bool (*recognises)(std::string_view head_of_file) = nullptr;
  /// Fills the tasks, `name` and `unit`. Returns false after a problem. load_workload() checks what holds for every
  /// graph (some task, no cycle) and applies the mapping. A reader uses the mapping only to find and name fields.
  bool (*read)(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) = nullptr;
  /// Default mapping of the format; nothing if its fields are already ours.
  std::optional<Mapping> mapping;
  /// Keys of the mapping that the format uses beside graph_mapping_keys(), or those of operators beside
  /// operator_mapping_keys().
  std::vector<std::string_view> mapping_keys = {};
  bool binary = false;     ///< its files are bytes; those of other formats are UTF-8 text without control characters
  bool operators = false;  ///< all its tasks are operators, whose cycles and bytes come from the lowering
};

/// What a configuration says of a workload beside its file and format.
struct WorkloadKeys {
  const YamlNode* mapping = nullptr;      ///< a map of keys that replace parts of the format's default; nullptr: none
  bool edges_are_data = false;            ///< the caller makes objects of edges (workload/edge_data.h)
  const YamlNode* lowering = nullptr;     ///< likewise for the lowering of operators
  std::uint32_t clock_mhz = kUsualClock;  ///< clock of the machine, for times in seconds
  MostJobs most_jobs = {};                ///< of the machine; nothing: there is none
  bool lower = true;                      ///< false: operators stay as they are in the file
};

inline constexpr std::size_t kFormatHead = 65536;

using WorkloadFormats = NamedList<WorkloadFormat>;
/// The formats of this folder.
const WorkloadFormats& workload_formats();
/// Returns the format that recognises the text; nullptr: none.
const WorkloadFormat* guess_workload_format(std::string_view text, const WorkloadFormats& formats = workload_formats());

/// Reads a workload file. Without a `format` it is guessed, and `guessed` (unless null) becomes its name. Returns
/// whether there was no problem. A workload without a name is named after the file's stem.
bool load_workload(const std::string& path, const std::string& format, Workload& workload, Diagnostics& diagnostics,
                   std::string* guessed = nullptr, const WorkloadKeys& keys = {});

/// The same for a content that has already been read (FileContent::bytes).
bool read_workload(const std::string& content, const std::string& file, const std::string& format, Workload& workload,
                   Diagnostics& diagnostics, std::string* guessed = nullptr, const WorkloadKeys& keys = {},
                   const WorkloadFormats& formats = workload_formats());

/// Lowers the operators of a workload that was read without (WorkloadKeys::lower). Notes a lowering that it does not
/// use. Returns whether there was no problem.
bool lower_workload(const WorkloadKeys& keys, Workload& workload, Diagnostics& diagnostics);

/// Checks that a graph has at least one task and no cycle ("a waits for b waits for a").
bool check_graph(const Workload& workload, Diagnostics& diagnostics);

/// Reports tasks with jobs of different kinds, which planners do not know.
void refuse_different_jobs(const Workload& workload, Diagnostics& diagnostics);

/// For recognises(): whether the text begins a JSON or flow-style YAML map that has this key at its top level. The key
/// consists of letters and `_`.
bool has_outer_key(std::string_view head, std::string_view key);

}  // namespace gantry
