// SPDX-License-Identifier: Apache-2.0
// Data objects of the native format: the list `data`, and the keys `reads` and `writes` of a task (docs/data.md).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"

namespace gantry {

class MapReader;

/// Reads objects and their uses, in any order. A use names an object by its id, which may stand behind it in the file.
class NativeData {
 public:
  NativeData(Workload& workload, Diagnostics& diagnostics) : workload_(workload), diagnostics_(diagnostics) {}

  /// Reads the keys `reads` and `writes` of a task.
  void uses(MapReader& map, WorkloadTask& task);
  /// Reads the list `data`.
  void objects(const YamlNode& list);
  /// After the last task and object: reports ids that no object has, and gives every use the index of its object.
  void finish();

 private:
  void object(const YamlNode& node, const std::string& path);
  /// Returns the number of an id, the same for the same id.
  std::uint32_t number_of(const std::string& id);
  void resolve(std::uint32_t& object, const SourcePosition& where, const char* purpose);

  Workload& workload_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< by id; looked up only
  std::vector<std::string> ids_;                            ///< by number
  std::vector<std::uint32_t> objects_;                      ///< by number: index in Workload::data, or kNone
};

}  // namespace gantry
