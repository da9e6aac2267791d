// SPDX-License-Identifier: Apache-2.0
// Dates with a time of day, as tables write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry {

/// Returns the nanoseconds since 1970, UTC, of `YYYY-MM-DD hh:mm:ss[.fffffffff][zone]`. T may replace the blank. The
/// zone is `Z`, `+hh`, `+hhmm` or `+hh:mm` (or with `-`); none is UTC. Returns nothing for any other text, and outside
/// of the years 1970 to 2399.
std::optional<std::uint64_t> parse_date_time(std::string_view text);

}  // namespace gantry
