// SPDX-License-Identifier: Apache-2.0
#include "architecture/permutation_file.h"

#include <array>
#include <memory>
#include <sstream>
#include <utility>

#include "gantry/base/types.h"
#include "text/csv_reader.h"
#include "text/text_file.h"
#include "text/text_lines.h"

namespace gantry {

std::vector<std::uint32_t> read_permutation(const std::string& path, const TrafficRules& rules,
                                            const SourcePosition& named_at, Diagnostics& diagnostics) {
  const std::string file = path_beside(rules.directory, path);
  auto text = read_named_file(file, "permutation", named_at, diagnostics);
  if (!text) return {};
  if (rules.inputs != nullptr) rules.inputs->push_back(file);
  const std::uint32_t nodes = rules.grid.nodes();
  std::vector<std::uint32_t> to(nodes, 0);
  std::array<std::vector<std::uint64_t>, 2> lines;  // line of the row with each node, per column; 0: none
  for (auto& column : lines) column.assign(nodes, 0);
  if (text->back() != '\n') *text += '\n';
  auto source = std::make_unique<TextSource>(std::make_unique<std::stringbuf>(std::move(*text), std::ios::in));
  CsvReader rows(std::move(source), shown_path(file), "from,to", diagnostics);
  const std::size_t before = diagnostics.size();
  while (rows.next()) {
    std::array<std::uint64_t, 2> row{};
    bool right = true;
    for (std::size_t column = 0; column < 2; ++column) {
      const std::size_t faults = rows.faults();
      row[column] = rows.number(column, nodes - 1);
      right = right && rows.faults() == faults;
      if (rows.faults() != faults) continue;
      std::uint64_t& line = lines[column][row[column]];
      if (line != 0) {
        rows.fault(column,
                   std::to_string(row[column]) + ", a duplicate in this column (of line " + std::to_string(line) + ')');
      }
      line = rows.line();
    }
    if (right) to[row[0]] = static_cast<std::uint32_t>(row[1]);
  }
  if (diagnostics.size() != before || rows.faults() > 0) return to;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (lines[0][node] != 0) continue;
    diagnostics.error({shown_path(file), static_cast<int>(rows.line()), 1},
                      "the file ends without a row for node " + std::to_string(node) + " (there are " +
                          std::to_string(nodes) + " nodes, and each sends to one)");
    break;
  }
  return to;
}

}  // namespace gantry
