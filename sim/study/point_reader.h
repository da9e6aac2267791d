// SPDX-License-Identifier: Apache-2.0
// A point of a study as an experiment: read with its overrides, resolved, and known by what it is.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/workload_memory.h"
#include "study/study.h"

namespace gantry {

/// Digits of an id.
inline constexpr std::size_t kIdDigits = 16;

struct ReadPoint {
  std::optional<Experiment> experiment;
  std::string message;  ///< why there is none
};

class PointReader {
 public:
  /// `version` of the program, which is part of what a point is.
  PointReader(const Study& study, std::string version) : study_(study), version_(std::move(version)) {}

  /// The base with these overrides, the reports that are kept, and nothing said of where it comes from: equal points of
  /// two studies are the same.
  ReadPoint read(const std::vector<std::string>& sets) const;
  /// Digest of the resolved experiment, of the files that it names and of the version.
  std::string id(Experiment& experiment);
  /// The base as `gantry show` prints it; nullptr, and why, if it cannot be read as it is.
  const YamlNode* base(std::string& why);

 private:
  const std::string& digest_of(const std::string& file);

  const Study& study_;
  const std::string version_;
  WorkloadMemory workloads_;
  std::map<std::string, std::string> digests_;
  bool base_asked_ = false;
  std::shared_ptr<const YamlNode> base_;
  std::string base_problem_;
};

/// What the first error says, without its place.
std::string first_problem(const Diagnostics& diagnostics);

}  // namespace gantry
