// SPDX-License-Identifier: Apache-2.0
// Streams of graphs that arrive repeatedly, each with its own weight and deadline: the tenants of a machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"

namespace gantry {

class ArrivalModel;
class MapReader;
struct GeneratorContext;
struct YamlNode;

/// A stream. Its instances are independent of each other and of other streams.
struct GraphStream {
  std::string name;
  SourcePosition where;
  Workload workload;   ///< one instance; its tasks have `submit` 0
  std::string sha256;  ///< SHA-256 of its file; empty: not from a file
  std::shared_ptr<const ArrivalModel> arrivals;
  std::uint64_t count = 1;               ///< instances, 1..2^40
  std::optional<std::uint32_t> weight;   ///< weight of all its tasks, 1..256; nothing: their own weights
  std::optional<Cycle> deadline_cycles;  ///< cycles from an instance's arrival to its deadline
};

inline constexpr std::uint64_t kMostInstances = std::uint64_t{1} << 40;

/// Describes the keys of an item of `workload.streams` (gantry/base/keys.h).
void describe(KeyVisitor& keys, GraphStream& stream);

/// A kind of arrivals: a value of `arrivals.process`.
struct ArrivalForm {
  const char* name;
  void (*describe)(KeyVisitor& keys);  ///< describes the keys beside `process`
  std::shared_ptr<const ArrivalModel> (*read)(MapReader& keys, GeneratorContext& context);
};
const std::vector<ArrivalForm>& arrival_forms();

/// Reads the map `arrivals` of a stream. Returns nullptr after a problem.
std::shared_ptr<const ArrivalModel> read_stream_arrivals(const YamlNode& node, const std::string& path,
                                                         GeneratorContext& context);

}  // namespace gantry
