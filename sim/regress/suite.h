// SPDX-License-Identifier: Apache-2.0
// A suite of `gantry regress`: runs and assertions about them. docs/regression.md lists the keys.
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

/// A metric that is compared with its stored value.
struct HeldMetric {
  std::string name;
  MetricPath path;
  std::optional<Tolerance> tolerance;  ///< nothing: exact
  SourcePosition where;
};

/// A file of the run that is compared with an earlier one.
struct HeldTable {
  std::string file;
  std::string golden;  ///< path of the expected file; empty: compared by its stored digest
  SourcePosition where;
};

/// Limits of one case.
struct CaseLimits {
  std::uint64_t timeout_seconds = 600;  ///< wall time; 0: no limit
  std::uint64_t memory_mib = 0;         ///< memory in MiB; 0: no limit
};

/// Settings of one case, or of all cases.
struct CaseTerms {
  std::vector<HeldMetric> metrics;
  std::vector<HeldTable> tables;
  bool invariants = true;
  CaseLimits limits;
  YamlNode set;  ///< a map of overrides, or nothing
};

struct SuiteCase {
  std::string name;
  std::string experiment;  ///< exactly one of this and the next three is given
  std::string study;
  std::string stimulus;
  std::string stimuli;
  std::string engine = "picker=model";
  std::string policy;  ///< policy of a stimulus
  std::optional<std::uint32_t> exit;
  CaseTerms terms;
  YamlNode node;     ///< the case's map, for positions in messages
  std::string what;  ///< which of the four keys is given

  /// Position of a key's value; of the case if it has no such key.
  [[nodiscard]] SourcePosition where(std::string_view key) const;
};

struct Suite {
  std::string name;
  std::string path;       ///< path of the suite's file
  std::string directory;  ///< start of relative paths
  std::string stored;     ///< path of the file of stored values
  CaseTerms defaults;
  std::vector<SuiteCase> cases;
};

/// Describes the keys of a suite (gantry/base/keys.h).
void describe(KeyVisitor& keys, Suite& suite);
void describe(KeyVisitor& keys, SuiteCase& one);
void describe(KeyVisitor& keys, CaseTerms& terms);
void describe(KeyVisitor& keys, CaseLimits& limits);

/// Reads a suite, without the files that it names. Reports all problems; returns nothing after one. Cases without own
/// `invariants` and limits get those of the defaults.
std::optional<Suite> read_suite(const std::string& text, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
