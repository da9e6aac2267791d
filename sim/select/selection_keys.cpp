// SPDX-License-Identifier: Apache-2.0
#include "select/selection_keys.h"

namespace gantry {

namespace {

const char* const kFactor = "0 to 1000 with up to 6 fraction digits";

}  // namespace

void describe_rated(KeyVisitor& keys) {
  keys.form("rated", {{"object"}, "`{count: K}`, `{count: auto, compute: M}` or `{compute: M}`", true}, "",
            "how much may run at once");
}

void describe_claims(KeyVisitor& keys) {
  keys.form("weight", {{"number"}, "above 0"}, "1", "importance");
  keys.form("compute", {{"number"}, "from 0"}, "none", "needed with `rated.compute`, and at most that");
}

void describe(KeyVisitor& keys, PriorityRule& rule) {
  keys.choice("priority", rule.kind,
              {{"product", PriorityRule::Kind::product},
               {"sum", PriorityRule::Kind::sum},
               {"tie_break", PriorityRule::Kind::tie_break}},
              "what is compared ([the rule](serving.md#the-rule))");
  keys.choice("counts", rule.counts,
              {{"pending", PriorityRule::Counts::pending}, {"priority_tasks", PriorityRule::Counts::priority_tasks}},
              "requests that count: all that wait, or those of the priority type");
  if (keys.applies(rule.kind == PriorityRule::Kind::sum)) {
    keys.form("a", {{"number"}, kFactor}, "1", "of `sum`: times the requests");
    keys.form("b", {{"number"}, kFactor}, "1", "of `sum`: times the weight");
  }
}

void describe(KeyVisitor& keys, NodeState& node) {
  keys.form("name", {{"string", "number"}, "text", true}, "", "each once");
  keys.form("pending", {{"integer"}, "0 to 1000000000 requests", true}, "", "that wait at the node");
  keys.number("priority_tasks", node.priority_tasks, {0, kMaxPending}, "requests", "of the priority type among them");
  describe_claims(keys);
  keys.flag("busy", node.busy, "it serves a batch: it occupies its slot and its compute, and takes no part");
}

void describe(KeyVisitor& keys, SelectionRequest& request) {
  describe_rated(keys);
  describe(keys, request.rule);
  keys.sections("nodes", request.nodes, "node", "the inference nodes");
}

}  // namespace gantry
