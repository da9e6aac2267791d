// SPDX-License-Identifier: Apache-2.0
// The graph files of METIS and Chaco: a line `vertices edges [fmt [ncon]]`, then a line per vertex, from 1, with its
// neighbours. Every edge is in the lines of both ends. As a dependence it goes from the lower vertex to the higher.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/shop_instances.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 24;
constexpr std::uint64_t kLargestWeight = std::uint64_t{1} << 62;
constexpr std::uint64_t kMostWeights = 1024;

/// Lines with their tokens. A line that begins with `%` is a comment; an empty one is a line.
class GraphLines {
 public:
  GraphLines(std::string_view text, const std::string& file)
      : tokens_(text, file, HashComments::none), ahead_(tokens_.next()) {}

  /// False at the end; then tokens() is empty and number() the line where the file ends.
  bool next() {
    do {
      line_.clear();
      number_ = next_;
      if (ahead_.is_end() && next_ >= ahead_.line) return false;
      for (; !ahead_.is_end() && ahead_.line == next_; ahead_ = tokens_.next()) line_.push_back(ahead_);
      ++next_;
    } while (!line_.empty() && line_[0].text[0] == '%');
    return true;
  }
  [[nodiscard]] const std::vector<TextToken>& tokens() const { return line_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] SourcePosition where(const TextToken& token) const { return tokens_.where(token); }
  /// Behind the last token of the line.
  [[nodiscard]] TextToken end_of_line() const {
    if (line_.empty()) return {{}, number_, 1};
    return {{}, number_, line_.back().column + static_cast<int>(line_.back().text.size())};
  }

 private:
  TokenReader tokens_;
  TextToken ahead_;
  std::vector<TextToken> line_;
  int number_ = 0;
  int next_ = 1;
};

/// Properties of the other lines, from the first line.
struct GraphHeader {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool sizes = false;
  std::uint64_t weights = 0;  ///< numbers per vertex
  bool edge_weights = false;

  /// The digits of fmt, from the left: vertex sizes, vertex weights, edge weights; zeros on the left may be missing.
  bool set_format(std::string_view fmt) {
    const bool digits = fmt.size() <= 3 && fmt.find_first_not_of("01") == std::string_view::npos;
    const auto digit = [&](std::size_t from_right) {
      return fmt.size() >= from_right && fmt[fmt.size() - from_right] == '1';
    };
    sizes = digit(3);
    weights = digit(2) ? 1 : 0;
    edge_weights = digit(1);
    return digits;
  }
};

class MetisReader {
 public:
  MetisReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics)
      : lines_(text, file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  bool read();

 private:
  /// An edge as one of its ends has it. Vertices count from 1.
  struct End {
    std::uint32_t vertex = 0;
    std::uint32_t neighbour = 0;
    std::uint64_t weight = 1;
    int column = 0;

    [[nodiscard]] std::uint32_t lower() const { return std::min(vertex, neighbour); }
    [[nodiscard]] std::uint32_t higher() const { return std::max(vertex, neighbour); }
  };

  bool header();
  void vertex();
  void match_ends();
  void match(const End* begin, const End* end);
  bool whole(const TextToken& token, const std::string& what, std::uint64_t least, std::uint64_t most,
             std::uint64_t& value);
  void error(const TextToken& token, const std::string& what) { diagnostics_.error(lines_.where(token), what); }
  void error(const End& at, const std::string& what) {
    SourcePosition where = workload_.tasks[at.vertex - 1].where;
    where.column = at.column;
    diagnostics_.error(where, what);
  }
  [[nodiscard]] std::size_t problems() const { return diagnostics_.size() - before_; }

  GraphLines lines_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  GraphHeader header_;
  TextToken edges_at_;
  std::vector<End> ends_;
};

bool MetisReader::whole(const TextToken& token, const std::string& what, std::uint64_t least, std::uint64_t most,
                        std::uint64_t& value) {
  const auto number = whole_number(token.text, most);
  value = number.value_or(0);
  if (number && value >= least) return true;
  error(token, what + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                   (token.text.empty() ? ", and the line ends here" : ", not " + in_quotes(token.text)));
  return false;
}

bool MetisReader::header() {
  bool found = lines_.next();
  while (found && lines_.tokens().empty()) found = lines_.next();
  const std::vector<TextToken>& fields = lines_.tokens();
  if (fields.size() < 2 || fields.size() > 4) {
    error(found ? fields[0] : lines_.end_of_line(),
          "the first line must have the numbers of vertices and of edges, then perhaps fmt and ncon, not " +
              std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields"));
    return false;
  }
  edges_at_ = fields[1];
  if (!whole(fields[0], "the number of vertices", 1, kMaxForeignTasks, header_.vertices) ||
      !whole(fields[1], "the number of edges", 0, kMostEdges, header_.edges)) {
    return false;
  }
  if (fields.size() > 2 && !header_.set_format(fields[2].text)) {
    error(fields[2], "fmt must be up to three digits, each 0 or 1 (vertex sizes, vertex weights, edge weights), not " +
                         in_quotes(fields[2].text));
    return false;
  }
  std::uint64_t weights = 0;
  if (fields.size() > 3 && !whole(fields[3], "ncon", 0, kMostWeights, weights)) return false;
  if (weights > 0 && header_.weights == 0) {
    error(fields[3], "ncon counts the weights of a vertex, and fmt says that vertices have none (010 or 011 would)");
    return false;
  }
  if (weights > 0) header_.weights = weights;
  return true;
}

void MetisReader::vertex() {
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size() + 1);
  const std::string name = "vertex " + std::to_string(number);
  const std::vector<TextToken>& fields = lines_.tokens();
  std::size_t at = 0;
  const auto next = [&] { return at < fields.size() ? fields[at++] : lines_.end_of_line(); };

  WorkloadTask task;
  task.id = std::to_string(number);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.work = {1, 0};
  task.where = lines_.where(fields.empty() ? lines_.end_of_line() : fields[0]);
  bool good = true;
  if (header_.sizes) good = whole(next(), "the size of " + name, 0, kLargestWeight, task.output_bytes);
  for (std::uint64_t w = 0; w < header_.weights && good; ++w) {
    std::uint64_t weight = 0;
    good = whole(next(), "the weight of " + name, 0, kLargestWeight, weight);
    if (w == 0) task.work = {weight, 0};
  }
  while (at < fields.size() && good) {
    End end;
    end.vertex = number;
    end.column = fields[at].column;
    const TextToken& neighbour_at = fields[at];
    std::uint64_t neighbour = 0;
    good = whole(next(), "a neighbour of " + name, 1, header_.vertices, neighbour);
    if (good && header_.edge_weights)
      good = whole(next(), "the weight of an edge of " + name, 1, kLargestWeight, end.weight);
    if (good && neighbour == number) {
      error(neighbour_at, name + " cannot be its own neighbour");
      good = false;
    }
    if (!good) break;
    end.neighbour = static_cast<std::uint32_t>(neighbour);
    if (neighbour < number) task.after.push_back({end.neighbour - 1, end.weight, false});
    ends_.push_back(end);
  }
  workload_.tasks.push_back(std::move(task));
}

/// All that name one pair of vertices: there has to be one at either end, with the same weight.
void MetisReader::match(const End* begin, const End* end) {
  for (const End* other = begin + 1; other < end; ++other) {
    if (other->vertex != (other - 1)->vertex) continue;
    error(*other, "vertex " + std::to_string(other->vertex) + " has the neighbour " + std::to_string(other->neighbour) +
                      " already");
    return;
  }
  if (end - begin == 1) {
    error(*begin, "vertex " + std::to_string(begin->neighbour) + " does not name its neighbour " +
                      std::to_string(begin->vertex) + " (each edge must be in the lines of both its ends)");
  } else if (begin[0].weight != begin[1].weight) {
    error(begin[1], "the edge between " + std::to_string(begin->vertex) + " and " + std::to_string(begin->neighbour) +
                        " has the weight " + std::to_string(begin[1].weight) + " here and " +
                        std::to_string(begin[0].weight) + " on line " +
                        std::to_string(workload_.tasks[begin->vertex - 1].where.line));
  }
}

void MetisReader::match_ends() {
  std::sort(ends_.begin(), ends_.end(), [](const End& a, const End& b) {
    return std::array<std::uint32_t, 4>{a.lower(), a.higher(), a.vertex, static_cast<std::uint32_t>(a.column)} <
           std::array<std::uint32_t, 4>{b.lower(), b.higher(), b.vertex, static_cast<std::uint32_t>(b.column)};
  });
  for (std::size_t first = 0; first < ends_.size() && problems() < kMostProblems;) {
    std::size_t last = first + 1;
    while (last < ends_.size() && ends_[last].lower() == ends_[first].lower() &&
           ends_[last].higher() == ends_[first].higher()) {
      ++last;
    }
    match(&ends_[first], &ends_[0] + last);
    first = last;
  }
  if (problems() == 0 && ends_.size() != 2 * header_.edges) {
    error(edges_at_, "the first line says " + std::to_string(header_.edges) +
                         " edges, and the lines of the vertices have " + std::to_string(ends_.size() / 2));
  }
}

bool MetisReader::read() {
  if (!header()) return false;
  while (workload_.tasks.size() < header_.vertices && problems() < kMostProblems) {
    if (!lines_.next()) {
      error(lines_.end_of_line(), "the file ends here, where the line of vertex " +
                                      std::to_string(workload_.tasks.size() + 1) + " of " +
                                      std::to_string(header_.vertices) + " is needed (an empty one has no neighbours)");
      return false;
    }
    vertex();
  }
  while (problems() == 0 && lines_.next()) {
    if (lines_.tokens().empty()) continue;
    error(lines_.tokens()[0],
          "the file goes on here, after the " + std::to_string(header_.vertices) + " vertices of its first line");
  }
  if (problems() == 0) match_ends();
  workload_.unit = "weight";
  return problems() == 0;
}

bool read_metis(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                Diagnostics& diagnostics) {
  return MetisReader(text, file, mapping, workload, diagnostics).read();
}

/// Whether there are two to four whole numbers, then lines of whole numbers. Without fmt these are neighbours: never 0
/// and never the vertex itself, which distinguishes the file from an STG.
bool recognises_metis(std::string_view head) {
  constexpr std::uint64_t kLooked = 16;
  const std::string file;
  GraphLines lines(head, file);
  bool found = lines.next();
  while (found && lines.tokens().empty()) found = lines.next();
  const std::vector<TextToken> first = lines.tokens();
  if (first.size() < 2 || first.size() > 4) return false;
  const auto vertices = whole_number(first[0].text, kMaxForeignTasks);
  GraphHeader header;
  if (!vertices || !whole_number(first[1].text, kMostEdges) ||
      (first.size() > 2 && !header.set_format(first[2].text)) || (first.size() > 3 && !all_digits(first[3].text))) {
    return false;
  }
  for (std::uint64_t v = 1; v <= std::min(kLooked, *vertices) && lines.next(); ++v) {
    for (const TextToken& token : lines.tokens()) {
      const auto number = whole_number(token.text, first.size() > 2 ? kLargestWeight : *vertices);
      if (!number || (first.size() == 2 && (*number == 0 || *number == v))) return false;
    }
  }
  return !kind_of_shop(head);
}

}  // namespace

void add_metis(WorkloadFormats& formats) {
  formats.add({"metis", "graphs of METIS and Chaco; an edge runs from the lower vertex to the higher", recognises_metis,
               read_metis, mapping_by_edges()});
}

}  // namespace gantry
