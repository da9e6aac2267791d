// SPDX-License-Identifier: Apache-2.0
// GraphML: what a directed graph becomes, and what can be wrong in a file.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::graphml_test {

namespace {

std::string file(const std::string& keys, const std::string& graph, const std::string& kind = "directed") {
  return "<?xml version='1.0'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" + keys +
         "<graph edgedefault=\"" + kind + "\">\n" + graph + "</graph></graphml>\n";
}

const std::string kKeys =
    "<key id=\"d0\" for=\"node\" attr.name=\"time\" attr.type=\"double\"><default>2</default></key>\n"
    "<key id=\"d1\" for=\"edge\" attr.name=\"bytes\" attr.type=\"int\"/>\n"
    "<key id=\"d2\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>\n"
    "<key id=\"d3\" for=\"all\" attr.name=\"load\" attr.type=\"double\"/>\n";
const std::string kGraph =
    "<node id=\"a\"><data key=\"d0\">\n 1.5 </data><data key=\"d2\">union</data><data key=\"d3\">7</data></node>\n"
    "<node id=\"b\"/>\n"
    "<edge source=\"a\" target=\"b\"><data key=\"d1\">12.5</data><data key=\"d3\">9</data></edge>\n";

std::string first_error(const std::string& text, const std::string& mapping = "") {
  const Lines found = errors("graphml", text, mapping);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("a GraphML file has the work of nodes and the bytes of edges in keys with usual names", "[formats]") {
  const std::string text = file(kKeys, kGraph);
  CHECK(guess(text) == "graphml");
  const Workload workload = load("graphml", text, "{cycles_per_unit: 10}");
  CHECK(ids(workload) == Lines{"a", "b"});
  CHECK(workload.tasks[0].cycles == 15);
  CHECK(workload.tasks[1].cycles == 20);  // the key's default
  CHECK(workload.tasks[0].cls == TaskClass::block);
  CHECK(after(workload, 1) == "a(13)");
  CHECK(workload.tasks[0].output_bytes == 13);
  // STOMP calls the time `t`; without a key for it no node has one.
  const std::string stomp = "<key attr.name=\"t\" attr.type=\"string\" for=\"node\" id=\"d0\" />\n";
  CHECK(facts(load("graphml", file(stomp, kGraph), "{work: 0}")).unit_total_work == 1.5);
  CHECK(facts(load("graphml", file("", kGraph), "{work: 0}")).unit_total_work == 0);
}

TEST_CASE("several keys of one name are one value", "[formats]") {
  // networkx writes whole and other numbers with keys of their own.
  const std::string text = file(
      "<key id=\"d0\" for=\"node\" attr.name=\"weight\" attr.type=\"long\"/>\n"
      "<key id=\"d1\" for=\"node\" attr.name=\"weight\" attr.type=\"double\"/>\n",
      "<node id=\"a\"><data key=\"d0\">3</data></node>\n<node id=\"b\"><data key=\"d1\">2.5</data></node>\n");
  CHECK(facts(load("graphml", text)).unit_total_work == 5.5);
}

TEST_CASE("the mapping names the keys of a GraphML file", "[formats]") {
  const std::string text = file(kKeys, kGraph);
  const Workload workload =
      load("graphml", text, "{work: 0, fields: {work: load, bytes: load, class: kind, weight: load}}");
  CHECK(facts(workload).unit_total_work == 7);
  CHECK(after(workload, 1) == "a(9)");
  CHECK(workload.tasks[0].cls == TaskClass::union_);
  CHECK(workload.tasks[0].weight == 7);
  CHECK(workload.tasks[1].weight == 1);
  CHECK(first_error(text, "{fields: {work: bytes}}") ==
        "f:1:1: error: no key of a node has the name 'bytes' (mapping.fields.work)");
  CHECK(first_error(text, "{fields: {class: load}}") ==
        "f:9:40: error: the class must be block, cluster, union, communication or event, not '7'");
  CHECK(first_error(text, "{fields: {weight: kind}}") == "f:9:13: error: the weight must be 1 to 256, not 'union'");
}

TEST_CASE("nodes in graphs of nodes are tasks, and hyperedges and further graphs are not read", "[formats]") {
  const std::string text = file("",
                                "<edge source=\"a\" target=\"c\"/>\n<node id=\"a\"><graph edgedefault=\"undirected\">"
                                "<node id=\"b\"/><node id=\"c\"><port name=\"p\"/></node>\n"
                                "<edge source=\"b\" target=\"c\" directed=\"true\"/></graph></node>\n"
                                "<hyperedge/></graph>\n<graph><node id=\"a\"/>");
  Workload workload;
  CHECK(read("graphml", text, workload) == Lines{"f:8:1: note: graphs after the first are not read",
                                                 "f:7:1: note: hyperedges are not read",
                                                 "f:1:1: note: no task has a time (mapping.work gives a default)"});
  CHECK(ids(workload) == Lines{"a", "b", "c"});
  CHECK(after(workload, 2) == "a b");
}

TEST_CASE("every mistake in a GraphML file is named with its place", "[formats]") {
  const std::string a = "<node id=\"a\"/>\n";
  const std::vector<Case> cases = {
      {"<graphml><graph>", "f:1:16: error: this is no XML: start-end tags mismatch"},
      {"<graph/>", "f:1:1: error: GraphML is an element `graphml`, not 'graph'"},
      {"<graphml/>", "f:1:1: error: there is no element `graph`"},
      {file("", ""), "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {file("", "<node/>"), "f:4:1: error: 'node' has no attribute id"},
      {file("", a + a), "f:5:1: error: 'a' is already the id of the node on line 4"},
      {file(kKeys, "<node id=\"a\"><data key=\"d0\">-1</data></node>"),
       "f:8:14: error: the work of a node must be a number that is not negative, not '-1'"},
      {file("", a + "<edge source=\"a\"/>"), "f:5:1: error: 'edge' has no attribute target"},
      {file("", a + "<edge source=\"a\" target=\"b\"/>"), "f:5:1: error: target: there is no node 'b'"},
      {file("", a + "<edge source=\"a\" target=\"a\"/>"), "f:5:1: error: this edge leads from a node to itself"},
      {file("", a + "<node id=\"b\"/><edge source=\"a\" target=\"b\"/>", "undirected"),
       "f:5:15: error: this edge has no direction (directed=\"true\" or edgedefault=\"directed\")"},
      {file("", a + "<node id=\"b\"/><edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"a\"/>"),
       "f:4:1: error: these tasks wait for each other: a waits for b waits for a"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error(c.text) == c.error);
  }
}

}  // namespace gantry::graphml_test
