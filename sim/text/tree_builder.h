// SPDX-License-Identifier: Apache-2.0
// Builds a YamlNode tree from the events of a parser. The YAML and the JSON front end share it.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/yaml_node.h"

namespace gantry {

class TreeBuilder {
 public:
  /// `anchor`: number of the anchor of the event; 0: none.
  TreeBuilder(const std::string& file, const YamlStream& stream)
      : file_(std::make_shared<const std::string>(file)), stream_(stream) {}

  void scalar(int line, int column, std::string text, bool quoted, std::size_t anchor = 0);
  void null(int line, int column, std::size_t anchor = 0);
  void alias(int line, int column, std::size_t anchor);
  /// Opens a sequence or a map; end() closes the innermost one.
  void begin(YamlNode::Kind kind, int line, int column, std::size_t anchor = 0);
  void end();

  /// Throws Error for an error of the complete document, which ends the parse.
  [[noreturn]] void fail(int line, int column, const std::string& text) const;

  [[nodiscard]] YamlNode take() { return std::move(root_); }

 private:
  YamlNode node(YamlNode::Kind kind, int line, int column) const;
  void add(YamlNode&& finished, std::size_t anchor);
  [[nodiscard]] bool streams_here() const;
  void charge(const YamlNode& copied, int line, int column);

  std::shared_ptr<const std::string> file_;
  const YamlStream& stream_;
  std::vector<std::pair<YamlNode, std::size_t>> open_;  ///< open nodes with their anchors
  std::unordered_map<std::size_t, YamlNode> anchors_;   ///< complete nodes by anchor; for look-ups only
  std::size_t copied_bytes_ = 0;
  std::size_t kept_ = 0;              ///< nodes in the tree
  std::size_t kept_before_item_ = 0;  ///< nodes in the tree when the current item of the stream began
  YamlNode root_;
};

}  // namespace gantry
