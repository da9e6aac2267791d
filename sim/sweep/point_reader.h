// SPDX-License-Identifier: Apache-2.0
// A point of a study as an experiment: read with its overrides, resolved, and known by what it is.
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

/// Digits of an id.
inline constexpr std::size_t kIdDigits = 16;

class PointReader {
 public:
  /// `version` of the program, which is part of what a point is.
  PointReader(const Study& study, std::string version) : study_(study), version_(std::move(version)) {}

  /// The base with these overrides, the reports that are kept, and nothing said of where it comes from: equal points of
  /// two studies are the same.
  Result<Experiment> read(const std::vector<std::string>& sets) const;
  /// Digest of the resolved experiment, of the files that it names and of the version.
  std::string id(Experiment& experiment);
  /// The base as `gantry show` prints it, if it can be read as it is.
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
