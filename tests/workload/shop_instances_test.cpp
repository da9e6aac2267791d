// SPDX-License-Identifier: Apache-2.0
// Lists of numbers that are instances of other scheduling problems are said to be these, and not guessed to be an STG.
#include <string>

#include "catch.h"
#include "foreign_workload.h"
#include "workload/shop_instances.h"

namespace gantry::shop_instances_test {

TEST_CASE("shop and project instances are named and refused", "[formats]") {
  const std::string refused =
      "; no format of Gantry takes machines or resources by number (`gantry list formats` names those that it takes)";
  struct Case {
    std::string text;
    std::string kind;
  };
  const std::vector<Case> cases = {
      // Each job: machine and time, three times. Machines count from 0, then from 1.
      {"2 3\n0 29 1 78 2 9\n0 43 2 90 1 28\n", "a job-shop instance"},
      {"# two jobs\n2 3\n 1 29 2 78 3 9\n 1 43 3 90 2 28\n", "a job-shop instance"},
      {"3 2\n1 1 0 2\n0 5 1 2\n1 9 0 9\n", "a job-shop instance"},
      // Two operations, each with the number of its machines.
      {"2 3 2\n2 2 1 5 3 4 1 2 7\n1 1 3 8\n", "a flexible job-shop instance"},
      {"2 3 1.5\n2 2 1 5 3 4 1 2 7\n1 1 3 8\n", "a flexible job-shop instance"},
      // Time, one demand, number of successors.
      {"3 1\n4\n0 0 1 2\n8 2 1 3\n0 0 0\n", "an instance of project scheduling (RCPSP)"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(guess(c.text) == "none");
    Workload workload;
    CHECK(read("", c.text, workload) == Lines{"f:1:1: error: this looks like " + c.kind + refused});
  }
}

TEST_CASE("an STG with processors and a METIS graph are no shop instances", "[formats]") {
  CHECK(guess("2 3\n1 5 0\n2 7 1 1\n") == "stg");
  CHECK(guess("2 3\n0 0 0\n1 5 1 0\n2 7 1 1\n3 0 1 2\n") == "stg");
  // With costs behind the predecessors; a row may be broken.
  CHECK(guess("2 3\n1 5 0\n2 7\n1 1 40\n") == "stg");
  CHECK(guess("3 2\n2\n1 3\n2\n") == "metis");
  CHECK(guess("4 4\n2 4\n1 3\n2 4\n1 3\n") == "metis");
  CHECK_FALSE(kind_of_shop(""));
  CHECK_FALSE(kind_of_shop("2 2\n"));
  CHECK_FALSE(kind_of_shop("4294967295 4294967295\n1 1\n1 1\n"));
}

}  // namespace gantry::shop_instances_test
