// SPDX-License-Identifier: Apache-2.0
#include "pick/service_meter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "gantry/base/bits.h"
#include "pick/stimulus.h"
#include "text/text_table.h"

namespace gantry {

namespace {
constexpr std::array<const char*, 8> kColumns = {"entry",          "class",          "weight", "picks",
                                                 "expected_share", "measured_share", "lag",    "longest_wait"};
}

void ServiceMeter::joined(std::uint32_t entry, const PickerEntry& what) {
  Entry& e = entries_[entry];
  e.used = true;
  e.present = true;
  e.cls = what.cls;
  e.weight = what.weight;
  e.waiting = 0;
}

void ServiceMeter::round(const EntrySet& eligible, std::uint32_t winner) {
  const std::uint32_t cls = entries_[winner].cls;
  std::uint64_t weights = 0;
  offered_.clear();
  for_each_bit(eligible, [&](std::uint32_t entry) {
    Entry& e = entries_[entry];
    e.longest_wait = std::max(e.longest_wait, ++e.waiting);
    if (e.cls != cls) return;
    weights += e.weight;
    offered_.push_back(entry);
  });
  for (const std::uint32_t entry : offered_) {
    Entry& e = entries_[entry];
    ++e.class_picks;
    e.promised += QuotientSum(e.weight, weights);
    if (entry != winner) e.lag = std::max(e.lag, above(e.promised, QuotientSum(e.picks)));
  }
  ++entries_[winner].picks;
  entries_[winner].waiting = 0;
}

std::vector<std::string> ServiceMeter::cells(std::uint32_t entry, const Entry& e) {
  const std::uint64_t rounds = std::max<std::uint64_t>(e.class_picks, 1);
  return {std::to_string(entry),
          std::string(1, kClassLetters[e.cls]),
          std::to_string(e.weight),
          std::to_string(e.picks),
          fmt::format("{:.6f}", e.promised.over(rounds)),
          fmt::format("{:.6f}", quotient(e.picks, rounds)),
          fmt::format("{:.3f}", e.lag.value()),
          std::to_string(e.longest_wait)};
}

std::string ServiceMeter::table() const {
  std::vector<TextTable::Column> columns;
  columns.reserve(kColumns.size());
  for (const char* name : kColumns) columns.push_back({name});
  TextTable table(columns);
  for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) {
    if (entries_[entry].used) table.add(cells(entry, entries_[entry]));
  }
  return table.text();
}

std::string ServiceMeter::csv() const {
  std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
  for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) {
    if (entries_[entry].used) text += fmt::format("{}\n", fmt::join(cells(entry, entries_[entry]), ","));
  }
  return text;
}

}  // namespace gantry
