// SPDX-License-Identifier: Apache-2.0
#include "repeat/repeated_run.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "check/network_check.h"
#include "repeat/run_again.h"
#include "repeat/temporary_directory.h"
#include "result/findings.h"
#include "result/json_file.h"
#include "result/output_names.h"
#include "run/versions.h"
#include "text/table_difference.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::json;

/// Why the run of a summary cannot be repeated; nothing if it can.
std::optional<std::string> reason_against(const Json& summary) {
  const Json& from = summary.at("provenance");
  const auto own = versions();
  const auto gantry = std::find_if(own.begin(), own.end(), [](const auto& one) { return one.first == "gantry"; });
  if (from.at("gantry") != gantry->second)
    return "gantry " + from.at("gantry").get<std::string>() + " made it, this is " + gantry->second;
  if (const auto engines = from.find("engine"); engines != from.end()) {
    for (const auto& [block, engine] : engines->items()) {
      if (engine != "model") return "its " + block + " was of another engine: " + engine.get<std::string>();
    }
  }
  const auto end = summary.find("end");
  const bool interrupted = end == summary.end() ? !summary.value("complete", true) : *end == "interrupted";
  if (interrupted) return "it was interrupted";
  return std::nullopt;
}

/// Values by their JSON pointers, without the versions of libraries: results do not depend on them.
std::map<std::string, Json> values_of(const Json& summary) {
  const Json flat = summary.flatten();
  auto values = flat.get<std::map<std::string, Json>>();
  for (const char* library : {"systemc", "verilator"}) values.erase(std::string("/provenance/") + library);
  return values;
}

std::string key_of(const std::string& pointer) {
  std::string key = pointer.substr(1);
  std::replace(key.begin(), key.end(), '/', '.');
  return key;
}

void compare_json(const std::string& file, const Json& told, const Json& again, Findings& findings) {
  const auto values = values_of(told);
  auto right = values_of(again);
  for (const auto& [pointer, value] : values) {
    const auto at = right.find(pointer);
    if (at == right.end()) {
      findings.add(file, 0, key_of(pointer) + " is " + value.dump() + ", and not there when the run is repeated");
      continue;
    }
    if (at->second != value)
      findings.add(
          file, 0,
          key_of(pointer) + " is " + value.dump() + ", and " + at->second.dump() + " when the run is repeated");
    right.erase(at);
  }
  for (const auto& [pointer, value] : right) {
    findings.add(file, 0, key_of(pointer) + " is missing, and " + value.dump() + " when the run is repeated");
  }
}

bool same_bytes(const fs::path& a, const fs::path& b) {
  std::ifstream one(a, std::ios::binary);
  std::ifstream other(b, std::ios::binary);
  using Bytes = std::istreambuf_iterator<char>;
  return one.is_open() && other.is_open() && std::equal(Bytes(one), Bytes(), Bytes(other), Bytes());
}

/// How many files were compared.
std::size_t compare_files(const fs::path& directory, const fs::path& again, Findings& findings, Diagnostics& problems) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(again)) {
    const fs::path name = entry.path().filename();
    if (entry.is_regular_file() && name != kTimingFile && name != kExperimentFile)
      files.push_back(entry.path().lexically_relative(again));
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const std::string told = (directory / file).string();
    const std::string right = (again / file).string();
    if (!fs::exists(told)) {
      findings.add(told, 0, "is missing, and there when the run is repeated");
    } else if (file.extension() == ".json" && file != kTraceFile) {
      const auto one = parse_summary(told, problems);
      const auto other = parse_summary(right, problems);
      if (one && other) compare_json(told, *one, *other, findings);
    } else if (!same_bytes(told, right)) {
      findings.add(told, 0, "is another one when the run is repeated: " + first_differing_row(told, right));
    }
  }
  return files.size();
}

void skip(CheckReport& report, const std::string& reason) {
  report.result.push_back("skipped: the run once more (" + reason + ")");
}

}  // namespace

void add_repeated_run(const std::string& directory, CheckReport& report, const std::atomic<bool>* stop) {
  if (report.status == 2) return;
  Diagnostics problems;
  const auto summary =
      parse_summary(directory + '/' + (is_network_run(directory) ? kNetworkFile : kSummaryFile), problems);
  if (!summary) return;
  try {
    if (const auto reason = reason_against(*summary)) return skip(report, *reason);
    const TemporaryDirectory again;
    if (!run_again(directory, again.path().string(), stop, problems)) {
      report.status = 1;
      report.result.clear();
      report.errors.emplace_back("interrupted while the run was repeated");
      return;
    }
    if (!problems.ok()) return skip(report, to_string(problems.errors().front()));
    Findings findings;
    const std::size_t files = compare_files(directory, again.path(), findings, problems);
    if (findings.count() == 0) {
      if (report.status == 0) report.result.back() += "; repeated: " + std::to_string(files) + " files are the same";
      return;
    }
    report.status = 1;
    report.result.clear();
    const std::vector<std::string> lines = findings.lines();
    report.errors.insert(report.errors.end(), lines.begin(), lines.end());
  } catch (const fs::filesystem_error& fault) {
    skip(report, fault.what());
  } catch (const std::exception& fault) {
    report.status = 1;
    report.result.clear();
    report.errors.push_back("the run cannot be repeated: " + std::string(fault.what()));
  }
}

}  // namespace gantry
