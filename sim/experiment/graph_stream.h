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

class VaryingNumber;
class ArrivalModel;
class ArrivalProcess;
class MapReader;
struct GeneratorContext;
struct YamlNode;

/// How often a stream's graph runs for each request: a number, or a formula over the sizes of the request.
class StreamRepeat {
 public:
  static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 20;

  /// Returns nothing after a problem.
  static std::optional<StreamRepeat> read(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

  /// Why the formula has no value for a request.
  [[nodiscard]] std::optional<Diagnostic> wrong(const RequestSizes& sizes) const;
  /// Number of steps of a request, 0..kMostSteps. Precondition: wrong() found nothing.
  [[nodiscard]] std::uint64_t steps(const RequestSizes& sizes) const;
  [[nodiscard]] bool is_constant() const { return formula_ == nullptr; }
  [[nodiscard]] const SourcePosition& where() const { return where_; }

 private:
  SourcePosition where_;
  std::uint64_t constant_ = 0;
  std::shared_ptr<const VaryingNumber> formula_;  ///< nullptr: constant_
};

/// Limits within which a request is served well, in cycles.
struct RequestLimits {
  std::optional<Cycle> ttft;  ///< arrival to first token
  std::optional<Cycle> tpot;  ///< mean time of each further token
  std::optional<Cycle> e2e;   ///< arrival to end

  [[nodiscard]] bool any() const { return ttft || tpot || e2e; }
};
/// Describes the keys of `limits` (gantry/base/keys.h).
void describe(KeyVisitor& keys, RequestLimits& limits);

/// A stream. Its instances are independent of each other and of other streams, unless it follows one or repeats.
struct GraphStream {
  std::string name;
  SourcePosition where;
  Workload workload;                             ///< one instance; `submit` counts from its arrival
  std::string sha256;                            ///< SHA-256 of its file; empty: not from a file
  std::shared_ptr<const ArrivalModel> arrivals;  ///< nullptr: it follows another stream
  std::uint64_t count = 0;                       ///< instances (with `repeat` requests) that arrive, 1..2^40; 0: none
  std::optional<std::uint32_t> weight;           ///< weight of all its tasks, 1..256; nothing: their own weights
  std::optional<Cycle> deadline_cycles;          ///< cycles from an instance's arrival to its deadline

  // Of requests that several instances serve (experiment/stream_chains.h).
  std::string after;  ///< name of the stream that it follows; empty: none
  SourcePosition after_at;
  std::optional<std::uint32_t> follows;  ///< its number; set by link_streams()
  std::optional<StreamRepeat> repeat;
  std::optional<std::uint32_t> merge_up_to;  ///< most requests of a step, 1..65536; nothing: steps are not merged
  std::optional<std::uint32_t> tokens_given;
  RequestLimits limits;

  /// Tokens that the end of an instance makes for each of its requests.
  [[nodiscard]] std::uint32_t tokens() const { return tokens_given.value_or(repeat ? 1 : 0); }
};

/// Starts the arrivals of a stream from their begin. `number`: that of the stream; the same seed gives the same
/// arrivals. Precondition: the stream has arrivals. It must outlive the process.
std::unique_ptr<ArrivalProcess> start_arrivals(const GraphStream& stream, std::uint32_t number, std::uint64_t seed);

inline constexpr std::uint64_t kMostInstances = std::uint64_t{1} << 40;
inline constexpr std::uint32_t kMostMerged = 65536;
inline constexpr std::uint32_t kMostTokens = 65536;

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
