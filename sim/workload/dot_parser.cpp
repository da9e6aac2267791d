// SPDX-License-Identifier: Apache-2.0
#include "workload/dot_parser.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kKeptText = 256;

bool is_keyword(const DotToken& token, std::string_view word) {
  if (token.kind != DotToken::Kind::id || token.quoted || token.text.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((token.text[i] | 0x20) != word[i]) return false;
  }
  return true;
}

class DotParser {
 public:
  DotParser(const std::string& text, const std::string& file, const std::set<std::string>& wanted,
            const std::function<void(const DotEdges&)>& take_edges)
      : lexer_(text, file), wanted_(wanted), take_edges_(take_edges) {
    advance();
  }

  DotGraph parse();

 private:
  using Nodes = std::vector<std::uint32_t>;
  /// Attributes of `node [...]` and `edge [...]` in this subgraph or around it.
  struct Defaults {
    DotAttributes node;
    DotAttributes edge;
  };

  void advance() { token_ = lexer_.next(); }
  [[noreturn]] void fail(const std::string& what) const { throw Error(Diagnostic{lexer_.where(token_), what}); }
  [[nodiscard]] std::string shown() const {
    return token_.kind == DotToken::Kind::end ? "the end of the file" : in_quotes(token_.text);
  }
  void expect(char symbol, const char* where);
  void statements(Defaults defaults, Nodes& members, int depth);
  void statement(Defaults& defaults, Nodes& members, int depth);
  Nodes subgraph(const Defaults& defaults, int depth);
  Nodes endpoint(const Defaults& defaults, int depth);
  void port();
  void edges(const Nodes& first, const Defaults& defaults, Nodes& members, int depth);
  void attributes(DotAttributes& to);
  std::uint32_t node(const DotToken& name, const Defaults& defaults);

  DotLexer lexer_;
  const std::set<std::string>& wanted_;
  const std::function<void(const DotEdges&)>& take_edges_;
  DotGraph graph_;
  DotToken token_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of the nodes; looked up only
};

void DotParser::expect(char symbol, const char* where) {
  if (!token_.is(symbol)) fail(std::string(1, symbol) + " is needed " + where + ", not " + shown());
  advance();
}

DotGraph DotParser::parse() {
  if (is_keyword(token_, "strict")) advance();
  if (is_keyword(token_, "graph")) fail("an undirected graph has no predecessors (a digraph is needed)");
  if (!is_keyword(token_, "digraph")) fail("digraph is needed here, not " + shown());
  advance();
  if (token_.kind == DotToken::Kind::id) {
    if (!is_one_line(token_.text)) fail("the name of a graph must be one line of text");
    graph_.name = token_.text;
    advance();
  }
  expect('{', "after digraph");
  Nodes members;
  statements({}, members, 0);
  expect('}', "at the end of the graph");
  if (token_.kind != DotToken::Kind::end) fail("the file goes on after its graph (one graph per file)");
  return std::move(graph_);
}

void DotParser::statements(Defaults defaults, Nodes& members, int depth) {
  while (!token_.is('}')) {
    if (token_.kind == DotToken::Kind::end) fail("the file ends here, where } is needed");
    if (token_.is(';')) {
      advance();
    } else {
      statement(defaults, members, depth);
    }
  }
}

void DotParser::statement(Defaults& defaults, Nodes& members, int depth) {
  for (const std::string_view keyword : {"graph", "node", "edge"}) {
    if (!is_keyword(token_, keyword)) continue;
    advance();
    DotAttributes graph;
    attributes(keyword == "node" ? defaults.node : keyword == "edge" ? defaults.edge : graph);
    return;
  }
  bool single = false;
  const DotToken first = token_;
  if (token_.kind == DotToken::Kind::id && !is_keyword(token_, "subgraph")) {
    advance();
    if (token_.is('=')) {  // an attribute of the graph
      advance();
      if (token_.kind != DotToken::Kind::id) fail("a value is needed after =, not " + shown());
      advance();
      return;
    }
    port();
    single = true;
  }
  const Nodes nodes = single ? Nodes{node(first, defaults)} : endpoint(defaults, depth);
  members.insert(members.end(), nodes.begin(), nodes.end());
  if (token_.kind == DotToken::Kind::line) fail("-- is an edge of an undirected graph (-> is needed)");
  if (token_.kind == DotToken::Kind::arrow) {
    edges(nodes, defaults, members, depth);
  } else if (single) {
    attributes(graph_.nodes[nodes[0]].attributes);
  }
}

DotParser::Nodes DotParser::endpoint(const Defaults& defaults, int depth) {
  if (is_keyword(token_, "subgraph") || token_.is('{')) return subgraph(defaults, depth);
  if (token_.kind != DotToken::Kind::id) fail("a node is needed here, not " + shown());
  const DotToken name = token_;
  advance();
  port();
  return {node(name, defaults)};
}

DotParser::Nodes DotParser::subgraph(const Defaults& defaults, int depth) {
  if (depth == kMaxDepth) fail("subgraphs are nested deeper than " + std::to_string(kMaxDepth) + " levels");
  if (is_keyword(token_, "subgraph")) {
    advance();
    if (token_.kind == DotToken::Kind::id) advance();
  }
  expect('{', "at the beginning of a subgraph");
  Nodes members;
  statements(defaults, members, depth + 1);
  expect('}', "at the end of a subgraph");
  // Each once, in the order of their first mention.
  std::set<std::uint32_t> seen;
  Nodes once;
  for (const std::uint32_t member : members) {
    if (seen.insert(member).second) once.push_back(member);
  }
  return once;
}

/// Where an edge touches its node is for drawings.
void DotParser::port() {
  while (token_.is(':')) {
    advance();
    if (token_.kind != DotToken::Kind::id) fail("a port is needed after :, not " + shown());
    advance();
  }
}

void DotParser::edges(const Nodes& first, const Defaults& defaults, Nodes& members, int depth) {
  std::vector<Nodes> chain = {first};
  std::vector<std::pair<int, int>> where;
  while (token_.kind == DotToken::Kind::arrow) {
    where.emplace_back(token_.line, token_.column);
    advance();
    chain.push_back(endpoint(defaults, depth));
    members.insert(members.end(), chain.back().begin(), chain.back().end());
    if (token_.kind == DotToken::Kind::line) fail("-- is an edge of an undirected graph (-> is needed)");
  }
  DotAttributes own = defaults.edge;
  attributes(own);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i)
    take_edges_({chain[i], chain[i + 1], where[i].first, where[i].second, own});
}

void DotParser::attributes(DotAttributes& to) {
  while (token_.is('[')) {
    advance();
    while (!token_.is(']')) {
      if (token_.kind != DotToken::Kind::id) fail("an attribute or ] is needed here, not " + shown());
      const std::string name = token_.text;
      DotAttribute attribute{"true", token_.line, token_.column};
      advance();
      if (token_.is('=')) {
        advance();
        if (token_.kind != DotToken::Kind::id) fail("a value is needed after =, not " + shown());
        attribute = {token_.text.substr(0, kKeptText), token_.line, token_.column};
        advance();
      }
      if (wanted_.count(name) != 0) to.insert_or_assign(name, std::move(attribute));
      if (token_.is(',') || token_.is(';')) advance();
    }
    advance();
  }
}

std::uint32_t DotParser::node(const DotToken& name, const Defaults& defaults) {
  const auto [at, fresh] = numbers_.emplace(name.text, static_cast<std::uint32_t>(graph_.nodes.size()));
  if (!fresh) return at->second;
  if (name.text.empty() || !is_one_line(name.text))
    throw Error(Diagnostic{lexer_.where(name), "the name of a node must be one line of text, and not empty"});
  if (graph_.nodes.size() == kMaxForeignTasks)
    throw Error(Diagnostic{lexer_.where(name), "more than " + std::to_string(kMaxForeignTasks) + " nodes"});
  graph_.nodes.push_back({name.text, name.line, name.column, defaults.node});
  return at->second;
}

}  // namespace

DotGraph parse_dot(const std::string& text, const std::string& file, const std::set<std::string>& attributes,
                   const std::function<void(const DotEdges&)>& edges) {
  return DotParser(text, file, attributes, edges).parse();
}

bool begins_as_dot(std::string_view head) {
  const std::string file;
  DotLexer lexer(head, file);
  try {
    DotToken token = lexer.next();
    if (is_keyword(token, "strict")) token = lexer.next();
    if (!is_keyword(token, "digraph") && !is_keyword(token, "graph")) return false;
    token = lexer.next();
    if (token.kind == DotToken::Kind::id) token = lexer.next();
    return token.is('{');
  } catch (const Error&) {
    return false;
  }
}

}  // namespace gantry
