// SPDX-License-Identifier: Apache-2.0
#include "serving/session_reader.h"

#include <algorithm>
#include <set>

#include "select/selection_reader.h"
#include "serving/serving_keys.h"
#include "text/key_reader.h"
#include "workload/arrival_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxSpan = std::uint64_t{1} << 60;

class GraphReader {
 public:
  GraphReader(const std::string& path, const std::vector<std::string>& names, SessionKind& to, Diagnostics& diagnostics)
      : path_(path), names_(names.begin(), names.end()), to_(to), diagnostics_(diagnostics) {}

  /// A list is a chain; a map gives for each node those before it.
  void read(const YamlNode& node) {
    const std::size_t before = diagnostics_.size();
    const bool list = node.is_sequence();
    if ((!list && !node.is_map()) || node.items.empty()) {
      diagnostics_.error(node.where(), path_ +
                                           " must list the nodes of a chain, or map each node to a list of those "
                                           "before it, not " +
                                           describe(node));
      return;
    }
    for (std::size_t i = 0; i < node.items.size(); i += list ? 1 : 2) add_visit(node.items[i]);
    if (diagnostics_.size() != before) return;
    for (std::uint32_t v = 0; v < to_.visits.size(); ++v) {
      if (!list) {
        read_predecessors(node.items[2 * v + 1], v);
      } else if (v > 0) {
        join(v - 1, v);
      }
    }
    if (diagnostics_.size() == before) refuse_cycle(node);
  }

 private:
  std::optional<NodeId> find_node(const YamlNode& item) {
    const auto at = std::find(names_.begin(), names_.end(), item.is_scalar() ? item.text : "");
    if (at != names_.end()) return static_cast<NodeId>(at - names_.begin());
    diagnostics_.error(item.where(), path_ + " names " + describe(item) + ", which is no node of serving.nodes" +
                                         did_you_mean(item.text, names_));
    return std::nullopt;
  }

  std::optional<std::uint32_t> find_visit(NodeId node) const {
    for (std::uint32_t v = 0; v < to_.visits.size(); ++v) {
      if (to_.visits[v].node == node) return v;
    }
    return std::nullopt;
  }

  void add_visit(const YamlNode& item) {
    const auto node = find_node(item);
    if (!node) return;
    if (find_visit(*node)) {
      diagnostics_.error(item.where(), path_ + " has the node " + describe(item) +
                                           " twice (a session visits a node once; passes repeat it)");
      return;
    }
    to_.visits.push_back({*node, {}, {}});
  }

  void read_predecessors(const YamlNode& list, std::uint32_t visit) {
    if (!list.is_sequence()) {
      diagnostics_.error(list.where(), path_ + '.' + std::string(names_[to_.visits[visit].node]) +
                                           " must list the nodes before it ([] for none), not " + describe(list));
      return;
    }
    for (const YamlNode& item : list.items) {
      const auto node = find_node(item);
      if (!node) continue;
      const auto before = find_visit(*node);
      const auto& after = to_.visits[visit].after;
      if (!before) {
        diagnostics_.error(item.where(), path_ + " does not have the node " + describe(item) + " itself");
      } else if (std::count(after.begin(), after.end(), *before) > 0) {
        diagnostics_.error(item.where(), path_ + " names " + describe(item) + " twice before the same node");
      } else {
        join(*before, visit);
      }
    }
  }

  void join(std::uint32_t from, std::uint32_t to) {
    to_.visits[from].before.push_back(to);
    to_.visits[to].after.push_back(from);
  }

  void refuse_cycle(const YamlNode& node) {
    std::vector<std::size_t> missing;
    std::vector<std::uint32_t> ready;
    for (std::uint32_t v = 0; v < to_.visits.size(); ++v) {
      missing.push_back(to_.visits[v].after.size());
      if (missing[v] == 0) ready.push_back(v);
    }
    std::size_t reached = 0;
    for (; reached < ready.size(); ++reached) {
      for (const std::uint32_t next : to_.visits[ready[reached]].before) {
        if (--missing[next] == 0) ready.push_back(next);
      }
    }
    if (reached < to_.visits.size())
      diagnostics_.error(node.where(), path_ + " has a cycle (a session could never finish it)");
  }

  const std::string path_;
  const std::vector<std::string_view> names_;
  SessionKind& to_;
  Diagnostics& diagnostics_;
};

void read_pushes(MapReader& session, SessionKind& to) {
  const YamlNode* found = session.find("pushes");
  if (found == nullptr) return;
  MapReader keys(*found, session.path("pushes"), session.diagnostics());
  if (!found->is_map()) return;
  for (const char* key : {"count", "interval_cycles"}) {
    if (found->find(key) == nullptr) keys.error(key, "is missing (pushes: {count: N, interval_cycles: N})");
  }
  keys.integer("count", to.pushes, 1, kMaxPushes);
  keys.integer("interval_cycles", to.push_interval, 0, kMaxPushInterval);
  keys.finish();
}

void read_arrivals(MapReader& session, const std::string& directory, std::uint32_t clock_mhz, SessionStream& to) {
  Diagnostics& diagnostics = session.diagnostics();
  const std::size_t before = diagnostics.size();
  const bool counted = session.integer("count", to.count, 1, kMaxSessions);
  const YamlNode* found = session.find("arrivals");
  if (found == nullptr) {
    session.error("arrivals", "is missing (how sessions arrive: {generator: poisson | bursts | trace, ...})");
    return;
  }
  MapReader keys(*found, session.path("arrivals"), diagnostics);
  if (!found->is_map()) return;
  GeneratorContext context{directory, diagnostics, clock_mhz};
  std::size_t which = 0;
  if (found->find("generator") == nullptr) keys.error("generator", "is missing (poisson, bursts or trace)");
  if (!keys.name("generator", which, {"poisson", "bursts", "trace"})) return;
  std::size_t recorded = 0;
  if (which == 0) to.arrivals = read_poisson_arrivals(keys, context);
  if (which == 1) to.arrivals = read_burst_arrivals(keys, context);
  if (which == 2) to.arrivals = read_recorded_arrivals(keys, context, recorded);
  to.files = std::move(context.files);
  keys.finish();
  if (diagnostics.size() != before) return;
  if (!counted) to.count = recorded;
  if (to.count == 0) session.error("count", "is missing (how many sessions arrive)");
  if (to.arrivals->last_arrival(to.count) > kMaxSpan)
    session.error("count", "sessions arrive over more than 2^60 cycles (fewer, or shorter intervals)");
}

}  // namespace

void read_sessions(MapReader& serving, const std::vector<std::string>& nodes, const std::string& directory,
                   std::uint32_t clock_mhz, std::vector<SessionKind>& kinds, std::vector<SessionStream>& streams) {
  const YamlNode* list = find_node_list(serving, "sessions", "kind of session");
  std::set<std::string> names;
  std::uint64_t total = 0;
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    MapReader keys(list->items[i], serving.path("sessions") + '[' + std::to_string(i) + ']', serving.diagnostics());
    SessionKind& kind = kinds.emplace_back();
    SessionStream& stream = streams.emplace_back();
    kind.name = "kind" + std::to_string(i);
    KeyReader reader(keys);
    describe(reader, kind);
    if (!names.insert(kind.name).second)
      keys.error("name", "is " + in_quotes(kind.name) + ", which is the name of an earlier kind");
    read_pushes(keys, kind);
    read_arrivals(keys, directory, clock_mhz, stream);
    total += stream.count;
    if (total > kMaxSessions)
      keys.error("count", "makes more than " + std::to_string(kMaxSessions) + " sessions in all");
    if (const YamlNode* graph = keys.find("graph")) {
      GraphReader(keys.path("graph"), nodes, kind, serving.diagnostics()).read(*graph);
    } else {
      keys.error("graph", "is missing (the nodes that a session walks)");
    }
    keys.finish();
  }
}

}  // namespace gantry
