// SPDX-License-Identifier: Apache-2.0
// Discards what a library prints to the standard output during the lifetime of an object. METIS prints for graphs that
// are small for the number of parts, and our standard output may be JSON.
#pragma once

namespace gantry {

class MutedOutput {
 public:
  MutedOutput();
  MutedOutput(const MutedOutput&) = delete;
  MutedOutput& operator=(const MutedOutput&) = delete;
  ~MutedOutput();

 private:
  int saved_;  ///< the original file descriptor; -1: nothing is muted
};

}  // namespace gantry
