// SPDX-License-Identifier: Apache-2.0
#include "workload/format.h"

#include <algorithm>
#include <limits>

#include "gantry/base/one_line.h"
#include "text/file_digest.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/operator_times.h"
#include "workload/shop_instances.h"

namespace gantry {
namespace {

constexpr std::size_t kShownTasks = 12;
constexpr std::size_t kShortText = std::size_t{1}
                                   << 20;  ///< longest text that is parsed again only to identify its kind

std::string choices(const WorkloadFormats& formats) {
  std::vector<std::string_view> names;
  for (const WorkloadFormat& format : formats.entries()) names.push_back(format.name);
  return alternatives(names);
}

void note_unused_keys(const YamlNode& mapping, const WorkloadFormat& format, Diagnostics& diagnostics) {
  std::vector<std::string_view> used = format.operators ? operator_mapping_keys() : graph_mapping_keys();
  used.insert(used.end(), format.mapping_keys.begin(), format.mapping_keys.end());
  note_unused_keys(mapping, "mapping", used, "in a workload of the format " + format.name, diagnostics);
}

}  // namespace

const WorkloadFormat* guess_workload_format(std::string_view text, const WorkloadFormats& formats) {
  const std::string_view head = text.substr(0, kFormatHead);
  for (const WorkloadFormat& format : formats.entries()) {
    if (format.recognises(head)) return &format;
  }
  return nullptr;
}

void refuse_different_jobs(const Workload& workload, Diagnostics& diagnostics) {
  for (const WorkloadTask& task : workload.tasks) {
    if (task.groups == nullptr) continue;
    diagnostics.error(task.where, "task " + in_quotes(task.id) +
                                      " has jobs of different kinds, which no plan knows (expected a number as jobs)");
  }
}

bool check_graph(const Workload& workload, Diagnostics& diagnostics) {
  if (workload.tasks.empty()) {
    diagnostics.error(workload.where, "the workload has no tasks (at least one is needed)");
    return false;
  }
  const std::vector<std::uint32_t> cycle = topological_order(workload).cycle;
  if (cycle.empty()) return true;
  const auto id = [&](std::size_t i) { return workload.tasks[cycle[i % cycle.size()]].id; };
  std::string text = id(0);
  for (std::size_t i = 1; i <= cycle.size(); ++i) {
    if (i == kShownTasks && cycle.size() > kShownTasks + 1) {
      text += " waits for ... (" + std::to_string(cycle.size() - kShownTasks) + " more)";
      i = cycle.size();
    }
    text += " waits for " + id(i);
  }
  diagnostics.error(workload.tasks[cycle[0]].where, "these tasks wait for each other: " + text);
  return false;
}

bool load_workload(const std::string& path, const std::string& format, Workload& workload, Diagnostics& diagnostics,
                   std::string* guessed, const WorkloadKeys& keys) {
  const auto content = read_text_file(path, diagnostics, FileContent::bytes);
  if (content) workload.sha256 = sha256(*content);
  return content && read_workload(*content, shown_path(path), format, workload, diagnostics, guessed, keys);
}

bool read_workload(const std::string& content, const std::string& file, const std::string& format, Workload& workload,
                   Diagnostics& diagnostics, std::string* guessed, const WorkloadKeys& keys,
                   const WorkloadFormats& formats) {
  const WorkloadFormat* reader = format.empty() ? guess_workload_format(content, formats) : formats.find(format);
  if ((reader == nullptr || !reader->binary) && !check_text(content, file, diagnostics)) return false;
  if (reader == nullptr && format.empty()) {
    Diagnostics ignored;  // a text need not be YAML
    const auto document = content.size() <= kShortText ? parse_yaml(content, file, ignored) : std::nullopt;
    if (document && refuse_other_kind(*document, FileKind::workload, diagnostics)) return false;
    if (const auto shop = kind_of_shop(std::string_view(content).substr(0, kFormatHead))) {
      diagnostics.error({file, 1, 1}, "this looks like " + std::string(*shop) +
                                          "; no format of Gantry takes machines or resources by number (`gantry list "
                                          "formats` names those that it takes)");
      return false;
    }
    diagnostics.error({file, 1, 1}, "this is no workload in a known format: " + choices(formats) +
                                        " (a native one has a list `tasks`; else name the format)");
    return false;
  }
  if (reader == nullptr) {
    diagnostics.error({"", 0, 0}, "the workload format must be " + choices(formats) + ", not " + in_quotes(format));
    return false;
  }
  if (format.empty() && guessed != nullptr) *guessed = reader->name;
  workload.format = reader->name;
  if (workload.where.line == 0) workload.where = {file, 1, 1};
  const std::size_t before = diagnostics.size();
  Mapping mapped = reader->mapping.value_or(Mapping());
  follow_clock(mapped, keys.clock_mhz);
  mapped.edges_are_data = keys.edges_are_data;
  const auto by_clock = [&](std::string_view key) {
    return keys.mapping == nullptr || keys.mapping->find(key) == nullptr;
  };
  if (keys.mapping != nullptr && !reader->mapping) {
    diagnostics.error(keys.mapping->where(),
                      "a mapping is for foreign formats; a " + reader->name + " workload has none");
  } else if (keys.mapping != nullptr) {
    if (read_mapping(*keys.mapping, "mapping", mapped, diagnostics))
      note_unused_keys(*keys.mapping, *reader, diagnostics);
  }
  reader->read(content, file, mapped, workload, diagnostics);
  if (diagnostics.size() != before) return false;
  if (workload.name.empty()) workload.name = stem_of(file);
  const bool arrives = workload.span && mapped.arrivals && by_clock("cycles_per_second");
  workload.by_clock = arrives || (mapped.timed && by_clock("cycles_per_unit"));
  if (!check_graph(workload, diagnostics)) return false;
  if (reader->mapping && !apply_mapping(mapped, workload, diagnostics)) return false;
  return !keys.lower || lower_workload(keys, workload, diagnostics);
}

bool lower_workload(const WorkloadKeys& keys, Workload& workload, Diagnostics& diagnostics) {
  Lowering lowering;
  if (keys.lowering != nullptr && !read_lowering(*keys.lowering, "lowering", lowering, diagnostics)) return false;
  if (!workload.model.operators.empty()) {
    if (!lowering.times.empty() && !take_operator_times(lowering, keys.clock_mhz, workload, diagnostics)) return false;
    return apply_lowering(lowering, workload, diagnostics, keys.most_jobs);
  }
  if (keys.lowering != nullptr) {
    diagnostics.note(keys.lowering->where(), "lowering changes nothing in a workload of the format " + workload.format);
  }
  return true;
}

bool has_outer_key(std::string_view head, std::string_view key) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '{') return false;
  int depth = 0;
  for (std::size_t at = first; at < head.size(); ++at) {
    const char c = head[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == '"' || c == '\'' || (c >= 'a' && c <= 'z')) {
      const bool is_text = c == '"' || c == '\'';
      const std::size_t start = is_text ? at + 1 : at;
      std::size_t end = start;
      while (end < head.size() &&
             (is_text ? head[end] != c : (head[end] >= 'a' && head[end] <= 'z') || head[end] == '_')) {
        end += is_text && c == '"' && head[end] == '\\' ? 2 : 1;
      }
      end = std::min(end, head.size());
      const std::size_t after = head.find_first_not_of(" \t\r\n", is_text ? end + 1 : end);
      if (depth == 1 && head.substr(start, end - start) == key && after != std::string_view::npos && head[after] == ':')
        return true;
      at = is_text ? end : end - 1;
    }
  }
  return false;
}

}  // namespace gantry
