// SPDX-License-Identifier: Apache-2.0
#include "sweep/submissions.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "gantry/base/error.h"
#include "output/whole_file.h"
#include "text/file_digest.h"
#include "text/token_reader.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFolder = "slurm";
constexpr const char* kJobFile = "job.json";
constexpr const char* kScript = "job.sh";
constexpr std::size_t kMostSubmissions = 1000000;

std::string json_text(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n'; }

Json json_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file ? Json::parse(file, nullptr, false) : Json(Json::value_t::discarded);
}

std::string text_at(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// Returns the characters that job names allow everywhere.
std::string plain(const std::string& name) {
  std::string text = name.substr(0, 40);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) {
        return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-';
      },
      '_');
  return text;
}

}  // namespace

Submissions::Submissions(const std::string& directory) : folder_((fs::path(directory) / kFolder).string()) {}

std::string Submissions::folder(std::size_t number) const {
  return (fs::path(folder_) / std::to_string(number)).string();
}
std::string Submissions::script(std::size_t number) const { return (fs::path(folder(number)) / kScript).string(); }
std::string Submissions::log_prefix(std::size_t number) const { return (fs::path(folder(number)) / "log_").string(); }
std::string Submissions::task_file(std::size_t number, std::size_t task) const {
  return (fs::path(folder(number)) / ("task_" + std::to_string(task) + ".json")).string();
}
std::string Submissions::end_file(const std::string& id) const {
  return (fs::path(folder_) / "ends" / (id + ".json")).string();
}

std::vector<Submission> Submissions::open() const {
  std::vector<Submission> all;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const auto number = whole_number(at->path().filename().string(), kMostSubmissions);
    if (!number) continue;
    const Json json = json_file((at->path() / kJobFile).string());
    if (!json.is_object()) continue;
    Submission one{*number, text_at(json, "name"), text_at(json, "job"), text_at(json, "cluster"), 0};
    if (json.contains("tasks") && json["tasks"].is_number_unsigned()) one.tasks = json["tasks"].get<std::size_t>();
    if (!one.name.empty()) all.push_back(std::move(one));
  }
  std::sort(all.begin(), all.end(), [](const Submission& a, const Submission& b) { return a.number < b.number; });
  return all;
}

Submission Submissions::add(const std::string& study, const std::vector<TaskRuns>& tasks) const {
  std::error_code error;
  fs::create_directories(fs::path(folder_) / "ends", error);
  Submission made;
  for (fs::directory_iterator at(folder_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const auto number = whole_number(at->path().filename().string(), kMostSubmissions);
    if (number) made.number = std::max<std::size_t>(made.number, *number);
  }
  ++made.number;
  if (!error) fs::create_directory(folder(made.number), error);
  if (error) throw Error(folder(made.number) + ": " + error.message(), ErrorKind::output);
  const auto time = std::chrono::system_clock::now().time_since_epoch().count();
  const std::string token =
      fs::absolute(folder(made.number)).string() + '\n' + std::to_string(time) + '\n' + std::to_string(getpid());
  made.name = "gantry-" + plain(study) + '-' + sha256(token).substr(0, 16);
  made.tasks = tasks.size();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Json json = {{"version", tasks[i].maker.version}, {"build", tasks[i].maker.build}, {"runs", Json::array()}};
    for (const AbsentRun& run : tasks[i].runs) json["runs"].push_back({{"id", run.id}, {"sets", run.sets}});
    write_whole_file(task_file(made.number, i), json_text(json));
  }
  submitted(made);
  return made;
}

void Submissions::submitted(const Submission& submission) const {
  const Json json = {
      {"name", submission.name}, {"job", submission.job}, {"cluster", submission.cluster}, {"tasks", submission.tasks}};
  write_whole_file((fs::path(folder(submission.number)) / kJobFile).string(), json_text(json));
}

void Submissions::close(const Submission& submission) const {
  std::error_code ignored;
  for (std::size_t i = 0; i < submission.tasks; ++i) fs::remove(task_file(submission.number, i), ignored);
  fs::remove(script(submission.number), ignored);
  fs::remove(fs::path(folder(submission.number)) / kJobFile, ignored);
}

std::optional<TaskRuns> Submissions::task(std::size_t number, std::size_t task) const {
  const Json json = json_file(task_file(number, task));
  if (!json.is_object() || !json.contains("runs") || !json["runs"].is_array()) return std::nullopt;
  TaskRuns runs{{text_at(json, "version"), text_at(json, "build")}, {}};
  for (const Json& one : json["runs"]) {
    if (!one.is_object()) return std::nullopt;
    AbsentRun& run = runs.runs.emplace_back();
    run.id = text_at(one, "id");
    const auto sets = one.find("sets");
    if (sets == one.end() || !sets->is_array()) return std::nullopt;
    for (const Json& set : *sets) run.sets.push_back(set.is_string() ? set.get<std::string>() : "");
  }
  return runs;
}

std::optional<PointEnd> Submissions::end(const std::string& id) const {
  const Json json = json_file(end_file(id));
  if (!json.is_object()) return std::nullopt;
  const bool late = text_at(json, "state") == kPointStates[static_cast<std::size_t>(PointState::timeout)];
  return PointEnd{late ? PointState::timeout : PointState::failed, text_at(json, "message")};
}

void Submissions::write_end(const std::string& id, const PointEnd& end) const {
  const Json json = {{"state", kPointStates[static_cast<std::size_t>(end.state)]}, {"message", end.message}};
  write_whole_file(end_file(id), json_text(json));
}

void Submissions::forget_end(const std::string& id) const {
  std::error_code ignored;
  fs::remove(end_file(id), ignored);
}

}  // namespace gantry
