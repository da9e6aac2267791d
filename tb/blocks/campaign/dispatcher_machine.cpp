// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/dispatcher_machine.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "blocks/campaign/block_world.h"
#include "blocks/pin_layout.h"
#include "gantry/base/error.h"

namespace gantry::campaign {

namespace pin = pins::dispatcher;

DispatcherNumbers::DispatcherNumbers(const std::vector<std::uint32_t>& config) : config_(config) {
  for_each_row(dispatcher_pins(), config, [&](const PinMessage& row) {
    processors_.push_back(unpack<pins::Processor>(row));
    types_ = std::max(types_, processors_.back().type + 1);
    clusters_ = std::max(clusters_, processors_.back().cluster + 1);
  });
}

std::uint32_t DispatcherNumbers::of(std::string_view name) const {
  const std::vector<PinConstant>& all = dispatcher_pins().config;
  const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
  if (at == all.end()) throw std::logic_error("the dispatcher has no constant " + std::string(name));
  return config_.at(static_cast<std::size_t>(at - all.begin()));
}

namespace {

/// Draws the constants one by one, within the limits of the model.
class ConfigDraw {
 public:
  ConfigDraw(const BlockModel& model, Random& random) : model_(model), random_(random) {}

  std::vector<std::uint32_t> take() {
    const std::uint32_t slots = up_to("slots", 4, random_.percent(70) ? 8 : 40);
    const std::uint32_t count = random_.percent(15) ? 120 : random_.percent(60) ? 6 : 24;
    const std::uint32_t processors = up_to("processors", 1, count);
    set("slots", slots);
    set("processors", processors);
    set("match_per_job", up_to("match_per_job", 0, 1));
    set("match_against", random_.percent(60) ? up_to("match_against", 0, 2) : 0);
    set("match_jobs_per_cycle", up_to("match_jobs_per_cycle", 1, random_.percent(70) ? 4 : 64));
    set("match_timeout", random_.percent(60) ? 128 : up_to("match_timeout", 64, 256));
    for (const char* latency : {"match_latency_cycles", "choice_latency_cycles", "pick_latency_cycles"}) {
      set(latency, random_.percent(50) ? 0 : up_to(latency, 0, 6));
    }
    set("decisions_per_round", up_to("decisions_per_round", 1, random_.percent(50) ? 1 : 8));
    set("send_ports", up_to("send_ports", 1, random_.percent(40) ? 1 : pin::kMostPorts));
    set("collect_cycles", up_to("collect_cycles", 1, 4));
    const std::uint32_t classes = up_to("classes", 1, 5);
    for (const char* cls : {"block_class", "cluster_class", "union_class", "communication_class"}) {
      set(cls, random_.below(classes));
    }
    const bool together = random_.percent(40);
    for (const char* of : {"block_colocation", "cluster_colocation", "union_colocation", "communication_colocation"}) {
      set(of, together ? up_to(of, 0, 2) : 0);
    }
    set("entries", up_to("entries", 1, random_.percent(40) ? 6 : 64));
    set("classes", classes);
    const std::uint32_t frac = random_.percent(50) ? std::min(most("frac", 8), 8U) : up_to("frac", 0, 16);
    set("frac", frac);
    set("quant", random_.percent(50) ? std::min(most("quant", frac), frac) : up_to("quant", 0, frac + 8));
    set("tie_history", up_to("tie_history", 0, 1));
    set("pick_interval_cycles", up_to("pick_interval_cycles", 1, random_.percent(60) ? 1 : 5));
    set("reweigh_cycles", random_.percent(60) ? 0 : up_to("reweigh_cycles", 0, 30));
    set("picker", up_to("picker", 0, static_cast<std::uint32_t>(pin::pickers().size()) - 1));
    set("choice", up_to("choice", 0, static_cast<std::uint32_t>(pin::choices().size()) - 1));
    for (const pin::OwnConstant& own : pin::own_constants()) {
      const auto least = static_cast<std::uint32_t>(own.key->range.min);
      const std::uint64_t top = std::min<std::uint64_t>(own.key->range.max, own.key->range.min + 9);
      const std::uint32_t value = up_to(own.name(), least, static_cast<std::uint32_t>(top));
      set(own.name(), own.key->right == nullptr || own.key->right(value) ? value : own.key->usual);
    }
    draw_table(processors);
    return config_;
  }

 private:
  [[nodiscard]] std::uint32_t most(std::string_view name, std::uint32_t otherwise) const {
    return limit_of(model_, name, otherwise);
  }
  std::uint32_t up_to(std::string_view name, std::uint32_t least, std::uint32_t usual_most) {
    for (const BlockLimit& limit : model_.limits) {
      if (limit.name == name) least = std::max(least, static_cast<std::uint32_t>(limit.least));
    }
    return random_.between(least, std::max(least, std::min(usual_most, most(name, usual_most))));
  }
  void set(std::string_view name, std::uint32_t value) {
    const std::vector<PinConstant>& all = dispatcher_pins().config;
    config_.resize(all.size());
    const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
    config_.at(static_cast<std::size_t>(at - all.begin())) = value;
  }
  void draw_table(std::uint32_t processors) {
    const std::uint32_t types = random_.between(1, std::min(4U, processors));
    const std::uint32_t clusters = random_.between(1, std::min(4U, processors));
    const std::uint64_t speeds[] = {1000000, 1000000, 2500000, 700000, 1};
    const std::uint32_t places = random_.percent(30) ? 1 : random_.percent(80) ? 4 : 64;
    for (std::uint32_t p = 0; p < processors; ++p) {
      pins::Processor row;
      row.number = p;
      row.type = p < types ? p : random_.below(types);
      row.speed_millionths = speeds[random_.below(random_.percent(5) ? 5 : 4)];
      row.hops = random_.below(12);
      row.cluster = p < clusters ? p : random_.below(clusters);
      row.places = random_.between(1, places);
      append_row(dispatcher_pins().table, pack(0, row), config_);
    }
  }

  const BlockModel& model_;
  Random& random_;
  std::vector<std::uint32_t> config_;
};

}  // namespace

std::vector<std::uint32_t> draw_dispatcher(const BlockModel& model, Random& random) {
  const BlockModels only = {model};
  for (int tries = 0; tries < 1000; ++tries) {
    std::vector<std::uint32_t> config = ConfigDraw(model, random).take();
    // Limits of several constants together.
    if (find_block_model(only, dispatcher_pins(), model.name, config) != nullptr) return config;
  }
  throw Error("no random machine is within the limits of the dispatcher " + model.name);
}

}  // namespace gantry::campaign
