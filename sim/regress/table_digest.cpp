// SPDX-License-Identifier: Apache-2.0
#include "regress/table_digest.h"

#include <algorithm>
#include <cstddef>

#include "text/file_digest.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostParts = 64;
constexpr std::size_t kPartDigits = 6;

std::uint64_t lines_in(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

std::uint64_t lines_per_part(std::uint64_t lines) {
  return std::max<std::uint64_t>(1, (lines + kMostParts - 1) / kMostParts);
}

std::string parts_of(std::string_view text, std::uint64_t each) {
  std::string parts;
  while (!text.empty()) {
    std::size_t end = 0;
    for (std::uint64_t i = 0; i < each && end < text.size(); ++i)
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
    parts += sha256(text.substr(0, end)).substr(0, kPartDigits);
    text.remove_prefix(end);
  }
  return parts;
}

}  // namespace

TableDigest table_digest(std::string_view text) {
  const std::uint64_t lines = lines_in(text);
  return {lines, sha256(text), parts_of(text, lines_per_part(lines))};
}

std::string first_difference(const TableDigest& before, std::string_view text) {
  const std::uint64_t each = lines_per_part(before.lines);
  const std::string now = parts_of(text, each);
  const std::uint64_t lines = lines_in(text);
  std::size_t at = 0;
  while (at < std::min(now.size(), before.parts.size()) &&
         now.compare(at, kPartDigits, before.parts, at, kPartDigits) == 0)
    at += kPartDigits;
  const std::uint64_t first = at / kPartDigits * each + 1;
  const std::uint64_t last = std::min(first + each - 1, std::max(lines, before.lines));
  std::string where = first >= last ? "line " + std::to_string(first)
                                    : "lines " + std::to_string(first) + " to " + std::to_string(last);
  if (lines != before.lines) where += " (" + std::to_string(before.lines) + " -> " + std::to_string(lines) + " lines)";
  return where;
}

}  // namespace gantry
