// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "gantry/base/error.h"
#include "output/whole_file.h"
#include "result/output_names.h"
#include "text/file_digest.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPointSchema = "gantry-point-1";
constexpr std::string_view kUnfinished = ".unfinished-";
constexpr std::string_view kOfWorker = ".worker-";  ///< then its name, "-" and the point

std::optional<std::string> whole_text(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return std::nullopt;
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// An object with these texts, or nothing.
std::optional<nlohmann::json> point_file(const fs::path& folder) {
  const auto text = whole_text(folder / kPointFile);
  if (!text) return std::nullopt;
  nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  for (const char* key : {"schema", "version", "build", "state", "message", "summary_sha256"}) {
    if (!json.contains(key) || !json[key].is_string()) return std::nullopt;
  }
  return json;
}

bool begins(const std::string& text, std::string_view with) { return text.compare(0, with.size(), with) == 0; }

/// Throws Error without the file's name, because it belongs to a point.
void write_text_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(std::string("it cannot be written: ") + std::strerror(errno), ErrorKind::output);
}

}  // namespace

PointStore::PointStore(const std::string& directory, std::vector<std::string> others, PointMaker maker,
                       std::string worker)
    : points_((fs::path(directory) / kPointsFolder).string()),
      others_(std::move(others)),
      maker_(std::move(maker)),
      worker_(std::move(worker)) {}

void PointStore::open() const {
  std::error_code error;
  fs::create_directories(points_, error);
  const std::string own = working_prefix();
  for (fs::directory_iterator at(points_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (begins(at->path().filename().string(), own)) fs::remove_all(at->path(), ignored);
  }
  if (error) throw Error(Diagnostic{{points_}, error.message()}, ErrorKind::output);
}

std::string PointStore::working_prefix() const {
  return worker_.empty() ? std::string(kUnfinished) : std::string(kOfWorker) + worker_ + '-';
}

std::string PointStore::working_directory(const std::string& id) const {
  return (fs::path(points_) / (working_prefix() + id)).string();
}

std::string PointStore::directory(const std::string& id) const { return (fs::path(points_) / id).string(); }

std::optional<StoredPoint> PointStore::read(const std::string& folder) {
  const auto json = point_file(folder);
  if (!json) return std::nullopt;
  if ((*json)["schema"] != kPointSchema || (*json)["version"] != maker_.version || (*json)["build"] != maker_.build) {
    ++of_others_;
    return std::nullopt;
  }
  auto summary = whole_text(fs::path(folder) / kSummaryFile);
  if (!summary || sha256(*summary) != (*json)["summary_sha256"]) return std::nullopt;
  StoredPoint point;
  point.done = (*json)["state"] == "done";
  point.message = (*json)["message"];
  point.summary = std::move(*summary);
  return point;
}

std::optional<StoredPoint> PointStore::find(const std::string& id, const std::function<std::string()>& experiment) {
  if (auto own = read(directory(id))) return own;
  for (const std::string& other : others_) {
    const fs::path folder = fs::path(other) / kPointsFolder / id;
    auto found = read(folder.string());
    if (!found) continue;
    if (!experiment) return found;
    std::error_code error;
    fs::remove_all(working_directory(id), error);
    fs::copy(folder, working_directory(id), fs::copy_options::recursive, error);
    if (!error && take_copy(id, experiment(), *found)) return found;
    discard(id);
  }
  return std::nullopt;
}

bool PointStore::take_copy(const std::string& id, const std::string& experiment, const StoredPoint& point) {
  try {
    write_text_file(fs::path(working_directory(id)) / kExperimentFile, experiment);
    finish(id, point.done, point.message);
    return true;
  } catch (const Error&) {
    return false;  // the point is run instead, which finds out for itself
  }
}

StoredPoint PointStore::finish(const std::string& id, bool done, const std::string& message) {
  StoredPoint point{done, message, {}};
  const fs::path folder = working_directory(id);
  auto summary = whole_text(folder / kSummaryFile);
  if (!summary) throw Error("it wrote no summary", ErrorKind::output);
  point.summary = std::move(*summary);
  nlohmann::ordered_json json = {{"schema", kPointSchema},
                                 {"id", id},
                                 {"version", maker_.version},
                                 {"build", maker_.build},
                                 {"state", done ? "done" : "failed"},
                                 {"message", message},
                                 {"summary_sha256", sha256(point.summary)}};
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  write_text_file(folder / kPointFile, text);
  std::error_code error;
  fs::rename(folder, directory(id), error);
  if (!error) return point;
  // Either another worker stored an equal point first, or the stored one is of another program or damaged.
  const std::size_t of_others = of_others_;
  auto there = read(directory(id));
  of_others_ = of_others;
  if (there) {
    discard(id);
    return *there;
  }
  fs::remove_all(directory(id), error);
  if (!error) fs::rename(folder, directory(id), error);
  if (!error) return point;
  throw Error("it cannot be written: " + error.message(), ErrorKind::output);
}

void PointStore::discard(const std::string& id) const {
  std::error_code ignored;
  fs::remove_all(working_directory(id), ignored);
}

void PointStore::discard_of_workers(const std::function<bool(const std::string& worker)>& lives) const {
  std::error_code error;
  for (fs::directory_iterator at(points_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!begins(name, kOfWorker)) continue;
    std::error_code ignored;
    if (!lives(name.substr(kOfWorker.size(), name.rfind('-') - kOfWorker.size()))) fs::remove_all(at->path(), ignored);
  }
}

std::optional<std::string> stored_state(const std::string& study_directory, const std::string& id) {
  const auto json = point_file(fs::path(study_directory) / kPointsFolder / id);
  if (!json) return std::nullopt;
  return (*json)["state"].get<std::string>();
}

}  // namespace gantry
