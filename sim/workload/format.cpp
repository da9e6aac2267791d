// SPDX-License-Identifier: Apache-2.0
#include "workload/format.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "config/text_file.h"
#include "config/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kShownTasks = 12;

std::vector<WorkloadFormat>& registry() {
  static std::vector<WorkloadFormat> formats;
  return formats;
}

std::string format_choices() {
  std::vector<std::string_view> names;
  for (const WorkloadFormat& format : workload_formats()) names.push_back(format.name);
  return alternatives(names);
}

}  // namespace

const std::vector<WorkloadFormat>& workload_formats() { return registry(); }

bool register_workload_format(WorkloadFormat format) {
  auto& formats = registry();
  const auto at = std::find_if(formats.begin(), formats.end(),
                               [&](const WorkloadFormat& other) { return format.name < other.name; });
  formats.insert(at, std::move(format));
  return true;
}

const WorkloadFormat* find_workload_format(std::string_view name) {
  for (const WorkloadFormat& format : workload_formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const WorkloadFormat* guess_workload_format(std::string_view text) {
  const std::string_view head = text.substr(0, kFormatHead);
  for (const WorkloadFormat& format : workload_formats()) {
    if (format.recognises(head)) return &format;
  }
  return nullptr;
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
                   std::string* guessed) {
  const auto text = read_text_file(path, diagnostics);
  return text && read_workload(*text, path, format, workload, diagnostics, guessed);
}

bool read_workload(const std::string& text, const std::string& file, const std::string& format, Workload& workload,
                   Diagnostics& diagnostics, std::string* guessed) {
  const WorkloadFormat* reader = format.empty() ? guess_workload_format(text) : find_workload_format(format);
  if (reader == nullptr && format.empty()) {
    diagnostics.error({file, 1, 1}, "this is no workload in a known format: " + format_choices() +
                                        " (a native one has a list `tasks`; else name the format)");
    return false;
  }
  if (reader == nullptr) {
    diagnostics.error({"", 0, 0}, "the workload format must be " + format_choices() + ", not " + in_quotes(format));
    return false;
  }
  if (format.empty() && guessed != nullptr) *guessed = reader->name;
  workload.format = reader->name;
  if (workload.where.line == 0) workload.where = {file, 1, 1};
  const std::size_t before = diagnostics.size();
  if (!reader->read(text, file, workload, diagnostics) || diagnostics.size() != before) return false;
  if (workload.name.empty()) workload.name = std::filesystem::path(file).stem().string();
  return check_graph(workload, diagnostics);
}

}  // namespace gantry
