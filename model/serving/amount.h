// SPDX-License-Identifier: Apache-2.0
// Exact amounts: weights, compute requirements and priorities, compared as the decimals of the input.
#pragma once

#include <string>
#include <string_view>

#include "gantry/base/decimal.h"

namespace gantry {
inline namespace serving {

/// A number of units of 10^-12, or of another power of ten that the user of the type names.
__extension__ using Amount = unsigned __int128;

inline constexpr int kAmountDigits = 12;

/// Precondition: at most 12 fraction digits, and at most 10^15.
Amount to_amount(const Decimal& value);

/// Parses a decimal, which may have more digits than a Decimal holds. Precondition: digits with at most one point.
Amount parse_amount(std::string_view text);

/// Returns `value` x 10^-digits without trailing zeros: "22.5".
std::string to_text(Amount value, int digits = kAmountDigits);

/// Returns the nearest double.
double to_double(Amount value);

}  // namespace serving
}  // namespace gantry
