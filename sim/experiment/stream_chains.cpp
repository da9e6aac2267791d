// SPDX-License-Identifier: Apache-2.0
#include "experiment/stream_chains.h"

#include <algorithm>
#include <utility>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/stream.h"

namespace gantry {
namespace {

/// More steps than any stream may have; larger sums of sizes count as it.
constexpr std::uint64_t kTooMany = std::uint64_t{1} << 60;

std::vector<RequestSizes> requests_of(const std::vector<GraphStream>& streams, std::uint32_t number) {
  std::vector<RequestSizes> requests = streams[first_of_chain(streams, number)].arrivals->requests();
  if (requests.empty()) requests.resize(1);
  return requests;
}

class Linker {
 public:
  Linker(std::vector<GraphStream>& streams, Diagnostics& diagnostics) : streams_(streams), diagnostics_(diagnostics) {}

  void run() {
    const std::size_t before = diagnostics_.size();
    for (std::uint32_t s = 0; s < streams_.size(); ++s) resolve(s);
    if (diagnostics_.size() == before) find_circle();
    if (diagnostics_.size() != before) return;
    for (std::uint32_t s = 0; s < streams_.size(); ++s) {
      check_request_keys(s);
      if (diagnostics_.size() == before) check_sizes(s);
    }
  }

 private:
  void resolve(std::uint32_t s) {
    GraphStream& stream = streams_[s];
    if (stream.after.empty()) return;
    std::vector<std::string_view> names;
    for (const GraphStream& other : streams_) names.emplace_back(other.name);
    const auto found = std::find(names.begin(), names.end(), stream.after);
    if (found == names.end()) {
      return error(s, stream.after_at,
                   "follows " + in_quotes(stream.after) + ", which is no stream (" + alternatives(names) + ')' +
                       did_you_mean(stream.after, names));
    }
    const auto of = static_cast<std::uint32_t>(found - names.begin());
    if (of == s) return error(s, stream.after_at, "follows itself");
    for (std::uint32_t other = 0; other < s; ++other) {
      if (streams_[other].follows == of) {
        return error(s, stream.after_at,
                     "follows " + in_quotes(stream.after) + ", and so does stream " + in_quotes(streams_[other].name) +
                         " (one stream may follow another)");
      }
    }
    stream.follows = of;
  }

  /// Streams of a circle have no arrivals.
  void find_circle() {
    for (std::uint32_t s = 0; s < streams_.size(); ++s) {
      std::string way = in_quotes(streams_[s].name);
      std::uint32_t at = s;
      for (std::size_t steps = 0; steps <= streams_.size() && streams_[at].follows; ++steps) {
        at = *streams_[at].follows;
        way += " after " + in_quotes(streams_[at].name);
        if (at == s) return error(s, streams_[s].after_at, "never begins: " + way);
      }
    }
  }

  void check_request_keys(std::uint32_t s) {
    const GraphStream& stream = streams_[s];
    const bool in_chain = is_in_chain(streams_, s);
    if (stream.tokens_given && !in_chain)
      error(s, stream.where, "has `tokens`, which go with `repeat`, or with streams that follow each other");
    if (!stream.limits.any()) return;
    if (!in_chain) {
      error(s, stream.where, "has `limits`, which go with `repeat`, or with streams that follow each other");
    } else if (stream.follows) {
      error(s, stream.where,
            "has `limits`, which belong to stream " + in_quotes(streams_[first_of_chain(streams_, s)].name) +
                ", whose arrivals are the requests");
    } else if ((stream.limits.ttft || stream.limits.tpot) && !makes_tokens(s)) {
      error(s, stream.where, "has `limits` of tokens, and nothing makes any (a stream with `repeat` or `tokens` does)");
    }
  }

  [[nodiscard]] bool makes_tokens(std::uint32_t s) const {
    for (std::uint32_t at = s; at != kNone; at = follower_of(streams_, at)) {
      if (streams_[at].tokens() > 0) return true;
    }
    return false;
  }

  /// Checks `repeat` and the formulas of tasks: of each request the first step and the last, each by itself, and the
  /// largest sizes merged.
  void check_sizes(std::uint32_t s) {
    GraphStream& stream = streams_[s];
    if (!stream.follows && !stream.repeat) return;  // checked when it was read
    const std::vector<RequestSizes> requests = requests_of(streams_, s);
    if (!stream.repeat) return take_requests(stream.workload, requests, diagnostics_);
    for (const char* name : {kStepName, kBatchName}) {
      const std::vector<std::string>& sizes = requests.front().names;
      if (std::find(sizes.begin(), sizes.end(), name) != sizes.end()) {
        return error(s, stream.repeat->where(),
                     "repeats for requests with the size " + in_quotes(name) +
                         ", a name that formulas have for the step (choose another one in `sizes`)");
      }
    }
    const std::vector<std::string> names = names_in_formulas(streams_, s);
    const auto of_step = [&](const RequestSizes& request, std::uint64_t step) {
      RequestSizes sizes{names, request.values};
      sizes.values.push_back(step);
      if (stream.merge_up_to) sizes.values.push_back(1);
      return sizes;
    };
    std::vector<RequestSizes> ends;
    std::vector<RequestSizes> middles;
    for (const RequestSizes& request : requests) {
      if (const auto problem = stream.repeat->wrong(request)) return diagnostics_.error(problem->where, problem->text);
      const std::uint64_t steps = stream.repeat->steps(request);
      if (steps == 0 && !stream.follows) {
        return error(s, stream.repeat->where(), "repeats 0 times for a request that arrives there (at least once)");
      }
      if (steps == 0) continue;
      ends.push_back(of_step(request, 0));
      if (steps > 1) ends.push_back(of_step(request, steps - 1));
      middles.push_back(of_step(request, (steps - 1) / 2));
    }
    if (ends.empty()) ends.push_back(of_step(requests.front(), 0));
    if (middles.empty()) middles.push_back(ends.front());
    if (stream.merge_up_to) ends.push_back(most_of(ends, *stream.merge_up_to));
    const std::size_t before = diagnostics_.size();
    check_formulas(stream.workload, ends, diagnostics_);
    if (diagnostics_.size() == before) take_requests(stream.workload, std::move(middles), diagnostics_);
    if (instances_of(streams_, s) > kMostInstances)
      error(s, stream.repeat->where(), "repeats more than 2^40 times for all its requests (fewer of them)");
  }

  static RequestSizes most_of(const std::vector<RequestSizes>& steps, std::uint32_t merged) {
    RequestSizes most = steps.front();
    for (const RequestSizes& step : steps) {
      for (std::size_t i = 0; i < most.values.size(); ++i) most.values[i] = std::max(most.values[i], step.values[i]);
    }
    for (std::uint64_t& value : most.values) value = value > kTooMany / merged ? kTooMany : value * merged;
    return most;
  }

  void error(std::uint32_t s, const SourcePosition& where, const std::string& what) {
    diagnostics_.error(where, "stream " + in_quotes(streams_[s].name) + ' ' + what);
  }

  std::vector<GraphStream>& streams_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_streams(std::vector<GraphStream>& streams, Diagnostics& diagnostics) { Linker(streams, diagnostics).run(); }

void check_formulas(const Workload& workload, const std::vector<RequestSizes>& requests, Diagnostics& diagnostics) {
  for (const WorkloadTask& task : workload.tasks) {
    for (std::size_t r = 0; task.varies != nullptr && r < requests.size(); ++r) {
      if (const auto problem = task.varies->wrong(requests[r])) {
        diagnostics.error(problem->where, problem->text);
        break;
      }
    }
  }
}

void take_requests(Workload& workload, std::vector<RequestSizes> requests, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const bool have_sizes = !requests.empty();
  if (!have_sizes) requests.resize(1);
  check_formulas(workload, requests, diagnostics);
  for (WorkloadTask& task : workload.tasks) {
    if (diagnostics.size() == before && task.varies != nullptr && have_sizes) task.varies->take_mean(requests, task);
  }
}

bool is_closed_loop(const std::vector<GraphStream>& streams) {
  return std::any_of(streams.begin(), streams.end(),
                     [](const GraphStream& stream) { return stream.follows || stream.repeat; });
}

bool is_in_chain(const std::vector<GraphStream>& streams, std::uint32_t number) {
  return streams[number].repeat || streams[number].follows || follower_of(streams, number) != kNone;
}

std::uint32_t first_of_chain(const std::vector<GraphStream>& streams, std::uint32_t number) {
  while (streams[number].follows) number = *streams[number].follows;
  return number;
}

std::uint32_t follower_of(const std::vector<GraphStream>& streams, std::uint32_t number) {
  for (std::uint32_t s = 0; s < streams.size(); ++s) {
    if (streams[s].follows == number) return s;
  }
  return kNone;
}

std::vector<std::string> names_in_formulas(const std::vector<GraphStream>& streams, std::uint32_t number) {
  std::vector<std::string> names = requests_of(streams, number).front().names;
  if (streams[number].repeat) names.emplace_back(kStepName);
  if (streams[number].merge_up_to) names.emplace_back(kBatchName);
  return names;
}

std::uint64_t instances_of(const std::vector<GraphStream>& streams, std::uint32_t number) {
  const std::uint64_t count = streams[first_of_chain(streams, number)].count;
  const auto& repeat = streams[number].repeat;
  if (!repeat) return count;
  if (repeat->is_constant()) return count * repeat->steps({});
  // Recorded requests come again in the same order.
  const std::vector<RequestSizes> requests = requests_of(streams, number);
  std::uint64_t all = 0;
  std::uint64_t rest = 0;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    const std::uint64_t steps = repeat->steps(requests[r]);
    all += steps;
    if (r < count % requests.size()) rest += steps;
  }
  const std::uint64_t times = count / requests.size();
  if (times > 0 && all > kTooMany / times) return kTooMany;
  return all * times + rest;
}

}  // namespace gantry
