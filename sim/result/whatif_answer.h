// SPDX-License-Identifier: Apache-2.0
// whatif.json, the answer of `gantry whatif`, as the writer fills it and the reader returns it. `describe` in
// whatif_answer.cpp has a line per result (result/result_visitor.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/provenance.h"

namespace gantry {

class ResultVisitor;

enum class OutcomeState : std::uint8_t {
  done,
  same,          ///< nothing to change: the cycles of the base run
  not_possible,  ///< a key's range, or the workload, forbids the change
  unfinished,    ///< the run ended with unfinished tasks
  failed,        ///< the process of the run failed
  interrupted
};
inline constexpr std::array<std::string_view, 6> kOutcomeStates = {"done",       "same",   "not_possible",
                                                                   "unfinished", "failed", "interrupted"};

/// A key of a resource that a turn changes.
struct KeyChange {
  std::string key;
  std::string from;
  std::string to;
};

/// Response times of one stream.
struct StreamOutcome {
  std::string name;
  std::uint64_t done = 0;      ///< completed instances, or tasks of a stream of tasks
  double mean = 0.0;           ///< mean after the warm-up
  std::uint64_t p99 = 0;       ///< 99th percentile of all
  std::optional<bool> stable;  ///< nothing: too few to decide
};

struct WhatIfAnswer {
  struct Run {
    OutcomeState state = OutcomeState::done;
    std::optional<std::string> message;
    std::optional<std::uint64_t> cycles;
    std::vector<StreamOutcome> streams;
  };
  /// What several seeds tell beside the means; half widths are nothing where there is no ratio.
  struct Seeds {
    std::vector<std::uint64_t> cycles;  ///< by seed
    std::optional<double> speedup_half_width;
    std::optional<double> response_speedup_half_width;
    std::optional<bool> distinguishable;
  };
  struct Outcome {
    Run run;
    std::vector<KeyChange> changes;
    std::vector<std::string> set;
    std::optional<double> speedup;
    std::optional<double> response_speedup;
    std::optional<Seeds> seeds;
  };
  struct Turn {
    std::string resource;
    std::string turn;
    Outcome outcome;
  };
  struct LeftOut {
    std::string resource;
    Outcome outcome;
    std::optional<double> missed;
    std::optional<std::optional<double>> missed_half_width;  ///< nothing: one seed
  };
  struct Pair {
    std::vector<std::string> resources;
    std::vector<std::string> turns;
    Outcome outcome;
    double parts = 0.0;
    std::optional<double> beyond_parts;
  };

  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> repeats;  ///< nothing: one seed
  bool complete = false;
  std::uint64_t runs = 0;
  bool by_response = false;
  Run base;
  std::optional<std::vector<std::uint64_t>> base_seed_cycles;
  std::vector<Turn> turns;
  std::optional<Outcome> together;
  std::vector<LeftOut> left_out;
  std::vector<Pair> pairs;
  Provenance provenance;
};

void describe(ResultVisitor& results, WhatIfAnswer& answer);

}  // namespace gantry
