// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_junit.h"

#include <pugixml.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include "gantry/base/one_line.h"
#include "text/text_file.h"

namespace gantry {
namespace {

/// The text as XML 1.0 may hold it: UTF-8 without control characters and without U+FFFE and U+FFFF.
std::string xml_text(std::string_view text) {
  const std::string line = one_line(text);
  std::string right;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = utf8_length(line, at);
    const std::string_view character = std::string_view(line).substr(at, std::max<std::size_t>(length, 1));
    const bool is_none = length == 0 || character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    right += is_none ? "?" : character;
    at += character.size();
  }
  return right;
}

}  // namespace

void write_junit(std::ostream& out, const Comparison& comparison) {
  const auto failures = static_cast<unsigned>(
      std::count_if(comparison.judged.begin(), comparison.judged.end(), [](const Judged& one) { return one.holds; }));
  const auto tests = static_cast<unsigned>(comparison.judged.size());
  const std::string suite_name =
      xml_text("gantry compare " + comparison.a->directory() + ' ' + comparison.b->directory());
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  pugi::xml_node suite = suites.append_child("testsuite");
  suite.append_attribute("name") = suite_name.c_str();
  for (pugi::xml_node node : {suites, suite}) {
    node.append_attribute("tests") = tests;
    node.append_attribute("failures") = failures;
    node.append_attribute("errors") = 0;
  }
  for (const Judged& one : comparison.judged) {
    pugi::xml_node test = suite.append_child("testcase");
    test.append_attribute("classname") = "gantry.compare";
    test.append_attribute("name") = xml_text(one.condition.text).c_str();
    const std::string values = xml_text(one.condition.metric_text + ": " + values_text(one.a, one.b));
    if (one.holds) {
      pugi::xml_node failure = test.append_child("failure");
      failure.append_attribute("message") = values.c_str();
      failure.append_attribute("type") = "fail-if";
    } else {
      test.append_child("system-out").text() = values.c_str();
    }
  }
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
}

}  // namespace gantry
