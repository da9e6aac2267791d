// SPDX-License-Identifier: Apache-2.0
// Load of a page's links over time, from link_load.csv.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/page_parts.h"
#include "result/tables.h"

namespace gantry {

class LinkLevels {
 public:
  using Link = std::tuple<LinkRowKind, std::string, std::string>;

  /// Reads the file, if the run wrote it.
  LinkLevels(PageRun& run, Diagnostics& problems);

  /// Why there are no levels; nothing: there are.
  [[nodiscard]] const std::optional<std::string>& missing() const { return missing_; }
  /// Makes the slices so long that the levels of `links` links fit into the page.
  void fit(std::size_t links, std::size_t most_numbers);
  [[nodiscard]] Cycle stretch() const { return stretch_; }
  /// Returns the flits in each slice.
  [[nodiscard]] std::vector<std::uint64_t> of(const Link& link) const;

 private:
  std::optional<std::string> missing_;
  Cycle stretch_ = 1;
  std::size_t stretches_ = 1;
  std::map<Link, std::vector<std::uint64_t>> flits_;
};

}  // namespace gantry
