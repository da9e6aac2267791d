// SPDX-License-Identifier: Apache-2.0
// A suite of `gantry regress`: runs, and what must hold of each. docs/regression.md tables the keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "metric/condition.h"
#include "metric/metric.h"
#include "text/yaml_node.h"

namespace gantry {

/// A metric that is held to its stored value.
struct HeldMetric {
  std::string name;
  MetricPath path;
  std::optional<Tolerance> tolerance;  ///< nothing: exact
  SourcePosition where;
};

/// A file of the run that is held to what it was.
struct HeldTable {
  std::string file;
  std::string golden;  ///< path of the file that it must equal; empty: by its stored digest
  SourcePosition where;
};

/// Of one case.
struct CaseLimits {
  std::uint64_t timeout_seconds = 600;  ///< 0: none
  std::uint64_t memory_mib = 0;         ///< 0: none
};

/// What is said of one case, or of all.
struct CaseTerms {
  std::vector<HeldMetric> metrics;
  std::vector<HeldTable> tables;
  bool invariants = true;
  CaseLimits limits;
  YamlNode set;  ///< a map of overrides, or nothing
};

struct SuiteCase {
  std::string name;
  std::string experiment;  ///< of this and the next three exactly one is given
  std::string study;
  std::string stimulus;
  std::string stimuli;
  std::string engine = "picker=model";
  std::string policy;  ///< of a stimulus
  std::optional<std::uint32_t> exit;
  CaseTerms terms;
  YamlNode node;     ///< for messages
  std::string what;  ///< the key of the four that is given

  /// Of the value of a key, or of the case if it does not have it.
  [[nodiscard]] SourcePosition where(std::string_view key) const;
};

struct Suite {
  std::string name;
  std::string path;       ///< the suite's file
  std::string directory;  ///< where paths in it start
  std::string stored;     ///< path of the file of stored values
  CaseTerms defaults;
  std::vector<SuiteCase> cases;
};

/// The keys of a suite (gantry/base/keys.h).
void describe(KeyVisitor& keys, Suite& suite);
void describe(KeyVisitor& keys, SuiteCase& one);
void describe(KeyVisitor& keys, CaseTerms& terms);
void describe(KeyVisitor& keys, CaseLimits& limits);

/// Reads a suite; files that it names are not looked at. All problems are reported; nothing is returned if there is
/// one. Cases have the defaults' `invariants` and limits where they do not say otherwise.
std::optional<Suite> read_suite(const std::string& text, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
