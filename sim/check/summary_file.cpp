// SPDX-License-Identifier: Apache-2.0
// summary.json read back: every key that the check uses must be there and of the right kind.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "check/run_files.h"
#include "report/output_names.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kEnds = {"complete", "deadlock", "cycle_limit", "interrupted"};

/// Looks up keys and reports what is missing or of the wrong kind; then gives a value of the right kind.
class Keys {
 public:
  Keys(std::string path, Diagnostics& problems) : path_(std::move(path)), problems_(problems) {}

  /// JSON parsers keep no positions of values; the key's path says where to look.
  void fault(const std::string& what) { problems_.error({path_, 1, 1}, what); }

  const Json& object(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_object, "an object", empty_object_);
  }
  const Json& array(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_array, "an array", empty_array_);
  }
  std::uint64_t count(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number_unsigned, "a whole number from 0", zero_).get<std::uint64_t>();
  }
  double number(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number, "a number", zero_).get<double>();
  }
  std::string text(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_string, "a string", empty_text_).get<std::string>();
  }
  bool flag(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_boolean, "true or false", false_).get<bool>();
  }

 private:
  const Json& get(const Json& in, const std::string& where, const char* key, bool (Json::*is_right)() const noexcept,
                  const char* right, const Json& otherwise) {
    const std::string name = where.empty() ? key : where + '.' + key;
    const auto at = in.is_object() ? in.find(key) : in.end();
    if (at == in.end()) {
      fault(name + " is missing (would be " + right + ")");
      return otherwise;
    }
    if (((*at).*is_right)()) return *at;
    fault(name + " is " + at->type_name() + " (would be " + right + ")");
    return otherwise;
  }

  std::string path_;
  Diagnostics& problems_;
  const Json empty_object_ = Json::object();
  const Json empty_array_ = Json::array();
  const Json zero_ = std::uint64_t{0};
  const Json empty_text_ = "";
  const Json false_ = false;
};

/// Line and column of a byte, both from 1.
SourcePosition position(const std::string& path, const std::string& text, std::size_t byte) {
  SourcePosition where{path, 1, 1};
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++where.column;
    if (text[i] != '\n') continue;
    ++where.line;
    where.column = 1;
  }
  return where;
}

std::vector<RunSummary::Share> read_shares(Keys& keys, const Json& root, const char* key, bool with_weight) {
  std::vector<RunSummary::Share> shares;
  for (const Json& entry : keys.array(root, "", key)) {
    const std::string where = key + ('[' + std::to_string(shares.size())) + ']';
    RunSummary::Share share;
    share.cls = keys.text(entry, where, "class");
    if (with_weight) share.weight = keys.count(entry, where, "weight");
    share.picks = keys.count(entry, where, "picks");
    share.share = keys.number(entry, where, "share");
    shares.push_back(share);
  }
  return shares;
}

void read_outputs(Keys& keys, const Json& root, RunSummary& summary) {
  for (const Json& entry : keys.array(root, "", "outputs")) {
    const std::string file = entry.is_string() ? entry.get<std::string>() : "";
    summary.has_tasks = summary.has_tasks || file == kTasksFile;
    summary.has_jobs = summary.has_jobs || file == kJobsFile;
    summary.has_edges = summary.has_edges || file == kEdgesFile;
  }
}

RunSummary read_keys(Keys& keys, const Json& root) {
  RunSummary summary;
  const std::string schema = keys.text(root, "", "schema");
  if (schema != kSummarySchema)
    keys.fault(std::string("not the schema known here (would be \"") + kSummarySchema + "\")");
  summary.complete = keys.flag(root, "", "complete");
  summary.ideal = keys.text(root, "", "timing") == "ideal";
  summary.end = keys.text(root, "", "end");
  if (std::find(kEnds.begin(), kEnds.end(), summary.end) == kEnds.end()) {
    keys.fault("end is none known here (would be complete, deadlock, cycle_limit or interrupted)");
  }
  summary.cycles = keys.count(root, "", "cycles");
  const Json& tasks = keys.object(root, "", "tasks");
  summary.tasks_submitted = keys.count(tasks, "tasks", "submitted");
  summary.tasks_completed = keys.count(tasks, "tasks", "completed");
  summary.tasks_unfinished = keys.count(tasks, "tasks", "unfinished");
  const Json& jobs = keys.object(root, "", "jobs");
  summary.jobs_total = keys.count(jobs, "jobs", "total");
  summary.jobs_issued = keys.count(jobs, "jobs", "issued");
  summary.jobs_completed = keys.count(jobs, "jobs", "completed");
  for (const Json& entry : keys.array(root, "", "processors")) {
    const std::string where = "processors[" + std::to_string(summary.processors.size()) + ']';
    summary.processors.push_back({keys.text(entry, where, "name"), keys.count(entry, where, "jobs"),
                                  keys.count(entry, where, "busy_cycles"), keys.number(entry, where, "utilization")});
  }
  summary.picks = keys.count(keys.object(root, "", "picker"), "picker", "picks");
  summary.classes = read_shares(keys, root, "classes", false);
  summary.shares = read_shares(keys, root, "shares", true);
  const Json& waits = keys.object(root, "", "waits");
  for (std::size_t i = 0; i < kStages; ++i) {
    summary.waits.cycles[i] = keys.count(waits, "waits", std::string(kStageNames[i]).c_str());
  }
  summary.waits.lifetime = keys.count(waits, "waits", "lifetime");
  read_outputs(keys, root, summary);
  return summary;
}

}  // namespace

RunSummary read_summary(const std::string& path, Diagnostics& problems) {
  Keys keys(path, problems);
  std::error_code error;
  std::ifstream file;
  if (!std::filesystem::is_directory(path, error)) file.open(path, std::ios::binary);
  if (!file.is_open()) {
    keys.fault("cannot be read (would be the summary of a finished run)");
    return {};
  }
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  try {
    return read_keys(keys, Json::parse(text));
  } catch (const Json::parse_error& fault) {
    problems.error(position(path, text, fault.byte), "not valid JSON (would be the summary of a finished run)");
  } catch (const Json::exception&) {
    keys.fault("a number is out of range");
  }
  return {};
}

}  // namespace gantry
