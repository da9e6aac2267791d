// SPDX-License-Identifier: Apache-2.0
// Graphs that arrive again and again, each stream with its own weight and deadline: tenants of one machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "text/yaml_reader.h"
#include "workload/generator.h"
#include "workload/stream.h"

namespace gantry {

/// Instances of one stream are independent of each other and of other streams.
struct GraphStream {
  std::string name;
  SourcePosition where;
  Workload workload;   ///< of one instance; its tasks have `submit` 0
  std::string sha256;  ///< of its file; empty: it is of no file
  std::shared_ptr<const ArrivalModel> arrivals;
  std::uint64_t count = 1;               ///< instances, 1..2^40
  std::optional<std::uint32_t> weight;   ///< of all its tasks, 1..256; else their own
  std::optional<Cycle> deadline_cycles;  ///< after an instance's arrival
};

inline constexpr std::uint64_t kMostInstances = std::uint64_t{1} << 40;

/// The keys of an item of `workload.streams` (gantry/base/keys.h).
void describe(KeyVisitor& keys, GraphStream& stream);

/// A way in which instances arrive: the value of `arrivals.process`.
struct ArrivalForm {
  const char* name;
  void (*describe)(KeyVisitor& keys);  ///< the keys beside `process`
  std::shared_ptr<const ArrivalModel> (*read)(MapReader& keys, GeneratorContext& context);
};
const std::vector<ArrivalForm>& arrival_forms();

/// Reads the map `arrivals` of a stream; nullptr if a problem was reported.
std::shared_ptr<const ArrivalModel> read_stream_arrivals(const YamlNode& node, const std::string& path,
                                                         GeneratorContext& context);

}  // namespace gantry
