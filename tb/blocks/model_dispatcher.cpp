// SPDX-License-Identifier: Apache-2.0
// The model's dispatcher behind pins, with the picker and the choice of processors that its constants number.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "blocks/model_behind_pins.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/dispatcher_pins.h"

namespace gantry {
namespace {

DispatcherConfig dispatcher_config(const std::vector<std::uint32_t>& config) {
  DispatcherConfig own;
  own.mode = config.at(2) != 0 ? MatchMode::per_job : MatchMode::gang;
  own.match_against = config.at(3) != 0 ? MatchAgainst::capable : MatchAgainst::idle;
  own.match_jobs_per_cycle = config.at(4);
  own.match_timeout = config.at(5);
  own.match_latency_cycles = config.at(6);
  own.choice_latency_cycles = config.at(7);
  own.decisions_per_round = config.at(8);
  own.send_ports = config.at(9);
  own.collect_cycles = config.at(10);
  std::copy_n(config.begin() + 11, own.class_map.size(), own.class_map.begin());
  own.picker.entries = config.at(15);
  own.picker.classes = config.at(16);
  own.picker.frac = config.at(17);
  own.picker.quant = config.at(18);
  own.picker.tie = config.at(19) != 0 ? TieBreak::history_weight : TieBreak::expected_weight;
  own.picker.pick_interval_cycles = config.at(20);
  own.picker.pick_latency_cycles = config.at(21);
  own.picker.reweigh_cycles = config.at(22);
  return own;
}

/// They differ in nothing else that is not in the mask of a request.
ProcessorTable equal_processors(const std::vector<std::uint32_t>& config) {
  namespace pin = pins::dispatcher;
  std::vector<ProcessorInfo> processors(config.at(1));
  for (std::size_t p = 0; p < processors.size(); ++p) {
    const std::uint32_t word = config.at(25 + p / pin::kPlacesInWord);
    const std::size_t shift = pin::kPlacesBits * (p % pin::kPlacesInWord);
    processors[p].max_job_bytes = std::numeric_limits<std::uint64_t>::max();
    processors[p].queue_depth = word >> shift & ((1U << pin::kPlacesBits) - 1);
  }
  std::vector<std::uint32_t> hops(processors.size(), 0);
  return {std::move(processors), std::move(hops)};
}

class ModelDispatcher final : public ModelBlock, private MessageSink {
 public:
  ModelDispatcher() : ModelBlock(dispatcher_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    namespace pin = pins::dispatcher;
    const DispatcherConfig own = dispatcher_config(config);
    const std::uint32_t processors = config.at(1);
    const auto& picker = *builtin_pickers().find(pin::pickers().at(config.at(23)));
    const auto& choice = *builtin_processor_choices().find(pin::choices().at(config.at(24)));
    block_.emplace(own, DescriptorConfig{}, config.at(0), equal_processors(config), picker.make(own.picker),
                   choice.make({}), tasks_.table(), jobs_, links_, records_);
    std::vector<SendPort> ports;
    for (std::uint32_t port = 0; port < own.send_ports; ++port) ports.push_back(SendPort(*this, port, 0));
    block_->connect(std::move(ports), std::vector<TerminalId>(processors, 0));
    block_->attach(&waker_);
    leaving_ = jobs_.allocate();
    jobs_[leaving_].task = 0;
    tasks_[0];
  }

  void take(const PinMessage& message, Cycle now) override {
    namespace pin = pins::dispatcher;
    switch (message.link) {
      case pin::schedule_requests:
        return take_request(unpack<pins::Request>(message), now);
      case pin::processor_updates:
        return links_.processor_updates.send({unpack<pins::FreeProcessor>(message).processor}, now - 1);
      case pin::first_flits:
        return block_->first_flit_sent(job_of(unpack<pins::Flit>(message)), now - 1);
      default: {
        const auto flit = unpack<pins::Flit>(message);
        return block_->last_flit_sent(flit.port, job_of(flit), now - 1);
      }
    }
  }

  Cycle run(Cycle now, std::vector<PinMessage>& out) override {
    block_->run(now);
    say<pins::Verdict>(links_.verdicts, pins::dispatcher::verdicts, now, out);
    out.insert(out.end(), said_.begin(), said_.end());
    said_.clear();
    return std::min(block_->due(), leaves(links_.verdicts));
  }

 private:
  void take_request(const pins::Request& request, Cycle now) {
    Task& task = tasks_[request.task].task;
    task.cls = request.cls;
    task.weight = request.weight;
    task.jobs = request.task_jobs;
    task.cycles = request.cycles;
    task.deadline = request.deadline;
    task.type = kAnyType;
    // No processors named would be all of them.
    task.cycles_by_type.assign(request.processors == 0 ? 1 : 0, JobCycles::kCannotRun);
    task.processors.clear();
    for (ProcessorId p = 0; p < pins::dispatcher::kMostProcessors; ++p) {
      if ((request.processors >> p & 1U) != 0) task.processors.push_back(p);
    }
    links_.schedule_requests.send(request.message(), now - 1);
  }
  [[nodiscard]] Message job_of(const pins::Flit& flit) const {
    return {0, 0, JobMessage{leaving_, flit.processor, flit.slot}};
  }
  /// A job that the dispatcher gives to a port.
  void send(std::uint32_t port, const Message& message, Cycle /*now*/, Cycle /*created*/) override {
    const auto content = message.content<JobMessage>();
    const LiveJob& job = jobs_[content.job];
    said_.push_back(
        pack(pins::dispatcher::jobs, pins::Job{port, job.task, job.record.job, content.slot, content.processor}));
    jobs_.release(content.job);
  }

  KnownTasks tasks_;
  JobTable jobs_;
  JobRef leaving_ = kNone;  ///< stands for all jobs that leave: the pins do not tell which
  SchedulerLinks links_;
  NoRecords records_;
  std::vector<PinMessage> said_;
  std::optional<Dispatcher> block_;
};

}  // namespace

std::unique_ptr<PinBlock> make_model_dispatcher() { return std::make_unique<ModelDispatcher>(); }

}  // namespace gantry
