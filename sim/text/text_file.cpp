// SPDX-License-Identifier: Apache-2.0
#include "text/text_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "text/kind_of_bytes.h"
#include "text/packed_file.h"
#include "text/text_lines.h"

namespace gantry {

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[at + i])); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() - at < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second >= 0xa0) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second >= 0x90) return 0;
  return length;
}

namespace {

SourcePosition position_at(std::string_view text, std::size_t at, const std::string& file) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start = before.rfind('\n');
  return {file, line, static_cast<int>(start == std::string_view::npos ? at + 1 : at - start)};
}

bool is_stray_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
}

/// The text of a file. A diagnostic continues after the file's name: "cannot be opened: ...".
using Content = Result<std::string>;

Content failed(const std::string& text) { return Diagnostic{{}, text}; }

Content failed_by_system(const char* what) {
  const int reason = errno;
  return failed(what + (reason == 0 ? std::string() : ": " + std::string(std::strerror(reason))));
}

Content read_stream(std::istream& in, bool endless) {
  std::string text;
  std::array<char, 1 << 16> chunk{};
  errno = 0;
  while (in.read(chunk.data(), chunk.size()), in.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxFileBytes) return failed("is larger than " + std::to_string(kMaxFileBytes >> 20) + " MiB");
    // /dev/zero ends here instead of filling the memory.
    if (endless && std::memchr(chunk.data(), 0, static_cast<std::size_t>(in.gcount())) != nullptr) break;
  }
  if (in.bad()) return failed_by_system("cannot be read");
  return text;
}

/// Texts of inputs that can be read only once.
struct KeptTexts {
  bool keeps = false;
  bool gives = false;
  std::map<std::string, std::string> by_path;
};

KeptTexts& kept_texts() {
  static KeptTexts texts;
  return texts;
}

bool ends_when_read(const std::string& path) {
  std::error_code ignored;
  return path == kStandardInput || !std::filesystem::is_regular_file(path, ignored);
}

/// Reads to the end, and unpacks a packed file.
Content read_unpacked(std::unique_ptr<std::streambuf> file, bool endless) {
  UnpackedSource source(std::move(file));
  std::istream in(&source);
  Content content = read_stream(in, endless);
  if (content && source.is_cut()) return failed("is packed, and damaged or cut");
  return content;
}

/// Lends the standard input to a reader.
class StandardInput final : public std::streambuf {
 protected:
  std::streamsize xsgetn(char* to, std::streamsize most) override { return std::cin.read(to, most).gcount(); }
};

Content read_now(const std::string& path) {
  try {
    if (path == kStandardInput) {
      if (std::cin.eof()) return failed("has been read already (one input can be -)");
      Content content = read_unpacked(std::make_unique<StandardInput>(), false);
      return std::cin.bad() ? failed_by_system("cannot be read") : content;
    }
    errno = 0;
    auto file = std::make_unique<std::filebuf>();
    if (file->open(path, std::ios::in | std::ios::binary) == nullptr) return failed_by_system("cannot be opened");
    std::error_code ignored;
    return read_unpacked(std::move(file), std::filesystem::is_character_file(path, ignored));
  } catch (const std::bad_alloc&) {
    return failed("is too large for the memory of this machine");
  } catch (const std::exception& problem) {
    return failed(std::string("cannot be read: ") + problem.what());
  }
}

Content read_content(const std::string& path) {
  KeptTexts& kept = kept_texts();
  const auto found = kept.gives ? kept.by_path.find(path) : kept.by_path.end();
  if (found != kept.by_path.end()) return found->second;
  Content content = read_now(path);
  if (kept.keeps && content && ends_when_read(path)) kept.by_path[path] = *content;
  return content;
}

/// Checks that reading a named file will end. Reports it at the position of the name otherwise.
bool check_named_file(const std::string& path, const std::string& what, const SourcePosition& named_at,
                      const char* beside, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  const std::string needed = " (" + what + " must name a file)";
  if (path == kStandardInput) {
    if (isatty(STDIN_FILENO) == 0) return true;
    diagnostics.error(named_at, "the standard input is a terminal" + needed);
    return false;
  }
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::is_regular_file(status) || fs::is_fifo(status)) return true;
  if (status.type() == fs::file_type::not_found) {
    diagnostics.error(named_at, "there is no " + what + " file " + path + " (paths start beside " + beside + ")");
  } else if (status.type() == fs::file_type::none) {
    diagnostics.error(named_at, "the " + what + " file " + path + " cannot be opened: " + problem.message());
  } else {
    diagnostics.error(named_at, path + " is " + (fs::is_directory(status) ? "a directory" : "a device") + needed);
  }
  return false;
}

}  // namespace

bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = is_stray_control(text[at]) ? 0 : utf8_length(text, at);
    if (length == 0) {
      const auto kind = kind_of_bytes(text);
      diagnostics.error(
          position_at(text, at, file),
          kind ? "this is " + std::string(kind->name) + ", not UTF-8 text (" + std::string(kind->remedy) + ')'
               : "this is not UTF-8 text (a text file without control characters)");
      return false;
    }
    at += length;
  }
  return true;
}

std::string line_of_bytes(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = utf8_length(bytes, at);
    text += length == 0 ? std::string_view("?") : bytes.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return one_line(text);
}

bool accept_text(std::string& text, const std::string& file, Diagnostics& diagnostics, FileContent content) {
  text.erase(0, text.size() - without_mark(text).size());
  if (text.empty()) {
    diagnostics.error({file, 1, 1}, "the file is empty");
    return false;
  }
  return content == FileContent::bytes || check_text(text, file, diagnostics);
}

namespace {

bool is_descriptor(const std::string& path) {
  return path.rfind("/dev/fd/", 0) == 0 || path.rfind("/proc/self/fd/", 0) == 0;
}

}  // namespace

PipeMemory::PipeMemory() { kept_texts().keeps = true; }
PipeMemory::~PipeMemory() { kept_texts() = {}; }
void PipeMemory::give_again() { kept_texts().gives = true; }

std::string shown_path(const std::string& path) { return path == kStandardInput ? "<stdin>" : path; }

std::string stem_of(const std::string& path) {
  if (path == shown_path(kStandardInput)) return "stdin";
  // The number in the path of `<(...)` is meaningless and changes.
  if (is_descriptor(path)) return "pipe";
  const std::filesystem::path name(path);
  return one_line((name.extension() == ".gz" ? name.stem() : name).stem().string());
}

std::optional<Diagnostic> wrong_directory_name(const std::string& name) {
  if (name.find('/') == std::string::npos && name != "." && name != "..") return std::nullopt;
  return Diagnostic{{}, "names the output directory and must not have a '/' or be '.' or '..'"};
}

std::string directory_of(const std::string& path) {
  return is_descriptor(path) || path == "/dev/stdin" ? "" : std::filesystem::path(path).parent_path().string();
}

std::string path_beside(const std::string& directory, const std::string& file) {
  return file == kStandardInput ? file : (std::filesystem::path(directory) / file).string();
}

std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics, FileContent expected) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    diagnostics.error({path, 0, 0}, "this is a directory (a file is needed)");
    return std::nullopt;
  }
  Content content = read_content(path);
  if (!content) {
    diagnostics.error({shown_path(path), 0, 0}, "the file " + content.error().text);
    return std::nullopt;
  }
  if (!accept_text(*content, shown_path(path), diagnostics, expected)) return std::nullopt;
  return std::move(*content);
}

std::optional<std::string> read_named_file(const std::string& path, const std::string& what,
                                           const SourcePosition& named_at, Diagnostics& diagnostics, const char* beside,
                                           FileContent expected) {
  if (!check_named_file(path, what, named_at, beside, diagnostics)) return std::nullopt;
  Content content = read_content(path);
  if (!content) {
    diagnostics.error(named_at, "the " + what + " file " + shown_path(path) + " " + content.error().text);
    return std::nullopt;
  }
  if (!accept_text(*content, shown_path(path), diagnostics, expected)) return std::nullopt;
  return std::move(*content);
}

}  // namespace gantry
