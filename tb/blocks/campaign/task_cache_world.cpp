// SPDX-License-Identifier: Apache-2.0
// Environment of a task cache: a host that sends doorbells, a memory that answers the bursts of each descriptor after
// random times and in any order, and a decomposer that takes heads and frees slots.
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "blocks/campaign/block_world.h"
#include "blocks/campaign/delay_line.h"
#include "gantry/scheduler/descriptor_config.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::task_cache;

enum Constant : std::uint8_t { kPerClass, kCapacity, kReads, kWindow, kBytes, kPredecessors, kRing, kBurst, kBursts };
using Config = std::vector<std::uint32_t>;

class Corners final : public CornerCounts {
 public:
  enum Name : std::uint8_t {
    kFull,
    kQueueAlone,
    kAllReads,
    kAllBursts,
    kLonger,
    kTwoBursts,
    kOutOfOrder,
    kWrapped,
    kStale,
    kWholeWindow,
    kSecondTaken,
    kHeadsQueue,
    kDescriptorAndUpdate,
    kLongSleep
  };
  explicit Corners(const Config& config)
      : CornerCounts({{"all places are taken"},
                      {"a queue has its own place left alone"},
                      {"all reads of a queue are under way"},
                      {"all bursts are under way"},
                      {"a descriptor names more than it has room for"},
                      {"a descriptor of several bursts"},
                      {"a descriptor is there before one that was asked for earlier"},
                      {"a ring is used again from its begin"},
                      {"a doorbell that tells nothing new"},
                      {"a queue shows as many as it may"},
                      {"the second of a window is taken before the first"},
                      {"heads are shown in cycles that follow each other"},
                      {"a descriptor and a message from the decomposer in a cycle"},
                      {"a sleep of more than 1000 cycles"}}) {
    corners_[kWholeWindow].possible = config[kWindow] > 1;
    corners_[kSecondTaken].possible = config[kWindow] > 1;
    corners_[kOutOfOrder].possible = config[kReads] > 1 && config[kBursts] > 1;
    corners_[kTwoBursts].possible = config[kBytes] > config[kBurst];
  }
  using CornerCounts::hit;
};

class TaskCacheWorld final : public BlockWorld {
 public:
  TaskCacheWorld(Config config, std::uint64_t seed)
      : config_(std::move(config)), random_(seed), corners_(config_), queues_(std::size_t{5} * config_[kPerClass]) {
    for (std::uint32_t task = 0; task < queues() * config_[kRing] + config_[kCapacity]; ++task) free_.push_back(task);
  }

  void inputs(Cycle now, std::vector<PinMessage>& in) override {
    now_ = now;
    if (now >= mood_ends_) new_mood();
    if (now > last_ + 1000) corners_.hit(Corners::kLongSleep);
    // Host and memory reach the cache through one door, a message a cycle.
    const bool answered = answers_.take(now, in);
    if (answered) arrived(unpack<pins::Descriptor>(in.back()));
    if (now >= next_bell_) {
      next_bell_ = random_.percent(rings_) ? now + 1 : now + wait();
      if (!answered) ring(in);
    }
    if (updates_.take(now, in)) {
      if (answered) corners_.hit(Corners::kDescriptorAndUpdate);
      take(unpack<pins::Update>(in.back()));
    }
    if (!in.empty()) last_ = now;
  }

  void hear(Cycle now, const std::vector<PinMessage>& out) override {
    bool head = false;
    for (const PinMessage& message : out) {
      if (message.link == pin::reads) {
        answer(unpack<pins::Read>(message), now);
      } else {
        if (head_said_ + 1 == now) corners_.hit(Corners::kHeadsQueue);
        head = true;
        show(unpack<pins::Head>(message).message(), now);
      }
    }
    if (head) head_said_ = now;
  }

  [[nodiscard]] Cycle next() const override {
    return std::max(std::min({next_bell_, answers_.next(), updates_.next()}), now_ + 1);
  }
  [[nodiscard]] std::uint64_t tasks() const override { return born_; }
  [[nodiscard]] const CornerCounts& corners() const override { return corners_; }

 private:
  struct Read {
    std::uint64_t position = 0;
    std::uint64_t left = 0;  ///< bursts that have not come
  };
  struct Descriptor {
    std::uint32_t task = 0;
    std::uint32_t predecessors = 0;
  };
  struct Queue {
    std::uint64_t tail = 0;
    std::uint64_t read = 0;   ///< number of descriptors that were requested
    std::uint64_t shown = 0;  ///< and shown
    std::uint32_t places = 0;
    std::deque<Descriptor> ring;       ///< those from `shown` on
    std::vector<Read> reads;           ///< under way, in order of position
    std::vector<std::uint32_t> heads;  ///< not taken
  };

  [[nodiscard]] std::uint32_t queues() const { return 5 * config_[kPerClass]; }

  void new_mood() {
    const std::uint32_t rates[] = {3, 30, 70, 100};
    rings_ = rates[random_.below(4)];
    longer_ = random_.below(3) * 40;
    few_ = random_.percent(30) ? random_.between(1, queues()) : queues();
    patience_ = random_.percent(10) ? 3000 : random_.between(1, 30);
    memory_ = random_.percent(10) ? 2000 : random_.between(1, 60);
    mood_ends_ = now_ + random_.between(50, 600);
  }
  Cycle wait() { return random_.percent(30) ? 1 : random_.between(1, patience_); }

  void ring(std::vector<PinMessage>& in) {
    const std::uint32_t q = random_.below(few_);
    Queue& queue = queues_[q];
    std::uint64_t tail = queue.tail;
    const std::uint64_t room = config_[kRing] - (queue.tail - queue.shown);
    if (random_.percent(5) || room == 0) {
      if (tail == 0) return;
      tail -= random_.below(static_cast<std::uint32_t>(std::min<std::uint64_t>(tail, 3)));
      corners_.hit(Corners::kStale);
    } else {
      const std::uint32_t many = random_.percent(50) ? 1 : random_.between(1, static_cast<std::uint32_t>(room));
      for (std::uint32_t i = 0; i < many; ++i) write(queue);
      tail = queue.tail;
    }
    in.push_back(pack(pin::doorbells, pins::Bell{q, tail}));
  }

  /// The host has written a descriptor into the ring.
  void write(Queue& queue) {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(free_.size()));
    Descriptor descriptor;
    descriptor.task = free_[i];
    free_[i] = free_.back();
    free_.pop_back();
    descriptor.predecessors = random_.below(config_[kPredecessors] + 1);
    if (random_.percent(longer_)) descriptor.predecessors = config_[kPredecessors] + random_.between(1, 80);
    if (queue.tail >= config_[kRing]) corners_.hit(Corners::kWrapped);
    queue.ring.push_back(descriptor);
    ++queue.tail;
    ++born_;
  }

  void answer(const pins::Read& read, Cycle now) {
    Queue& queue = queues_[read.queue];
    const Descriptor& descriptor = queue.ring[static_cast<std::size_t>(read.position - queue.shown)];
    if (read.position == queue.read) begin(queue, descriptor);
    if (++bursts_ == config_[kBursts]) corners_.hit(Corners::kAllBursts);
    pins::Descriptor burst;
    burst.queue = read.queue;
    burst.position = read.position;
    burst.task = descriptor.task;
    const std::uint64_t place = std::uint64_t{read.queue} * config_[kRing] + read.position % config_[kRing];
    burst.offset = read.address - place * room_for(config_[kBytes]);
    burst.predecessors = descriptor.predecessors;
    answers_.add(now + 2 + random_.below(memory_), pack(pin::descriptors, burst));
  }

  void begin(Queue& queue, const Descriptor& descriptor) {
    // A longer descriptor is first read to the length of the others.
    DescriptorConfig length;
    length.full_bytes = config_[kBytes];
    length.predecessors = config_[kPredecessors];
    const std::uint64_t whole = length.bytes(descriptor.predecessors);
    const std::uint64_t first = room_for(config_[kBytes]);
    const std::uint64_t more = whole > first ? room_for(whole - first) : 0;
    if (first > config_[kBurst]) corners_.hit(Corners::kTwoBursts);
    if (more > 0) corners_.hit(Corners::kLonger);
    queue.reads.push_back({queue.read++, (first + more) / config_[kBurst]});
    ++queue.places;
    ++places_;
    if (queue.reads.size() == config_[kReads]) corners_.hit(Corners::kAllReads);
    if (places_ == config_[kCapacity]) corners_.hit(Corners::kFull);
    std::uint32_t shared = 0;
    for (const Queue& of : queues_) shared += of.places > 1 ? of.places - 1 : 0;
    if (queue.places == 1 && shared + queues() == config_[kCapacity]) corners_.hit(Corners::kQueueAlone);
  }

  /// Bytes from where something of that length begins to where the next thing can.
  [[nodiscard]] std::uint64_t room_for(std::uint64_t bytes) const {
    return (bytes + config_[kBurst] - 1) / config_[kBurst] * config_[kBurst];
  }

  void arrived(const pins::Descriptor& burst) {
    --bursts_;
    std::vector<Read>& reads = queues_[burst.queue].reads;
    const auto read =
        std::find_if(reads.begin(), reads.end(), [&](const Read& r) { return r.position == burst.position; });
    if (--read->left > 0) return;
    if (read != reads.begin()) corners_.hit(Corners::kOutOfOrder);
    reads.erase(read);
  }

  /// A visible task is taken after a random time, and its slot is freed later.
  void show(const QueueHead& head, Cycle now) {
    Queue& queue = queues_[head.queue];
    queue.ring.pop_front();
    ++queue.shown;
    queue.heads.push_back(head.task);
    if (config_[kWindow] > 1 && queue.heads.size() == config_[kWindow]) corners_.hit(Corners::kWholeWindow);
    pins::Update update;
    update.queue = head.queue;
    update.task = head.task;
    const Cycle taken = updates_.add(now + 1 + wait(), pack(pin::cache_updates, update));
    update.kind = CacheUpdate::Kind::room_freed;
    updates_.add(taken + wait(), pack(pin::cache_updates, update));
  }

  void take(const pins::Update& update) {
    Queue& queue = queues_[update.queue];
    if (update.kind == CacheUpdate::Kind::room_freed) {
      --places_;
      --queue.places;
      free_.push_back(update.task);
      return;
    }
    const auto head = std::find(queue.heads.begin(), queue.heads.end(), update.task);
    if (head != queue.heads.begin()) corners_.hit(Corners::kSecondTaken);
    queue.heads.erase(head);
  }

  Config config_;
  Random random_;
  Corners corners_;
  std::vector<Queue> queues_;
  std::vector<std::uint32_t> free_;  ///< tasks
  DelayLine answers_;
  DelayLine updates_;
  std::uint32_t places_ = 0;
  std::uint32_t bursts_ = 0;
  std::uint64_t born_ = 0;
  Cycle next_bell_ = 1;
  Cycle head_said_ = kNever;
  // Habits of a phase.
  Cycle mood_ends_ = 0;
  std::uint32_t rings_ = 50;    ///< percent
  std::uint32_t longer_ = 0;    ///< percent
  std::uint32_t few_ = 1;       ///< queues that are written into
  std::uint32_t patience_ = 4;  ///< longest usual wait
  std::uint32_t memory_ = 10;   ///< longest time of a burst, in cycles
  Cycle now_ = 0;
  Cycle last_ = 0;
};

Config draw_config(const BlockModel& model, Random& random) {
  const std::uint32_t per_class = random.between(1, limit_of(model, "5*queues_per_class", 20) / 5);
  const std::uint32_t own = 5 * per_class;
  const std::uint32_t capacity =
      random.between(own, std::max(own, std::min(limit_of(model, "capacity", 64), own + 24)));
  const std::uint32_t burst = 16U << random.below(5);
  return {per_class,
          capacity,
          random.between(1, limit_of(model, "reads_in_flight", 8)),
          random.between(1, limit_of(model, "window", 4)),
          random.between(1, 50) * 4,
          random.below(10),
          random.between(1, random.percent(50) ? 3 : 40),
          burst,
          random.between(1, limit_of(model, "outstanding_bursts", 16))};
}

}  // namespace

WorldKind task_cache_world() {
  return {task_cache_pins,
          [](const BlockModel& model, Random& random) {
            return draw_within(task_cache_pins(), model, random, draw_config);
          },
          [](const Config& config, std::uint64_t seed) -> std::unique_ptr<BlockWorld> {
            return std::make_unique<TaskCacheWorld>(config, seed);
          }};
}

}  // namespace gantry::campaign
