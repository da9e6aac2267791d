// SPDX-License-Identifier: Apache-2.0
#include "feed_device.h"

#include <set>

#include "../device/device_bench.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "require.h"

namespace gantry {
namespace {

constexpr Cycle kMostCycles = 20'000;

/// Takes numbers from the input; zeros behind its end.
class Input {
 public:
  explicit Input(const std::string& bytes) : bytes_(bytes) {}
  [[nodiscard]] bool empty() const { return at_ >= bytes_.size(); }
  std::uint64_t take(std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes && !empty(); ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes_[at_++])} << (8 * i);
    return value;
  }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

class Driver {
 public:
  explicit Driver(Input& input, const SchedulerDeviceConfig& config) : input_(input), bench_(config) {}

  void run() {
    if (input_.take(1) % 4 != 0) bench_.set_up();
    while (!input_.empty() && bench_.now < kMostCycles) act();
    bench_.run(500);
    look();
  }

 private:
  void act() {
    const std::uint64_t what = input_.take(1);
    if (what == 0xff) reset();
    switch (what % 8) {
      case 0: {
        const std::uint64_t offset = input_.take(2);
        const std::size_t size = input_.take(1) % 9;
        return bench_.write(offset, input_.take(8), size);
      }
      case 1:
        bench_.read(input_.take(2), input_.take(1) % 9);
        return;
      case 2:
        return submit();
      case 3:
        return bench_.run(8 * input_.take(1));
      case 4: {
        const auto queue = static_cast<std::uint32_t>(input_.take(1) % 5);
        return bench_.write(GANTRY_TS_QUEUE_TAIL(queue), bench_.tails[queue] + input_.take(1) - 128);
      }
      case 5: {
        const std::uint64_t faults = input_.take(1);
        bench_.memory_fails = (faults & 1) != 0;
        bench_.bus_fails = (faults & 2) != 0;
        bench_.job_fails = (faults & 4) != 0;
        bench_.silent = (faults & 8) != 0;
        bench_.random_latency = (faults & 16) != 0;
        bench_.answers_ahead = (faults & 32) != 0;
        if ((faults & 64) != 0) change_rings(1 + static_cast<std::uint32_t>(input_.take(1) % 16));
        return;
      }
      case 6: {
        const std::uint64_t job = input_.take(1);
        if (job < bench_.jobs.size()) bench_.write(GANTRY_TS_COMPLETION, bench_.jobs[job].split.token);
        return;
      }
      default:
        return look();
    }
  }

  /// From now on the driver tells a ring anew whenever a queue has been read, before the blocks hear of it.
  void change_rings(std::uint32_t most) {
    bench_.on_answer = [this, most, entries = std::uint32_t{0}]() mutable {
      for (std::uint32_t queue = 0; queue < bench_.tails.size(); ++queue) {
        if (bench_.read(GANTRY_TS_QUEUE_HEAD(queue)) != bench_.read(GANTRY_TS_QUEUE_TAIL(queue))) continue;
        entries = entries % most + 1;
        bench_.write(GANTRY_TS_QUEUE_ENTRIES(queue), entries);
      }
    };
  }

  /// By register or by call; at once, or within one of the device's own calls.
  void reset() {
    const std::uint64_t how = input_.take(1);
    bench_.resets_within = static_cast<std::uint32_t>(how & 15);
    if ((how & 16) != 0) bench_.device.reset(bench_.now + 1);
    if ((how & 32) != 0) bench_.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET);
    if ((how & 64) != 0) {
      require(bench_.read(GANTRY_TS_STATUS) >> 32 <= bench_.read(GANTRY_TS_DESCRIPTOR) >> 32,
              "more tasks than the window");
      bench_.forget_rings();
      bench_.set_up();
    }
  }

  /// A task of one job, with some bytes changed.
  void submit() {
    const auto queue = static_cast<std::uint32_t>(input_.take(1) % 5);
    if (bench_.device.resets() != known_resets_) {
      known_resets_ = bench_.device.resets();
      number_ = 0;
    }
    DescriptorFields task = device_bench::Bench::task(number_++);
    task.cls = static_cast<std::uint8_t>(queue);
    if (queue == GANTRY_TS_CLASS_EVENT) task.jobs = 0;
    std::vector<std::uint8_t> bytes = write_descriptor(task, bench_.device.layout());
    for (std::uint64_t changes = input_.take(1) % 8; changes > 0; --changes) {
      const std::uint64_t at = input_.take(1) % bytes.size();
      bytes[at] = static_cast<std::uint8_t>(input_.take(1));
    }
    bench_.put(queue, bytes);
    bench_.ring(queue);
  }

  void look() {
    // Numbers begin anew.
    if (bench_.device.resets() != resets_) {
      resets_ = bench_.device.resets();
      done_.clear();
    }
    for (const auto& [task, how] : bench_.done()) require(done_.insert(task).second, "a task is done twice");
    std::uint64_t errors = 0;
    for (std::uint32_t kind = 0; kind < GANTRY_TS_ERROR_KINDS; ++kind)
      errors += bench_.read(GANTRY_TS_ERROR_COUNT(kind));
    require(errors == bench_.read(GANTRY_TS_ERRORS), "an error is not counted");
    const bool wanted = (bench_.read(GANTRY_TS_INT_STATUS) & bench_.read(GANTRY_TS_INT_MASK)) != 0;
    require(bench_.interrupt == wanted, "the wire is not what the status says");
  }

  Input& input_;
  device_bench::Bench bench_;
  std::uint32_t number_ = 0;
  std::uint32_t resets_ = 0;
  std::uint32_t known_resets_ = 0;  ///< by who submits
  std::set<std::uint32_t> done_;
};

}  // namespace

void feed_device(const std::string& text) {
  Input input(text);
  SchedulerDeviceConfig config = device_bench::two_cores();
  const std::uint64_t choices = input.take(1);
  config.scheduler.dispatcher->mode = (choices & 1) != 0 ? MatchMode::gang : MatchMode::per_job;
  config.scheduler.dispatcher->match_against = (choices & 2) != 0    ? MatchAgainst::reserve
                                               : (choices & 16) != 0 ? MatchAgainst::capable
                                                                     : MatchAgainst::idle;
  config.scheduler.monitor->completion_window = (choices & 4) != 0 ? 4096 : 8;
  config.bursts.burst_bytes = (choices & 8) != 0 ? 256 : 48;
  Driver(input, config).run();
}

}  // namespace gantry
