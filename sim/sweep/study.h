// SPDX-License-Identifier: Apache-2.0
// A study: one experiment, what is varied of it, and what is asked of every point. docs/exploration.md tables the keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "sweep/expression.h"
#include "text/yaml_node.h"

namespace gantry {

/// What `--set KEY=VALUE` would say.
struct KeyOverride {
  std::string key;
  std::string value;                     ///< YAML in flow style
  std::shared_ptr<const YamlNode> node;  ///< the same
  SourcePosition where = {};             ///< of the key
  [[nodiscard]] std::string set() const { return key + '=' + value; }
};

/// One value of an axis: the keys that it sets, and what it is called in each of the axis' columns.
struct StudyChoice {
  std::vector<std::string> cells;
  std::vector<KeyOverride> overrides;
};

/// A dimension of the space: a key with its values, a name with whole alternatives, or several that go together (zip).
struct StudyAxis {
  std::vector<std::string> columns;
  std::vector<StudyChoice> choices;
  bool ordered = false;       ///< the values are numbers that grow
  bool alternatives = false;  ///< each sets keys of its own
  SourcePosition where;       ///< of its key
};

/// A key that is worked out from others.
struct DerivedKey {
  std::string key;
  Expression expression;
};

struct StudyWorkload {
  std::string name;
  std::shared_ptr<const YamlNode> node;
};

/// A column of results.
struct StudyMetric {
  std::string name;
  Expression expression;
  bool is_key = false;  ///< a column of its own already: an axis or a derived key
};

struct StudyObjective {
  std::size_t metric = 0;  ///< of Study::metrics
  bool maximise = false;
};

struct SearchOptions {
  std::string method = "all";  ///< of searches()
  std::uint64_t count = 100;   ///< configurations that a search other than `all` tries
  std::uint64_t seed = 1;
  std::uint64_t population = 24;  ///< of a generation of evolution
  std::uint64_t batch = 8;        ///< configurations that guided proposes at a time
  std::uint64_t rounds = 3;       ///< of halving, the last one with the whole workload
  std::uint64_t factor = 3;       ///< of halving: one of so many goes on, to so many times the part
};

struct StudyBudget {
  std::uint64_t points = 0;   ///< 0: no limit
  std::uint64_t seconds = 0;  ///< likewise
};

/// Of one simulation.
struct PointLimits {
  std::uint64_t timeout_seconds = 3600;  ///< 0: none
  std::uint64_t memory_mib = 0;          ///< 0: none
};

struct Study {
  std::string name;
  std::string path;       ///< the study's file
  std::string base_path;  ///< the file of the base; the study's own if it stands there
  std::shared_ptr<const YamlNode> base;
  std::vector<std::string> inputs;  ///< files that were read
  std::vector<StudyAxis> axes;
  std::vector<Expression> exclude;
  std::vector<Expression> constraints;
  std::vector<DerivedKey> derive;
  std::vector<StudyWorkload> workloads;  ///< empty: the base's
  std::vector<std::uint64_t> seeds;      ///< empty: the base's
  std::uint64_t repeats = 1;             ///< without seeds: that many, from the base's seed on
  std::vector<StudyMetric> metrics;      ///< those of the objectives first
  std::vector<StudyObjective> objectives;
  SearchOptions search;
  StudyBudget budget;
  PointLimits point;
  std::vector<std::string> keep;  ///< reports of each point that are kept beside its summary

  /// Of all combinations of choices; saturated.
  [[nodiscard]] std::uint64_t configurations() const;
  [[nodiscard]] std::size_t rows_per_configuration() const { return workloads.empty() ? 1 : workloads.size(); }
};

/// The keys of a study (gantry/base/keys.h).
void describe(KeyVisitor& keys, Study& study);

/// Reads a study, and the file of its base. All problems are reported; nothing is returned if there is one.
std::optional<Study> read_study(const std::string& text, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
