// SPDX-License-Identifier: Apache-2.0
// chakra: execution traces of MLCommons Chakra, of one rank or, with mapping.ranks, of several. The files of the ranks
// differ in a number in their names: x.0.et, x.1.et.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/digits.h"
#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/chakra_graph.h"
#include "workload/chakra_trace.h"
#include "workload/format.h"

namespace gantry {
namespace {

/// The name of a file around the number of its rank: the last part between dots that has digits alone.
struct RankedName {
  std::string before;
  std::uint32_t rank = 0;
  std::string behind;
};

std::optional<RankedName> ranked_name(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const std::size_t end = std::min(name.find('.', dot + 1), name.size());
    const auto rank = whole_number(std::string_view(name).substr(dot + 1, end - dot - 1), kMostRanks);
    if (rank) return RankedName{name.substr(0, dot + 1), static_cast<std::uint32_t>(*rank), name.substr(end)};
  }
  return std::nullopt;
}

class ChakraFiles {
 public:
  ChakraFiles(const std::string& file, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : file_(file), mapping_(mapping), workload_(workload), diagnostics_(diagnostics), name_(ranked_name(file)) {}

  bool read(const std::string& text);

 private:
  std::shared_ptr<const ChakraNodes> parse(const std::string& content, const std::string& file);
  std::shared_ptr<const ChakraNodes> beside(std::uint32_t rank);

  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::optional<RankedName> name_;
};

std::shared_ptr<const ChakraNodes> ChakraFiles::parse(const std::string& content, const std::string& file) {
  auto nodes = std::make_shared<ChakraNodes>();
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos && content[first] == '{' && !begins_as_chakra_wire(content);
  const bool right = json ? read_chakra_json(content, file, *nodes, diagnostics_)
                          : read_chakra_wire(content, file, *nodes, diagnostics_);
  return right ? nodes : nullptr;
}

std::shared_ptr<const ChakraNodes> ChakraFiles::beside(std::uint32_t rank) {
  const std::string path = path_beside(directory_of(file_), name_->before + std::to_string(rank) + name_->behind);
  const auto content =
      read_named_file(path, "trace", mapping_.ranks_at, diagnostics_, "the workload's file", FileContent::bytes);
  if (!content) return nullptr;
  workload_.beside.push_back(path);
  return parse(*content, shown_path(path));
}

bool ChakraFiles::read(const std::string& text) {
  const auto own = parse(text, file_);
  if (!own) return false;
  const std::uint32_t rank = name_ ? name_->rank : 0;
  if (mapping_.ranks == 1) return make_chakra_graph({own}, rank, mapping_, workload_, diagnostics_);
  std::vector<std::shared_ptr<const ChakraNodes>> ranks(mapping_.ranks, own);
  if (!mapping_.same_trace) {
    if (!name_ || rank >= mapping_.ranks) {
      diagnostics_.error(mapping_.ranks_at, "mapping.ranks needs a file with the number of its rank, 0 to " +
                                                std::to_string(mapping_.ranks - 1) +
                                                ", in its name (as in x.0.et), not " + in_quotes(file_) +
                                                " (or mapping.same_trace: true)");
      return false;
    }
    for (std::uint32_t r = 0; r < mapping_.ranks; ++r) {
      if (r != rank) ranks[r] = beside(r);
      if (!ranks[r]) return false;
    }
  }
  return make_chakra_graph(ranks, 0, mapping_, workload_, diagnostics_);
}

bool read_chakra(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                 Diagnostics& diagnostics) {
  workload.unit = "us";
  return ChakraFiles(file, mapping, workload, diagnostics).read(text);
}

bool recognises_chakra(std::string_view head) {
  return has_outer_key(head, "workload_graph") || begins_as_chakra_wire(head);
}

Mapping chakra_mapping() {
  Mapping mapping;
  mapping.cycles_per_unit = {1, 3};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_chakra(WorkloadFormats& formats) {
  WorkloadFormat format{"chakra",          "execution traces of MLCommons Chakra, of one rank or several",
                        recognises_chakra, read_chakra,
                        chakra_mapping(),  {"ranks", "same_trace", "collectives", "communication", "ctrl_deps"}};
  format.binary = true;
  formats.add(std::move(format));
}

}  // namespace gantry
