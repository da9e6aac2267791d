// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_run.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <map>
#include <utility>

#include "experiment/resolved.h"
#include "gantry/base/error.h"
#include "sweep/costless_keys.h"
#include "sweep/pareto.h"
#include "sweep/search.h"
#include "sweep/stored_run.h"
#include "sweep/study_plan.h"
#include "sweep/study_tables.h"

namespace gantry {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

class StudyRunner {
 public:
  StudyRunner(const Study& study, const StudyOptions& options, Diagnostics& problems)
      : study_(study),
        options_(options),
        problems_(problems),
        plan_(study, options.maker.version, problems),
        store_(options.directory, options.reuse, options.maker),
        search_(make_search()) {}

  StudyResult run();
  DryStudy dry_run();

 private:
  using Runs = std::vector<std::size_t>;

  std::unique_ptr<Search> make_search();
  bool plan_batch();
  void look_up(std::size_t first);
  void compute();
  void hand_over();
  void measure(DryStudy& dry);
  void take_result(const Runs& runs, const RanPoint& ran);
  void take_stored(const Runs& runs, const StoredPoint& point);
  void set_state(const Runs& runs, PointState state, const std::string& message);
  bool fits_metrics(const PlannedRun& run);
  void say_progress();
  [[nodiscard]] bool out_of_time() const {
    return study_.budget.seconds > 0 && seconds_since(begin_) >= static_cast<double>(study_.budget.seconds);
  }
  [[nodiscard]] bool out_of_points() const {
    return study_.budget.points > 0 && plan_.rows().size() >= study_.budget.points;
  }
  [[nodiscard]] StudyResult result() const;

  const Study& study_;
  const StudyOptions& options_;
  Diagnostics& problems_;
  StudyPlan plan_;
  PointStore store_;
  std::unique_ptr<Search> search_;
  std::vector<Configuration> configurations_;
  std::deque<Runs> waiting_;  ///< runs that are the same point, and not known
  StudyProgress progress_;
  std::size_t reused_ = 0;
  std::size_t away_ = 0;                 ///< runs that are made elsewhere
  std::optional<Diagnostic> disk_full_;  ///< no point can be written
  bool cut_short_ = false;               ///< by time
  bool stopped_ = false;
  bool dry_ = false;
  std::atomic<bool> give_up_{false};
  std::vector<std::string> costless_;
  const Clock::time_point begin_ = Clock::now();
};

std::unique_ptr<Search> StudyRunner::make_search() {
  const SearchSpace space{study_, [this](const Configuration& configuration) { return plan_.allowed(configuration); },
                          store_.folder()};
  return options_.search ? options_.search(space) : searches().find(study_.search.method)->make(space, study_.search);
}

/// False: the search is at its end.
bool StudyRunner::plan_batch() {
  std::vector<Tried> tried;
  const std::size_t each = study_.rows_per_configuration();
  for (std::size_t i = 0; i < configurations_.size(); ++i) {
    Tried& one = tried.emplace_back();
    one.configuration = configurations_[i];
    for (std::size_t w = 0; w < each; ++w) one.rows.push_back(&plan_.rows()[i * each + w]);
  }
  const std::vector<Configuration> batch = search_->propose(tried);
  const std::size_t before = configurations_.size();
  for (const Configuration& configuration : batch) {
    if (out_of_points() || (options_.stop != nullptr && *options_.stop)) break;
    configurations_.push_back(configuration);
    plan_.add(configuration, search_->part());
  }
  return configurations_.size() > before;
}

void StudyRunner::set_state(const Runs& runs, PointState state, const std::string& message) {
  for (const std::size_t i : runs) {
    plan_.runs()[i].state = state;
    plan_.runs()[i].message = message;
  }
}

bool StudyRunner::fits_metrics(const PlannedRun& run) {
  // A metric that the first run lacks is most likely missing in all runs, so the others need not be awaited.
  return &run != &plan_.runs().front() || plan_.check_metrics({&run});
}

void StudyRunner::take_stored(const Runs& runs, const StoredPoint& point) {
  set_state(runs, point.done ? PointState::done : PointState::failed, point.message);
  progress_.done += runs.size();
  if (!point.done) return;
  for (const std::size_t i : runs) {
    PlannedRun& run = plan_.runs()[i];
    plan_.take_summary(run, point.summary);
    if (!fits_metrics(run)) give_up_ = true;
    if (search_->part() != kWholeWorkload) continue;  // its figures would look better than any
    const StudyObjective& first = study_.objectives.front();
    const auto& value = run.metrics[first.metric];
    const bool better = value && (!progress_.best || (first.maximise ? value->number > progress_.best->number
                                                                     : value->number < progress_.best->number));
    if (better) progress_.best = value;
  }
}

/// Takes stored runs from `first` on. The others wait; duplicates are run once.
void StudyRunner::look_up(std::size_t first) {
  std::map<std::string, Runs> by_id;
  std::vector<const std::string*> order;
  for (std::size_t i = first; i < plan_.runs().size(); ++i) {
    const auto [at, added] = by_id.emplace(plan_.runs()[i].id, Runs());
    at->second.push_back(i);
    if (added) order.push_back(&at->first);
  }
  for (const std::string* id : order) {
    const Runs& runs = by_id[*id];
    const std::function<std::string()> experiment = [&] {
      Result<Experiment> made = plan_.reader().read(plan_.runs()[runs[0]].sets);
      return made ? resolved_experiment(*made, store_.directory(*id)) : std::string();
    };
    const auto stored = store_.find(*id, dry_ ? nullptr : experiment);
    if (stored) {
      reused_ += runs.size();
      take_stored(runs, *stored);
    } else {
      waiting_.push_back(runs);
    }
  }
}

void StudyRunner::take_result(const Runs& runs, const RanPoint& ran) {
  const PointOutcome outcome = settle_point(store_, plan_.runs()[runs[0]].id, ran);
  if (outcome.disk_full) {
    // The disk is full, which is no fault of the point: the same command continues when there is space.
    disk_full_ = Diagnostic{{store_.folder()}, outcome.end.message + " (repeat the command when the disk has space)"};
    give_up_ = true;
    return;
  }
  ++progress_.computed;
  reused_ += runs.size() - 1;
  if (outcome.stored) return take_stored(runs, *outcome.stored);
  set_state(runs, outcome.end.state, outcome.end.message);
  progress_.done += runs.size();
}

/// Hands the waiting runs to another program.
void StudyRunner::hand_over() {
  std::vector<AbsentRun> absent;
  for (const Runs& runs : waiting_) {
    const PlannedRun& run = plan_.runs()[runs[0]];
    absent.push_back({run.id, run.sets});
  }
  const auto ends = options_.elsewhere(absent);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (ends[i]) {
      set_state(waiting_[i], ends[i]->state, ends[i]->message);
    } else {
      away_ += waiting_[i].size();
    }
  }
  waiting_.clear();
}

void StudyRunner::say_progress() {
  progress_.of = plan_.runs().size();
  if (options_.progress) options_.progress(progress_);
  if (options_.stop != nullptr && *options_.stop) give_up_ = true;
}

void StudyRunner::compute() {
  std::vector<Runs> begun;
  PointWork work;
  work.next = [&]() -> std::optional<PointRun> {
    cut_short_ = cut_short_ || (!waiting_.empty() && out_of_time());
    if (waiting_.empty() || cut_short_) return std::nullopt;
    begun.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    const PlannedRun& run = plan_.runs()[begun.back()[0]];
    return run_into(store_, study_, run.id, run.sets);
  };
  work.done = [&](std::size_t number, const RanPoint& ran) {
    take_result(begun[number], ran);
    say_progress();
  };
  work.idle = [&] { say_progress(); };
  const std::atomic<bool>* stop = &give_up_;
  if (options_.stop != nullptr && *options_.stop) give_up_ = true;
  if (!run_points(plan_.reader(), work, {options_.jobs, limits_of(study_), stop})) {
    for (const Runs& runs : begun) {
      if (plan_.runs()[runs[0]].state == PointState::interrupted) store_.discard(plan_.runs()[runs[0]].id);
    }
  }
  stopped_ = stopped_ || (options_.stop != nullptr && *options_.stop);
}

StudyResult StudyRunner::result() const {
  StudyResult made;
  made.rows = plan_.rows();
  if (study_.repeats > 1) made.repeats = plan_.repeats();
  made.front = study_front(study_, made.rows, made.repeats);
  made.random = plan_.random();
  made.fixed = plan_.fixed();
  made.costless = costless_;
  made.computed = progress_.computed;
  made.reused = reused_;
  made.of_others = store_.of_others();
  made.stopped = stopped_;
  made.away = away_;
  made.complete = !stopped_ && !cut_short_ && away_ == 0;
  return made;
}

StudyResult StudyRunner::run() {
  store_.open();
  plan_.check_keys();
  if (problems_.ok()) costless_ = costless_keys(study_, plan_.reader());
  while (problems_.ok()) {
    const std::size_t rows = plan_.rows().size();
    const std::size_t runs = plan_.runs().size();
    if (!plan_batch() || !problems_.ok()) break;
    look_up(runs);
    plan_.settle(rows);
    if (waiting_.empty()) continue;
    // Future points are also in the table, for `gantry sweep status`.
    if (!problems_.ok()) break;
    begin_study_tables(study_, options_.directory, result());
    if (options_.elsewhere && options_.stop != nullptr && *options_.stop) {
      stopped_ = true;
    } else if (options_.elsewhere) {
      hand_over();
    } else {
      compute();
    }
    if (disk_full_) throw Error(*disk_full_, ErrorKind::output);
    plan_.settle(rows);
    if (give_up_ || cut_short_ || stopped_ || away_ > 0) break;
  }
  std::vector<const PlannedRun*> done;
  for (const PlannedRun& run : plan_.runs()) {
    if (run.state == PointState::done) done.push_back(&run);
  }
  if (problems_.ok()) plan_.check_metrics(done);
  StudyResult made = result();
  // A front of the points that are done so far would look like the study's.
  const bool all = !stopped_ && away_ == 0;
  (all ? write_study_tables : begin_study_tables)(study_, options_.directory, made);
  return made;
}

/// A first and a middle one, since the first is often the smallest.
void StudyRunner::measure(DryStudy& dry) {
  if (waiting_.empty()) return;
  const auto folder = std::filesystem::temp_directory_path() /
                      ("gantry_dry_" + std::to_string(Clock::now().time_since_epoch().count()));
  std::vector<std::size_t> which = {waiting_.front()[0]};
  if (waiting_.size() > 1) which.push_back(waiting_[waiting_.size() / 2][0]);
  std::vector<double> seconds;
  std::size_t next = 0;
  Clock::time_point begin;
  PointWork work;
  work.next = [&]() -> std::optional<PointRun> {
    if (next == which.size()) return std::nullopt;
    begin = Clock::now();
    return PointRun{plan_.runs()[which[next++]].sets, folder.string(), folder.string()};
  };
  work.done = [&](std::size_t, const RanPoint&) { seconds.push_back(seconds_since(begin)); };
  run_points(plan_.reader(), work, {1, limits_of(study_), options_.stop});
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  for (const double one : seconds) dry.seconds += one / static_cast<double>(seconds.size());
  dry.measured = seconds.size();
  const auto at_a_time = static_cast<double>(std::min<std::size_t>(options_.jobs, waiting_.size()));
  dry.seconds *= static_cast<double>(waiting_.size()) / at_a_time;
}

DryStudy StudyRunner::dry_run() {
  DryStudy dry;
  dry_ = true;
  plan_.check_keys();
  if (problems_.ok()) plan_batch();
  if (problems_.ok()) {
    look_up(0);
    dry.reused = reused_;
    dry.runs = plan_.runs().size() - reused_;
    measure(dry);
  }
  if (study_.search.method == "all" && study_.budget.points == 0)
    dry.excluded = study_.configurations() - configurations_.size();
  dry.more = searches().find(study_.search.method)->learns;
  dry.rows = plan_.rows();
  return dry;
}

}  // namespace

std::size_t StudyResult::count(PointState state) const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [state](const PointRow& row) { return row.state == state; }));
}

StudyResult run_study(const Study& study, const StudyOptions& options, Diagnostics& problems) {
  return StudyRunner(study, options, problems).run();
}

DryStudy dry_run_study(const Study& study, const StudyOptions& options, Diagnostics& problems) {
  return StudyRunner(study, options, problems).dry_run();
}

bool next_configuration(const Study& study, Configuration& configuration) {
  for (std::size_t i = configuration.size(); i-- > 0;) {
    if (++configuration[i] < study.axes[i].choices.size()) return true;
    configuration[i] = 0;
  }
  return false;
}

}  // namespace gantry
