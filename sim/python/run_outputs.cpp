// SPDX-License-Identifier: Apache-2.0
#include "python/run_outputs.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

namespace gantry {
namespace {

/// Reads a text that another object owns.
class TextBuffer final : public std::streambuf {
 public:
  explicit TextBuffer(const std::string& text) {
    char* const begin = const_cast<char*>(text.data());  // only read
    setg(begin, begin, begin + text.size());
  }
};

/// nullptr: it cannot be opened.
std::unique_ptr<std::streambuf> opened(const std::string& path) {
  std::error_code ignored;
  auto file = std::make_unique<std::filebuf>();
  if (std::filesystem::is_directory(path, ignored)) return nullptr;
  return file->open(path, std::ios::in | std::ios::binary) == nullptr ? nullptr : std::move(file);
}

}  // namespace

std::optional<std::string> RunOutputs::text(const std::string& file) const {
  if (kept_) {
    const auto found = kept_->find(file);
    return found == kept_->end() ? std::nullopt : std::optional(found->second);
  }
  const auto in = opened(directory_ + '/' + file);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in.get()), std::istreambuf_iterator<char>());
}

std::vector<TableColumn> RunOutputs::columns(const std::string& file, Diagnostics& problems) const {
  if (kept_) {
    const auto found = kept_->find(file);
    if (found == kept_->end()) {
      problems.error({file, 0, 0}, "the run has no such table");
      return {};
    }
    return read_columns(file, std::make_unique<TextBuffer>(found->second), file, problems);
  }
  const std::string path = directory_ + '/' + file;
  auto in = opened(path);
  if (in) return read_columns(file, std::move(in), path, problems);
  problems.error({path, 0, 0}, "cannot be opened");
  return {};
}

}  // namespace gantry
