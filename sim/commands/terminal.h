// SPDX-License-Identifier: Apache-2.0
// Capabilities of the standard output.
#pragma once

namespace gantry {

/// Whether the locale uses UTF-8, so that bars are drawn with block characters.
bool terminal_speaks_utf8();

}  // namespace gantry
