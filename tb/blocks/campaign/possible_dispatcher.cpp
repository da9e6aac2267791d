// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/possible_dispatcher.h"

#include <algorithm>

#include "blocks/campaign/possible_answers.h"
#include "blocks/pin_layout.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::dispatcher;

struct Range {
  std::string_view name;
  std::uint64_t least;
  std::uint64_t most;
};

void check_range(const Range& range, std::uint64_t value) {
  if (value >= range.least && value <= range.most) return;
  throw Error("no dispatcher has " + std::string(range.name) + '=' + std::to_string(value) + " (a number in " +
              std::to_string(range.least) + ".." + std::to_string(range.most) + ')');
}

constexpr std::uint64_t kMostCycles = 10000;

}  // namespace

std::uint32_t PossibleDispatcher::constant(std::string_view name) const {
  const std::vector<PinConstant>& all = dispatcher_pins().config;
  const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
  return config_.at(static_cast<std::size_t>(at - all.begin()));
}

void PossibleDispatcher::check_config() const {
  const std::uint64_t classes = constant("classes");
  std::vector<Range> ranges = {{"slots", 1, 4096},
                               {"processors", 1, pin::kMostProcessors},
                               {"match_against", 0, 2},
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
  for (const Range& range : ranges) check_range(range, constant(range.name));
  for (const pin::OwnConstant& own : pin::own_constants()) {
    const std::string name = own.name();
    check_range({name, own.key->range.min, own.key->range.max}, constant(name));
  }
  check_table();
}

void PossibleDispatcher::check_table() const {
  std::uint32_t rows = 0;
  for_each_row(dispatcher_pins(), config_, [&](const PinMessage& row) {
    const auto processor = unpack<pins::Processor>(row);
    for (const auto& [range, value] : {std::pair<Range, std::uint64_t>{{"number", rows, rows}, processor.number},
                                       {{"type", 0, pin::kMostTypes - 1}, processor.type},
                                       {{"speed", 1, 1'000'000'000'000}, processor.speed_millionths},
                                       {{"places", 1, 65536}, processor.places}}) {
      check_range(range, value);
    }
    ++rows;
  });
  if (rows != constant("processors"))
    throw Error("the table has " + std::to_string(rows) + " processors, not " + std::to_string(constant("processors")));
}

/// Before the first cycle: the configuration is possible.
void PossibleDispatcher::begin() {
  slots_.resize(constant("slots"));
  ports_.resize(constant("send_ports"));
  running_.resize(constant("processors"));
  for_each_row(dispatcher_pins(), config_,
               [&](const PinMessage& row) { types_ = std::max(types_, unpack<pins::Processor>(row).type + 1); });
}

void PossibleDispatcher::check(const std::vector<PinMessage>& inputs, const PinMessage*& at) {
  if (slots_.empty()) begin();
  const bool asks =
      std::any_of(inputs.begin(), inputs.end(), [](const PinMessage& m) { return m.link == pin::schedule_requests; });
  for (std::uint32_t link = 0; link < dispatcher_pins().inputs.size(); ++link) {
    for (const PinMessage& message : inputs) {
      if (message.link != link) continue;
      at = &message;
      check_message(message, asks);
    }
  }
}

void PossibleDispatcher::check_message(const PinMessage& message, bool asked_now) {
  switch (message.link) {
    case pin::schedule_requests:
      return check_request(unpack<pins::Request>(message));
    case pin::more_processors: {
      const auto more = unpack<pins::MoreProcessors>(message);
      require(asked_now, "there is no request beside it");
      require(more.first != 0 && more.first % pin::kMaskBits == 0, "`first` is no multiple of 64");
      return check_mask(more.first, more.processors);
    }
    case pin::cycles_on:
      require(asked_now, "there is no request beside it");
      return require(unpack<pins::CyclesOn>(message).type < types_, "there is no such type");
    case pin::processor_updates: {
      const ProcessorId processor = unpack<pins::FreeProcessor>(message).processor;
      require(processor < running_.size(), "there is no such processor");
      return require(running_[processor]-- > 0, "no job that has left for it is without a completion");
    }
    default:
      return check_flit(unpack<pins::Flit>(message), message.link == pin::last_flits);
  }
}

void PossibleDispatcher::check_mask(std::uint32_t first, std::uint64_t mask) const {
  for (std::uint64_t p = 0; p < pin::kMaskBits; ++p) {
    require((mask >> p & 1U) == 0 || first + p < running_.size(), "there are no such processors");
  }
}

void PossibleDispatcher::check_request(const pins::Request& request) {
  require(request.slot < slots_.size(), "there is no such slot");
  // A table of them all is made.
  require(request.task < 1U << 24U, "no machine has a table of so many tasks");
  require(request.weight >= 1 && request.weight <= 256, "the weight is none (1..256)");
  Slot& slot = slots_[request.slot];
  require(!slot.asked, "the slot has a request without a verdict");
  const std::uint32_t due = slot.left != 0 ? slot.left : request.task_jobs;
  require(due != 0 && request.jobs == due, "asks for other jobs than are left to be sent");
  require(slot.left == 0 || slot.task == request.task, "the slot has another task, whose request has failed");
  slot = {true, due, request.task};
  check_mask(0, request.processors);
}

void PossibleDispatcher::check_flit(const pins::Flit& flit, bool last) {
  require(flit.port < ports_.size(), "there is no such port");
  std::deque<Leaving>& line = ports_[flit.port];
  require(!line.empty(), "no job stands at the port");
  Leaving& job = line.front();
  require(job.slot == flit.slot && job.processor == flit.processor, "another job is the first at the port");
  require(job.begun == last, last ? "its first flit has not left" : "its first flit has left before");
  job.begun = true;
  if (!last) return;
  ++running_[job.processor];
  line.pop_front();
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
