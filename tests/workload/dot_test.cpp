// SPDX-License-Identifier: Apache-2.0
// DOT: every pitfall that we know of, on small texts.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::dot_test {

TEST_CASE("DOT names, numbers, chains, comments and subgraphs", "[formats]") {
  const std::string text =
      "// comment\n# another\nstrict digraph \"G 1\" {\n  rankdir=LR; node [shape=box]\n"
      "  7 [size=\"10.5\", label=\"x\"] /* here */ \"b -> c\" [Weight=3]\n"
      "  \"7\" -> \"b -> c\" -> caf\xc3\xa9:port:n [size=100.2]\n"
      "  7 -> root [size=-1]\n  -.5 -> 7;\n"
      "  subgraph cluster_x { in1; in2 [size=\"2\"] }\n"
      "  subgraph { a1 a2 } -> { z [size=1] }\n  html [label=<a <b>b</b> c>]\n  lo\"ng\" + \"er\"\n}\n";
  CHECK(guess(text) == "dot");
  const Workload workload = load("dot", text, "{work: 0}");
  CHECK(workload.name == "G 1");
  CHECK(ids(workload) ==
        Lines{"7", "b -> c", "caf\xc3\xa9", "root", "-.5", "in1", "in2", "a1", "a2", "z", "html", "lo", "nger"});
  CHECK(after(workload, 1) == "7(101)");  // 100.2 bytes are 101
  CHECK(after(workload, 2) == "b -> c(101)");
  CHECK(after(workload, 3) == "7");    // -1 is no data
  CHECK(after(workload, 0) == "-.5");  // no size is no data
  CHECK(after(workload, 9) == "a1 a2");
  CHECK(workload.tasks[0].cycles == 11);
  CHECK(workload.tasks[1].cycles == 3);
  CHECK(workload.tasks[3].cycles == 0);  // named by an edge only
  CHECK(workload.tasks[6].cycles == 2);
  CHECK(workload.unit == "flops");
}

TEST_CASE("DOT defaults hold for what comes after them in their subgraph", "[formats]") {
  const Workload workload = load("dot",
                                 "digraph { before; node [size=4] edge [size=9] a -> b\n"
                                 "  subgraph { node [size=6]; c -> d [size=1]; a }\n  e [size=5]; before }\n",
                                 "{work: 0}");
  std::vector<std::uint64_t> cycles;
  for (const WorkloadTask& task : workload.tasks) cycles.push_back(task.cycles);
  CHECK(ids(workload) == Lines{"before", "a", "b", "c", "d", "e"});
  CHECK(cycles == std::vector<std::uint64_t>{0, 4, 4, 6, 6, 5});
  CHECK(after(workload, 2) == "a(9)");
  CHECK(after(workload, 4) == "c(1)");
}

TEST_CASE("DOT attributes of other names", "[formats]") {
  const Workload workload = load("dot", "digraph { a [flops=4, prio=7, kind=union]; a -> b [volume=3, size=9] }",
                                 "{work: 0, fields: {work: flops, bytes: volume, weight: prio, class: kind}}");
  CHECK(workload.tasks[0].cycles == 4);
  CHECK(workload.tasks[0].weight == 7);
  CHECK(workload.tasks[0].cls == TaskClass::union_);
  CHECK(workload.tasks[1].cls == TaskClass::block);
  CHECK(after(workload, 1) == "a(3)");
}

TEST_CASE("an attribute that is named and that nothing has is refused", "[formats]") {
  CHECK(errors("dot", "digraph { a [flops=4]; a -> b [volume=3] }",
               "fields: {work: flop, bytes: vol, class: kind, weight: prio}") ==
        Lines{"f:1:1: error: no node has the attribute 'flop' (mapping.fields.work)",
              "f:1:1: error: no node has the attribute 'kind' (mapping.fields.class)",
              "f:1:1: error: no node has the attribute 'prio' (mapping.fields.weight)",
              "f:1:1: error: no edge has the attribute 'vol' (mapping.fields.bytes)"});
  CHECK(errors("dot", "digraph { a [flops=4]; b }", "{work: 0, fields: {work: flops, bytes: volume}}").empty());
}

TEST_CASE("what is wrong in a DOT file has its position", "[formats]") {
  CHECK(errors("dot", "graph { a -- b }") ==
        Lines{"f:1:1: error: an undirected graph has no predecessors (a digraph is needed)"});
  CHECK(errors("dot", "digraph { a -- b }") ==
        Lines{"f:1:13: error: -- is an edge of an undirected graph (-> is needed)"});
  CHECK(errors("dot", "digraph { a -> }") == Lines{"f:1:16: error: a node is needed here, not '}'"});
  CHECK(errors("dot", "digraph { a -> b") == Lines{"f:1:17: error: the file ends here, where } is needed"});
  CHECK(errors("dot", "digraph {} digraph {}") ==
        Lines{"f:1:12: error: the file goes on after its graph (one graph per file)"});
  CHECK(errors("dot", "digraph { a [size=x, }") == Lines{"f:1:22: error: an attribute or ] is needed here, not '}'"});
  CHECK(errors("dot", "digraph { a [size=x]\n b [size=-1] a -> b [size=-2] }") ==
        Lines{"f:2:27: error: the size of an edge must be a number that is not negative (or -1 for no data), not '-2'",
              "f:1:19: error: the size of a node must be a number that is not negative, not 'x'",
              "f:2:10: error: the size of a node must be a number that is not negative, not '-1'"});
  CHECK(errors("dot", "digraph { a -> a }") == Lines{"f:1:13: error: this edge leads from a node to itself"});
  CHECK(errors("dot", "digraph { \"a }") == Lines{"f:1:11: error: this string has no closing quote"});
  CHECK(errors("dot", "digraph { /* a }") == Lines{"f:1:11: error: this comment has no end"});
  CHECK(errors("dot", "digraph { <a }") == Lines{"f:1:11: error: this text in angle brackets has no end"});
  CHECK(errors("dot", "digraph { \"\" }") ==
        Lines{"f:1:11: error: the name of a node must be one line of text, and not empty"});
  CHECK(errors("dot", "digraph { 1a }") ==
        Lines{"f:1:12: error: a number ends here (quotes are needed around other text)"});
  CHECK(errors("dot", "digraph { ! }") == Lines{"f:1:11: error: unexpected character '!'"});
  CHECK(errors("dot", "digraph { }") == Lines{"f:1:1: error: the workload has no tasks (at least one is needed)"});
  CHECK(errors("dot", "digraph { x; a -> b -> c -> a }") ==
        Lines{"f:1:14: error: these tasks wait for each other: a waits for c waits for b waits for a"});
  std::string deep = "digraph ";
  for (int i = 0; i < 100000; ++i) deep += '{';
  CHECK(errors("dot", deep) == Lines{"f:1:74: error: subgraphs are nested deeper than 64 levels"});
}

TEST_CASE("edges between subgraphs do not fill the memory", "[formats]") {
  std::string text = "digraph { {";
  for (int i = 0; i < 9000; ++i) text += " a" + std::to_string(i);
  text += "} -> {";
  for (int i = 0; i < 9000; ++i) text += " b" + std::to_string(i);
  CHECK(errors("dot", text + "} }").at(0).find("more than 16777216 edges") != std::string::npos);
}

}  // namespace gantry::dot_test
