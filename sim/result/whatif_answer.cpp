// SPDX-License-Identifier: Apache-2.0
#include "result/whatif_answer.h"

#include "result/output_names.h"
#include "result/result_visitor.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 2> kRanks = {"cycles", "response"};

/// Whatever is run: its results.
class OutcomeLines {
 public:
  /// Where docs/ explain the lines of a run, and those that only a turn has.
  OutcomeLines(ResultVisitor& results, bool first_run, bool first_turn)
      : results_(results), first_run_(first_run), first_turn_(first_turn) {}

  void run(WhatIfAnswer::Run& run) {
    results_.choice("state", run.state, kOutcomeStates, of_run("what became of it"));
    results_.text_or_null("message", run.message, of_run("why, if it is not `done`; else null"));
    results_.count_or_null("cycles", run.cycles, "cycles", of_run("of the run; null without one"));
    results_.list("streams", run.streams, "if the workload has any", [&](StreamOutcome& stream) {
      results_.text("name", stream.name, of_run("name of the stream"));
      results_.count("done", stream.done, "", of_run("completed instances, or tasks of a stream of tasks"));
      results_.amount("mean", stream.mean, "cycles", of_run("response, after the warm-up"));
      results_.count("p99", stream.p99, "cycles", of_run("response that 99 % do not exceed"));
      results_.flag_or_null("stable", stream.stable,
                            of_run("whether responses stay where they are; null: too few to judge"));
    });
  }
  void outcome(WhatIfAnswer::Outcome& outcome) {
    run(outcome.run);
    results_.list("changes", outcome.changes, "", [&](KeyChange& change) {
      results_.text("key", change.key, of_turn("key of the resource"));
      results_.text("from", change.from, of_turn("its value"));
      results_.text("to", change.to, of_turn("the one that it gets"));
    });
    results_.texts("set", outcome.set, of_turn("all overrides, for `gantry run --set`"));
    results_.amount_or_null("speedup", outcome.speedup, "",
                            of_turn("cycles of the base by its own; null without a run"));
    results_.amount_or_null("response_speedup", outcome.response_speedup, "",
                            of_turn("geometric mean over the streams of the base's mean response by its own; null "
                                    "without streams"));
    results_.group_if_any("seed_cycles", outcome.seeds, [&](WhatIfAnswer::Seeds& seeds) {
      results_.numbers("seed_cycles", seeds.cycles, "cycles",
                       of_turn("by seed; only with `--repeats`, as what follows"));
      results_.amount_or_null("speedup_half_width", seeds.speedup_half_width, "", of_turn("of its 95 % interval"));
      results_.amount_or_null("response_speedup_half_width", seeds.response_speedup_half_width, "",
                              of_turn("of its 95 % interval"));
      results_.flag_or_null("distinguishable", seeds.distinguishable,
                            of_turn("whether the interval of the gain by which turns are ranked excludes 1"));
    });
  }

 private:
  [[nodiscard]] const char* of_run(const char* text) const { return first_run_ ? text : kAsAbove; }
  [[nodiscard]] const char* of_turn(const char* text) const { return first_turn_ ? text : kAsAbove; }

  ResultVisitor& results_;
  bool first_run_;
  bool first_turn_;
};

}  // namespace

void describe(ResultVisitor& results, WhatIfAnswer& answer) {
  OutcomeLines of_base(results, true, true);
  OutcomeLines of_turns(results, false, true);
  OutcomeLines others(results, false, false);
  results.constant("schema", kWhatIfSchema, "form of this file");
  results.text("experiment", answer.experiment, "as in `summary.json`");
  results.text("architecture", answer.architecture, "as in `summary.json`");
  results.count("seed", answer.seed, "", "as in `summary.json`");
  results.count_if_any("repeats", answer.repeats, "seeds", "of everything that is run, if more than one");
  results.flag("complete", answer.complete, "false: interrupted; turns that were not run are `interrupted`");
  results.count("runs", answer.runs, "runs", "simulations that came to an end, one way or another");
  results.choice("ranked_by", answer.by_response, kRanks, "what ranks turns");
  results.section("base", "the run as it is", [&] {
    of_base.run(answer.base);
    results.optional("seed_cycles", Absence::left_out, answer.base_seed_cycles,
                     [&](std::vector<std::uint64_t>& cycles) {
                       results.numbers("seed_cycles", cycles, "cycles", "by seed; only with `--repeats`");
                     });
  });
  results.list("turns", answer.turns, "every resource's turns, best resource first", [&](WhatIfAnswer::Turn& turn) {
    results.text("resource", turn.resource, "name of the resource");
    results.text("turn", turn.turn, "`doubled`, `ideal`, or an order of submission");
    of_turns.outcome(turn.outcome);
  });
  results.section_or_null("together", answer.together, "all doublings at once; null: not asked for",
                          [&](WhatIfAnswer::Outcome& outcome) { others.outcome(outcome); });
  results.list("left_out", answer.left_out, "all doublings but one", [&](WhatIfAnswer::LeftOut& of) {
    results.text("resource", of.resource, "that is not doubled");
    others.outcome(of.outcome);
    results.amount_or_null("missed", of.missed, "", "gain of all doublings by the gain without this one");
    results.optional("missed_half_width", Absence::left_out, of.missed_half_width, [&](std::optional<double>& there) {
      results.amount_or_null("missed_half_width", there, "", "of its 95 % interval; only with `--repeats`");
    });
  });
  results.list("pairs", answer.pairs, "best first", [&](WhatIfAnswer::Pair& pair) {
    results.texts("resources", pair.resources, "the two resources");
    results.texts("turns", pair.turns, "their turns");
    others.outcome(pair.outcome);
    results.amount("parts", pair.parts, "", "product of what each brings alone");
    results.amount_or_null("beyond_parts", pair.beyond_parts, "", "the pair's gain by `parts`");
  });
  results.section("provenance", "", [&] {
    describe_versions(results, answer.provenance);
    describe_machine(results, answer.provenance);
    describe_inputs(results, answer.provenance);
  });
}

}  // namespace gantry
