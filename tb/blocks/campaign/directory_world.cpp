// SPDX-License-Identifier: Apache-2.0
// Environment of a directory: a dispatcher that asks about the parts of picked jobs, processors that keep parts in
// stores and complete jobs, and stores that parts leave. Completions and departures take random times, so a departure
// may overtake the completion of a job that used the part.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "blocks/campaign/block_world.h"
#include "blocks/campaign/delay_line.h"
#include "blocks/pin_layout.h"
#include "pins/directory_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::directory;

enum Constant : std::uint8_t { kEntries, kPerCycle, kStores, kProcessors };

class DirectoryCorners final : public CornerCounts {
 public:
  enum Name : std::uint8_t {
    kOwn,
    kOther,
    kMemory,
    kNoStore,
    kEntry,
    kNoEntry,
    kSeveralCycles,
    kGone,
    kEnds,
    kNoReader,
    kComesAgain,
    kUseAndDeparture,
    kObjectAgain,
    kLongSleep,
    kCount
  };
  explicit DirectoryCorners(const std::vector<std::uint32_t>& config)
      : CornerCounts({{"a part is in the own store"},
                      {"a part is in another store"},
                      {"a part is in global memory"},
                      {"a job without a store"},
                      {"a written part takes an entry"},
                      {"a written part finds no entry"},
                      {"the parts of a job take several cycles"},
                      {"a completion comes after the departure of a part"},
                      {"the last reader of a part completes"},
                      {"a part without readers is written"},
                      {"a part comes into a store for the second time"},
                      {"a use and a departure in a cycle"},
                      {"the number of an object is used again"},
                      {"a sleep of more than 1000 cycles"}}) {
    for (const Name name : {kOwn, kEntry, kNoEntry, kGone, kComesAgain, kUseAndDeparture}) {
      corners_[name].possible = config[kStores] > 0;
    }
    corners_[kOther].possible = config[kStores] > 1;
    corners_[kSeveralCycles].possible = config[kPerCycle] < kLongestList;
  }
  using CornerCounts::hit;
  static constexpr std::uint32_t kLongestList = 12;
};

std::vector<std::uint32_t> draw_constants(const BlockModel& model, Random& random) {
  const auto draw = [&](std::string_view name, std::uint32_t least, std::uint32_t few, std::uint32_t most) {
    const std::uint32_t limit = limit_of(model, name, most);
    return random.between(least, std::min(limit, random.percent(70) ? few : most));
  };
  return {draw("entries", 1, 8, 60), draw("parts_per_cycle", 1, 4, 64), draw("stores", 0, 4, 12),
          draw("processors", 1, 6, 20)};
}

std::vector<std::uint32_t> draw_config(const BlockModel& model, Random& random) {
  std::vector<std::uint32_t> config = draw_within(directory_pins(), model, random, draw_constants);
  const std::uint32_t far = random.percent(50) ? 2 : 40;
  for (StoreId store = 0; store < config[kStores]; ++store) {
    for (ProcessorId p = 0; p < config[kProcessors]; ++p) {
      append_row(directory_pins().table, pack(0, pins::Distance{store, p, random.below(far + 1)}), config);
    }
  }
  return config;
}

class DirectoryWorld final : public BlockWorld {
 public:
  DirectoryWorld(const std::vector<std::uint32_t>& config, std::uint64_t seed)
      : config_(config), random_(seed), corners_(config_) {
    for (std::uint32_t p = 0; p < config_[kProcessors]; ++p) {
      const bool none = config_[kStores] == 0 || random_.percent(15);
      store_of_.push_back(none ? kNone : random_.below(config_[kStores]));
    }
    const std::uint32_t objects = 4 + 2 * std::min(config_[kEntries], 20U);
    for (std::uint32_t object = 0; object < objects; ++object) {
      parts_.emplace_back();
      parts_.back().ref = {object, random_.below(3)};
      parts_.back().always = parts_.back().made = random_.percent(25);
    }
    for (JobRef job = 0; job < 12; ++job) free_jobs_.push_back(job);
  }

  void inputs(Cycle now, std::vector<PinMessage>& in) override {
    now_ = now;
    if (now >= mood_ends_) new_mood();
    if (now > last_ + 1000) corners_.hit(DirectoryCorners::kLongSleep);
    for (Running& job : running_) {
      if (!job.sent && job.sends <= now) send(job);
    }
    if (now >= next_job_) new_job();
    if (now >= next_departure_) new_departure();
    ask(in);
    const bool used = complete(in);
    const bool left = departures_.take(now, in);
    if (left) {
      const PartLeft departure = unpack<pins::Departure>(in.back()).left;
      Part& part = parts_[departure.part.object];
      part.over.insert({departure.store, departure.stay});
      --part.holds;
    }
    if (used && left) corners_.hit(DirectoryCorners::kUseAndDeparture);
    if (!in.empty()) last_ = now;
  }

  void hear(Cycle now, const std::vector<PinMessage>& out) override {
    for (const PinMessage& message : out) {
      const PartAnswer answer = unpack<pins::Source>(message).answer;
      const auto job = std::find_if(asked_.begin(), asked_.end(), [&](const Job& of) { return of.ref == answer.job; });
      if (job == asked_.end() || answer.index >= job->uses.size()) continue;
      note_answer(*job, answer);
      if (answer.index + 1 < job->uses.size()) continue;
      start(*job, now);
      asked_.erase(job);
    }
  }

  [[nodiscard]] Cycle next() const override {
    Cycle next = std::min({next_job_, next_departure_, departures_.next()});
    if (!queries_.empty()) next = std::min(next, now_ + 1);
    for (const Running& job : running_) next = std::min(next, job.seen);
    return std::max(next, now_ + 1);
  }
  [[nodiscard]] std::uint64_t tasks() const override { return born_; }
  [[nodiscard]] const CornerCounts& corners() const override { return corners_; }

 private:
  struct Part {
    PartRef ref;
    bool always = false;              ///< no job writes it
    bool made = false;                ///< or to be written
    bool taken = false;               ///< a job writes it
    std::uint32_t to_read = 0;        ///< jobs that are to read it and have not begun
    std::uint32_t readers = 0;        ///< jobs that have not sent their completions
    std::uint32_t known_readers = 0;  ///< jobs whose completions have not been told
    std::uint32_t holds = 0;          ///< jobs and messages under way
    std::uint64_t stays = 0;
    std::map<StoreId, std::uint64_t> in;                    ///< stores that have it, with the stay
    std::map<StoreId, std::uint32_t> pins;                  ///< of jobs
    std::set<std::pair<StoreId, std::uint64_t>> over = {};  ///< departures that have been told
  };
  struct Use {
    std::uint32_t part = 0;  ///< index in parts_
    bool written = false;
    std::uint64_t stay = 0;
  };
  struct Job {
    JobRef ref = 0;
    ProcessorId processor = 0;
    std::vector<Use> uses;
    std::uint32_t asked = 0;  ///< parts
  };
  struct Running {
    Job job;
    Cycle sends = 0;
    Cycle seen = 0;
    bool sent = false;
  };

  void new_mood() {
    patience_ = random_.percent(10) ? 2500 : random_.between(1, 40);
    writes_ = random_.below(3) * 35;
    list_ = random_.percent(50) ? 3 : DirectoryCorners::kLongestList;
    leaves_ = random_.between(1, 30);
    mood_ends_ = now_ + random_.between(50, 800);
  }
  Cycle wait() { return random_.percent(30) ? 1 : random_.between(1, patience_); }

  /// Its number may be used again when nothing more is said about the part.
  [[nodiscard]] static bool is_over(const Part& part) {
    return !part.always && part.taken && part.made && part.known_readers == 0 && part.holds == 0;
  }

  void new_job() {
    next_job_ = now_ + wait();
    if (free_jobs_.empty()) return;
    Job job;
    job.processor = random_.below(config_[kProcessors]);
    const std::uint32_t wanted = random_.between(1, list_);
    std::vector<Use> writes;
    for (std::uint32_t tries = 0; tries < 2 * wanted && job.uses.size() + writes.size() < wanted; ++tries) {
      const std::uint32_t at = random_.below(static_cast<std::uint32_t>(parts_.size()));
      Part& part = parts_[at];
      const auto is_it = [&](const Use& use) { return use.part == at; };
      if (std::any_of(job.uses.begin(), job.uses.end(), is_it) || std::any_of(writes.begin(), writes.end(), is_it)) {
        continue;
      }
      if (part.made && (part.always || part.to_read > 0)) {
        if (!part.always) --part.to_read;
        ++part.holds;
        job.uses.push_back({at, false});
      } else if ((!part.taken || is_over(part)) && random_.percent(writes_)) {
        if (part.taken) corners_.hit(DirectoryCorners::kObjectAgain);
        const PartRef ref = part.ref;
        part = Part();
        part.ref = ref;
        part.taken = true;
        part.to_read = part.readers = part.known_readers = random_.percent(20) ? 0 : random_.between(1, 4);
        if (part.readers == 0) corners_.hit(DirectoryCorners::kNoReader);
        ++part.holds;
        writes.push_back({at, true});
      }
    }
    job.uses.insert(job.uses.end(), writes.begin(), writes.end());
    if (job.uses.empty()) return;
    job.ref = free_jobs_.back();
    free_jobs_.pop_back();
    ++born_;
    if (store_of_[job.processor] == kNone) corners_.hit(DirectoryCorners::kNoStore);
    queries_.push_back(job);
  }

  void ask(std::vector<PinMessage>& in) {
    if (queries_.empty()) return;
    Job& job = queries_.front();
    if (job.asked == 0) asked_.push_back(job);
    const auto all = static_cast<std::uint32_t>(job.uses.size());
    const std::uint32_t last = std::min(all, job.asked + config_[kPerCycle]);
    if (last < all) corners_.hit(DirectoryCorners::kSeveralCycles);
    for (; job.asked < last; ++job.asked) {
      const Use& use = job.uses[job.asked];
      const Part& part = parts_[use.part];
      const std::uint32_t readers = part.always ? kAlwaysRead : part.known_readers;
      in.push_back(
          pack(pin::parts, pins::Part(PartQuestion{job.ref, job.asked, job.asked + 1 == all, part.ref, use.written,
                                                   readers, job.processor, store_of_[job.processor]})));
    }
    if (job.asked == all) queries_.pop_front();
  }

  void note_answer(const Job& job, const PartAnswer& answer) {
    const Use& use = job.uses[answer.index];
    const StoreId own = store_of_[job.processor];
    if (!use.written) {
      corners_.hit(answer.store == kGlobalMemory ? DirectoryCorners::kMemory
                   : answer.store == own         ? DirectoryCorners::kOwn
                                                 : DirectoryCorners::kOther);
    } else if (own != kNone && parts_[use.part].known_readers > 0) {
      corners_.hit(answer.through ? DirectoryCorners::kNoEntry : DirectoryCorners::kEntry);
    }
  }

  /// The parts are in the store from now on.
  void start(Job job, Cycle now) {
    const StoreId own = store_of_[job.processor];
    for (Use& use : job.uses) {
      Part& part = parts_[use.part];
      if (own == kNone) continue;
      if (part.in.count(own) == 0) {
        if (part.stays > 0) corners_.hit(DirectoryCorners::kComesAgain);
        part.in[own] = ++part.stays;
      }
      use.stay = part.in[own];
      ++part.pins[own];
    }
    Running running{std::move(job), now + wait(), 0, false};
    running.seen = running.sends + wait();
    // One completion a cycle.
    while (std::any_of(running_.begin(), running_.end(), [&](const Running& of) { return of.seen == running.seen; })) {
      ++running.seen;
    }
    running_.push_back(std::move(running));
  }

  void send(Running& running) {
    running.sent = true;
    const StoreId own = store_of_[running.job.processor];
    for (const Use& use : running.job.uses) {
      Part& part = parts_[use.part];
      if (own != kNone) --part.pins[own];
      if (!use.written && !part.always) --part.readers;
    }
  }

  bool complete(std::vector<PinMessage>& in) {
    const auto running =
        std::find_if(running_.begin(), running_.end(), [&](const Running& of) { return of.seen <= now_; });
    if (running == running_.end()) return false;
    if (!running->sent) send(*running);
    const StoreId own = store_of_[running->job.processor];
    for (const Use& use : running->job.uses) {
      Part& part = parts_[use.part];
      if (use.written) part.made = true;
      if (!use.written && !part.always) --part.known_readers;
      --part.holds;
      const bool gone = own != kNone && part.over.count({own, use.stay}) != 0;
      const std::uint32_t readers = part.always ? kAlwaysRead : part.known_readers;
      if (gone) corners_.hit(DirectoryCorners::kGone);
      if (readers == 0 && !use.written) corners_.hit(DirectoryCorners::kEnds);
      in.push_back(pack(pin::uses, pins::Use(PartUse{part.ref, own, use.stay, use.written, readers, gone})));
    }
    free_jobs_.push_back(running->job.ref);
    running_.erase(running);
    return true;
  }

  /// A part leaves a store. Nothing is told of one that nobody is to read.
  void new_departure() {
    next_departure_ = now_ + random_.between(1, leaves_);
    Part& part = parts_[random_.below(static_cast<std::uint32_t>(parts_.size()))];
    for (auto at = part.in.begin(); at != part.in.end(); ++at) {
      const auto [store, stay] = *at;
      if (part.pins[store] > 0) continue;
      part.in.erase(at);
      if (!part.always && part.readers == 0) return;
      ++part.holds;
      departures_.add(now_ + wait(), pack(pin::departures, pins::Departure(PartLeft{part.ref, store, stay})));
      return;
    }
  }

  const std::vector<std::uint32_t> config_;
  Random random_;
  DirectoryCorners corners_;
  std::vector<StoreId> store_of_;  ///< by processor
  std::vector<Part> parts_;        ///< by object
  std::vector<JobRef> free_jobs_;
  std::deque<Job> queries_;
  std::vector<Job> asked_;  ///< without all answers
  std::vector<Running> running_;
  DelayLine departures_;
  Cycle next_job_ = 1;
  Cycle next_departure_ = 1;
  std::uint64_t born_ = 0;
  // Habits of a phase.
  Cycle mood_ends_ = 0;
  std::uint32_t patience_ = 4;
  std::uint32_t writes_ = 50;
  std::uint32_t list_ = 3;
  std::uint32_t leaves_ = 4;
  Cycle now_ = 0;
  Cycle last_ = 0;
};

}  // namespace

WorldKind directory_world() {
  return {directory_pins, draw_config,
          [](const std::vector<std::uint32_t>& config, std::uint64_t seed) -> std::unique_ptr<BlockWorld> {
            return std::make_unique<DirectoryWorld>(config, seed);
          }};
}

}  // namespace gantry::campaign
