// SPDX-License-Identifier: Apache-2.0
// A table of a run by its columns.
#pragma once

#include <cstdint>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// What stands for a number that is not there.
inline constexpr std::int64_t kEmptyCell = -1;

struct TableColumn {
  enum class Kind : std::uint8_t { number, ratio, text };

  std::string name;
  Kind kind = Kind::number;
  std::vector<std::int64_t> numbers;
  std::vector<double> ratios;
  /// Of texts, each different one once, and which of them stands in a row.
  std::vector<std::string> words;
  std::vector<std::uint32_t> texts;
};

/// The table `file` (`tasks.csv`) as it stands in `in`; `name` is what messages call it. Nothing if there is no table
/// of that name; rows at fault are reported.
std::vector<TableColumn> read_columns(const std::string& file, std::unique_ptr<std::streambuf> in,
                                      const std::string& name, Diagnostics& problems);

}  // namespace gantry
