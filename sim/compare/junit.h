// SPDX-License-Identifier: Apache-2.0
// Test results as JUnit XML, the format of CI systems.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace gantry {

enum class JunitEnd : std::uint8_t {
  passed,
  failed,  ///< the case ran to its end, with a wrong result
  error    ///< the case did not run to its end
};

struct JunitCase {
  std::string name;
  JunitEnd end = JunitEnd::passed;
  std::string type;  ///< kind of a failure or error, one word
  std::string text;  ///< details, one line; may be empty if it passed
};

struct JunitSuite {
  std::string name;
  std::string class_name;  ///< class name of all cases
  std::vector<JunitCase> cases;
};

/// Returns the XML text. Characters that XML cannot contain become '?'.
void write_junit(std::ostream& out, const JunitSuite& suite);

}  // namespace gantry
