// SPDX-License-Identifier: Apache-2.0
// Diagnostics as an exception, of which the module makes one of Python's (gantry/_errors.py).
#pragma once

#include "gantry/base/error.h"

namespace gantry {

/// Throws Error if there are errors.
inline void raise(const Diagnostics& diagnostics, ErrorKind kind = ErrorKind::input) {
  if (!diagnostics.ok()) throw Error(diagnostics, kind);
}

}  // namespace gantry
