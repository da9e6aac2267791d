// SPDX-License-Identifier: Apache-2.0
#include "text/tree_builder.h"

#include "gantry/base/error.h"

namespace gantry {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxCopiedBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxNodes = std::size_t{1} << 22;

std::size_t bytes_of(const YamlNode& node) {
  std::size_t bytes = sizeof(YamlNode) + node.text.size();
  for (const YamlNode& item : node.items) bytes += bytes_of(item);
  return bytes;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].is_scalar() && items[i].text == key) return &items[i + 1];
  }
  return nullptr;
}

YamlNode* YamlNode::find(std::string_view key) { return const_cast<YamlNode*>(std::as_const(*this).find(key)); }

YamlNode TreeBuilder::node(YamlNode::Kind kind, int line, int column) const {
  YamlNode made;
  made.kind = kind;
  made.line = line;
  made.column = column;
  made.file = file_;
  return made;
}

void TreeBuilder::fail(int line, int column, const std::string& text) const {
  throw Error(Diagnostic{{*file_, line, column}, text});
}

void TreeBuilder::scalar(int line, int column, std::string text, bool quoted, std::size_t anchor) {
  YamlNode made = node(YamlNode::Kind::scalar, line, column);
  made.text = std::move(text);
  made.quoted = quoted;
  add(std::move(made), anchor);
}

void TreeBuilder::null(int line, int column, std::size_t anchor) {
  add(node(YamlNode::Kind::null, line, column), anchor);
}

void TreeBuilder::alias(int line, int column, std::size_t anchor) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) fail(line, column, "this alias refers to a node that contains it");
  charge(found->second, line, column);
  add(YamlNode(found->second), 0);
}

void TreeBuilder::begin(YamlNode::Kind kind, int line, int column, std::size_t anchor) {
  if (open_.size() == kMaxDepth) {
    fail(line, column, "nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }
  if (streams_here()) kept_before_item_ = kept_;
  open_.emplace_back(node(kind, line, column), anchor);
}

void TreeBuilder::end() {
  auto [finished, anchor] = std::move(open_.back());
  open_.pop_back();
  add(std::move(finished), anchor);
}

void TreeBuilder::add(YamlNode&& finished, std::size_t anchor) {
  if (anchor != 0) {
    charge(finished, finished.line, finished.column);
    anchors_.insert_or_assign(anchor, finished);
  }
  if (open_.empty()) {
    root_ = std::move(finished);
  } else if (streams_here()) {
    if (!finished.is_scalar() && !finished.is_null()) kept_ = kept_before_item_;
    stream_.item(finished);
  } else {
    if (++kept_ > kMaxNodes) {
      fail(finished.line, finished.column,
           "more than " + std::to_string(kMaxNodes) + " values (too large for this kind of file)");
    }
    open_.back().first.items.push_back(std::move(finished));
  }
}

bool TreeBuilder::streams_here() const {
  if (!stream_.item || open_.size() != 2 || !open_[1].first.is_sequence()) return false;
  const YamlNode& root = open_[0].first;
  // The value is still open, so an odd number of items means that the last one is its key.
  return root.is_map() && root.items.size() % 2 == 1 && root.items.back().is_scalar() &&
         root.items.back().text == stream_.key;
}

void TreeBuilder::charge(const YamlNode& copied, int line, int column) {
  copied_bytes_ += bytes_of(copied);
  if (copied_bytes_ > kMaxCopiedBytes) {
    fail(line, column, "anchors and aliases expand to more than " + std::to_string(kMaxCopiedBytes >> 20) + " MiB");
  }
}

}  // namespace gantry
