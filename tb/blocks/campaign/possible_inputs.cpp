// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/possible_inputs.h"

#include <algorithm>

#include "blocks/pin_text.h"

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
    wrong_config_ = dispatcher_->wrong_config();
    return;
  }
  wrong_config_ = impossible_constants(pins, config);
  if (!wrong_config_.empty()) return;
  if (&pins == &task_cache_pins()) answers_ = possible_for_task_cache(config);
  if (&pins == &monitor_pins()) answers_ = possible_for_monitor(config);
}

std::string PossibleInputs::beyond(const PinMessage& message) const {
  const std::vector<PinField>& fields = pins_.inputs[message.link].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == "queue" && message.values.at(i) >= queues_) return "there is no such queue";
    if (fields[i].name == "task" && message.values.at(i) >= kMostTasks) return "no machine has so many tasks at once";
    if (fields[i].name == "slot" && message.values.at(i) >= slots_) return "there is no such slot";
  }
  return {};
}

std::string PossibleInputs::unasked(const PinMessage& message) {
  namespace pin = pins::decomposer;
  const Task task{message.values[0], message.values[1]};
  switch (message.link) {
    case pin::heads: {
      const auto of_queue = [&](const Task& head) { return head.first == task.first; };
      const auto shown = std::count_if(heads_.begin(), heads_.end(), of_queue);
      if (static_cast<std::uint64_t>(shown) >= window_) return "the queue shows no more tasks";
      return heads_.insert(task).second ? "" : "the task is shown already";
    }
    case pin::query_answers:
      return queried_.erase(task) == 1 ? "" : "nobody has asked for it";
    case pin::registrations:
      heads_.erase(task);
      return registering_.erase(task) == 1 ? "" : "nobody has asked for it";
    case pin::verdicts:
      return requested_.erase(message.values[1]) == 1 ? "" : "the slot has no request";
    default:
      return {};
  }
}

std::string PossibleInputs::wrong(const std::vector<PinMessage>& inputs) {
  if (dispatcher_) {
    const PinMessage* at = nullptr;
    std::string why = dispatcher_->wrong(inputs, at);
    return why.empty() ? why : message_text(pins_, true, *at) + ": " + why;
  }
  if (answers_) answers_->begin();
  for (const PinMessage& message : inputs) {
    std::string why = beyond(message);
    if (why.empty() && &pins_ == &decomposer_pins()) why = unasked(message);
    if (why.empty() && answers_) why = answers_->wrong(message);
    if (!why.empty()) return message_text(pins_, true, message) + ": " + why;
  }
  return {};
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
