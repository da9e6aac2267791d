// SPDX-License-Identifier: Apache-2.0
// Execution traces of MLCommons Chakra: the nodes of one rank, from the binary form or from JSON. chakra_graph.h makes
// tasks of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Types of nodes, with their numbers in the schema.
enum class ChakraType : std::uint8_t { invalid, metadata, load, store, compute, send, receive, collective };

struct ChakraNode {
  std::uint64_t id = 0;
  ChakraType type = ChakraType::invalid;
  bool host = false;             ///< `is_cpu_op`
  bool some_dimensions = false;  ///< `involved_dim` leaves out dimensions of the topology
  std::vector<std::uint64_t> data_deps;
  std::vector<std::uint64_t> ctrl_deps;
  std::uint64_t micros = 0;                 ///< duration; 0 also if the file has none
  std::optional<std::uint64_t> kind;        ///< `comm_type`
  std::optional<std::uint64_t> bytes;       ///< `comm_size`
  std::optional<std::uint64_t> source;      ///< `comm_src`: a rank
  std::optional<std::uint64_t> target;      ///< `comm_dst`: a rank
  std::uint64_t tag = 0;                    ///< `comm_tag`
  std::optional<std::uint64_t> operations;  ///< `num_ops`
  std::optional<std::uint64_t> tensor;      ///< `tensor_size`: bytes
  std::string group;                        ///< `pg_name`: the ranks of a collective
  SourcePosition where;
};

/// Most nodes of a trace.
inline constexpr std::size_t kMostChakraNodes = std::size_t{1} << 22;

/// Value of an attribute of a node.
struct ChakraValue {
  enum class Kind : std::uint8_t { other, number, text, flags };
  Kind kind = Kind::other;
  std::uint64_t number = 0;
  bool negative = false;  ///< the number is negative, or no whole number
  std::string_view text;
  bool all = true;  ///< all flags are set
};

/// Takes an attribute that tasks are made of; ignores others. Reports a value of the wrong kind at the node.
void set_attribute(ChakraNode& node, std::string_view name, const ChakraValue& value, Diagnostics& diagnostics);

/// Reads the binary form: length-delimited messages, GlobalMetadata (or none) and then nodes. In positions the line is
/// 1 and the column is the number of the byte, from 1. Reports one error.
bool read_chakra_wire(const std::string& bytes, const std::string& file, std::vector<ChakraNode>& nodes,
                      Diagnostics& diagnostics);

/// Whether this build reads the binary form. Without protobuf read_chakra_wire() reports an error.
bool has_chakra_wire();

/// Reads the JSON form, a map with the list `workload_graph`.
bool read_chakra_json(const std::string& text, const std::string& file, std::vector<ChakraNode>& nodes,
                      Diagnostics& diagnostics);

/// Whether the bytes begin the binary form: GlobalMetadata or none, then a node with its type.
bool begins_as_chakra_wire(std::string_view head);

}  // namespace gantry
