// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/campaign/core_traffic.h"

#include <algorithm>

#include "gantry/base/bits.h"

namespace gantry::campaign {
namespace {

/// Earliest unlock of a job: the cycle of its issue.
constexpr std::uint64_t kIssued = CoreParameters::kPickLatency + CoreParameters::kChoiceLatency;

}  // namespace

std::vector<CoreProcessor> draw_processors(const CoreParameters& parameters, Random& random) {
  std::vector<CoreProcessor> processors(parameters.processors);
  for (std::uint32_t p = 0; p < parameters.processors; ++p) {
    processors[p].type = p < parameters.types - 1 ? p : random.below(parameters.types);
    const std::uint32_t shallow = std::min(3U, parameters.most_depth());
    processors[p].depth = random.percent(10) ? parameters.most_depth() : random.between(1, shallow);
    if (p >= parameters.types && random.percent(20)) processors[p].depth = 0;  // there is no such processor
  }
  // Numbers and types shall not go together.
  for (std::uint32_t p = parameters.processors - 1; p > 0; --p) {
    std::swap(processors[p], processors[random.below(p + 1)]);
  }
  return processors;
}

CoreTraffic::CoreTraffic(CoreBench& bench, std::uint64_t seed) : bench_(bench), random_(seed) {}

void CoreTraffic::draw_habits() {
  const CoreParameters& p = bench_.parameters();
  const auto any_of = [&](std::initializer_list<std::uint32_t> values) {
    return *(values.begin() + random_.below(static_cast<std::uint32_t>(values.size())));
  };
  habits_ = {};
  habits_.hold = any_of({0, 0, 0, 5, 50});
  habits_.add = any_of({1, 5, 30, 100});
  habits_.drop = any_of({0, 0, 0, 1, 20});
  habits_.match = any_of({5, 30, 100, 100});
  habits_.reset = any_of({0, 0, 500});
  habits_.most_entries = random_.percent(50) ? p.entries : random_.between(1, p.entries);
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(p.picker().most_jobs(), 4000000000U));
  habits_.most_jobs = std::min(any_of({1, 3, 20, 500, 4000000000U}), most);
  habits_.send_cycles = any_of({1, 1, 4, 10, 40});
  habits_.compute_cycles = any_of({1, 5, 30, 200, 3000});
  if (random_.percent(30)) habits_.one_type = random_.below(p.types);
  habits_.keep_one_in = random_.percent(30);
}

void CoreTraffic::run_phase() {
  draw_habits();
  for (cycles_ = random_.between(100, 1500); cycles_ > 0; --cycles_) cycle();
}

void CoreTraffic::fill() {
  constexpr std::uint32_t kMostCycles = 20000;
  constexpr std::uint32_t kFullCycles = 200;
  habits_ = {};
  habits_.add = habits_.match = 100;
  habits_.drop = 5;  // percent of the entries that would wait for ever
  habits_.most_entries = bench_.parameters().entries;
  habits_.compute_cycles = 1000 * kMostCycles;
  habits_.fill = true;
  std::uint32_t full = 0;
  for (std::uint32_t i = 0; i < kMostCycles && full < kFullCycles; ++i) {
    cycle();
    full += bench_.reference().table().places_taken() == bench_.reference().table().all_places() ? 1 : 0;
  }
  for (Job& job : jobs_) job.due = bench_.cycles() + random_.below(kFullCycles);
}

void CoreTraffic::cycle() {
  CoreInputs in;
  in.hold = random_.percent(habits_.hold);
  bench_.begin(in.hold);
  const auto& dispatch = bench_.reference().dispatch();
  if (dispatch) {
    jobs_.push_back({dispatch->processor, false, bench_.cycles() + kIssued + random_.below(habits_.send_cycles)});
  }
  if (random_.below(100000) < habits_.reset) return reset(in.hold);
  choose_drop(in);
  choose_add(in);
  choose_match(in);
  choose_events(in);
  bench_.end(in);
}

void CoreTraffic::reset(bool hold) {
  for (std::uint32_t cycles = random_.percent(50) ? 1 : 4; cycles > 0; --cycles) {
    CoreInputs in;
    in.rst = true;
    in.hold = hold;
    in.add = random_.percent(50);
    in.drop = random_.percent(50);
    in.match = random_.percent(50);
    in.complete = random_.percent(50);
    in.add_entry = random_.below(256);
    in.drop_entry = random_.percent(50) ? in.add_entry : random_.below(256);
    in.match_entry = random_.percent(50) ? in.add_entry : random_.below(256);
    in.add_class = random_.below(bench_.parameters().classes);
    in.add_weight = random_.between(1, 256);
    in.add_jobs = in.match_count = random_.between(1, 3);
    in.add_type = random_.below(bench_.parameters().types);
    in.complete_processor = random_.below(256);
    in.unlock = random_.below(1U << bench_.parameters().ports);
    for (std::uint32_t& processor : in.unlock_processor) processor = random_.below(256);
    bench_.end(in);
    if (cycles > 1) {
      hold = random_.percent(50);
      bench_.begin(hold);
    }
  }
  jobs_.clear();
}

void CoreTraffic::choose_drop(CoreInputs& in) {
  const auto& dispatch = bench_.reference().dispatch();
  const bool of_winner = dispatch && habits_.drop > 0 && random_.percent(5);
  if (!of_winner && !random_.percent(habits_.drop)) return;
  in.drop = true;
  in.drop_entry = of_winner ? dispatch->pick.entry : random_.below(bench_.parameters().entries);
}

void CoreTraffic::choose_add(CoreInputs& in) {
  const CoreReference& reference = bench_.reference();
  const CoreParameters& p = bench_.parameters();
  const auto drop = in.drop ? std::optional<std::uint32_t>(in.drop_entry) : std::nullopt;
  const bool leaves = reference.dispatch() && reference.picker().winner_leaves();
  if (!random_.percent(habits_.add) && !(leaves && habits_.keep_one_in)) return;
  in.add_entry = random_.below(habits_.most_entries);
  if (leaves && random_.percent(50)) in.add_entry = reference.dispatch()->pick.entry;
  if (!reference.picker().may_add(in.add_entry, drop)) return;
  in.add = true;
  in.add_class = random_.below(p.classes);
  in.add_weight = random_.percent(20) ? 256 : random_.between(1, 40);
  in.add_jobs = random_.between(1, habits_.most_jobs);
  in.add_type = habits_.one_type != kNone ? habits_.one_type : random_.below(p.types);
  const auto is_busy = [&](std::uint32_t type) {
    return !any_common(reference.table().free(), reference.of_type(type));
  };
  for (std::uint32_t i = 0; habits_.fill && is_busy(in.add_type) && i < p.types; ++i) {
    in.add_type = (in.add_type + 1) % p.types;
  }
}

void CoreTraffic::choose_match(CoreInputs& in) {
  const CoreReference& reference = bench_.reference();
  if (bench_.parameters().per_job == 0 || !random_.percent(habits_.match)) return;
  // The entry that joins, the one that has just been picked, or any.
  std::uint32_t entry = random_.below(habits_.most_entries);
  if (reference.dispatch() && random_.percent(30)) entry = reference.dispatch()->pick.entry;
  if (in.add && random_.percent(70)) entry = in.add_entry;
  const bool added = in.add && in.add_entry == entry;
  const Place place = reference.picker().place(entry);
  if (!added && place != Place::member && place != Place::waiting) return;
  if (!added && in.drop && in.drop_entry == entry) return;
  const std::uint64_t left = added ? in.add_jobs : reference.unmatched(entry);
  if (left == 0) return;
  in.match = true;
  in.match_entry = entry;
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 4));
  in.match_count = random_.percent(20) ? static_cast<std::uint32_t>(left) : random_.between(1, most);
}

void CoreTraffic::choose_events(CoreInputs& in) {
  std::uint32_t port = 0;
  for (Job& job : jobs_) {
    if (job.sent || job.due > bench_.cycles() || port == bench_.parameters().ports) continue;
    in.unlock |= 1U << port;
    in.unlock_processor.at(port++) = job.processor;
    job.sent = true;
    job.due = bench_.cycles() + random_.below(habits_.compute_cycles);
  }
  // Of those that could complete any, so that numbers do not ascend.
  const std::size_t first = jobs_.empty() ? 0 : random_.below(static_cast<std::uint32_t>(jobs_.size()));
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const std::size_t at = (first + i) % jobs_.size();
    if (!jobs_[at].sent || jobs_[at].due > bench_.cycles()) continue;
    in.complete = true;
    in.complete_processor = jobs_[at].processor;
    jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
}

}  // namespace gantry::campaign
