// SPDX-License-Identifier: Apache-2.0
#include "architecture/rate_table_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <utility>

#include "gantry/base/millionths.h"
#include "gantry/base/types.h"
#include "text/csv_reader.h"
#include "text/text_file.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostRate = 1000000;
constexpr std::uint64_t kMostSum = (std::uint64_t{1} << 32U) - 1;  ///< PatternShare::of

/// The rates have no common divisor, so that as many digits as possible fit.
bool reduce(std::vector<NodeRate>& rates, std::uint32_t nodes) {
  std::uint64_t divisor = 0;
  for (const NodeRate& rate : rates) divisor = std::gcd(divisor, rate.rate);
  std::vector<std::uint64_t> sums(nodes, 0);
  bool fits = true;
  for (NodeRate& rate : rates) {
    rate.rate /= divisor;
    sums[rate.from] += rate.rate;
    fits = fits && sums[rate.from] <= kMostSum;
  }
  return fits;
}

}  // namespace

std::vector<NodeRate> read_rate_table(const std::string& path, const TrafficRules& rules,
                                      const SourcePosition& named_at, Diagnostics& diagnostics) {
  const std::string file = path_beside(rules.directory, path);
  auto text = read_named_file(file, "table", named_at, diagnostics);
  if (!text) return {};
  if (rules.inputs != nullptr) rules.inputs->push_back(file);
  const std::uint32_t nodes = rules.grid.nodes();
  const std::size_t before = diagnostics.size();
  std::vector<NodeRate> rates;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> lines;  // of each pair
  CsvReader rows(std::make_unique<std::stringbuf>(std::move(*text), std::ios::in), shown_path(file), "from,to,rate",
                 diagnostics);
  while (rows.next()) {
    const std::size_t faults = rows.faults();
    const std::uint64_t from = rows.number(0, nodes - 1);
    const std::uint64_t to = rows.number(1, nodes - 1);
    const auto rate = parse_millionths(rows.field(2), kMostRate - 1);
    if (!rate) {
      rows.fault(2, "no number below " + std::to_string(kMostRate) + " with at most six fraction digits");
    }
    if (rows.faults() != faults) continue;
    const auto [first, is_new] = lines.emplace(std::pair(from, to), rows.line());
    if (!is_new) rows.fault(0, "of a pair of nodes that is in line " + std::to_string(first->second) + " already");
    if (is_new && *rate > 0) rates.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), *rate});
  }
  if (diagnostics.size() != before || rows.faults() > 0) return {};
  if (rates.empty()) {
    diagnostics.error({shown_path(file), 1, 1}, "no rate of the table is above 0");
  } else if (!reduce(rates, nodes)) {
    diagnostics.error({shown_path(file), 1, 1},
                      "the rates of a node have too many digits in all (round them, so that their sum is below 2^32 of "
                      "their common divisor)");
  }
  return rates;
}

}  // namespace gantry
