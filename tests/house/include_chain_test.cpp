// SPDX-License-Identifier: Apache-2.0
// How deep headers include headers: what a long chain costs is compiled again after every edit at its end.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "catch.h"

namespace gantry::include_chain_test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeaders = 10;

/// The headers of this project that each of its files includes, by their paths below the source directory.
class Includes {
 public:
  Includes() {
    for (const char* folder : {"model", "sim", "tb"}) {
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(GANTRY_SOURCE_DIR) / folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".h" || extension == ".cpp")
          included_[fs::relative(entry.path(), GANTRY_SOURCE_DIR).string()] = headers_of(entry.path());
      }
    }
  }

  /// The longest chain of headers that begins with those of `file`, one after the other.
  std::vector<std::string> chain(const std::string& file) {
    const auto known = chains_.find(file);
    if (known != chains_.end()) return known->second;
    std::vector<std::string> longest;
    for (const std::string& header : included_.at(file)) {
      std::vector<std::string> of_it = chain(header);
      of_it.insert(of_it.begin(), header);
      if (of_it.size() > longest.size()) longest = std::move(of_it);
    }
    return chains_[file] = longest;
  }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> all;
    for (const auto& [file, headers] : included_) all.push_back(file);
    return all;
  }

 private:
  static std::vector<std::string> headers_of(const fs::path& path) {
    std::vector<std::string> headers;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (line.rfind("#include \"", 0) != 0) continue;
      const std::string name = line.substr(10, line.find('"', 10) - 10);
      for (const std::string& place :
           {name.rfind("gantry/", 0) == 0 ? "model/" + name.substr(7) : "sim/" + name, "tb/" + name}) {
        if (fs::exists(fs::path(GANTRY_SOURCE_DIR) / place)) headers.push_back(place);
      }
    }
    return headers;
  }

  std::map<std::string, std::vector<std::string>> included_;
  std::map<std::string, std::vector<std::string>> chains_;
};

}  // namespace

TEST_CASE("no source includes more than ten headers in a chain") {
  Includes includes;
  std::string too_long;
  for (const std::string& file : includes.files()) {
    if (file.rfind(".cpp") != file.size() - 4) continue;
    const std::vector<std::string> chain = includes.chain(file);
    if (chain.size() <= kMostHeaders) continue;
    too_long += file + " (" + std::to_string(chain.size()) + "):";
    for (const std::string& header : chain) too_long += ' ' + header;
    too_long += '\n';
  }
  INFO("A header that names a type by reference or pointer alone declares it and leaves the include to its users.");
  CHECK(too_long == "");
}

}  // namespace gantry::include_chain_test
