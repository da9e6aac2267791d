// SPDX-License-Identifier: Apache-2.0
// Environment of a state monitor: a decomposer that requests predecessors and ids, and processors that complete the
// jobs of tasks with an id, after random times. A task waits only for older ones, so all complete. As in a machine,
// each queue shows a limited number of tasks until they have ids, and only visible tasks send requests. With time-outs
// the jobs leave one by one. Some are late, some answer that they have failed, and lost ones are issued again.
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "blocks/campaign/block_world.h"
#include "blocks/campaign/delay_line.h"
#include "blocks/campaign/monitor_corners.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::monitor;

using Config = MonitorConstants;
using Corners = MonitorCorners;

constexpr std::uint32_t kProcessors = 64;

class MonitorWorld final : public BlockWorld {
 public:
  MonitorWorld(Config config, std::uint64_t seed)
      : config_(std::move(config)),
        random_(seed),
        corners_(config_),
        tasks_(config_[kWindow] + config_[kJobs]),
        attempts_(config_[kJobs]),
        positions_(std::size_t{kTaskClasses} * config_[kPerClass]),
        shown_(positions_.size()) {
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) free_.push_back(task);
    for (std::uint32_t job = 0; job < attempts_.size(); ++job) free_jobs_.push_back(job);
  }

  void inputs(Cycle now, std::vector<PinMessage>& in) override {
    now_ = now;
    if (now >= mood_ends_) new_mood();
    if (now > last_ + 1000) corners_.hit(Corners::kLongSleep);
    last_done_ = kNever;
    if (completions_.take(now, in)) answer(unpack<pins::Completion>(in.back()), now);
    if (config_[kTimeout] > 0) send_job(now);
    watches_.take(now, in);
    if (now >= next_task_) {
      next_task_ = random_.percent(births_) ? now + 1 : now + wait();
      bear(now);
    }
    if (questions_.take(now, in)) ask(unpack<pins::Question>(in.back()), in);
    if (!in.empty()) last_ = now;
  }

  void hear(Cycle now, const std::vector<PinMessage>& out) override {
    std::uint32_t interrupts = 0;
    for (const PinMessage& message : out) {
      switch (message.link) {
        case pin::query_answers:
          want_id(unpack<pins::Answer>(message).task, now + 1 + wait());
          break;
        case pin::registrations:
          run(unpack<pins::Answer>(message).task, now);
          break;
        case pin::interrupts:
          ++interrupts;
          end(unpack<pins::Interrupt>(message));
          break;
        default:
          take_report(unpack<pins::JobReport>(message));
      }
    }
    if (interrupts > 1) corners_.hit(Corners::kTwoInterrupts);
  }

  [[nodiscard]] Cycle next() const override {
    const Cycle next_job = unsent_.empty() || free_jobs_.empty() ? kNever : now_ + 1;
    return std::max(std::min({next_task_, next_job, completions_.next(), watches_.next(), questions_.next()}),
                    now_ + 1);
  }
  [[nodiscard]] std::uint64_t tasks() const override { return born_; }
  [[nodiscard]] const CornerCounts& corners() const override { return corners_; }

 private:
  struct Task {
    pins::Question what;
    std::vector<pins::WaitsFor> waits;
    std::uint32_t jobs_left = 0;
    bool has_id = false;
    std::uint32_t owed = 0;  ///< attempts that counted as lost and have not answered
    bool over = false;       ///< kept for those
  };
  /// A job that is to leave, or is at a processor.
  struct Attempt {
    pins::Watch what;
    bool there = false;  ///< at a processor
    bool lost = false;
  };

  void new_mood() {
    const std::uint32_t rates[] = {3, 30, 70, 100};
    births_ = rates[random_.below(4)];
    waiting_ = random_.below(3) * 50;
    events_ = random_.percent(30) ? 80 : 10;
    near_ = random_.percent(60) ? 4 : config_[kWindow];
    most_ = random_.percent(20) ? pin::kMostWaits : random_.between(1, 6);
    patience_ = random_.percent(10) ? 3000 : random_.between(1, 30);
    work_ = random_.percent(10) ? 5000 : random_.between(1, 100);
    failing_ = random_.percent(30) ? 50 : 5;
    mood_ends_ = now_ + random_.between(50, 600);
  }
  Cycle wait() { return random_.percent(30) ? 1 : random_.between(1, patience_); }

  /// A task becomes visible to the decomposer and has a request to send.
  void bear(Cycle now) {
    if (born_ - oldest_ >= config_[kWindow]) return;
    const bool event = random_.percent(events_);
    const std::uint32_t cls = event ? 4 : random_.below(4);
    const QueueId queue = cls * config_[kPerClass] + random_.below(config_[kPerClass]);
    if (shown_[queue] == config_[kShown]) return;
    if (++shown_[queue] == config_[kShown]) corners_.hit(Corners::kQueueFull);
    const std::size_t i = random_.below(static_cast<std::uint32_t>(free_.size()));
    const std::uint32_t ref = free_[i];
    free_[i] = free_.back();
    free_.pop_back();
    Task& task = tasks_[ref];
    task = Task();
    task.what.queue = queue;
    task.what.task = ref;
    task.what.number = born_++;
    task.what.position = positions_[task.what.queue]++;
    task.what.jobs = event ? 0 : random_.percent(60) ? 1 : random_.between(1, 12);
    task.jobs_left = task.what.jobs;
    live_.push_back(ref);
    if (born_ - oldest_ == config_[kWindow]) corners_.hit(Corners::kWindowFull);
    if (task.what.number == 0 || !random_.percent(waiting_)) return want_id(ref, now);
    draw_waits(task);
    questions_.add(now + random_.below(2) * wait(), pack(pin::monitor_requests, task.what));
  }

  /// Older tasks, most of them not done, and now and then the same one twice.
  void draw_waits(Task& task) {
    const std::uint64_t number = task.what.number;
    const std::uint32_t many = random_.between(1, most_);
    for (std::uint32_t i = 0; i < many; ++i) {
      const bool old = random_.percent(5);
      const std::uint64_t far = std::min<std::uint64_t>(number, old ? 4 * config_[kWindow] : near_);
      task.waits.push_back({number - 1 - random_.below(static_cast<std::uint32_t>(far)), false});
    }
    // After the tasks that must have completed come those that must be registered.
    const std::uint32_t planned = random_.percent(30) ? random_.between(1, many) : 0;
    for (std::uint32_t i = many - planned; i < many; ++i) task.waits[i].registered = true;
  }

  void want_id(std::uint32_t ref, Cycle at) {
    Task& task = tasks_[ref];
    task.what.kind = MonitorRequest::Kind::register_task;
    questions_.add(at, pack(pin::monitor_requests, task.what));
  }

  /// The monitor sees the question now.
  void ask(const pins::Question& question, std::vector<PinMessage>& in) {
    if (question.kind == MonitorRequest::Kind::register_task) {
      ++want_ids_;
      if (want_ids_ > config_[kIds]) corners_.hit(Corners::kIdWaits);
      return;
    }
    const Task& task = tasks_[question.task];
    bool met = true;
    for (const pins::WaitsFor& waits : task.waits) {
      in.push_back(pack(pin::waits_for, waits));
      if (waits.number < oldest_) corners_.hit(Corners::kLongAgo);
      if (waits.registered && !has_id(waits.number)) corners_.hit(Corners::kPlanned);
      if (!waits.registered && waits.number == last_done_) corners_.hit(Corners::kSameCycle);
      met = met && (waits.registered ? has_id(waits.number) : is_done(waits.number));
    }
    corners_.hit(met ? Corners::kAllMet : Corners::kWaits);
    if (task.waits.size() > config_[kPerCycle]) corners_.hit(Corners::kManyWaits);
    if (task.waits.size() == pin::kMostWaits) corners_.hit(Corners::kMostWaits);
  }

  [[nodiscard]] const Task* find(std::uint64_t number) const {
    for (const std::uint32_t ref : live_) {
      if (tasks_[ref].what.number == number) return &tasks_[ref];
    }
    return nullptr;
  }
  [[nodiscard]] bool is_done(std::uint64_t number) const { return find(number) == nullptr; }
  [[nodiscard]] bool has_id(std::uint64_t number) const {
    const Task* task = find(number);
    return task == nullptr || task->has_id;
  }

  /// The task has its id: its jobs begin.
  void run(std::uint32_t ref, Cycle now) {
    Task& task = tasks_[ref];
    task.has_id = true;
    --shown_[task.what.queue];
    if (++ids_ == config_[kIds]) corners_.hit(Corners::kAllIds);
    if (config_[kTimeout] > 0) {
      for (std::uint32_t job = 0; job < task.what.jobs; ++job) issue(ref, job, 0);
      return;
    }
    Cycle at = now + 1;
    for (std::uint32_t job = 0; job < task.what.jobs; ++job) {
      at += random_.between(1, work_) - 1;
      completions_.add(at + 1, pack(pin::completions, completion(ref, random_.below(kProcessors))));
    }
  }

  static pins::Completion completion(std::uint32_t task, ProcessorId processor) {
    pins::Completion of;
    of.task = task;
    of.processor = processor;
    return of;
  }

  void issue(std::uint32_t task, std::uint32_t number, std::uint32_t attempt) {
    pins::Watch job;
    job.task = task;
    job.number = number;
    job.attempt = attempt;
    unsent_.push_back(job);
  }

  /// The last flit of the oldest waiting job leaves in this cycle, and its processor answers some time later.
  void send_job(Cycle now) {
    if (unsent_.empty() || free_jobs_.empty()) return;
    pins::Watch job = unsent_.front();
    unsent_.pop_front();
    const std::size_t i = random_.below(static_cast<std::uint32_t>(free_jobs_.size()));
    job.job = free_jobs_[i];
    free_jobs_[i] = free_jobs_.back();
    free_jobs_.pop_back();
    if (free_jobs_.empty()) corners_.hit(Corners::kAllJobs);
    job.processor = random_.below(kProcessors);
    job.sent = now;
    attempts_[job.job] = {job, true, false};
    watches_.add(now + 2, pack(pin::job_watches, job));
    pins::Completion of = completion(job.task, job.processor);
    of.job = job.job;
    of.failed = config_[kRetries] > 0 && random_.percent(failing_);
    of.number = job.number;
    of.attempt = job.attempt;
    // Often just in time, or just too late.
    const bool close = random_.percent(30);
    const Cycle takes = close ? config_[kTimeout] + random_.below(5) : random_.between(1, work_) + 4;
    completions_.add(now + std::max<Cycle>(takes, 5) - 2, pack(pin::completions, of));
  }

  void answer(const pins::Completion& of, Cycle now) {
    if (config_[kTimeout] == 0) return complete(of.task);
    Attempt& attempt = attempts_[of.job];
    attempt.there = false;
    free_jobs_.push_back(of.job);
    for (const Attempt& other : attempts_) {
      if (other.there && !other.lost && other.what.sent + config_[kTimeout] <= now)
        corners_.hit(Corners::kBehindAnswer);
    }
    if (attempt.lost) {
      corners_.hit(Corners::kLateAnswer);
      Task& task = tasks_[of.task];
      if (--task.owed == 0 && task.over) free_.push_back(of.task);
      return;
    }
    if (of.failed) return corners_.hit(Corners::kFailedAnswer);
    complete(of.task);
  }

  void take_report(const pins::JobReport& report) {
    using Kind = ProcessorUpdate::Kind;
    if (report.kind == Kind::silent) corners_.hit(Corners::kOverdue);
    if (report.kind != Kind::retry && report.kind != Kind::failed) return;
    if (!report.answered) {
      corners_.hit(Corners::kOverdue);
      for (Attempt& attempt : attempts_) {
        const pins::Watch& of = attempt.what;
        if (!attempt.there || of.task != report.task || of.number != report.number || of.attempt != report.attempt)
          continue;
        attempt.lost = true;
        ++tasks_[of.task].owed;
      }
    }
    if (report.kind == Kind::retry) return issue(report.task, report.number, report.attempt + 1);
    corners_.hit(Corners::kForGood);
    complete(report.task);
  }

  void complete(std::uint32_t ref) {
    Task& task = tasks_[ref];
    if (--task.jobs_left == 0) last_done_ = task.what.number;
  }

  void end(const pins::Interrupt& interrupt) {
    Task& task = tasks_[interrupt.task];
    if (task.what.jobs == 0) corners_.hit(Corners::kEvent);
    if (interrupt.oldest == oldest_) corners_.hit(Corners::kOldestStays);
    if (interrupt.oldest > oldest_ + 1) corners_.hit(Corners::kManyDone);
    oldest_ = interrupt.oldest;
    --ids_;
    --want_ids_;
    live_.erase(std::find(live_.begin(), live_.end(), interrupt.task));
    if (oldest_ < born_ && find(oldest_) == nullptr) corners_.hit(Corners::kMovesOn);
    task.over = task.owed > 0;
    if (!task.over) free_.push_back(interrupt.task);
  }

  Config config_;
  Random random_;
  Corners corners_;
  std::vector<Task> tasks_;          ///< by index in the table
  std::vector<std::uint32_t> free_;  ///< free indices of the table
  std::vector<std::uint32_t> live_;
  std::vector<Attempt> attempts_;         ///< by number of the attempt
  std::vector<std::uint32_t> free_jobs_;  ///< free numbers of attempts
  std::deque<pins::Watch> unsent_;        ///< jobs that are to leave
  std::vector<std::uint64_t> positions_;  ///< of the next task of each queue
  std::vector<std::uint32_t> shown_;      ///< visible tasks of each queue, which have no id yet
  DelayLine completions_;
  DelayLine watches_;
  DelayLine questions_;
  std::uint32_t ids_ = 0;
  std::uint32_t want_ids_ = 0;  ///< tasks that requested an id and have not completed
  std::uint64_t born_ = 0;
  std::uint64_t oldest_ = 0;
  std::uint64_t last_done_ = kNever;  ///< task whose last job completes in this cycle
  Cycle next_task_ = 1;
  // Habits of a phase.
  Cycle mood_ends_ = 0;
  std::uint32_t births_ = 50;   ///< percent
  std::uint32_t waiting_ = 50;  ///< percent
  std::uint32_t events_ = 20;   ///< percent
  std::uint32_t near_ = 4;      ///< how far back a task usually waits
  std::uint32_t most_ = 4;      ///< others that it waits for
  std::uint32_t patience_ = 4;  ///< longest usual wait
  std::uint32_t work_ = 20;     ///< longest time of a job, in cycles
  std::uint32_t failing_ = 5;   ///< percent of jobs
  Cycle now_ = 0;
  Cycle last_ = 0;
};

Config draw_config(const BlockModel& model, Random& random) {
  const std::uint32_t window = random.between(4, limit_of(model, "completion_window", 100));
  const auto cycles = [&] { return random.percent(70) ? random.between(1, 4) : random.between(1, 300); };
  const std::uint32_t query = cycles();
  Config config = {random.between(1, limit_of(model, "5*queues_per_class", 20) / 5),
                   random.between(1, std::min(limit_of(model, "task_ids", 40), random.percent(60) ? 8U : 40U)),
                   query,
                   cycles(),
                   random.between(1, limit_of(model, "predecessors_per_cycle", 8)),
                   window,
                   random.between(1, limit_of(model, "window", random.percent(60) ? 4 : 64)),
                   random.percent(50) ? 0 : random.between(1, 4),
                   random.percent(50) ? 0 : random.between(1, 4)};
  const std::uint32_t jobs = limit_of(model, "watched_jobs", 40);
  if (jobs < 2 || random.percent(30)) {
    config.resize(kTimers + 1, 0);
  } else {
    const std::uint32_t timeout = random.percent(80) ? random.between(1, 100) : random.between(1, 3000);
    config.insert(config.end(), {timeout, random.below(4), random.below(2), random.between(2, jobs), 1});
  }
  return config;
}

}  // namespace

WorldKind monitor_world() {
  return {
      monitor_pins,
      [](const BlockModel& model, Random& random) { return draw_within(monitor_pins(), model, random, draw_config); },
      [](const Config& config, std::uint64_t seed) -> std::unique_ptr<BlockWorld> {
        return std::make_unique<MonitorWorld>(config, seed);
      }};
}

}  // namespace gantry::campaign
