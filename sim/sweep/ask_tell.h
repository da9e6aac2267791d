// SPDX-License-Identifier: Apache-2.0
// A search by another program: JSON lines in, JSON lines out. Each input line is a batch of points; each output line is
// the result of one.
//
//   < {"study": "s", "axes": [{"columns": ["a.b"], "ordered": true, "choices": [["4"], ["8"]]}, ...], ...}
//   > [{"a.b": 4, "policies.picker": "fifo"}]
//   < [{"number": 0, "id": "...", "state": "done", "metrics": {"cycles": 314}, "broken": 0, "message": ""}]
#pragma once

#include <iosfwd>
#include <memory>

#include "sweep/search.h"

namespace gantry {

/// Runs the search until the end of `in`. A wrong line is answered by {"error": "..."}, and none of its points is run.
/// A point that was requested before is answered again.
std::unique_ptr<Search> make_ask_tell(const SearchSpace& space, std::istream& in, std::ostream& out);

}  // namespace gantry
