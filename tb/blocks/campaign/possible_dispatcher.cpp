// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/possible_dispatcher.h"

#include <algorithm>

#include "blocks/pin_layout.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::dispatcher;

struct Range {
  std::string_view name;
  std::uint64_t least;
  std::uint64_t most;
};

std::string beyond(const Range& range, std::uint64_t value) {
  if (value >= range.least && value <= range.most) return "";
  return "no dispatcher has " + std::string(range.name) + '=' + std::to_string(value) + " (a number in " +
         std::to_string(range.least) + ".." + std::to_string(range.most) + ')';
}

constexpr std::uint64_t kMostCycles = 10000;

}  // namespace

std::uint32_t PossibleDispatcher::constant(std::string_view name) const {
  const std::vector<PinConstant>& all = dispatcher_pins().config;
  const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
  return config_.at(static_cast<std::size_t>(at - all.begin()));
}

std::string PossibleDispatcher::wrong_config() const {
  const std::uint64_t classes = constant("classes");
  std::vector<Range> ranges = {{"slots", 1, 4096},
                               {"processors", 1, pin::kMostProcessors},
                               {"match_jobs_per_cycle", 1, 65536},
                               {"match_timeout", 1, kMostCycles},
                               {"match_latency_cycles", 0, kMostCycles},
                               {"choice_latency_cycles", 0, kMostCycles},
                               {"decisions_per_round", 1, pin::kMostPicks},
                               {"send_ports", 1, pin::kMostPorts},
                               {"collect_cycles", 1, kMostCycles},
                               {"entries", 1, 4096},
                               {"classes", 1, 5},
                               {"frac", 0, 16},
                               {"quant", 0, std::uint64_t{constant("frac")} + 8},
                               {"pick_interval_cycles", 1, kMostCycles},
                               {"pick_latency_cycles", 0, kMostCycles},
                               {"reweigh_cycles", 0, kMostCycles},
                               {"picker", 0, pin::pickers().size() - 1},
                               {"choice", 0, pin::choices().size() - 1}};
  for (const std::string_view cls : {"block_class", "cluster_class", "union_class", "communication_class"}) {
    ranges.push_back({cls, 0, classes - 1});
  }
  for (const std::string_view of :
       {"block_colocation", "cluster_colocation", "union_colocation", "communication_colocation"}) {
    ranges.push_back({of, 0, 2});
  }
  for (const Range& range : ranges) {
    std::string why = beyond(range, constant(range.name));
    if (!why.empty()) return why;
  }
  for (const pin::OwnConstant& own : pin::own_constants()) {
    const std::string name = own.name();
    std::string why = beyond({name, own.key->range.min, own.key->range.max}, constant(name));
    if (!why.empty()) return why;
  }
  return wrong_table();
}

std::string PossibleDispatcher::wrong_table() const {
  std::string why;
  std::uint32_t rows = 0;
  for_each_row(dispatcher_pins(), config_, [&](const PinMessage& row) {
    const auto processor = unpack<pins::Processor>(row);
    for (const auto& [range, value] : {std::pair<Range, std::uint64_t>{{"number", rows, rows}, processor.number},
                                       {{"type", 0, pin::kMostTypes - 1}, processor.type},
                                       {{"speed", 1, 1'000'000'000'000}, processor.speed_millionths},
                                       {{"places", 1, 65536}, processor.places}}) {
      if (why.empty()) why = beyond(range, value);
    }
    ++rows;
  });
  if (why.empty() && rows != constant("processors")) {
    why = "the table has " + std::to_string(rows) + " processors, not " + std::to_string(constant("processors"));
  }
  return why;
}

/// Before the first cycle: the configuration is possible.
void PossibleDispatcher::begin() {
  slots_.resize(constant("slots"));
  ports_.resize(constant("send_ports"));
  running_.resize(constant("processors"));
  for_each_row(dispatcher_pins(), config_,
               [&](const PinMessage& row) { types_ = std::max(types_, unpack<pins::Processor>(row).type + 1); });
}

std::string PossibleDispatcher::wrong(const std::vector<PinMessage>& inputs, const PinMessage*& at) {
  if (slots_.empty()) begin();
  const bool asks =
      std::any_of(inputs.begin(), inputs.end(), [](const PinMessage& m) { return m.link == pin::schedule_requests; });
  for (std::uint32_t link = 0; link < dispatcher_pins().inputs.size(); ++link) {
    for (const PinMessage& message : inputs) {
      if (message.link != link) continue;
      at = &message;
      std::string why = wrong_message(message, asks);
      if (!why.empty()) return why;
    }
  }
  return "";
}

std::string PossibleDispatcher::wrong_message(const PinMessage& message, bool asked_now) {
  switch (message.link) {
    case pin::schedule_requests:
      return wrong_request(unpack<pins::Request>(message));
    case pin::more_processors: {
      const auto more = unpack<pins::MoreProcessors>(message);
      if (!asked_now) return "there is no request beside it";
      return more.first == 0 || more.first % pin::kMaskBits != 0 ? "`first` is no multiple of 64"
                                                                 : wrong_mask(more.first, more.processors);
    }
    case pin::cycles_on:
      if (!asked_now) return "there is no request beside it";
      return unpack<pins::CyclesOn>(message).type < types_ ? "" : "there is no such type";
    case pin::processor_updates: {
      const ProcessorId processor = unpack<pins::FreeProcessor>(message).processor;
      if (processor >= running_.size()) return "there is no such processor";
      return running_[processor]-- > 0 ? "" : "no job that has left for it is without a completion";
    }
    default:
      return wrong_flit(unpack<pins::Flit>(message), message.link == pin::last_flits);
  }
}

std::string PossibleDispatcher::wrong_mask(std::uint32_t first, std::uint64_t mask) const {
  for (std::uint64_t p = 0; p < pin::kMaskBits; ++p) {
    if ((mask >> p & 1U) != 0 && first + p >= running_.size()) return "there are no such processors";
  }
  return "";
}

std::string PossibleDispatcher::wrong_request(const pins::Request& request) {
  if (request.slot >= slots_.size()) return "there is no such slot";
  // A table of them all is made.
  if (request.task >= 1U << 24U) return "no machine has a table of so many tasks";
  if (request.weight < 1 || request.weight > 256) return "the weight is none (1..256)";
  Slot& slot = slots_[request.slot];
  if (slot.asked) return "the slot has a request without a verdict";
  const std::uint32_t due = slot.left != 0 ? slot.left : request.task_jobs;
  if (due == 0 || request.jobs != due) return "asks for other jobs than are left to be sent";
  if (slot.left != 0 && slot.task != request.task) return "the slot has another task, whose request has failed";
  slot = {true, due, request.task};
  return wrong_mask(0, request.processors);
}

std::string PossibleDispatcher::wrong_flit(const pins::Flit& flit, bool last) {
  if (flit.port >= ports_.size()) return "there is no such port";
  std::deque<Leaving>& line = ports_[flit.port];
  if (line.empty()) return "no job stands at the port";
  Leaving& job = line.front();
  if (job.slot != flit.slot || job.processor != flit.processor) return "another job is the first at the port";
  if (job.begun != last) return last ? "its first flit has not left" : "its first flit has left before";
  job.begun = true;
  if (!last) return "";
  ++running_[job.processor];
  line.pop_front();
  return "";
}

void PossibleDispatcher::hear(const PinMessage& output) {
  if (output.link == pin::jobs) {
    const auto job = unpack<pins::Job>(output);
    ports_.at(job.port).push_back({job.slot, job.processor, false});
    return;
  }
  const auto verdict = unpack<pins::Verdict>(output);
  Slot& slot = slots_.at(verdict.slot);
  slot.asked = false;
  slot.left = verdict.kind == ScheduleVerdict::Kind::match_failed ? verdict.jobs_left : 0;
}

}  // namespace gantry::campaign
