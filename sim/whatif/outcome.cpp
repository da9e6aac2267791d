// SPDX-License-Identifier: Apache-2.0
#include "whatif/outcome.h"

#include <algorithm>

namespace gantry {

using Json = nlohmann::ordered_json;

Json outcome_json(const Outcome& outcome) {
  Json json = Json::object();
  json["state"] = kOutcomeStates[static_cast<std::size_t>(outcome.state)];
  json["message"] = outcome.message.empty() ? Json(nullptr) : Json(outcome.message);
  json["changes"] = Json::array();
  for (const KeyChange& change : outcome.changes)
    json["changes"].push_back({{"key", change.key}, {"from", change.from}, {"to", change.to}});
  json["set"] = outcome.sets;
  json["cycles"] = outcome.has_cycles() ? Json(outcome.cycles) : Json(nullptr);
  json["streams"] = Json::array();
  for (const StreamOutcome& stream : outcome.streams) {
    json["streams"].push_back({{"name", stream.name},
                               {"done", stream.done},
                               {"mean", stream.mean},
                               {"p99", stream.p99},
                               {"stable", stream.stable ? Json(*stream.stable) : Json(nullptr)}});
  }
  return json;
}

std::string outcome_text(const Outcome& outcome) {
  return outcome_json(outcome).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Outcome outcome_of(const std::string& text) {
  const Json json = Json::parse(text);
  Outcome outcome;
  const auto state = std::find(kOutcomeStates.begin(), kOutcomeStates.end(), json.at("state").get<std::string>());
  outcome.state = static_cast<OutcomeState>(state - kOutcomeStates.begin());
  if (!json.at("message").is_null()) outcome.message = json.at("message").get<std::string>();
  for (const Json& change : json.at("changes")) {
    outcome.changes.push_back({change.at("key").get<std::string>(), change.at("from").get<std::string>(),
                               change.at("to").get<std::string>()});
  }
  outcome.sets = json.at("set").get<std::vector<std::string>>();
  if (!json.at("cycles").is_null()) outcome.cycles = json.at("cycles").get<Cycle>();
  for (const Json& from : json.at("streams")) {
    StreamOutcome& stream = outcome.streams.emplace_back();
    stream.name = from.at("name").get<std::string>();
    stream.done = from.at("done").get<std::uint64_t>();
    stream.mean = from.at("mean").get<double>();
    stream.p99 = from.at("p99").get<std::uint64_t>();
    if (!from.at("stable").is_null()) stream.stable = from.at("stable").get<bool>();
  }
  return outcome;
}

}  // namespace gantry
