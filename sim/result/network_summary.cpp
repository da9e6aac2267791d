// SPDX-License-Identifier: Apache-2.0
#include "result/network_summary.h"

#include <array>
#include <string_view>

#include "result/output_names.h"
#include "result/result_visitor.h"
#include "result/run_parts.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 2> kRouterNames = {"low_latency", "pipelined"};
constexpr std::array<std::string_view, 2> kArbitrationNames = {"round_robin", "age"};
constexpr std::array<std::string_view, 3> kStatusNames = {"stable", "unstable", "complete"};

/// The keys of a load stand in three places; docs/ explain them at the first.
class LoadLines {
 public:
  LoadLines(ResultVisitor& results, bool first) : results_(results), first_(first) {}

  void rate(NetworkSummary::Rate& rate);
  void spread(NetworkSummary::Spread& spread);
  void accepted(double& accepted);
  void measured(NetworkSummary::Measured& load);

 private:
  [[nodiscard]] const char* meaning(const char* text) const { return first_ ? text : kAsAbove; }
  void latency(NetworkSummary::Latency& latency);
  void cycles(LatencyStats& latency, const char* of);
  void priority(const char* name, NetworkSummary::OfPriority& of);

  ResultVisitor& results_;
  bool first_;
};

void LoadLines::rate(NetworkSummary::Rate& rate) {
  results_.ratio("packets_per_cycle", rate.packets_per_cycle, meaning("packets per cycle and node that are asked for"));
  results_.amount("offered", rate.offered, "flits", meaning("the same in flits per cycle and node, replies included"));
}

void LoadLines::spread(NetworkSummary::Spread& spread) {
  results_.amount("accepted_least", spread.accepted_least, "flits",
                  meaning("per cycle, of the node that received least"));
  results_.amount("accepted_most", spread.accepted_most, "flits", meaning("per cycle, of the node that received most"));
  results_.amount("sent_least", spread.sent_least, "flits",
                  meaning("per cycle that entered the network in the measured cycles, of the source that could send "
                          "least"));
  results_.amount("sent_most", spread.sent_most, "flits", meaning("the same of the source that could send most"));
  results_.count("sends_least", spread.sends_least, "",
                 meaning("the node that could send least; of several the first"));
  results_.section("runs", "", [&] {
    results_.count("stable", spread.stable_runs, "runs", meaning("that found the load stable"));
    results_.count("unstable", spread.unstable_runs, "runs", meaning("that found it unstable"));
  });
  results_.count("warm_up_cycles", spread.warm_up_cycles, "cycles", meaning("before the measured ones"));
  results_.count("measured_cycles", spread.measured_cycles, "cycles", meaning("whose packets are measured"));
  results_.count("drain_cycles", spread.drain_cycles, "cycles",
                 meaning("after them, until the last measured packet had arrived"));
}

void LoadLines::accepted(double& accepted) {
  results_.amount("accepted", accepted, "flits",
                  meaning("per cycle and node that arrived in the measured cycles. By chance it may be above `offered` "
                          "([why](#saturation-and-its-bound))"));
}

void LoadLines::latency(NetworkSummary::Latency& latency) {
  results_.amount_or_null("mean", latency.mean, "cycles",
                          meaning("creation to arrival of the last flit, waiting at the source included; null of an "
                                  "unstable load, as all but `min`"));
  results_.amount_or_null("half_width", latency.half_width, "cycles", meaning("of the mean's 95 % interval"));
  results_.count_or_null("p50", latency.p50, "cycles", meaning("half of the packets have no more"));
  results_.count_or_null("p99", latency.p99, "cycles", meaning("99 % of the packets have no more"));
  results_.count_or_null("max", latency.max, "cycles", meaning("the most of one packet"));
  results_.count("min", latency.min, "cycles", meaning("the least of one packet"));
}

void LoadLines::cycles(LatencyStats& latency, const char* of) {
  results_.amount("mean", latency.mean, "cycles", meaning(of));
  results_.count("p50", latency.p50, "cycles", meaning("half of them have no more"));
  results_.count("p99", latency.p99, "cycles", meaning("99 % have no more"));
  results_.count("max", latency.max, "cycles", meaning("the most"));
}

void LoadLines::priority(const char* name, NetworkSummary::OfPriority& of) {
  results_.section(name, "", [&] {
    results_.count("packets", of.packets, "packets", meaning("measured"));
    results_.section_or_null("latency", of.latency, "",
                             [&](LatencyStats& there) { cycles(there, "creation to arrival of the last flit"); });
  });
}

void LoadLines::measured(NetworkSummary::Measured& load) {
  results_.choice("status", load.status, kStatusNames,
                  meaning("what the runs found; of a trace and of a batch `complete`"));
  results_.text_if_any("reason", load.reason, meaning("why it is unstable"));
  results_.section_or_null("latency", load.latency, "of the measured packets; null if there are none",
                           [&](NetworkSummary::Latency& there) { latency(there); });
  results_.section_if_any(
      "priorities", load.priorities,
      "only with `urgent`. Latencies are null for ordinary packets of an unstable load; those of "
      "urgent ones are of packets created and arrived in the cycles in which `accepted` is measured",
      [&](NetworkSummary::Priorities& there) {
        priority("urgent", there.urgent);
        priority("ordinary", there.ordinary);
      });
  results_.optional("round_trip", Absence::left_out, load.round_trip, [&](std::optional<LatencyStats>& there) {
    results_.section_or_null(
        "round_trip", there,
        "only with `reply`: from a measured request's creation to its reply's last flit; null of "
        "an unstable load",
        [&](LatencyStats& of) { cycles(of, "creation of a measured request to the last flit of its reply"); });
  });
  results_.amount("hops", load.hops, "links", meaning("per flit, measured; + 1 = routers"));
  results_.count("packets", load.packets, "packets", meaning("measured"));
  results_.count("cycles", load.cycles, "cycles", meaning("of the whole run"));
  results_.count("flit_hops", load.flit_hops, "flits",
                 meaning("router traversals of the whole run: (links + 1) per flit"));
  results_.section_or_null(
      "energy_per_flit", load.energy_per_flit, "null if no flit arrived", [&](NetworkSummary::Energy& energy) {
        results_.amount("pj", energy.pj, "pJ",
                        meaning("dynamic energy of the whole run, through routers and over links, by the flits that "
                                "arrived. Figures, estimators and ranges are those of [machines](cost.md); endpoints "
                                "have tiles of `tile_side`, and routers the positions of the pictures; leakage and "
                                "clocks are not included"));
        results_.amount("low", energy.low, "pJ", meaning("lower end of its range"));
        results_.amount("high", energy.high, "pJ", meaning("upper end of its range"));
      });
}

void describe_traffic(ResultVisitor& results, NetworkSummary& run) {
  results.text("pattern", run.pattern, "name of the traffic's pattern");
  results.count_if_any("packet_flits", run.packet_flits, "flits", "of every packet");
  results.list_if_any("packet_lengths", run.packet_lengths, "instead, where packets differ",
                      [&](NetworkSummary::PacketLength& length) {
                        results.count("flits", length.flits, "flits", "of these packets", {1});
                        results.ratio("share", length.share, "of the packets that are so long");
                      });
  results.section_if_any("bursts", run.bursts, "if the traffic has any", [&](NetworkSummary::Bursts& bursts) {
    results.count("cycles", bursts.cycles, "cycles", "that a node is on, in the mean", {1});
    results.ratio("share", bursts.share, "of the time that it is on");
  });
  results.section_if_any("urgent", run.urgent, "if the traffic has any", [&](NetworkSummary::Urgent& urgent) {
    results.ratio("share", urgent.share, "of the packets that are urgent");
    results.count("flits", urgent.flits, "flits", "of an urgent packet", {1});
  });
  results.section_if_any("reply", run.reply, "if packets are answered", [&](NetworkSummary::Reply& reply) {
    results.count("flits", reply.flits, "flits", "of a reply", {1});
    results.count("cycles", reply.cycles, "cycles", "from a packet's arrival to its reply", {1});
  });
  results.section_if_any("batch", run.batch, "if the traffic ends", [&](NetworkSummary::Batch& batch) {
    results.count("packets", batch.packets, "packets", "that each node creates, of each priority", {1});
    results.ratio("packets_per_cycle", batch.packets_per_cycle, "packets per cycle and node, up to its last one");
  });
  results.count_if_any("max_outstanding", run.max_outstanding, "packets",
                       "of a node and a priority that have not arrived, at most, or been answered");
}

void describe_bounds(ResultVisitor& results, NetworkSummary::Bounds& bounds) {
  results.amount(
      "accepted", bounds.accepted, "flits",
      "exact: the highest load that all sources can have at once on these routes, at which the busiest link, "
      "source or destination is busy in every cycle. No load above it is stable. Of routes that are drawn "
      "the mean loads count; of `adaptive` ones it is [what no routes can carry more "
      "of](#what-the-bounds-say)");
  results.amount_or_null("accepted_in_all", bounds.accepted_in_all, "flits",
                         "no more than this arrives in the long run, whatever is offered and however uneven sources "
                         "are ([why](#what-the-bounds-say)); null above 256 nodes, with `reply` and with the routing "
                         "`adaptive`");
  results.amount("hops", bounds.hops, "links",
                 "exact mean on a packet's way; with `adaptive` on that of a packet that is alone");
  results.amount_or_null(
      "zero_load_latency", bounds.zero_load_latency, "cycles",
      "exact mean latency of packets that are alone, those included that shallow buffers hold up "
      "([timing.md](timing.md#interconnect)); null where [links differ](#links-of-their-own) and packets have several "
      "ways (`valiant`, `random_up`, `adaptive`), or there is too much to work out (more than 3·10⁸ flits through "
      "buffers over all pairs of routers: 1,024 nodes with packets of 14 flits, 4,096 nodes)");
  results.optional("round_trip", Absence::left_out, bounds.round_trip, [&](std::optional<double>& there) {
    results.amount_or_null("round_trip", there, "cycles",
                           "only with `reply`: the same from a request's creation to its reply's last flit, and as far "
                           "known");
  });
}

void describe_saturation(ResultVisitor& results, NetworkSummary::Saturation& found) {
  LoadLines lines(results, false);
  results.group_if_any("packets_per_cycle", found.head, [&](NetworkSummary::Saturation::Head& head) {
    lines.rate(head.rate);
    lines.accepted(head.accepted);
  });
  results.group_if_any("status", found.best, [&](NetworkSummary::Saturation::Best& best) {
    lines.measured(best.measured);
    lines.spread(best.spread);
  });
  results.optional("unstable_from", Absence::left_out, found.unstable_from, [&](std::optional<double>& there) {
    results.amount_or_null("unstable_from", there, "packets",
                           "per cycle and node: lowest load that the same search found unstable, after a whole search "
                           "at most 1 % or 0.000001 above; null: none below the bound");
  });
  results.optional("interval", Absence::left_out, found.interval, [&](std::optional<NetworkSummary::Interval>& there) {
    results.section_or_null("interval", there, "null of one search", [&](NetworkSummary::Interval& of) {
      results.amount("low", of.low, "flits", "lower end of the 95 % interval of the saturation load");
      results.amount("high", of.high, "flits", "upper end; not above the bound");
    });
  });
  results.list("searches", found.searches, "each with traffic of its own", [&](NetworkSummary::Search& search) {
    results.ratio("stable", search.stable,
                  "highest load, in packets per cycle and node, that it found stable; 0: none");
    results.amount_or_null("unstable", search.unstable, "packets", "lowest that it found unstable; null: none");
  });
  results.list("tried", found.tried, "all loads that were tried, in order", [&](NetworkSummary::Tried& load) {
    results.count("search", load.search, "", "number of the search, from 1", {1});
    results.ratio("packets_per_cycle", load.packets_per_cycle, "packets per cycle and node");
    results.amount("accepted", load.accepted, "flits", "per cycle and node");
    results.choice("status", load.status, kStatusNames, "what the run found");
    results.amount_or_null("mean", load.mean, "cycles", "latency; null of an unstable load");
    results.count_or_null("p99", load.p99, "cycles", "latency; null of an unstable load");
  });
}

}  // namespace

void describe(ResultVisitor& results, NetworkSummary& run) {
  LoadLines one(results, true);
  LoadLines more(results, false);
  results.constant("schema", kNetworkSchema, "form of this file");
  results.text("experiment", run.experiment, "name of the experiment");
  results.count("seed", run.seed, "", "seed of the traffic");
  results.flag("complete", run.complete, "false: interrupted. Loads are missing, or the search was not at its end");
  results.text("topology", run.topology, "name of the topology");
  results.count("nodes", run.nodes, "nodes", "that send and receive", {2});
  results.choice("router", run.router, kRouterNames, "kind of the routers");
  results.choice("arbitration", run.arbitration, kArbitrationNames, "which of several requests goes first");
  results.text("routing", run.routing, "name of the routing");
  describe_traffic(results, run);
  results.section_if_any("bounds", run.bounds, "not of a trace",
                         [&](NetworkSummary::Bounds& bounds) { describe_bounds(results, bounds); });
  results.group_if_any("packets_per_cycle", run.given, [&](NetworkSummary::Given& given) {
    one.rate(given.rate);
    one.spread(given.spread);
  });
  results.group_if_any("accepted", run.found, [&](NetworkSummary::Found& found) {
    one.accepted(found.accepted);
    one.measured(found.measured);
  });
  results.list_if_any("points", run.points, "of several loads", [&](NetworkSummary::Load& load) {
    more.rate(load.given.rate);
    more.spread(load.given.spread);
    more.accepted(load.found.accepted);
    more.measured(load.found.measured);
  });
  results.section_if_any(
      "saturation", run.saturation,
      "highest stable load of the search in the middle (of two the lower), with the keys of a load; where none is "
      "stable, `packets_per_cycle`, `offered` and `accepted` are 0 and alone. Of searches that were interrupted only "
      "what they had found",
      [&](NetworkSummary::Saturation& found) { describe_saturation(results, found); });
  results.section("simulated", "", [&] {
    results.count("runs", run.simulated_runs, "runs",
                  "simulated to their end: of all loads with their further runs, and of all searches");
    results.count("cycles", run.simulated_cycles, "cycles",
                  "of these runs together; `cycles` of a load is its first run alone");
  });
  results.section("provenance", "", [&] {
    describe_versions(results, run.provenance);
    describe_inputs(results, run.provenance);
  });
}

}  // namespace gantry
