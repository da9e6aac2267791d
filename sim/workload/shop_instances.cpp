// SPDX-License-Identifier: Apache-2.0
// Job shop: a line `jobs machines`, then a line per job of `machine time` pairs, each machine once. Flexible job shop:
// the same first line, with an optional third number, then per job the number of operations and, for each, the number
// of its machines and their `machine time` pairs. RCPSP in Patterson's form: `activities resources`, the capacities,
// then per activity its time, its demands, the number of its successors and these.
#include "workload/shop_instances.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/decimal.h"
#include "text/token_reader.h"

namespace gantry {
namespace {

using NumberRow = std::vector<std::uint64_t>;

/// A head of this size may end within a line.
constexpr std::size_t kWholeHead = 65536;

/// The first lines that say anything, as numbers. Ends at the first line with anything else, and before a line that the
/// head may have cut.
std::vector<NumberRow> number_lines(std::string_view head) {
  constexpr std::size_t kMostLines = 40;
  std::vector<NumberRow> lines;
  const bool cut = head.size() >= kWholeHead;
  while (!head.empty() && lines.size() < kMostLines) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos && cut) break;
    const std::string none;
    TokenReader tokens(head.substr(0, end), none, HashComments::lines);
    NumberRow numbers;
    for (TextToken token = tokens.next(); !token.is_end(); token = tokens.next()) {
      auto number = whole_number(token.text, std::uint64_t{1} << 32);
      // The third number of a flexible job shop is a mean.
      if (!number && lines.empty() && numbers.size() == 2 && parse_decimal(token.text)) number = 0;
      if (!number) return lines;
      numbers.push_back(*number);
    }
    if (!numbers.empty()) lines.push_back(std::move(numbers));
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
  }
  return lines;
}

bool is_job(const NumberRow& line, std::uint64_t machines) {
  if (line.size() != 2 * machines) return false;
  std::vector<bool> seen(machines + 1);
  for (std::size_t i = 0; i < line.size(); i += 2) {
    if (line[i] > machines || seen[line[i]]) return false;
    seen[line[i]] = true;
  }
  return !seen.front() || !seen.back();  // machines count from 0 or from 1
}

bool is_flexible_job(const NumberRow& line, std::uint64_t machines) {
  std::size_t at = 1;
  for (std::uint64_t operation = 0; operation < line[0]; ++operation) {
    if (at >= line.size() || line[at] == 0 || line[at] > machines || line.size() - at - 1 < 2 * line[at]) return false;
    for (std::uint64_t i = 0; i < line[at]; ++i) {
      if (line[at + 1 + 2 * i] > machines) return false;
    }
    at += 1 + 2 * static_cast<std::size_t>(line[at]);
  }
  return at == line.size() && line[0] > 0;
}

bool is_activity(const NumberRow& line, std::uint64_t activities, std::uint64_t resources) {
  const std::uint64_t before = resources + 2;
  return line.size() >= before && line.size() == before + line[before - 1] &&
         std::all_of(line.begin() + static_cast<std::ptrdiff_t>(before), line.end(),
                     [&](std::uint64_t next) { return next > 1 && next <= activities; });
}

}  // namespace

std::optional<std::string_view> kind_of_shop(std::string_view head) {
  constexpr std::uint64_t kMost = 10000;
  const std::vector<NumberRow> lines = number_lines(head);
  if (lines.size() < 3 || lines[0].size() < 2 || lines[0].size() > 3) return std::nullopt;
  const std::uint64_t rows = lines[0][0];
  const std::uint64_t columns = lines[0][1];
  if (rows == 0 || columns == 0 || rows > kMost || columns > kMost) return std::nullopt;
  const auto all = [&](std::size_t first, const auto& holds) {
    const std::size_t last = std::min<std::size_t>(lines.size(), first + rows);
    return last > first + 1 && std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(first),
                                           lines.begin() + static_cast<std::ptrdiff_t>(last), holds);
  };
  if (lines[0].size() == 2 && all(1, [&](const NumberRow& line) { return is_job(line, columns); }))
    return "a job-shop instance";
  if (all(1, [&](const NumberRow& line) { return is_flexible_job(line, columns); }))
    return "a flexible job-shop instance";
  if (lines[0].size() == 2 && lines[1].size() == columns &&
      all(2, [&](const NumberRow& line) { return is_activity(line, rows, columns); }))
    return "an instance of project scheduling (RCPSP)";
  return std::nullopt;
}

}  // namespace gantry
