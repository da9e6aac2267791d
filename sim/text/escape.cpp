// SPDX-License-Identifier: Apache-2.0
#include "text/escape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace gantry {
namespace {

void append(fmt::memory_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// Length of the UTF-8 character that starts at `at`, 0 if there is none (overlong forms and surrogates included).
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80U) return 1;
  std::size_t length = 0;
  std::uint32_t code = 0;
  std::uint32_t least = 0;
  if ((lead & 0xE0U) == 0xC0U) {
    length = 2, code = lead & 0x1FU, least = 0x80U;
  } else if ((lead & 0xF0U) == 0xE0U) {
    length = 3, code = lead & 0x0FU, least = 0x800U;
  } else if ((lead & 0xF8U) == 0xF0U) {
    length = 4, code = lead & 0x07U, least = 0x10000U;
  } else {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text, at + i)) return 0;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool surrogate = code >= 0xD800U && code <= 0xDFFFU;
  return code < least || code > 0x10FFFFU || surrogate ? 0 : length;
}

}  // namespace

void append_csv(fmt::memory_buffer& out, std::string_view text) {
  const auto plain = [](char c) { return c != ',' && c != '"' && c != '\r' && c != '\n'; };
  if (std::all_of(text.begin(), text.end(), plain)) {
    append(out, text);
    return;
  }
  out.push_back('"');
  for (const char c : text) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
}

void append_json(fmt::memory_buffer& out, std::string_view text) {
  out.push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t length = character_length(text, at);
    if (length == 0) {
      append(out, "\\ufffd");
      ++at;
      continue;
    }
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20U) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      append(out, text.substr(at, length));
    }
    at += length;
  }
  out.push_back('"');
}

void append_utf8(fmt::memory_buffer& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    append(out, length == 0 ? "\xEF\xBF\xBD" : text.substr(at, length));
    at += length == 0 ? 1 : length;
  }
}

}  // namespace gantry
