// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/possible_inputs.h"

#include <algorithm>

#include "blocks/pin_text.h"
#include "gantry/base/error.h"
#include "pins/directory_pins.h"

namespace gantry::campaign {

namespace {
constexpr std::uint64_t kMostTasks = std::uint64_t{1} << 24U;
}

PossibleInputs::PossibleInputs(const BlockPins& pins, const std::vector<std::uint32_t>& config) : pins_(pins) {
  for (std::size_t i = 0; i < pins.config.size(); ++i) {
    if (pins.config[i].name == "queues_per_class") queues_ = std::uint64_t{kTaskClasses} * config[i];
    if (pins.config[i].name == "slots") slots_ = config[i];
    if (pins.config[i].name == "window") window_ = config[i];
  }
  if (&pins == &dispatcher_pins()) {
    dispatcher_.emplace(config);
    dispatcher_->check_config();
    return;
  }
  check_constants(pins, config);
  if (&pins == &task_cache_pins()) answers_ = possible_for_task_cache(config);
  if (&pins == &directory_pins()) answers_ = possible_for_directory(config);
  if (&pins == &monitor_pins()) answers_ = possible_for_monitor(config);
}

void PossibleInputs::check_range(const PinMessage& message) const {
  const std::vector<PinField>& fields = pins_.inputs[message.link].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::uint64_t value = message.values.at(i);
    require(fields[i].name != "queue" || value < queues_, "there is no such queue");
    require(fields[i].name != "task" || value < kMostTasks, "no machine has so many tasks at once");
    require(fields[i].name != "slot" || value < slots_, "there is no such slot");
  }
}

void PossibleInputs::check_asked(const PinMessage& message) {
  namespace pin = pins::decomposer;
  const Task task{message.values[0], message.values[1]};
  switch (message.link) {
    case pin::heads: {
      const auto of_queue = [&](const Task& head) { return head.first == task.first; };
      const auto shown = std::count_if(heads_.begin(), heads_.end(), of_queue);
      require(static_cast<std::uint64_t>(shown) < window_, "the queue shows no more tasks");
      return require(heads_.insert(task).second, "the task is shown already");
    }
    case pin::query_answers:
      return require(queried_.erase(task) == 1, "nobody has asked for it");
    case pin::registrations:
      heads_.erase(task);
      return require(registering_.erase(task) == 1, "nobody has asked for it");
    case pin::verdicts:
      return require(requested_.erase(message.values[1]) == 1, "the slot has no request");
    default:
      return;
  }
}

void PossibleInputs::check(const std::vector<PinMessage>& inputs) {
  const PinMessage* at = nullptr;
  try {
    if (dispatcher_) return dispatcher_->check(inputs, at);
    if (answers_) answers_->begin();
    for (const PinMessage& message : inputs) {
      at = &message;
      check_range(message);
      if (&pins_ == &decomposer_pins()) check_asked(message);
      if (answers_) answers_->check(message);
    }
  } catch (const Error& error) {
    throw Error(message_text(pins_, true, *at) + ": " + error.what());
  }
}

void PossibleInputs::hear(const std::vector<PinMessage>& outputs) {
  if (dispatcher_) {
    for (const PinMessage& message : outputs) dispatcher_->hear(message);
  }
  if (answers_) {
    for (const PinMessage& message : outputs) answers_->hear(message);
  }
  if (&pins_ != &decomposer_pins()) return;
  namespace pin = pins::decomposer;
  for (const PinMessage& message : outputs) {
    if (message.link == pin::schedule_requests) requested_.insert(message.values[1]);
    if (message.link != pin::monitor_requests) continue;
    (message.values[0] != 0 ? registering_ : queried_).insert({message.values[1], message.values[2]});
  }
}

}  // namespace gantry::campaign
