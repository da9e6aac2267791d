// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/error.h"

namespace gantry {
inline namespace base {

Error::Error(const std::string& text, ErrorKind kind) : runtime_error(text), kind_(kind) {
  diagnostics_.error({}, text);
}

Error::Error(const Diagnostic& diagnostic, ErrorKind kind) : runtime_error(diagnostic.text), kind_(kind) {
  diagnostics_.add(diagnostic);
}

Error::Error(Diagnostics diagnostics, ErrorKind kind)
    : runtime_error(diagnostics.errors().front().text), kind_(kind), diagnostics_(std::move(diagnostics)) {}

}  // namespace base
}  // namespace gantry
