// SPDX-License-Identifier: Apache-2.0
// Reads a point of a study as an experiment: with its overrides, resolved, and with an id from its content.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/workload_memory.h"
#include "gantry/base/error.h"
#include "sweep/study.h"
#include "text/yaml_node.h"

namespace gantry {

/// Hexadecimal digits of an id.
inline constexpr std::size_t kIdDigits = 16;

class PointReader {
 public:
  /// `version`: of the program, which is part of a point's id.
  PointReader(const Study& study, std::string version) : study_(study), version_(std::move(version)) {}

  /// Reads the base with these overrides and the kept reports. The result has no provenance, so that equal points of
  /// two studies are equal.
  Result<Experiment> read(const std::vector<std::string>& sets) const;
  /// Returns the digest of the resolved experiment, of the files that it names, and of the version.
  std::string id(Experiment& experiment);
  /// Returns the base as `gantry show` prints it; nothing if it cannot be read without overrides.
  const Result<YamlNode>& base();

 private:
  const std::string& digest_of(const std::string& file);

  const Study& study_;
  const std::string version_;
  WorkloadMemory workloads_;
  std::map<std::string, std::string> digests_;
  std::optional<Result<YamlNode>> base_;
};

}  // namespace gantry
