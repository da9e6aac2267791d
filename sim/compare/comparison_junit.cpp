// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_junit.h"

#include "compare/comparison.h"

namespace gantry {

JunitSuite comparison_junit(const Comparison& comparison) {
  JunitSuite suite{
      "gantry compare " + comparison.a->directory() + ' ' + comparison.b->directory(), "gantry.compare", {}};
  for (const Judged& one : comparison.judged) {
    suite.cases.push_back({one.condition.text, one.holds ? JunitEnd::failed : JunitEnd::passed, "fail-if",
                           one.condition.metric_text + ": " + values_text(one.a, one.b)});
  }
  return suite;
}

}  // namespace gantry
