// SPDX-License-Identifier: Apache-2.0
// Exact amounts: weights, compute requirements and priorities are compared as the decimals that were written.
#pragma once

#include <string>
#include <string_view>

#include "gantry/base/decimal.h"

namespace gantry {
inline namespace serving {

/// So many 10^-12 (or another power of ten that its user names).
__extension__ using Amount = unsigned __int128;

inline constexpr int kAmountDigits = 12;

/// Precondition: at most 12 fraction digits, at most 10^15.
Amount to_amount(const Decimal& value);

/// The same of a number as it is written, which may have more digits than a Decimal holds. Precondition: digits with at
/// most one point.
Amount parse_amount(std::string_view text);

/// `value` x 10^-digits without trailing zeros: "22.5".
std::string to_text(Amount value, int digits = kAmountDigits);

/// The nearest double, about.
double to_double(Amount value);

}  // namespace serving
}  // namespace gantry
