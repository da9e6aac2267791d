// SPDX-License-Identifier: Apache-2.0
// What the standard output can show.
#pragma once

namespace gantry {

/// The locale is one of UTF-8: bars are drawn with block characters.
bool terminal_speaks_utf8();

}  // namespace gantry
