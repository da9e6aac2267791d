// SPDX-License-Identifier: Apache-2.0
// Keys of grids: columns, rows and nodes per router.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gantry/base/own_keys.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostInGrid = 64;  ///< most columns, and most rows
inline constexpr OwnKey kColumns{"columns", 4, {1, kMostInGrid}, "", "routers in a row", true};
inline constexpr OwnKey kRows{"rows", 4, {1, kMostInGrid}, "", "rows of routers", true};
inline constexpr OwnKey kConcentration{"concentration", 4, {1, 16}, "nodes", "on each router"};

struct GridSize {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
};

/// Returns the size of a grid. If only `rows` is `auto`, it gets the fewest rows that hold all endpoints; `columns`
/// likewise. If both are, the columns are those of the smallest square that holds all endpoints, with the fewest rows.
/// Each is at most kMostInGrid, so a grid may have fewer nodes than endpoints. `each`: nodes per router, at least 1.
inline GridSize grid_size(const OwnValues& own, std::uint32_t endpoints, std::uint32_t each) {
  const std::uint32_t routers = std::max(1U, (endpoints + each - 1) / each);
  const auto share = [&](std::uint32_t lines) { return std::min(kMostInGrid, (routers + lines - 1) / lines); };
  GridSize size{kColumns.of(own), kRows.of(own)};
  if (size.columns == kAutomatic && size.rows == kAutomatic) {
    size.columns = 1;
    while (size.columns < kMostInGrid && size.columns * size.columns < routers) ++size.columns;
  }
  if (size.columns == kAutomatic) size.columns = share(size.rows);
  if (size.rows == kAutomatic) size.rows = share(size.columns);
  return size;
}

}  // namespace network
}  // namespace gantry
