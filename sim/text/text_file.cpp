// SPDX-License-Identifier: Apache-2.0
#include "text/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>

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

std::optional<std::string> read_stream(std::istream& in, const std::string& path, Diagnostics& diagnostics) {
  std::string text;
  std::array<char, 1 << 16> chunk{};
  while (in.read(chunk.data(), chunk.size()), in.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxFileBytes) {
      diagnostics.error({path, 0, 0}, "the file is larger than " + std::to_string(kMaxFileBytes >> 20) + " MiB");
      return std::nullopt;
    }
    // An endless device ends here instead of filling the memory.
    if (std::memchr(chunk.data(), 0, static_cast<std::size_t>(in.gcount())) != nullptr) break;
  }
  if (in.bad()) {
    diagnostics.error({path, 0, 0}, "the file cannot be read");
    return std::nullopt;
  }
  return text;
}

}  // namespace

bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = is_stray_control(text[at]) ? 0 : utf8_length(text, at);
    if (length == 0) {
      diagnostics.error(position_at(text, at, file), "this is not UTF-8 text (a text file without control characters)");
      return false;
    }
    at += length;
  }
  return true;
}

bool accept_text(std::string& text, const std::string& file, Diagnostics& diagnostics) {
  if (text.compare(0, 3, "\xef\xbb\xbf") == 0) text.erase(0, 3);
  if (text.empty()) {
    diagnostics.error({file, 1, 1}, "the file is empty");
    return false;
  }
  return check_text(text, file, diagnostics);
}

bool check_named_file(const std::string& path, const std::string& what, const SourcePosition& named_at,
                      Diagnostics& diagnostics) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (std::filesystem::is_regular_file(status)) return true;
  if (status.type() == std::filesystem::file_type::not_found) {
    diagnostics.error(named_at,
                      "there is no " + what + " file " + path + " (paths start beside the experiment's file)");
  } else if (status.type() == std::filesystem::file_type::none) {
    diagnostics.error(named_at, "the " + what + " file " + path + " cannot be opened: " + problem.message());
  } else {
    diagnostics.error(named_at, path + " is " +
                                    (std::filesystem::is_directory(status) ? "a directory" : "a pipe or a device") +
                                    " (" + what + " must name a regular file)");
  }
  return false;
}

std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics) {
  try {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      diagnostics.error({path, 0, 0}, "this is a directory (a file is needed)");
      return std::nullopt;
    }
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      diagnostics.error({path, 0, 0}, std::string("the file cannot be opened: ") + std::strerror(errno));
      return std::nullopt;
    }
    std::optional<std::string> text = read_stream(in, path, diagnostics);
    if (!text) return std::nullopt;
    if (accept_text(*text, path, diagnostics)) return text;
  } catch (const std::bad_alloc&) {
    diagnostics.error({path, 0, 0}, "the file is too large for the memory of this machine");
  } catch (const std::exception& problem) {
    diagnostics.error({path, 0, 0}, std::string("the file cannot be read: ") + problem.what());
  }
  return std::nullopt;
}

}  // namespace gantry
