// SPDX-License-Identifier: Apache-2.0
// Whoever only names who walks keys does without gantry/base/keys.h.
#pragma once

namespace gantry {
inline namespace base {

class KeyVisitor;

}  // namespace base
}  // namespace gantry
