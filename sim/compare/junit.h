// SPDX-License-Identifier: Apache-2.0
// Results as JUnit XML, which CI systems show.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace gantry {

enum class JunitEnd : std::uint8_t {
  passed,
  failed,  ///< it came to its end, and what it found is not what it should be
  error    ///< it did not
};

struct JunitCase {
  std::string name;
  JunitEnd end = JunitEnd::passed;
  std::string type;  ///< of a failure or error, in a word
  std::string text;  ///< what there is to say, one line; may be empty if it passed
};

struct JunitSuite {
  std::string name;
  std::string class_name;  ///< of all cases
  std::vector<JunitCase> cases;
};

/// What XML cannot hold becomes '?'.
void write_junit(std::ostream& out, const JunitSuite& suite);

}  // namespace gantry
