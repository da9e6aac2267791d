// SPDX-License-Identifier: Apache-2.0
// Forward declarations, for headers that only name the types of gantry/base/keys.h.
#pragma once

namespace gantry {
inline namespace base {

class KeyVisitor;

}  // namespace base
}  // namespace gantry
