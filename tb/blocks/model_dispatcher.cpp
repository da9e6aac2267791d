// SPDX-License-Identifier: Apache-2.0
// The model's dispatcher behind pins, with the picker and the choice of processors that its constants number.
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/model_behind_pins.h"
#include "blocks/pin_layout.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"
#include "pins/dispatcher_pins.h"

namespace gantry {
namespace {

/// The constants by their names.
class Constants {
 public:
  explicit Constants(const std::vector<std::uint32_t>& config) : config_(config) {}
  [[nodiscard]] std::uint32_t of(std::string_view name) const {
    const auto& all = dispatcher_pins().config;
    const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
    if (at == all.end()) throw std::logic_error("the dispatcher has no constant " + std::string(name));
    return config_.at(static_cast<std::size_t>(at - all.begin()));
  }

 private:
  const std::vector<std::uint32_t>& config_;
};

DispatcherConfig dispatcher_config(const Constants& constants) {
  const auto of = [&](std::string_view name) { return constants.of(name); };
  DispatcherConfig own;
  own.mode = of("match_per_job") != 0 ? MatchMode::per_job : MatchMode::gang;
  own.match_against = static_cast<MatchAgainst>(of("match_against"));
  own.match_jobs_per_cycle = of("match_jobs_per_cycle");
  own.match_timeout = of("match_timeout");
  own.match_latency_cycles = of("match_latency_cycles");
  own.choice_latency_cycles = of("choice_latency_cycles");
  own.decisions_per_round = of("decisions_per_round");
  own.send_ports = of("send_ports");
  own.collect_cycles = of("collect_cycles");
  for (std::size_t cls = 0; cls < own.class_map.size(); ++cls) {
    const std::string name(kTaskClassNames[cls]);
    own.class_map[cls] = of(name + "_class");
    own.colocation[cls] = static_cast<Colocation>(of(name + "_colocation"));
  }
  own.picker->entries = of("entries");
  own.picker->classes = of("classes");
  own.picker->frac = of("frac");
  own.picker->quant = of("quant");
  own.picker->tie = of("tie_history") != 0 ? TieBreak::history_weight : TieBreak::expected_weight;
  own.picker->pick_interval_cycles = of("pick_interval_cycles");
  own.picker->pick_latency_cycles = of("pick_latency_cycles");
  own.picker->reweigh_cycles = of("reweigh_cycles");
  for (const pins::dispatcher::OwnConstant& key : pins::dispatcher::own_constants()) {
    (key.of_picker ? own.picker->own : own.choices).of(key.policy).set(key.key->name, of(key.name()));
  }
  return own;
}

/// Returns the processors of the table. Further properties come in the masks of requests.
ProcessorTable told_processors(const std::vector<std::uint32_t>& config) {
  std::vector<ProcessorInfo> processors;
  std::vector<std::uint32_t> hops;
  for_each_row(dispatcher_pins(), config, [&](const PinMessage& row) {
    const auto told = unpack<pins::Processor>(row);
    ProcessorInfo info;
    info.type = told.type;
    info.speed.millionths = told.speed_millionths;
    info.max_job_bytes = std::numeric_limits<std::uint64_t>::max();
    info.queue_depth = told.places;
    info.cluster = told.cluster;
    processors.push_back(info);
    hops.push_back(told.hops);
  });
  return {std::move(processors), std::move(hops)};
}

class ModelDispatcher final : public ModelBlock, private MessageSink {
 public:
  ModelDispatcher() : ModelBlock(dispatcher_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    namespace pin = pins::dispatcher;
    const Constants constants(config);
    const DispatcherConfig own = dispatcher_config(constants);
    const auto& picker = *builtin_pickers().find(pin::pickers().at(constants.of("picker")));
    const auto& choice = *builtin_processor_choices().find(pin::choices().at(constants.of("choice")));
    ProcessorTable table = told_processors(config);
    const std::uint32_t processors = table.count();
    for (ProcessorId p = 0; p < processors; ++p) types_ = std::max(types_, table.info(p).type + 1);
    const DescriptorConfig descriptor;
    const DispatcherParts parts{own, descriptor, constants.of("slots"), tasks_.table(), jobs_, links_, records_};
    block_.emplace(
        parts, SchedulerParts{std::move(table), picker.make(*own.picker), choice.make(own.choices.of(choice.name))});
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
      case pin::more_processors:
        return take_more(unpack<pins::MoreProcessors>(message));
      case pin::cycles_on: {
        const auto on = unpack<pins::CyclesOn>(message);
        Task& task = tasks_[asked_].task;
        if (task.cycles_by_type.empty()) task.cycles_by_type.assign(types_, JobCycles::kCannotRun);
        task.cycles_by_type.at(on.type) = on.cycles;
        return;
      }
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
    // No processors named would be all of them.
    Task& task = tasks_[asked_].task;
    if (task.processors.empty()) task.cycles_by_type.assign(types_, JobCycles::kCannotRun);
    block_->run(now);
    say<pins::Verdict>(links_.verdicts, pins::dispatcher::verdicts, now, out);
    out.insert(out.end(), said_.begin(), said_.end());
    said_.clear();
    return std::min(block_->due(), leaves(links_.verdicts));
  }

 private:
  void take_request(const pins::Request& request, Cycle now) {
    Task& task = tasks_[asked_ = request.task].task;
    task.cls = request.cls;
    task.weight = request.weight;
    task.jobs = request.task_jobs;
    task.cycles = request.cycles;
    task.deadline = request.deadline;
    task.type = kAnyType;
    task.cycles_by_type.clear();
    task.processors.clear();
    take_more({0, request.processors});
    links_.schedule_requests.send(request.message(), now - 1);
  }
  void take_more(const pins::MoreProcessors& more) {
    for (std::uint32_t p = 0; p < pins::dispatcher::kMaskBits; ++p) {
      if ((more.processors >> p & 1U) != 0) tasks_[asked_].task.processors.push_back(more.first + p);
    }
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
  TaskRef asked_ = 0;  ///< task whose request is being received
  std::uint32_t types_ = 0;
  JobTable jobs_;
  JobRef leaving_ = kNone;  ///< represents every job that leaves, because the pins do not identify it
  SchedulerLinks links_;
  NoRecords records_;
  std::vector<PinMessage> said_;
  std::optional<Dispatcher> block_;
};

}  // namespace

std::unique_ptr<PinBlock> make_model_dispatcher() { return std::make_unique<ModelDispatcher>(); }

}  // namespace gantry
