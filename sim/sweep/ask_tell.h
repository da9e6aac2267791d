// SPDX-License-Identifier: Apache-2.0
// A search by somebody else: JSON lines in, JSON lines out. Each line that is read is a batch of points, each line that
// is written answers one.
//
//   < {"study": "s", "axes": [{"columns": ["a.b"], "ordered": true, "choices": [["4"], ["8"]]}, ...], ...}
//   > [{"a.b": 4, "policies.picker": "fifo"}]
//   < [{"number": 0, "id": "...", "state": "done", "metrics": {"cycles": 314}, "broken": 0, "message": ""}]
#pragma once

#include <iosfwd>
#include <memory>

#include "sweep/search.h"

namespace gantry {

/// `in` ends the search with its end. A line that is wrong is answered by {"error": "..."} and asks for nothing. A
/// point that was asked before is answered again.
std::unique_ptr<Search> make_ask_tell(const SearchSpace& space, std::istream& in, std::ostream& out);

}  // namespace gantry
