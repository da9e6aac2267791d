// SPDX-License-Identifier: Apache-2.0
// Reads a point as an experiment: its base with the point's overrides, resolved, and with an id from its content.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/workload_memory.h"
#include "gantry/base/error.h"
#include "text/yaml_node.h"

namespace gantry {

/// Hexadecimal digits of an id.
inline constexpr std::size_t kIdDigits = 16;

/// What all points share.
struct PointBase {
  std::shared_ptr<const YamlNode> document;
  std::string path;                  ///< file of the document
  std::vector<std::string> sets;     ///< overrides before those of a point
  std::vector<std::string> reports;  ///< reports of every run; all others are off
  std::string version;               ///< version of the program, which is part of a point's id
};

class PointReader {
 public:
  explicit PointReader(PointBase base) : of_(std::move(base)) {}

  /// Reads the base with these overrides. Does not check whether the machine can run the workload.
  [[nodiscard]] Result<Experiment> read_keys(const std::vector<std::string>& sets) const;
  /// Reads a point that can be run. The result has no provenance, so that equal points of two studies are equal.
  [[nodiscard]] Result<Experiment> read(const std::vector<std::string>& sets) const;
  /// Returns the digest of the resolved experiment, of the files that it names, and of the version.
  std::string id(Experiment& experiment) const;
  /// Returns the base as `gantry show` prints it; nothing if it cannot be read without overrides.
  const Result<YamlNode>& base();

 private:
  const std::string& digest_of(const std::string& file) const;

  const PointBase of_;
  WorkloadMemory workloads_;
  mutable std::map<std::string, std::string> digests_;  ///< of files that were read
  std::optional<Result<YamlNode>> base_;
};

}  // namespace gantry
