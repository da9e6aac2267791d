// SPDX-License-Identifier: Apache-2.0
// While one lives, what a library prints to the standard output goes nowhere: METIS does so on graphs that are small
// for the number of parts, and our standard output may be JSON.
#pragma once

namespace gantry {

class MutedOutput {
 public:
  MutedOutput();
  MutedOutput(const MutedOutput&) = delete;
  MutedOutput& operator=(const MutedOutput&) = delete;
  ~MutedOutput();

 private:
  int saved_;  ///< -1: nothing was muted
};

}  // namespace gantry
