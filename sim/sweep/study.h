// SPDX-License-Identifier: Apache-2.0
// A study: one experiment, its variations, and the results of each point. docs/exploration.md lists the keys.
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
#include "metric/expression.h"
#include "text/yaml_node.h"

namespace gantry {

/// An override `--set KEY=VALUE`.
struct KeyOverride {
  std::string key;
  std::string value;                     ///< value as YAML in flow style
  std::shared_ptr<const YamlNode> node;  ///< value as a tree
  SourcePosition where = {};             ///< position of the key
  [[nodiscard]] std::string set() const { return key + '=' + value; }
};

/// One choice of an axis: the keys that it sets, and its name in each of the axis' columns.
struct StudyChoice {
  std::vector<std::string> cells;
  std::vector<KeyOverride> overrides;
};

/// A dimension of the space: a key with its values, a name with alternatives, or several that change together (zip).
struct StudyAxis {
  std::vector<std::string> columns;
  std::vector<StudyChoice> choices;
  bool ordered = false;       ///< the values are ascending numbers
  bool alternatives = false;  ///< each choice sets keys of its own
  SourcePosition where;       ///< position of its key
};

/// A key that is computed from others.
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
  bool is_key = false;  ///< the column is an axis or a derived key
};

struct StudyObjective {
  std::size_t metric = 0;  ///< index in Study::metrics
  bool maximise = false;
};

struct SearchOptions {
  std::string method = "all";  ///< name in searches()
  std::uint64_t count = 100;   ///< configurations that a search other than `all` tries
  std::uint64_t seed = 1;
  std::uint64_t population = 24;  ///< configurations per generation of `evolution`
  std::uint64_t batch = 8;        ///< configurations that `guided` proposes at a time
  std::uint64_t rounds = 3;       ///< rounds of `halving`, the last one with the complete workload
  std::uint64_t factor = 3;       ///< of `halving`: 1 of `factor` configurations goes on, with `factor` times the part
};

struct StudyBudget {
  std::uint64_t points = 0;   ///< 0: no limit
  std::uint64_t seconds = 0;  ///< 0: no limit
};

/// Limits of one simulation.
struct PointLimits {
  std::uint64_t timeout_seconds = 3600;  ///< wall time; 0: no limit
  std::uint64_t memory_mib = 0;          ///< memory in MiB; 0: no limit
};

/// First cycles that points share.
struct WarmKeys {
  std::uint64_t at = 0;  ///< last one of them; 0: none
};

struct Study {
  std::string name;
  std::string path;       ///< file of the study
  std::string base_path;  ///< file of the base; the study's own if it contains the base
  std::shared_ptr<const YamlNode> base;
  std::vector<std::string> inputs;  ///< files that were read
  std::vector<StudyAxis> axes;
  std::vector<Expression> exclude;
  std::vector<Expression> constraints;
  std::vector<DerivedKey> derive;
  std::vector<StudyWorkload> workloads;  ///< empty: the base's workload
  std::vector<std::uint64_t> seeds;      ///< empty: the base's seed
  std::uint64_t repeats = 1;             ///< repeats without `seeds`, from the base's seed on
  std::vector<StudyMetric> metrics;      ///< metrics, those of the objectives first
  std::vector<StudyObjective> objectives;
  SearchOptions search;
  StudyBudget budget;
  PointLimits point;
  WarmKeys warm;
  std::vector<std::string> keep;  ///< reports of each point that are kept beside its summary

  /// Number of all combinations of choices; limited to 64 bits.
  [[nodiscard]] std::uint64_t configurations() const;
  [[nodiscard]] std::size_t rows_per_configuration() const { return workloads.empty() ? 1 : workloads.size(); }
};

/// Describes the keys of a study (gantry/base/keys.h).
void describe(KeyVisitor& keys, Study& study);

/// Reads a study and the file of its base. Reports all problems; returns nothing after one.
std::optional<Study> read_study(const std::string& text, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
