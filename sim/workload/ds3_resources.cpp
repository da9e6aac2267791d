// SPDX-License-Identifier: Apache-2.0
#include "workload/ds3_resources.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 9> kNotRead = {
    "opp",       "trip_freq",      "DTPM_trip_freq",   "power_profile",       "PG_profile",
    "comm_band", "comm_band_self", "mesh_information", "SoC_mesh_information"};
constexpr std::string_view kConfigurations = "acc_supported_configs";

SourcePosition position(const TextToken& token, const std::string& file) { return {file, token.line, token.column}; }

/// `resource_name N` of pairs of keys and values; or, in older files, the second of `TYPE NAME ID ...`, and the type of
/// `TYPE ID ...`.
std::string_view name_of(const Ds3Line& line) {
  for (std::size_t i = 1; i + 1 < line.size(); i += 2) {
    if (line[i].text == "resource_name") return line[i + 1].text;
  }
  constexpr std::size_t kOldFields = 4;
  if (line.size() < kOldFields || line[1].text == "resource_type") return {};
  return all_digits(line[2].text) ? line[1].text : line[2].text;
}

}  // namespace

bool Ds3Resources::ignores(std::string_view key) {
  return std::find(kNotRead.begin(), kNotRead.end(), key) != kNotRead.end();
}

void Ds3Resources::add(const Ds3Line& line, const std::string& file) {
  Resource resource;
  resource.where = position(line[0], file);
  resource.name = std::string(name_of(line));
  if (resource.name.empty())
    diagnostics_.error(resource.where, "a resource needs a name: add_new_resource ... resource_name NAME ...");
  resources_.push_back(std::move(resource));
}

void Ds3Resources::read(const Ds3Line& line, const std::string& file) {
  if (line[0].text != kConfigurations) {
    time(line, file);
    return;
  }
  for (std::size_t i = 1; i < line.size(); ++i) resources_.back().configurations.insert(line[i].text);
}

/// `TASK TIME`, and behind it a power or the name of a configuration, which the resource has to support.
void Ds3Resources::time(const Ds3Line& line, const std::string& file) {
  const SourcePosition where = position(line[0], file);
  constexpr std::size_t kFields = 3;
  if (line.size() < 2 || line.size() > kFields) {
    diagnostics_.error(where,
                       "a line of a resource is `TASK TIME`, `TASK TIME POWER` or `TASK TIME CONFIGURATION`, or "
                       "begins with " +
                           std::string(kConfigurations) + ", " + alternatives({kNotRead.begin(), kNotRead.end()}) +
                           " (not read)");
    return;
  }
  if (line[0].text == "None") return;  // a memory runs nothing
  const auto time = parse_decimal(line[1].text);
  if (!time) {
    diagnostics_.error(position(line[1], file),
                       "a time must be a number that is not negative, not " + in_quotes(line[1].text));
    return;
  }
  Resource& resource = resources_.back();
  const bool of_job = tasks_.count(line[0].text) == 1;
  if (line.size() == kFields && parse_decimal(line[2].text)) {
    if (!power_noted_) diagnostics_.note(position(line[2], file), "the power of tasks is not read");
    power_noted_ = true;
  } else if (line.size() == kFields && !resource.configurations.empty() &&
             resource.configurations.count(line[2].text) == 0) {
    if (of_job) {
      diagnostics_.note(position(line[2], file), in_quotes(resource.name) + " does not support the configuration " +
                                                     in_quotes(line[2].text) + ", so it does not run " +
                                                     in_quotes(line[0].text));
    }
    return;
  }
  const auto [at, fresh] = resource.times.emplace(line[0].text, *time);
  if (!fresh && of_job && to_double(at->second) != to_double(*time)) {
    diagnostics_.note(where, "task " + in_quotes(line[0].text) + " has another time on " + in_quotes(resource.name) +
                                 " above; this one counts");
  }
  at->second = *time;
}

/// Of two resources of one name; each has the times of this job's tasks alone.
bool Ds3Resources::same_times(const Resource& a, const Resource& b) {
  return a.times.size() == b.times.size() && std::all_of(a.times.begin(), a.times.end(), [&](const auto& time) {
           const auto at = b.times.find(time.first);
           return at != b.times.end() && to_double(at->second) == to_double(time.second);
         });
}

void Ds3Resources::add_times(Workload& workload) {
  const std::size_t before = diagnostics_.size();
  std::unordered_map<std::string_view, const Resource*> named;  // looked up only
  for (Resource& resource : resources_) {
    if (diagnostics_.size() - before >= kMostProblems) return;
    for (auto at = resource.times.begin(); at != resource.times.end();)
      at = tasks_.count(at->first) == 0 ? resource.times.erase(at) : std::next(at);
    const auto [same, fresh] = named.emplace(resource.name, &resource);
    if (!fresh) {
      if (!same_times(*same->second, resource)) {
        diagnostics_.error(resource.where, "the resource of this name on line " +
                                               std::to_string(same->second->where.line) +
                                               " has other times (a name is a type of processors)");
      }
      continue;
    }
    // In whatever order: each task once.
    for (const auto& [task, time] : resource.times)
      workload.tasks[tasks_.at(task)].cycles_by_type.push_back({resource.name, 0, time});
  }
}

}  // namespace gantry
