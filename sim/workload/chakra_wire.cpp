// SPDX-License-Identifier: Apache-2.0
// The binary form of Chakra traces. The fields and their numbers are those of the published schema (version 0.0.4).
// Earlier schemas number them otherwise, and their files are refused.
#include <cstring>
#include <limits>

#include "text/wire_fields.h"
#include "workload/chakra_trace.h"

#ifdef GANTRY_HAS_PROTOBUF
#include <google/protobuf/io/coded_stream.h>
#endif

namespace gantry {
namespace {

/// Whether these are fields of GlobalMetadata alone: a version, attributes.
bool is_metadata(std::string_view message) {
  WireFields rest(message);
  while (!rest.at_end()) {
    const auto field = rest.next();
    if (!field || field->number > 2 || field->wire != kWireBytes || !field->complete) return false;
  }
  return true;
}

/// Whether these are fields of a node, with its type, which ends the search.
bool is_node(std::string_view message) {
  constexpr std::uint64_t kLastField = 10;
  constexpr std::uint64_t kType = 3;
  constexpr std::uint64_t kLastType = 7;
  WireFields rest(message);
  while (const auto field = rest.next()) {
    if (field->number > kLastField || !field->complete) return false;
    if (field->number == kType && field->wire == kWireNumber) return field->value >= 1 && field->value <= kLastType;
  }
  return false;
}

}  // namespace

bool begins_as_chakra_wire(std::string_view head) {
  WireFields file(head);
  for (int messages = 0; messages < 2; ++messages) {
    const auto size = file.number();
    if (!size) return false;
    const std::string_view message = file.take(*size);
    if (messages == 1 || !is_metadata(message)) return is_node(message);
  }
  return false;
}

#ifdef GANTRY_HAS_PROTOBUF

bool has_chakra_wire() { return true; }

namespace {

using google::protobuf::io::CodedInputStream;

class WireReader {
 public:
  WireReader(const std::string& bytes, const std::string& file, std::vector<ChakraNode>& nodes,
             Diagnostics& diagnostics)
      : bytes_(bytes),
        in_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())),
        file_(file),
        nodes_(nodes),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  bool read();

 private:
  enum class Outcome : std::uint8_t { right, wrong, older };

  bool message(int begin, int size, bool first);
  Outcome node(ChakraNode& node);
  bool field(std::uint32_t tag, ChakraNode& node);
  bool attribute(ChakraNode& node);
  bool value(std::uint32_t tag, ChakraValue& value);
  bool flags(ChakraValue& value);
  bool numbers(std::uint32_t wire, std::vector<std::uint64_t>& to);
  bool text(std::string_view& to);
  bool skip(std::uint32_t tag);
  [[nodiscard]] SourcePosition at(int byte) const { return {file_, 1, byte + 1}; }
  bool fail(int byte, const std::string& what) {
    diagnostics_.error(at(byte), what);
    return false;
  }

  const std::string& bytes_;
  CodedInputStream in_;
  const std::string& file_;
  std::vector<ChakraNode>& nodes_;
  Diagnostics& diagnostics_;
  std::size_t before_;
};

bool WireReader::skip(std::uint32_t tag) {
  std::uint64_t eight = 0;
  std::uint32_t four = 0;
  switch (tag & 7) {
    case kWireNumber:
      return in_.ReadVarint64(&eight);
    case kWireEightBytes:
      return in_.ReadLittleEndian64(&eight);
    case kWireFourBytes:
      return in_.ReadLittleEndian32(&four);
    case kWireBytes:
      return in_.ReadVarint32(&four) && four <= std::numeric_limits<int>::max() && in_.Skip(static_cast<int>(four));
    default:
      return false;
  }
}

/// The next value of bytes, within the file's own.
bool WireReader::text(std::string_view& to) {
  std::uint32_t size = 0;
  if (!in_.ReadVarint32(&size) || size > static_cast<std::uint32_t>(in_.BytesUntilLimit())) return false;
  to = std::string_view(bytes_).substr(static_cast<std::size_t>(in_.CurrentPosition()), size);
  return in_.Skip(static_cast<int>(size));
}

/// Numbers of a repeated field, packed or one alone.
bool WireReader::numbers(std::uint32_t wire, std::vector<std::uint64_t>& to) {
  std::uint64_t number = 0;
  if (wire == kWireNumber) {
    if (!in_.ReadVarint64(&number)) return false;
    to.push_back(number);
    return true;
  }
  std::uint32_t size = 0;
  if (wire != kWireBytes || !in_.ReadVarint32(&size) || size > static_cast<std::uint32_t>(in_.BytesUntilLimit()))
    return false;
  const auto limit = in_.PushLimit(static_cast<int>(size));
  while (in_.BytesUntilLimit() > 0) {
    if (!in_.ReadVarint64(&number)) return false;
    to.push_back(number);
  }
  in_.PopLimit(limit);
  return true;
}

bool WireReader::flags(ChakraValue& value) {
  std::string_view list;
  if (!text(list)) return false;
  WireFields rest(list);
  value.kind = ChakraValue::Kind::flags;
  while (!rest.at_end()) {
    const auto tag = rest.number();
    if (!tag) return false;
    if (*tag != (8 | kWireBytes)) {
      const auto flag = *tag == (8 | kWireNumber) ? rest.number() : std::nullopt;
      if (!flag) return false;
      value.all = value.all && *flag != 0;
      continue;
    }
    const auto size = rest.number();
    if (!size) return false;
    for (const char flag : rest.take(*size)) value.all = value.all && flag != 0;
  }
  return true;
}

/// A value of the schema's `oneof`: its field tells the type.
bool WireReader::value(std::uint32_t tag, ChakraValue& value) {
  std::uint64_t wide = 0;
  std::uint32_t narrow = 0;
  double real = 0.0;
  float small = 0.0F;
  value.kind = ChakraValue::Kind::number;
  switch (tag) {
    case 7 << 3 | kWireNumber:
    case 9 << 3 | kWireNumber:
    case 15 << 3 | kWireNumber:
    case 17 << 3 | kWireNumber:
      if (!in_.ReadVarint64(&wide)) return false;
      value.negative = tag >= 15 << 3 ? (wide & 1) != 0 : wide >> 63 != 0;
      value.number = tag >= 15 << 3 ? wide >> 1 : wide;
      return true;
    case 11 << 3 | kWireNumber:
    case 13 << 3 | kWireNumber:
    case 27 << 3 | kWireNumber:
      return in_.ReadVarint64(&value.number);
    case 19 << 3 | kWireFourBytes:
    case 23 << 3 | kWireFourBytes:
      if (!in_.ReadLittleEndian32(&narrow)) return false;
      value.number = narrow;
      value.negative = tag >> 3 == 23 && narrow >> 31 != 0;
      return true;
    case 21 << 3 | kWireEightBytes:
    case 25 << 3 | kWireEightBytes:
      if (!in_.ReadLittleEndian64(&value.number)) return false;
      value.negative = tag >> 3 == 25 && value.number >> 63 != 0;
      return true;
    case 3 << 3 | kWireEightBytes:
    case 5 << 3 | kWireFourBytes:
      if (!(tag == (3 << 3 | kWireEightBytes) ? in_.ReadLittleEndian64(&wide) : in_.ReadLittleEndian32(&narrow)))
        return false;
      std::memcpy(&real, &wide, sizeof real);
      std::memcpy(&small, &narrow, sizeof small);
      if (tag == (5 << 3 | kWireFourBytes)) real = static_cast<double>(small);
      value.negative = !(real >= 0.0 && real < 1e18);
      if (!value.negative) value.number = static_cast<std::uint64_t>(real);
      value.negative = value.negative || static_cast<double>(value.number) != real;
      return true;
    case 28 << 3 | kWireBytes:
      return flags(value);
    case 29 << 3 | kWireBytes:
      value.kind = ChakraValue::Kind::text;
      return text(value.text);
    default:
      value.kind = ChakraValue::Kind::other;
      return skip(tag);
  }
}

bool WireReader::attribute(ChakraNode& node) {
  std::uint32_t size = 0;
  if (!in_.ReadVarint32(&size) || size > static_cast<std::uint32_t>(in_.BytesUntilLimit())) return false;
  const auto limit = in_.PushLimit(static_cast<int>(size));
  std::string_view name;
  ChakraValue found;
  while (const std::uint32_t tag = in_.ReadTag()) {
    const bool right = tag == (1 << 3 | kWireBytes)   ? text(name)
                       : tag == (2 << 3 | kWireBytes) ? skip(tag)
                                                      : value(tag, found);
    if (!right) return false;
  }
  if (in_.BytesUntilLimit() != 0) return false;
  in_.PopLimit(limit);
  set_attribute(node, name, found, diagnostics_);
  return true;
}

bool WireReader::field(std::uint32_t tag, ChakraNode& node) {
  std::uint64_t type = 0;
  switch (tag >> 3) {
    case 1:
      return (tag & 7) == kWireNumber && in_.ReadVarint64(&node.id);
    case 3:
      if ((tag & 7) != kWireNumber || !in_.ReadVarint64(&type)) return false;
      if (type > 7) return false;
      node.type = static_cast<ChakraType>(type);
      return true;
    case 4:
      return numbers(tag & 7, node.ctrl_deps);
    case 5:
      return numbers(tag & 7, node.data_deps);
    case 7:
      return (tag & 7) == kWireNumber && in_.ReadVarint64(&node.micros);
    case 10:
      return (tag & 7) == kWireBytes && attribute(node);
    default:
      return skip(tag);
  }
}

WireReader::Outcome WireReader::node(ChakraNode& node) {
  constexpr std::uint32_t kLastField = 10;
  while (const std::uint32_t tag = in_.ReadTag()) {
    if (tag >> 3 > kLastField) return Outcome::older;
    if (!field(tag, node)) return Outcome::wrong;
  }
  return in_.BytesUntilLimit() == 0 ? Outcome::right : Outcome::wrong;
}

/// Reads the message of the next `size` bytes, whose length is at `begin`.
bool WireReader::message(int begin, int size, bool first) {
  const std::string_view content =
      std::string_view(bytes_).substr(static_cast<std::size_t>(in_.CurrentPosition()), static_cast<std::size_t>(size));
  if (first && is_metadata(content)) return in_.Skip(size);
  const auto limit = in_.PushLimit(size);
  ChakraNode& made = nodes_.emplace_back();
  made.where = at(begin);
  const Outcome outcome = node(made);
  if (outcome == Outcome::older)
    return fail(begin, "this node has fields of a schema before 0.0.4 (only from there on are files read)");
  if (outcome == Outcome::wrong) return fail(begin, "this is no node: its bytes are not those of the schema");
  in_.PopLimit(limit);
  return diagnostics_.size() == before_;
}

bool WireReader::read() {
  const int end = static_cast<int>(bytes_.size());
  for (bool first = true; in_.CurrentPosition() < end; first = false) {
    const int begin = in_.CurrentPosition();
    std::uint32_t size = 0;
    if (!in_.ReadVarint32(&size) || size > static_cast<std::uint32_t>(end - in_.CurrentPosition()))
      return fail(begin, "the file ends within the message that begins here");
    if (nodes_.size() == kMostChakraNodes)
      return fail(begin, "more than " + std::to_string(kMostChakraNodes) + " nodes");
    if (!message(begin, static_cast<int>(size), first)) return false;
  }
  return true;
}

}  // namespace

bool read_chakra_wire(const std::string& bytes, const std::string& file, std::vector<ChakraNode>& nodes,
                      Diagnostics& diagnostics) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    diagnostics.error({file, 1, 1}, "the file is larger than 2 GiB");
    return false;
  }
  return WireReader(bytes, file, nodes, diagnostics).read();
}

#else

bool has_chakra_wire() { return false; }

bool read_chakra_wire(const std::string& /*bytes*/, const std::string& file, std::vector<ChakraNode>& /*nodes*/,
                      Diagnostics& diagnostics) {
  diagnostics.error({file, 1, 1},
                    "this program was built without protobuf and reads no binary traces (the JSON form is read)");
  return false;
}

#endif

}  // namespace gantry
