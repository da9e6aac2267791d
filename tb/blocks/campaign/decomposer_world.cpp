// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/decomposer_world.h"

#include <algorithm>

namespace gantry::campaign {

namespace pin = pins::decomposer;

DecomposerCorners::DecomposerCorners(const std::vector<std::uint32_t>& config)
    : CornerCounts({{"an event task registers"},
                    {"a task waits for others"},
                    {"all slots are taken"},
                    {"a class has its own slot left alone"},
                    {"three messages to the cache in a cycle"},
                    {"messages to the cache stand in line"},
                    {"a retry goes before a split task"},
                    {"a split task goes before a retry"},
                    {"both were due in the same cycle"},
                    {"the register with the highest number"},
                    {"a queue shows as many as it may"},
                    {"the second of a window is registered before the first"},
                    {"a head and an answer in a cycle"},
                    {"a slot is taken in the cycle in which one is given back"},
                    {"a sleep of more than 1000 cycles"}}) {
  corners_[kWholeWindow].possible = config[1] > 1;
  corners_[kSecondOfWindow].possible = config[1] > 1;
}

namespace {

std::vector<std::uint32_t> draw_config(const BlockModel& model, Random& random) {
  const std::uint32_t room_for_updates = limit_of(model, "5*queues_per_class*window+capacity", 256);
  const std::uint32_t per_class = random.between(1, limit_of(model, "5*queues_per_class", 20) / 5);
  const std::uint32_t shows = random.between(1, limit_of(model, "window", 8));
  const std::uint32_t room = room_for_updates - 5 * per_class * shows;
  const std::uint32_t own = 5 * per_class;
  const std::uint32_t capacity = std::max(own, random.between(std::min(own, room), room));
  // Some of the longest: what is a bit short of 17 or 20 bits shows there alone.
  const auto draw_time = [&](std::uint32_t usual, std::uint32_t long_one, std::uint32_t longest) {
    if (random.percent(65)) return random.between(1, usual);
    return random.percent(75) ? random.between(1, long_one) : random.between(longest / 2, longest);
  };
  const std::uint32_t split = draw_time(8, 2000, 100000);
  const std::uint32_t retry = draw_time(20, 3000, 1000000);
  return {per_class, shows, capacity, random.between(4, limit_of(model, "slots", 64)), split, retry};
}

}  // namespace

WorldKind decomposer_world() {
  return {decomposer_pins,
          [](const BlockModel& model, Random& random) {
            return draw_within(decomposer_pins(), model, random, draw_config);
          },
          [](const std::vector<std::uint32_t>& config, std::uint64_t seed) -> std::unique_ptr<BlockWorld> {
            return std::make_unique<DecomposerWorld>(config, seed);
          }};
}

DecomposerWorld::DecomposerWorld(std::vector<std::uint32_t> config, std::uint64_t seed)
    : config_(std::move(config)),
      random_(seed),
      corners_(config_),
      queues_(std::size_t{5} * config_[kPerClass]),
      retrying_(config_[kSlots], false) {
  for (std::uint32_t task = 0; task < 2 * config_[kCapacity] + 8; ++task) free_tasks_.push_back(task);
}

void DecomposerWorld::new_mood() {
  const std::uint32_t rates[] = {3, 30, 70, 100};
  show_ = rates[random_.below(4)];
  waits_ = random_.below(3) * 50;
  fails_ = random_.below(3) * 30;
  events_ = random_.percent(30) ? 80 : 10;
  one_class_ = random_.percent(30) ? 1 + random_.below(4) : 0;
  patience_ = random_.percent(10) ? 3000 : random_.between(1, 30);
  mood_ends_ = now_ + random_.between(50, 600);
}

Cycle DecomposerWorld::wait() { return random_.percent(30) ? 1 : random_.between(1, patience_); }

void DecomposerWorld::inputs(Cycle now, std::vector<PinMessage>& in) {
  now_ = now;
  if (now >= mood_ends_) new_mood();
  if (last_ != 0 && now > last_ + 1000) corners_.hit(DecomposerCorners::kLongSleep);
  if (now >= next_head_) {
    next_head_ = random_.percent(show_) ? now + 1 : now + wait();
    auto q = random_.below(static_cast<std::uint32_t>(queues_.size()));
    if (one_class_ != 0) q = (one_class_ - 1) * config_[kPerClass] + q % config_[kPerClass];
    if (random_.percent(events_)) q = 4 * config_[kPerClass] + q % config_[kPerClass];
    Queue& queue = queues_[q];
    if (queue.shown < config_[kWindow] && in_cache_ < config_[kCapacity] && !free_tasks_.empty()) {
      const std::size_t i = random_.below(static_cast<std::uint32_t>(free_tasks_.size()));
      const std::uint32_t task = free_tasks_[i];
      free_tasks_[i] = free_tasks_.back();
      free_tasks_.pop_back();
      pins::Head head;
      head.queue = q;
      head.task = task;
      head.waits = random_.percent(waits_);
      head.jobs = random_.percent(5) ? static_cast<std::uint32_t>(random_.bits()) | 1U : random_.between(1, 20);
      queue.tasks.push_back(task);
      ++queue.shown;
      ++in_cache_;
      ++born_;
      if (queue.shown == config_[kWindow] && config_[kWindow] > 1) corners_.hit(DecomposerCorners::kWholeWindow);
      if (head.waits) corners_.hit(DecomposerCorners::kWaits);
      in.push_back(pack(pin::heads, head));
    }
  }
  const bool head = !in.empty();
  if (query_answers_.take(now, in) && head) corners_.hit(DecomposerCorners::kAnswerAndHead);
  const bool registered = registrations_.take(now, in);
  const pins::Answer who = registered ? unpack<pins::Answer>(in.back()) : pins::Answer();
  const bool event = registered && who.queue / config_[kPerClass] == 4;
  const bool verdict = verdicts_.take(now, in);
  const pins::Verdict what = verdict ? unpack<pins::Verdict>(in.back()) : pins::Verdict();
  const bool sent = verdict && what.kind == ScheduleVerdict::Kind::all_sent;
  if (verdict) retrying_[what.slot] = !sent;
  if (verdict && !sent) retries_.push_back(now + config_[kRetry]);
  if (registered) {
    std::vector<std::uint32_t>& shown = queues_[who.queue].tasks;
    if (shown.front() != who.task) corners_.hit(DecomposerCorners::kSecondOfWindow);
    shown.erase(std::find(shown.begin(), shown.end(), who.task));
    if (!event) splits_.push_back(now + config_[kSplit]);
  }
  if (event) corners_.hit(DecomposerCorners::kEvent);
  if (event && sent) corners_.hit(DecomposerCorners::kThreeUpdates);
  if (registered && !event && sent) corners_.hit(DecomposerCorners::kTakeAndGive);
  if (sent) --registered_;
  if (!in.empty()) last_ = now;
}

void DecomposerWorld::hear(Cycle now, const std::vector<PinMessage>& out) {
  for (const PinMessage& message : out) {
    if (message.link == pin::cache_updates) {
      const auto update = unpack<pins::Update>(message);
      if (update.kind == CacheUpdate::Kind::head_taken) {
        --queues_[update.queue].shown;
      } else {
        --in_cache_;
        free_tasks_.push_back(update.task);
      }
      if (update_said_) corners_.hit(DecomposerCorners::kUpdatesQueue);
    } else if (message.link == pin::monitor_requests) {
      const auto question = unpack<pins::Question>(message);
      pins::Answer answer;
      answer.queue = question.queue;
      answer.task = question.task;
      const bool query = question.kind == MonitorRequest::Kind::query_predecessors;
      (query ? query_answers_ : registrations_)
          .add(now + 1 + wait(), pack(query ? pin::query_answers : pin::registrations, answer));
      if (!query && question.queue / config_[kPerClass] < 4) {
        ++registered_;
        if (registered_ == config_[kSlots]) corners_.hit(DecomposerCorners::kFull);
        if (registered_ + 3 >= config_[kSlots]) corners_.hit(DecomposerCorners::kClassAlone);
      }
    } else {
      const auto request = unpack<pins::Request>(message);
      pins::Verdict verdict;
      verdict.slot = request.slot;
      if (random_.percent(fails_)) {
        verdict.kind = ScheduleVerdict::Kind::match_failed;
        verdict.jobs_left = random_.between(1, std::min<std::uint32_t>(request.jobs, 1U << 30U));
      }
      note_order(request.slot, now);
      if (request.slot + 1 == config_[kSlots]) corners_.hit(DecomposerCorners::kAllSlots);
      verdicts_.add(now + 1 + wait(), pack(pin::verdicts, verdict));
    }
  }
  update_said_ = std::any_of(out.begin(), out.end(), [](const PinMessage& m) { return m.link == pin::cache_updates; });
}

void DecomposerWorld::note_order(std::uint32_t slot, Cycle now) {
  std::deque<Cycle>& of = retrying_[slot] ? retries_ : splits_;
  const std::deque<Cycle>& other = retrying_[slot] ? splits_ : retries_;
  if (!other.empty() && other.front() <= now) {
    corners_.hit(retrying_[slot] ? DecomposerCorners::kRetryBeforeSplit : DecomposerCorners::kSplitBeforeRetry);
    if (other.front() == of.front()) corners_.hit(DecomposerCorners::kSameTime);
  }
  of.pop_front();
}

Cycle DecomposerWorld::next() const {
  const Cycle next = std::min({next_head_, query_answers_.next(), registrations_.next(), verdicts_.next()});
  return std::max(next, now_ + 1);
}

}  // namespace gantry::campaign
