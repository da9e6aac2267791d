// SPDX-License-Identifier: Apache-2.0
#include "study/point_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "readback/output_names.h"
#include "text/file_digest.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPointSchema = "gantry-point-1";
constexpr const char* kUnfinished = ".unfinished-";

std::optional<std::string> whole_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
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

}  // namespace

PointStore::PointStore(const std::string& directory, std::vector<std::string> others, PointMaker maker)
    : points_((fs::path(directory) / kPointsFolder).string()), others_(std::move(others)), maker_(std::move(maker)) {}

bool PointStore::open(std::string& why) const {
  std::error_code error;
  fs::create_directories(points_, error);
  for (fs::directory_iterator at(points_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().filename().string().rfind(kUnfinished, 0) == 0) fs::remove_all(at->path(), ignored);
  }
  if (error) why = points_ + ": " + error.message();
  return !error;
}

std::string PointStore::working_directory(const std::string& id) const {
  return (fs::path(points_) / (kUnfinished + id)).string();
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
    std::string why;
    if (!error) std::ofstream(fs::path(working_directory(id)) / kExperimentFile, std::ios::binary) << experiment();
    if (!error && finish(id, found->done, found->message, why)) return found;
    discard(id);
  }
  return std::nullopt;
}

std::optional<StoredPoint> PointStore::finish(const std::string& id, bool done, const std::string& message,
                                              std::string& why) {
  StoredPoint point{done, message, {}};
  const fs::path folder = working_directory(id);
  auto summary = whole_text(folder / kSummaryFile);
  if (!summary) {
    why = "it wrote no summary";
    return std::nullopt;
  }
  point.summary = std::move(*summary);
  nlohmann::ordered_json json = {{"schema", kPointSchema},
                                 {"id", id},
                                 {"version", maker_.version},
                                 {"build", maker_.build},
                                 {"state", done ? "done" : "failed"},
                                 {"message", message},
                                 {"summary_sha256", sha256(point.summary)}};
  std::ofstream file(folder / kPointFile, std::ios::binary);
  file << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  file.close();
  std::error_code error;
  if (!file) {
    why = std::string("it cannot be written: ") + std::strerror(errno);
    return std::nullopt;
  }
  fs::remove_all(directory(id), error);  // of another program, or damaged
  if (!error) fs::rename(folder, directory(id), error);
  if (!error) return point;
  why = "it cannot be written: " + error.message();
  return std::nullopt;
}

void PointStore::discard(const std::string& id) const {
  std::error_code ignored;
  fs::remove_all(working_directory(id), ignored);
}

std::optional<std::string> stored_state(const std::string& study_directory, const std::string& id) {
  const auto json = point_file(fs::path(study_directory) / kPointsFolder / id);
  if (!json) return std::nullopt;
  return (*json)["state"].get<std::string>();
}

bool write_whole_file(const std::string& path, const std::string& text, std::string& why) {
  const std::string other = path + ".new";
  const int file = open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool right = file >= 0;
  for (std::size_t at = 0; right && at < text.size();) {
    const ssize_t wrote = write(file, text.data() + at, text.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    right = wrote > 0;
    if (right) at += static_cast<std::size_t>(wrote);
  }
  right = right && fsync(file) == 0;
  int problem = right ? 0 : errno;
  if (file >= 0 && close(file) != 0 && right) problem = errno;
  if (problem == 0 && std::rename(other.c_str(), path.c_str()) != 0) problem = errno;
  if (problem == 0) return true;
  unlink(other.c_str());
  why = path + ": the file cannot be written: " + std::strerror(problem);
  return false;
}

}  // namespace gantry
