// SPDX-License-Identifier: Apache-2.0
// Graph files of METIS and Chaco: every variant of their first line, and everything that can be wrong in one.
#include <string>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::metis_test {

namespace {

std::uint64_t total(const Workload& workload) { return facts(workload).total_work; }

}  // namespace

TEST_CASE("an undirected edge runs from the lower to the higher vertex", "[formats]") {
  // A path 1-2-3 and the edge 1-3; every edge stands in two lines.
  const std::string text = "% a comment\n3 3\n2 3\n% another\n1 3\n2 1\n\n% the end\n";
  CHECK(guess(text) == "metis");
  const Workload workload = load("metis", text);
  CHECK(ids(workload) == Lines{"1", "2", "3"});
  CHECK(after(workload, 0).empty());
  CHECK(after(workload, 1) == "1(1)");  // without weights all of them are 1
  CHECK(after(workload, 2) == "2(1) 1(1)");
  CHECK(total(workload) == 3);
  CHECK(workload.unit == "weight");
}

TEST_CASE("an empty line is a vertex without neighbours", "[formats]") {
  const std::string text = "4 1\n\n4\n\n2";  // the last line may lack its end
  CHECK(guess(text) == "metis");
  const Workload workload = load("metis", text);
  CHECK(ids(workload) == Lines{"1", "2", "3", "4"});
  CHECK(facts(workload).edges == 1);
  CHECK(after(workload, 3) == "2(1)");
  CHECK(total(load("metis", "2 0\n\n\n")) == 2);
}

TEST_CASE("fmt says which weights a graph has", "[formats]") {
  // The same edge with everything that the digits allow. Zeros on the left may be missing.
  struct Case {
    const char* text;
    std::uint64_t work;
    const char* edge;
  };
  for (const Case& c :
       {Case{"2 1 000\n2\n1\n", 2, "1(1)"}, Case{"2 1 0\n2\n1\n", 2, "1(1)"}, Case{"2 1 1\n2 7\n1 7\n", 2, "1(7)"},
        Case{"2 1 001\n2 7\n1 7\n", 2, "1(7)"}, Case{"2 1 10\n5 2\n6 1\n", 11, "1(1)"},
        Case{"2 1 010 1\n5 2\n6 1\n", 11, "1(1)"}, Case{"2 1 11\n5 2 7\n0 1 7\n", 5, "1(7)"},
        Case{"2 1 100\n40 2\n30 1\n", 2, "1(1)"}, Case{"2 1 101\n40 2 7\n30 1 7\n", 2, "1(7)"},
        Case{"2 1 110\n40 5 2\n30 6 1\n", 11, "1(1)"}, Case{"2 1 111\n40 5 2 7\n30 6 1 7\n", 11, "1(7)"},
        // Of several weights the first is the time.
        Case{"2 1 011 3\n5 8 9 2 7\n6 8 9 1 7\n", 11, "1(7)"}, Case{"2 1 000 0\n2\n1\n", 2, "1(1)"}}) {
    INFO(c.text);
    CHECK(guess(c.text) == "metis");
    const Workload workload = load("metis", c.text);
    CHECK(total(workload) == c.work);
    CHECK(after(workload, 1) == c.edge);
  }
}

TEST_CASE("the size of a vertex is what it writes, if the mapping says so", "[formats]") {
  const std::string text = "2 1 101\n40 2 7\n30 1 7\n";
  CHECK(load("metis", text).tasks[0].output_bytes == 7);
  CHECK(load("metis", text, "{output_bytes: data}").tasks[0].output_bytes == 40);
}

TEST_CASE("a graph is told from an STG and an operation list", "[formats]") {
  CHECK(guess("2 4\n1 5 1 0\n2 7 1 1\n3 0 1 2\n") == "stg");
  CHECK(guess("2 4\n1 5 0\n2 7 1 1\n") == "stg");
  CHECK(guess("2 4\n0 0 0\n1 5 1 0\n2 7 1 1\n3 0 1 2\n") == "stg");
  CHECK(guess("3\n0 0 0\n1 5 1\n 0\n2 7 1 1\n3 2 2\n1 2\n4 0 2 2 3\n") == "stg");
  CHECK(guess("2 1\n0 load 10\n1 add 2.5\n0 1 64 x\n") == "op-list");
}

TEST_CASE("what is wrong in a graph file has its position", "[formats]") {
  const auto only = [](const std::string& text) {
    const Lines lines = errors("metis", text);
    REQUIRE(lines.size() == 1);
    return lines[0];
  };
  const std::string first =
      " error: the first line must have the numbers of vertices and of edges, then perhaps fmt and ncon, not ";
  CHECK(only("") == "f:1:1:" + first + "0 fields");
  CHECK(only("% only\n\n") == "f:3:1:" + first + "0 fields");
  CHECK(only("3\n\n\n\n") == "f:1:1:" + first + "1 field");
  CHECK(only("3 0 0 0 0\n") == "f:1:1:" + first + "5 fields");
  CHECK(only("0 0\n") == "f:1:1: error: the number of vertices must be a whole number from 1 to 4194304, not '0'");
  CHECK(only("1 -1\n\n") == "f:1:3: error: the number of edges must be a whole number from 0 to 16777216, not '-1'");
  CHECK(only("1 99999999999999999999\n\n") ==
        "f:1:3: error: the number of edges must be a whole number from 0 to 16777216, not '99999999999999999999'");
  const std::string fmt =
      " error: fmt must be up to three digits, each 0 or 1 (vertex sizes, vertex weights, edge weights), not ";
  CHECK(only("2 1 2\n2\n1\n") == "f:1:5:" + fmt + "'2'");
  CHECK(only("2 1 0011\n2\n1\n") == "f:1:5:" + fmt + "'0011'");
  CHECK(only("2 1 001 2\n2 1\n1 1\n") ==
        "f:1:9: error: ncon counts the weights of a vertex, and fmt says that vertices have none (010 or 011 would)");
  CHECK(only("2 1 10 x\n1 2\n1 1\n") == "f:1:8: error: ncon must be a whole number from 0 to 1024, not 'x'");
  CHECK(only("2 1\n2\n") ==
        "f:3:1: error: the file ends here, where the line of vertex 2 of 2 is needed (an empty one has no neighbours)");
  CHECK(only("2 1\n2\n1\n\n7\n") == "f:5:1: error: the file goes on here, after the 2 vertices of its first line");
  CHECK(only("2 1\n2\n# 1\n") == "f:3:1: error: a neighbour of vertex 2 must be a whole number from 1 to 2, not '#'");
  CHECK(errors("metis", "2 1\n3\n0\n") ==
        Lines{"f:2:1: error: a neighbour of vertex 1 must be a whole number from 1 to 2, not '3'",
              "f:3:1: error: a neighbour of vertex 2 must be a whole number from 1 to 2, not '0'"});
  CHECK(only("2 1\n2\n1 2\n") == "f:3:3: error: vertex 2 cannot be its own neighbour");
  CHECK(only("2 1 1\n2 5\n1\n") ==
        "f:3:2: error: the weight of an edge of vertex 2 must be a whole number from 1 to 4611686018427387904, and the "
        "line ends here");
  CHECK(only("2 1 1\n2 0\n1 5\n").substr(0, 45) == "f:2:3: error: the weight of an edge of vertex");
  CHECK(only("2 1 10\n\n1 1\n").substr(0, 40) == "f:2:1: error: the weight of vertex 1 mus");
  CHECK(only("2 1 100\nx 2\n1 1\n").substr(0, 38) == "f:2:1: error: the size of vertex 1 mus");
  CHECK(only("3 1\n2\n1 3\n\n") ==
        "f:3:3: error: vertex 3 does not name its neighbour 2 (each edge must be in the lines of both its ends)");
  CHECK(only("2 1\n2 2\n1\n") == "f:2:3: error: vertex 1 has the neighbour 2 already");
  CHECK(only("2 1 1\n2 5\n1 6\n") == "f:3:1: error: the edge between 1 and 2 has the weight 6 here and 5 on line 2");
  CHECK(only("2 2\n2\n1\n") == "f:1:3: error: the first line says 2 edges, and the lines of the vertices have 1");
}

}  // namespace gantry::metis_test
