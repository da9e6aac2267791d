// SPDX-License-Identifier: Apache-2.0
#include "workload/pipedream.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

constexpr std::string_view kBar = " -- ";

/// A part of a line with its column.
struct Piece {
  std::string_view text;
  std::size_t column = 1;
};

std::vector<Piece> split(Piece whole, std::string_view bar) {
  std::vector<Piece> pieces;
  for (;;) {
    const std::size_t end = whole.text.find(bar);
    pieces.push_back({whole.text.substr(0, end), whole.column});
    if (end == std::string_view::npos) return pieces;
    whole.text.remove_prefix(end + bar.size());
    whole.column += end + bar.size();
  }
}

Piece trimmed(Piece piece) {
  while (!piece.text.empty() && piece.text.front() == ' ') {
    piece.text.remove_prefix(1);
    ++piece.column;
  }
  while (!piece.text.empty() && (piece.text.back() == ' ' || piece.text.back() == '\r')) piece.text.remove_suffix(1);
  return piece;
}

class PipedreamReader {
 public:
  PipedreamReader(const std::string& file, PipedreamGraph& graph, Diagnostics& diagnostics)
      : file_(file), graph_(graph), diagnostics_(diagnostics), before_(diagnostics.size()) {}

  bool read(std::string_view text) {
    // Edges may name layers that come later.
    std::vector<std::pair<int, Piece>> edges;
    while (!text.empty() && diagnostics_.size() - before_ < kMostProblems) {
      ++line_;
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      const Piece piece = trimmed({line, 1});
      if (piece.text.empty()) continue;
      if (line.front() == '\t') {
        edges.emplace_back(line_, Piece{piece.text.substr(1), 2});
      } else {
        layer(piece);
      }
    }
    for (const auto& [line, piece] : edges) {
      if (diagnostics_.size() - before_ >= kMostProblems) break;
      line_ = line;
      edge(piece);
    }
    if (graph_.layers.empty() && ok()) diagnostics_.error({file_, 1, 1}, "there is no layer in this file");
    return ok();
  }

 private:
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] SourcePosition at(const Piece& piece) const { return {file_, line_, static_cast<int>(piece.column)}; }
  void error(const Piece& piece, const std::string& what) { diagnostics_.error(at(piece), what); }

  void layer(const Piece& line) {
    const std::vector<Piece> pieces = split(line, kBar);
    if (pieces.size() < 3 || pieces.size() > 4) {
      error(line, "a layer is `id -- operator -- forward_compute_time=..., ...`, an edge begins with a tab");
      return;
    }
    PipedreamGraph::Layer layer;
    layer.id = std::string(pieces[0].text);
    layer.kind = std::string(pieces[1].text);
    layer.where = at(line);
    if (layer.id.empty()) error(line, "this layer has no id");
    if (!is_one_line(layer.id)) error(line, "the id must be one line of text without control characters");
    const auto [same, fresh] = numbers_.emplace(layer.id, static_cast<std::uint32_t>(graph_.layers.size()));
    if (!fresh) {
      error(line, in_quotes(layer.id) + " is already the id of the layer on line " +
                      std::to_string(graph_.layers[same->second].where.line));
    }
    fields(pieces[2], layer);
    graph_.layers.push_back(std::move(layer));
  }

  void fields(const Piece& list, PipedreamGraph::Layer& layer) {
    bool forward = false;
    bool backward = false;
    bool activation = false;
    bool parameter = false;
    for (const Piece& padded : split(list, ",")) {
      const Piece field = trimmed(padded);
      const std::size_t equals = field.text.find('=');
      const std::string_view key = field.text.substr(0, equals);
      const Piece value = equals == std::string_view::npos
                              ? Piece{{}, field.column}
                              : Piece{field.text.substr(equals + 1), field.column + equals + 1};
      if (key == "forward_compute_time") {
        forward = time(value, key, layer.forward);
      } else if (key == "backward_compute_time") {
        backward = time(value, key, layer.backward);
      } else if (key == "activation_size") {
        activation = bytes(value, key, layer.activation_bytes);
      } else if (key == "parameter_size") {
        parameter = bytes(value, key, layer.parameter_bytes);
      } else {
        error(field, in_quotes(key) +
                         " is none of forward_compute_time, backward_compute_time, activation_size and "
                         "parameter_size");
        return;
      }
    }
    if (ok() && !(forward && backward && activation && parameter)) {
      error(list, "layer " + in_quotes(layer.id) + " has no " +
                      (!forward      ? "forward_compute_time"
                       : !backward   ? "backward_compute_time"
                       : !activation ? "activation_size"
                                     : "parameter_size"));
    }
  }

  bool time(const Piece& value, std::string_view key, Decimal& time) {
    const auto number = parse_decimal(value.text);
    if (number) {
      time = *number;
    } else {
      error(value,
            std::string(key) + " must be a number of milliseconds that is not negative, not " + in_quotes(value.text));
    }
    return number.has_value();
  }

  /// Reads one number, or several in brackets, which are added up.
  bool bytes(const Piece& value, std::string_view key, std::uint64_t& sum) {
    Piece list = value;
    if (list.text.size() >= 2 && list.text.front() == '[' && list.text.back() == ']') {
      list = {list.text.substr(1, list.text.size() - 2), list.column + 1};
    }
    sum = 0;
    for (const Piece& padded : split(list, ";")) {
      const Piece part = trimmed(padded);
      const auto number = parse_decimal(part.text);
      const std::uint64_t bytes = number ? ceil_product(*number, {1, 0}) : 0;
      if (!number || bytes > kMaxTaskBytes || sum + bytes > kMaxTaskBytes) {
        error(part, std::string(key) + " must be a number of bytes up to " + std::to_string(kMaxTaskBytes) + ", not " +
                        in_quotes(part.text));
        return false;
      }
      sum += bytes;
    }
    return true;
  }

  void edge(const Piece& line) {
    const std::vector<Piece> ends = split(line, kBar);
    if (ends.size() != 2) {
      error(line, "an edge is `from -- to`");
      return;
    }
    std::uint32_t number[2] = {0, 0};
    for (const int end : {0, 1}) {
      const auto found = numbers_.find(std::string(ends[static_cast<std::size_t>(end)].text));
      if (found == numbers_.end()) {
        error(ends[static_cast<std::size_t>(end)],
              "there is no layer " + in_quotes(ends[static_cast<std::size_t>(end)].text));
        return;
      }
      number[end] = found->second;
    }
    if (number[0] == number[1]) {
      error(line, "layer " + in_quotes(ends[0].text) + " waits for itself");
    } else if (seen_.emplace(number[0], number[1]).second) {
      graph_.edges.push_back({number[0], number[1]});
    }
  }

  const std::string& file_;
  PipedreamGraph& graph_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  int line_ = 0;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< looked up only
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

WorkloadTask task_of(const PipedreamGraph::Layer& layer, const char* pass, const Decimal& time,
                     const Mapping& mapping) {
  WorkloadTask task;
  task.id = layer.id + pass;
  task.cls = mapping.cls;
  task.weight = mapping.weight;
  task.work = time;
  task.where = layer.where;
  return task;
}

/// The training graph: forward edges as they are, backward edges reversed (the gradient has the activation's bytes),
/// and every layer's forward before its backward.
bool read_pipedream(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                    Diagnostics& diagnostics) {
  PipedreamGraph graph;
  if (!parse_pipedream(text, file, graph, diagnostics)) return false;
  for (const auto& layer : graph.layers) workload.tasks.push_back(task_of(layer, ".forward", layer.forward, mapping));
  for (const auto& layer : graph.layers) workload.tasks.push_back(task_of(layer, ".backward", layer.backward, mapping));
  for (const PipedreamGraph::Edge& edge : graph.edges) {
    const std::uint64_t bytes = graph.layers[edge.from].activation_bytes;
    workload.tasks[forward_task(edge.to)].after.push_back({forward_task(edge.from), bytes, false});
    workload.tasks[backward_task(graph, edge.from)].after.push_back({backward_task(graph, edge.to), bytes, false});
  }
  for (std::uint32_t l = 0; l < graph.layers.size(); ++l) {
    workload.tasks[backward_task(graph, l)].after.push_back({forward_task(l), graph.layers[l].activation_bytes, false});
  }
  workload.unit = "ms";
  return true;
}

bool recognises_pipedream(std::string_view head) {
  const std::size_t fields = head.find("forward_compute_time=");
  return fields != std::string_view::npos && head.substr(0, fields).find(kBar) != std::string_view::npos &&
         head.substr(0, fields).find('\n') == std::string_view::npos;
}

/// Milliseconds at 1 GHz.
Mapping pipedream_mapping() {
  Mapping mapping = mapping_by_edges();
  mapping.cycles_per_unit = {1, 6};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_pipedream(WorkloadFormats& formats) {
  formats.add({"pipedream", "PipeDream's profile of a neural network, as its training graph", recognises_pipedream,
               read_pipedream, pipedream_mapping()});
}

bool parse_pipedream(const std::string& text, const std::string& file, PipedreamGraph& graph,
                     Diagnostics& diagnostics) {
  return PipedreamReader(file, graph, diagnostics).read(text);
}

}  // namespace gantry
