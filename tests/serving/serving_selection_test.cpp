// SPDX-License-Identifier: Apache-2.0
// The decision of batch serving: the source's worked example, the rule against a formulation of its own on random
// states, exact comparison, and what is refused.
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"
#include "select/selection_reader.h"

namespace gantry::serving_selection_test {

namespace {

std::vector<NodeId> select(const std::string& policy, const std::vector<NodeState>& nodes, const Rating& rated,
                           const PriorityRule& rule = {}) {
  return select_nodes(*builtin_selections().find(policy)->make(rule), nodes, rated);
}

/// A state in small whole numbers: weights and factors in tenths, compute in units.
struct SmallNode {
  int pending, urgent, weight, compute;
  bool busy;
};
struct SmallState {
  std::vector<SmallNode> nodes;
  int count = 0;  ///< 0: not rated
  int compute = 0;
  int kind = 0;
  bool counts_urgent = false;
  int a = 10, b = 10;
};

/// x is taken before y, both of the same group: the earlier node unless the other is larger.
bool beats(const SmallState& s, std::size_t x, std::size_t y) {
  const auto value = [&](std::size_t n) {
    const SmallNode& node = s.nodes[n];
    const int count = s.counts_urgent && node.urgent > 0 ? node.urgent : node.pending;
    if (s.kind == 0) return count * node.weight * 10;
    if (s.kind == 1) return 10 * s.a * count + s.b * node.weight;
    return count * 1000 + node.weight;  // weights are below 1000 tenths
  };
  return value(x) != value(y) ? value(x) > value(y) : x < y;
}

/// The `most` highest of a group: those that fewer than `most` others of it beat, by rank.
std::vector<std::size_t> highest(const SmallState& s, const std::vector<std::size_t>& group, std::size_t most) {
  std::vector<std::size_t> ranked(group.size());
  for (const std::size_t x : group) {
    std::size_t rank = 0;
    for (const std::size_t y : group) rank += beats(s, y, x) ? 1 : 0;
    ranked[rank] = x;
  }
  if (ranked.size() > most) ranked.resize(most);
  return ranked;
}

/// The rule as the contract words it: first what a count allows, then how far the compute reaches down that list.
std::vector<NodeId> by_the_words(const SmallState& s) {
  std::vector<std::size_t> urgent;
  std::vector<std::size_t> others;
  int used = 0;
  int busy = 0;
  for (std::size_t n = 0; n < s.nodes.size(); ++n) {
    const SmallNode& node = s.nodes[n];
    if (node.busy) {
      used += node.compute;
      ++busy;
    } else if (node.pending > 0) {
      (node.urgent > 0 ? urgent : others).push_back(n);
    }
  }
  std::size_t places = s.nodes.size();
  if (s.count > 0) places = static_cast<std::size_t>(s.count > busy ? s.count - busy : 0);
  std::vector<std::size_t> list;
  if (urgent.size() >= places) {
    list = highest(s, urgent, places);
  } else {
    list = highest(s, urgent, urgent.size());
    for (const std::size_t n : highest(s, others, places - urgent.size())) list.push_back(n);
  }
  std::vector<NodeId> chosen;
  for (const std::size_t n : list) {
    if (s.compute > 0 && used + s.nodes[n].compute > s.compute) break;
    used += s.nodes[n].compute;
    chosen.push_back(static_cast<NodeId>(n));
  }
  return chosen;
}

Amount tenths(int value) { return to_amount({static_cast<std::uint64_t>(value), -1}); }

constexpr const char* kExample = R"(nodes:
  - {name: a, pending: 20, priority_tasks: 3, weight: 1}
  - {name: b, pending: 15, priority_tasks: 1, weight: 1.5}
  - {name: c, pending: 10, priority_tasks: 10, weight: 1}
  - {name: d, pending: 20, weight: 0.8}
  - {name: e, pending: 10, weight: 0.8}
)";

/// What `gantry select` answers; its errors if it refuses.
std::string answer(const std::string& yaml, int status = 0, const std::vector<std::string>& sets = {}) {
  const InputFiles files;
  files.write("nodes.yaml", yaml);
  std::vector<std::string> words{"select", "nodes.yaml"};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  ProgramRun run(files, words);
  INFO(run.err());
  CHECK(run.finish() == status);
  CHECK(run.out().empty() == (status != 0));
  return status == 0 ? run.out() : run.err();
}

}  // namespace

TEST_CASE("the source's worked example: priorities 20, 22.5, 10, 16, 8") {
  const std::string priorities = R"("priorities": {"a": 20, "b": 22.5, "c": 10, "d": 16, "e": 8}, "compute_used": 0})";
  CHECK(answer(std::string("rated: {count: 1}\n") + kExample) == R"({"selected": ["b"], )" + priorities + "\n");
  CHECK(answer(std::string("rated: {count: 4}\n") + kExample) ==
        R"({"selected": ["b", "a", "c", "d"], )" + priorities + "\n");
}

TEST_CASE("10,000 random states are decided as the rule is worded") {
  std::mt19937_64 random(3);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<std::uint64_t>(bound)); };
  int with_choice = 0;
  for (int i = 0; i < 10000; ++i) {
    SmallState state;
    state.kind = below(3);
    state.counts_urgent = below(2) == 0;
    state.a = below(30);
    state.b = below(30);
    std::vector<NodeState> nodes;
    int largest = 1;
    for (int n = 1 + below(12); n > 0; --n) {
      SmallNode node{below(6), 0, 1 + below(20), below(9), below(4) == 0};
      node.urgent = node.pending > 0 && below(2) == 0 ? 1 + below(node.pending) : 0;
      state.nodes.push_back(node);
      largest = std::max(largest, node.compute);
      NodeState& full = nodes.emplace_back();
      full.pending = static_cast<std::uint64_t>(node.pending);
      full.priority_tasks = static_cast<std::uint64_t>(node.urgent);
      full.weight = tenths(node.weight);
      full.compute = tenths(10 * node.compute);
      full.busy = node.busy;
    }
    const int which = below(3);
    Rating rated;
    if (which != 0) rated.count = static_cast<std::uint64_t>(state.count = 1 + below(8));
    if (which != 1) rated.compute = tenths(10 * (state.compute = largest + below(30)));
    PriorityRule rule;
    rule.kind = static_cast<PriorityRule::Kind>(state.kind);
    if (state.counts_urgent) rule.counts = PriorityRule::Counts::priority_tasks;
    rule.a = static_cast<std::uint64_t>(state.a) * 100000;
    rule.b = static_cast<std::uint64_t>(state.b) * 100000;
    const std::vector<NodeId> chosen = select(kSourceSelection, nodes, rated, rule);
    INFO("state " << i);
    REQUIRE(chosen == by_the_words(state));
    with_choice += chosen.size() > 1 ? 1 : 0;
  }
  CHECK(with_choice > 3000);
}

TEST_CASE("decimals compare as they are written") {
  // 3 x 0.1 and 1 x 0.3 are equal, though not as doubles: the earlier node wins. One more digit decides.
  const std::string rated = "rated: {count: 1}\nnodes:\n";
  CHECK(answer(rated + "  - {name: x, pending: 1, weight: 0.3}\n  - {name: y, pending: 3, weight: 0.1}\n") ==
        "{\"selected\": [\"x\"], \"priorities\": {\"x\": 0.3, \"y\": 0.3}, \"compute_used\": 0}\n");
  CHECK(answer(rated + "  - {name: x, pending: 1, weight: 0.3}\n  - {name: y, pending: 3, weight: 0.100000000001}\n") ==
        "{\"selected\": [\"y\"], \"priorities\": {\"x\": 0.3, \"y\": 0.300000000003}, \"compute_used\": 0}\n");
  CHECK(answer(rated + "  - {name: x, pending: 1000000000, weight: 999999999999999.999999999999}\n") ==
        "{\"selected\": [\"x\"], \"priorities\": {\"x\": 999999999999999999999999.999}, \"compute_used\": 0}\n");
  // 0.1 + 0.2 fit into 0.3.
  CHECK(answer("rated: {compute: 0.3}\nnodes:\n  - {name: x, pending: 2, compute: 0.1}\n"
               "  - {name: y, pending: 1, compute: 0.2}\n") ==
        "{\"selected\": [\"x\", \"y\"], \"priorities\": {\"x\": 2, \"y\": 1}, \"compute_used\": 0.3}\n");
}

TEST_CASE("sum and tie_break") {
  const std::string nodes = "nodes:\n  - {name: x, pending: 4, weight: 1}\n  - {name: y, pending: 4, weight: 2.5}\n";
  CHECK(answer("rated: {count: 1}\npriority: sum\na: 0.5\nb: 2\n" + nodes) ==
        "{\"selected\": [\"y\"], \"priorities\": {\"x\": 4, \"y\": 7}, \"compute_used\": 0}\n");
  CHECK(answer("rated: {count: 1}\npriority: tie_break\n" + nodes) ==
        "{\"selected\": [\"y\"], \"priorities\": {\"x\": 4, \"y\": 4}, \"compute_used\": 0}\n");
}

TEST_CASE("the number of priority requests decides, and the weight between equal numbers") {
  // 003 [0074]. a, b and c have 3, 3 and 10 requests of the priority type; d and e have none and count all.
  const std::string nodes =
      "nodes:\n  - {name: a, pending: 20, priority_tasks: 3, weight: 1}\n"
      "  - {name: b, pending: 15, priority_tasks: 3, weight: 1.5}\n"
      "  - {name: c, pending: 10, priority_tasks: 10, weight: 1}\n"
      "  - {name: d, pending: 10, weight: 0.8}\n  - {name: e, pending: 20, weight: 0.8}\n";
  CHECK(answer("rated: {count: 5}\npriority: tie_break\ncounts: priority_tasks\n" + nodes) ==
        R"({"selected": ["c", "b", "a", "e", "d"], "priorities": {"a": 3, "b": 3, "c": 10, "d": 10, "e": 20}, )"
        "\"compute_used\": 0}\n");
  CHECK(answer("rated: {count: 5}\ncounts: priority_tasks\n" + nodes) ==
        R"({"selected": ["c", "b", "a", "e", "d"], "priorities": {"a": 3, "b": 4.5, "c": 10, "d": 8, "e": 16}, )"
        "\"compute_used\": 0}\n");
  // All that wait: b has 22.5, a 20, c 10.
  CHECK(answer("rated: {count: 3}\n" + nodes).find(R"({"selected": ["b", "a", "c"],)") == 0);
}

TEST_CASE("a sum equal to the rated compute is taken, a larger one is not") {
  // 003 [0103] and the claims; [0101] stops at "m + n >= M", and says itself that the sum exceeds M then.
  const auto two = [](const std::string& second, const std::string& priority) {
    return answer("rated: {compute: 100}\nnodes:\n  - {name: i, pending: 2, priority_tasks: 1, compute: 60}\n" +
                  ("  - {name: j, pending: 1, compute: " + second) + priority + "}\n");
  };
  for (const char* priority : {", priority_tasks: 1", ""}) {
    CHECK(two("40", priority).find(R"({"selected": ["i", "j"],)") == 0);
    CHECK(two("40.000000000001", priority).find(R"({"selected": ["i"],)") == 0);
  }
}

TEST_CASE("overrides change a decision, node by node") {
  const std::string example = std::string("rated: {count: 1}\n") + kExample;
  CHECK(answer(example, 0, {"rated.count=4"}).find(R"({"selected": ["b", "a", "c", "d"],)") == 0);
  CHECK(answer(example, 0, {"nodes.c.weight=3"}).find(R"({"selected": ["c"],)") == 0);  // by its name
  CHECK(answer(example, 0, {"nodes.2.weight=3", "nodes.0.pending=50"}).find(R"({"selected": ["a"],)") == 0);
  CHECK(answer(example, 2, {"nodes.c.wieght=3"}).find("--set nodes.c.wieght=3:") == 0);
  CHECK(answer(example, 2, {"nodes.z.weight=3"}).find("--set nodes.z.weight=3:1:7: error: ") == 0);
  CHECK(answer(example, 2, {"rated.count=0"}).find("error: rated.count must be") != std::string::npos);
}

TEST_CASE("busy nodes hold their place and their compute, and take no part") {
  const std::string nodes =
      "nodes:\n  - {name: x, pending: 9, compute: 5, busy: true}\n  - {name: y, pending: 1, compute: 5}\n"
      "  - {name: z, pending: 2, compute: 6}\n  - {name: idle, pending: 0, compute: 1}\n";
  CHECK(answer("rated: {count: 2}\n" + nodes).find("{\"selected\": [\"z\"],") == 0);
  // z comes first and does not fit: y, which would, has to wait behind it.
  const std::string stopped = answer("rated: {compute: 10}\n" + nodes);
  CHECK(stopped.find("{\"selected\": [],") == 0);
  CHECK(stopped.find("\"compute_used\": 5}") != std::string::npos);
  CHECK(answer("rated: {compute: 11}\n" + nodes).find("{\"selected\": [\"z\"],") == 0);
}

TEST_CASE("count: auto is the largest count of which any choice fits") {
  CHECK(automatic_count({3, 5, 4}, 9) == 2);
  CHECK(automatic_count({3, 5, 4}, 8) == 1);
  CHECK(automatic_count({3, 5, 4}, 12) == 3);
  // By compute alone z would be taken too.
  const std::string nodes =
      "nodes:\n  - {name: x, pending: 3, compute: 3}\n  - {name: y, pending: 2, compute: 3}\n"
      "  - {name: z, pending: 1, compute: 4}\n  - {name: w, pending: 0, compute: 5}\n";
  CHECK(answer("rated: {compute: 10, count: auto}\n" + nodes).find("{\"selected\": [\"x\", \"y\"],") == 0);
  CHECK(answer("rated: {compute: 10}\n" + nodes).find("{\"selected\": [\"x\", \"y\", \"z\"],") == 0);
}

TEST_CASE("the policies that it is compared with") {
  std::vector<NodeState> nodes(4);
  const std::uint64_t pending[] = {7, 3, 0, 9};
  const Cycle oldest[] = {30, 10, kNever, 20};
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].pending = pending[n];
    nodes[n].oldest = oldest[n];
    nodes[n].batch_limit = 4;
    nodes[n].weight = 1;
  }
  Rating rated;
  rated.count = 2;
  CHECK(select("fifo", nodes, rated) == std::vector<NodeId>{1, 3});
  CHECK(select("largest_batch", nodes, rated) == std::vector<NodeId>{0, 3});  // 4 of 7 and 4 of 9: the earlier first
  CHECK(builtin_selections().choices() == "fifo, inference_priority, largest_batch or round_robin");
  const auto turns = builtin_selections().find("round_robin")->make({});
  CHECK(select_nodes(*turns, nodes, rated) == std::vector<NodeId>{0, 1});
  CHECK(select_nodes(*turns, nodes, rated) == std::vector<NodeId>{3, 0});
  CHECK(select_nodes(*turns, nodes, rated) == std::vector<NodeId>{1, 3});
}

TEST_CASE("what is wrong is said with its position") {
  const std::string node = "nodes:\n  - {name: x, pending: 2}\n";
  const auto refused = [](const std::string& yaml) { return answer(yaml, 2); };
  CHECK(refused(node) ==
        "nodes.yaml:1:1: error: rated is missing (how much may run at once: {count: K}, {count: auto, compute: M} or "
        "{compute: M})\n");
  CHECK(refused("rated: {}\n" + node) == "nodes.yaml:1:8: error: rated must give a count, a compute, or both\n");
  CHECK(refused("rated: {count: 0}\n" + node).find("nodes.yaml:1:16: error: rated.count must be") == 0);
  CHECK(refused("rated: {count: auto}\n" + node).find("nodes.yaml:1:16: error: rated.count is auto, which needs") == 0);
  CHECK(refused("rated: {count: 1, places: 2}\n" + node).find("nodes.yaml:1:19: error: ") == 0);
  CHECK(refused("rated: {count: 1}\n").find("nodes.yaml:1:1: error: nodes must list at least one node") == 0);
  CHECK(refused("rated: {count: 1}\na: 2\n" + node).find("nodes.yaml:2:4: error: a is a factor of `priority: sum`") ==
        0);
  const auto refused_node = [&](const std::string& keys, const std::string& rated = "count: 1") {
    return refused("rated: {" + rated + "}\nnodes:\n  - {name: x, pending: 2}\n  - {" + keys + "}\n");
  };
  CHECK(refused_node("name: x, pending: 1") ==
        "nodes.yaml:4:12: error: nodes[1].name is 'x', which is the name of an earlier node\n");
  CHECK(refused_node("pending: 1").find("nodes.yaml:4:5: error: nodes[1].name is missing") == 0);
  CHECK(refused_node("name: y").find("nodes.yaml:4:5: error: nodes[1].pending is missing") == 0);
  CHECK(refused_node("name: y, pending: 1, priority_tasks: 2") ==
        "nodes.yaml:4:43: error: nodes[1].priority_tasks is 2 and must not be above pending, which is 1\n");
  for (const char* weight : {"0", "-1", "0.0", "1e16", "many", "0.1234567890123"})
    CHECK(refused_node("name: y, pending: 1, weight: " + std::string(weight))
              .find("nodes.yaml:4:35: error: nodes[1].weight must be a decimal number above 0") == 0);
  CHECK(refused_node("name: y, pending: 1, wieght: 2").find("nodes.yaml:4:27: error: ") == 0);
  CHECK(refused_node("name: y, pending: 1, busy: perhaps").find("nodes.yaml:4:33: error: nodes[1].busy") == 0);
  CHECK(refused("rated: {compute: 4}\nnodes:\n  - {name: y, pending: 1, compute: 5}\n") ==
        "nodes.yaml:3:36: error: the node 'y' needs 5 and can never run: rated.compute is 4\n");
  CHECK(refused("rated: {compute: 4}\n" + node).find("nodes.yaml:3:5: error: the node 'x' has no compute") == 0);
  CHECK(refused("- 1\n").find("nodes.yaml:1:1: error: must be a map") == 0);
}

}  // namespace gantry::serving_selection_test
