// SPDX-License-Identifier: Apache-2.0
// Meter of the promised and received service of a stimulus's entries. In a round won by a class, each of its eligible
// entries is promised weight / (sum of the weights of the class's eligible entries) of a pick. A blocked entry is
// promised nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/scheduler/picker.h"

namespace gantry {

class ServiceMeter {
 public:
  explicit ServiceMeter(std::uint32_t entries) : entries_(entries) {}

  void joined(std::uint32_t entry, const PickerEntry& what);
  void left(std::uint32_t entry) { entries_[entry].present = false; }
  /// Adds one round with a winner. `eligible`: the picker's input; all its members are present.
  void round(const EntrySet& eligible, std::uint32_t winner);

  /// Returns a header line, then a line for every entry that was ever used. docs/picker.md explains the columns.
  [[nodiscard]] std::string table() const;
  [[nodiscard]] std::string csv() const;

 private:
  struct Entry {
    bool used = false;
    bool present = false;
    std::uint32_t cls = 0;
    std::uint32_t weight = 0;
    std::uint64_t picks = 0;
    std::uint64_t class_picks = 0;  ///< picks of its class in rounds in which it was eligible
    std::uint64_t waiting = 0;      ///< eligible rounds since its last pick
    std::uint64_t longest_wait = 0;
    QuotientSum promised;
    QuotientSum lag;
  };

  [[nodiscard]] static std::vector<std::string> cells(std::uint32_t entry, const Entry& e);

  std::vector<Entry> entries_;  ///< counts of a reused entry number go on
  std::vector<std::uint32_t> offered_;
};

}  // namespace gantry
