// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <new>
#include <sstream>
#include <string_view>

#include "gantry/base/error.h"
#include "text/json_parser.h"
#include "text/text_file.h"
#include "text/tree_builder.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The library's messages are short, but for the names that some versions put into them.
constexpr std::size_t kLibraryWords = 120;

/// The YAML library writes the characters of the escapes \\N and \\_ (U+0085, U+00A0) as their second byte alone. All
/// else in a text that has been accepted is UTF-8.
std::string with_whole_escapes(const std::string& value) {
  std::string whole;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t length = utf8_length(value, at);
    if (length == 0) whole += '\xc2';
    whole.append(value, at, length == 0 ? 1 : length);
    at += length == 0 ? 1 : length;
  }
  return whole;
}

class YamlEvents final : public YAML::EventHandler {
 public:
  explicit YamlEvents(TreeBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 2)
      builder_.fail(line(mark), column(mark), "a second document starts here (one document per file)");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_.null(line(mark), column(mark), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_.alias(line(mark), column(mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    builder_.scalar(line(mark), column(mark), with_whole_escapes(value),
                    tag == "!" || tag == std::string(kCoreTags) + "str", anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    check_tag(mark, tag);
    builder_.begin(YamlNode::Kind::sequence, line(mark), column(mark), anchor);
  }
  void OnSequenceEnd() override { builder_.end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    check_tag(mark, tag);
    builder_.begin(YamlNode::Kind::map, line(mark), column(mark), anchor);
  }
  void OnMapEnd() override { builder_.end(); }

  static int line(const YAML::Mark& mark) { return mark.line + 1; }
  static int column(const YAML::Mark& mark) { return mark.column + 1; }

 private:
  static constexpr const char* kCoreTags = "tag:yaml.org,2002:";

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!" || tag.rfind(kCoreTags, 0) == 0) return;
    builder_.fail(line(mark), column(mark), "unknown tag " + in_quotes(tag) + " (no tags are needed)");
  }

  TreeBuilder& builder_;
  int documents_ = 0;
};

YamlNode parse(const std::string& text, const std::string& file, const YamlStream& stream) {
  TreeBuilder builder(file, stream);
  std::istringstream in(text);
  YAML::Parser parser(in);
  YamlEvents events(builder);
  if (!parser.HandleNextDocument(events)) builder.fail(1, 1, "there is nothing in it but comments and blank space");
  parser.HandleNextDocument(events);
  return builder.take();
}

/// A text that is not JSON but was to be: a YAML parser would only wonder about it.
bool means_json(const std::string& text, const std::string& file) {
  constexpr std::string_view kEnding = ".json";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[') && file.size() > kEnding.size() &&
         std::string_view(file).substr(file.size() - kEnding.size()) == kEnding;
}

}  // namespace

std::optional<YamlNode> parse_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics,
                                   const YamlStream& stream) {
  try {
    if (is_json(text)) return parse_json(text, file, stream);
    if (means_json(text, file)) {
      explain_json(text, file, diagnostics);
      return std::nullopt;
    }
    return parse(text, file, stream);
  } catch (const Error& error) {
    diagnostics.error(error.where(), error.what());
  } catch (const YAML::Exception& problem) {
    const bool known = !problem.mark.is_null();
    diagnostics.error({file, known ? YamlEvents::line(problem.mark) : 1, known ? YamlEvents::column(problem.mark) : 1},
                      "not YAML: " + in_short(problem.msg, kLibraryWords));
  } catch (const std::bad_alloc&) {
    diagnostics.error({file, 1, 1}, "too large for the memory of this machine");
  } catch (const std::exception& problem) {
    diagnostics.error({file, 1, 1}, "not YAML: " + in_short(problem.what(), kLibraryWords));
  }
  return std::nullopt;
}

}  // namespace gantry
