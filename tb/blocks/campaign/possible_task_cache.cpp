// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "blocks/campaign/possible_answers.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::task_cache;

class OfTaskCache final : public PossibleAnswers {
 public:
  explicit OfTaskCache(const std::vector<std::uint32_t>& config)
      : ring_(config.at(6)), room_(ceil_div(config.at(4), config.at(7)) * config.at(7)) {}

  void check(const PinMessage& input) override {
    switch (input.link) {
      case pin::doorbells: {
        const auto bell = unpack<pins::Bell>(input);
        // A ring entry is rewritten when its descriptor is in the cache, as those of visible tasks are.
        return require(bell.tail <= shown_[bell.queue] + ring_, "the ring has no room for so many");
      }
      case pin::descriptors:
        return check_burst(unpack<pins::Descriptor>(input));
      default: {
        const auto update = unpack<pins::Update>(input);
        const Task task{update.queue, update.task};
        if (update.kind == CacheUpdate::Kind::room_freed)
          return require(taken_.erase(task) == 1, "the task has no room");
        require(heads_.erase(task) == 1, "the task is not shown");
        taken_.insert(task);
      }
    }
  }
  void hear(const PinMessage& output) override {
    if (output.link == pin::heads) {
      const auto head = unpack<pins::Head>(output);
      heads_.insert({head.queue, head.task});
      descriptors_.erase({head.queue, shown_[head.queue]++});
    } else if (output.link == pin::reads) {
      const auto read = unpack<pins::Read>(output);
      const std::uint64_t place = read.queue * ring_ + read.position % ring_;
      reads_.insert({read.queue, read.position, read.address - place * room_});
    }
  }

 private:
  using Task = std::pair<std::uint64_t, std::uint64_t>;                   ///< queue, task
  using Position = std::pair<std::uint64_t, std::uint64_t>;               ///< queue, position
  using Burst = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;  ///< queue, position, offset
  using Descriptor = std::pair<std::uint64_t, std::uint64_t>;             ///< task, predecessors

  void check_burst(const pins::Descriptor& burst) {
    require(reads_.erase({burst.queue, burst.position, burst.offset}) == 1, "the cache has not asked for it");
    const Descriptor told{burst.task, burst.predecessors};
    const auto [at, first] = descriptors_.insert({{burst.queue, burst.position}, told});
    require(first || at->second == told, "the descriptor was another one");
  }

  std::uint64_t ring_;
  std::uint64_t room_;                            ///< bytes of a descriptor in memory
  std::map<std::uint64_t, std::uint64_t> shown_;  ///< tasks, by queue
  std::set<Burst> reads_;                         ///< requested bursts
  std::map<Position, Descriptor> descriptors_;    ///< descriptors with at least one burst that are not visible
  std::set<Task> heads_;
  std::set<Task> taken_;
};

}  // namespace

std::unique_ptr<PossibleAnswers> possible_for_task_cache(const std::vector<std::uint32_t>& config) {
  return std::make_unique<OfTaskCache>(config);
}

}  // namespace gantry::campaign
