// SPDX-License-Identifier: Apache-2.0
// The JSON form of Chakra traces, and the attributes that both forms share. The converters spell some keys in two ways.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/chakra_trace.h"
#include "workload/json_fields.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 8> kNodeTypes = {"INVALID_NODE",   "METADATA_NODE", "MEM_LOAD_NODE",
                                                        "MEM_STORE_NODE", "COMP_NODE",     "COMM_SEND_NODE",
                                                        "COMM_RECV_NODE", "COMM_COLL_NODE"};
constexpr std::uint64_t kMostWhole = std::numeric_limits<std::uint64_t>::max();

class JsonTrace {
 public:
  JsonTrace(std::vector<ChakraNode>& nodes, Diagnostics& diagnostics) : nodes_(nodes), fields_(diagnostics) {}

  void node(const YamlNode& item);
  [[nodiscard]] bool ok() const { return fields_.ok(); }

 private:
  using Spellings = std::initializer_list<const char*>;

  static const YamlNode* find(const YamlNode& item, Spellings names) {
    for (const char* name : names) {
      const YamlNode* found = item.find(name);
      if (found != nullptr && !found->is_null()) return found;
    }
    return nullptr;
  }
  std::optional<std::uint64_t> whole(const YamlNode& node, const char* name);
  void type(const YamlNode& item, ChakraNode& node);
  void dependences(const YamlNode& item, Spellings names, std::vector<std::uint64_t>& to);
  void attributes(const YamlNode& item, ChakraNode& node);

  std::vector<ChakraNode>& nodes_;
  JsonFields fields_;
};

/// Text is accepted: JSON made from protobuf has 64-bit numbers in quotes.
std::optional<std::uint64_t> JsonTrace::whole(const YamlNode& node, const char* name) {
  const auto number = node.is_scalar() ? whole_number(node.text, kMostWhole) : std::nullopt;
  if (!number) fields_.error(node, std::string(name) + " must be a whole number, not " + describe(node));
  return number;
}

void JsonTrace::type(const YamlNode& item, ChakraNode& node) {
  const YamlNode* found = find(item, {"NodeType", "type"});
  if (found == nullptr) {
    fields_.error(item, "the key `NodeType` is missing here");
    return;
  }
  const auto* const named = std::find(kNodeTypes.begin(), kNodeTypes.end(), found->text);
  const auto number = named == kNodeTypes.end() ? whole_number(found->text, kNodeTypes.size() - 1)
                                                : std::optional<std::uint64_t>(named - kNodeTypes.begin());
  if (!found->is_scalar() || !number) {
    fields_.error(*found, "NodeType must be a number from 0 to 7 or one of " +
                              alternatives({kNodeTypes.begin(), kNodeTypes.end()}) + ", not " + describe(*found));
    return;
  }
  node.type = static_cast<ChakraType>(*number);
}

void JsonTrace::dependences(const YamlNode& item, Spellings names, std::vector<std::uint64_t>& to) {
  const YamlNode* found = find(item, names);
  if (found == nullptr) return;
  if (!found->is_sequence()) {
    fields_.error(*found, std::string(*names.begin()) + " must be a list, not " + describe(*found));
    return;
  }
  for (const YamlNode& id : found->items) {
    if (fields_.hopeless()) return;
    if (const auto number = whole(id, *names.begin())) to.push_back(*number);
  }
}

/// Keys of the node itself; their values are numbers, truth values, text or lists of truth values.
void JsonTrace::attributes(const YamlNode& item, ChakraNode& node) {
  for (std::size_t i = 0; i + 1 < item.items.size(); i += 2) {
    const YamlNode& given = item.items[i + 1];
    ChakraValue value;
    if (given.is_sequence()) {
      value.kind = ChakraValue::Kind::flags;
      value.all = std::none_of(given.items.begin(), given.items.end(),
                               [](const YamlNode& flag) { return flag.says("false") || flag.says("0"); });
    } else if (given.is_scalar()) {
      const auto number = whole_number(given.text, kMostWhole);
      const bool truth = !given.quoted && (given.says("true") || given.says("false"));
      value.kind = number || truth ? ChakraValue::Kind::number : ChakraValue::Kind::text;
      value.number = truth ? (given.says("true") ? 1 : 0) : number.value_or(0);
      value.text = given.text;
    }
    set_attribute(node, item.items[i].text, value, fields_.diagnostics());
  }
}

void JsonTrace::node(const YamlNode& item) {
  if (fields_.hopeless()) return;
  if (nodes_.size() == kMostChakraNodes) {
    if (fields_.ok()) fields_.error(item, "more than " + std::to_string(kMostChakraNodes) + " nodes");
    return;
  }
  if (!item.is_map()) {
    fields_.error(item, "a node must be a map, not " + describe(item));
    return;
  }
  ChakraNode& node = nodes_.emplace_back();
  node.where = item.where();
  const YamlNode* id = find(item, {"Id", "id"});
  if (id == nullptr) fields_.error(item, "the key `Id` is missing here");
  if (const auto number = id == nullptr ? std::nullopt : whole(*id, "Id")) node.id = *number;
  type(item, node);
  dependences(item, {"data_deps", "dataDeps"}, node.data_deps);
  dependences(item, {"ctrlDeps", "ctrl_deps"}, node.ctrl_deps);
  if (const YamlNode* micros = find(item, {"runtime", "duration_micros", "durationMicros"})) {
    if (const auto number = whole(*micros, "runtime")) node.micros = *number;
  }
  attributes(item, node);
}

}  // namespace

void set_attribute(ChakraNode& node, std::string_view name, const ChakraValue& value, Diagnostics& diagnostics) {
  const auto number = [&](auto& to) {
    if (value.kind == ChakraValue::Kind::number && !value.negative) {
      to = value.number;
      return;
    }
    diagnostics.error(node.where, "node " + std::to_string(node.id) + ": " + std::string(name) +
                                      " must be a whole number that is not negative");
  };
  if (name == "is_cpu_op") {
    node.host = value.number != 0;
  } else if (name == "comm_type") {
    number(node.kind);
  } else if (name == "comm_size") {
    number(node.bytes);
  } else if (name == "comm_src") {
    number(node.source);
  } else if (name == "comm_dst") {
    number(node.target);
  } else if (name == "comm_tag") {
    node.tag = value.number;  // a negative one is as good as any other
  } else if (name == "num_ops") {
    number(node.operations);
  } else if (name == "tensor_size") {
    number(node.tensor);
  } else if (name == "pg_name") {
    node.group = std::string(value.text);
  } else if (name == "involved_dim") {
    node.some_dimensions = !value.all;
  }
}

bool read_chakra_json(const std::string& text, const std::string& file, std::vector<ChakraNode>& nodes,
                      Diagnostics& diagnostics) {
  constexpr const char* kList = "workload_graph";
  if (!check_text(text, file, diagnostics)) return false;
  JsonTrace trace(nodes, diagnostics);
  const auto document = parse_yaml(text, file, diagnostics, {kList, [&](const YamlNode& item) { trace.node(item); }});
  if (!document) return false;
  JsonFields fields(diagnostics);
  fields.list(*document, kList);
  return trace.ok();
}

}  // namespace gantry
