// SPDX-License-Identifier: Apache-2.0
#include "compare/junit.h"

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

unsigned count(const JunitSuite& suite, JunitEnd end) {
  return static_cast<unsigned>(
      std::count_if(suite.cases.begin(), suite.cases.end(), [end](const JunitCase& one) { return one.end == end; }));
}

}  // namespace

void write_junit(std::ostream& out, const JunitSuite& suite) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node all = document.append_child("testsuites");
  pugi::xml_node one_suite = all.append_child("testsuite");
  one_suite.append_attribute("name") = xml_text(suite.name).c_str();
  for (pugi::xml_node node : {all, one_suite}) {
    node.append_attribute("tests") = static_cast<unsigned>(suite.cases.size());
    node.append_attribute("failures") = count(suite, JunitEnd::failed);
    node.append_attribute("errors") = count(suite, JunitEnd::error);
  }
  for (const JunitCase& one : suite.cases) {
    pugi::xml_node test = one_suite.append_child("testcase");
    test.append_attribute("classname") = suite.class_name.c_str();
    test.append_attribute("name") = xml_text(one.name).c_str();
    if (one.end != JunitEnd::passed) {
      pugi::xml_node failure = test.append_child(one.end == JunitEnd::failed ? "failure" : "error");
      failure.append_attribute("message") = xml_text(one.text).c_str();
      failure.append_attribute("type") = one.type.c_str();
    } else if (!one.text.empty()) {
      test.append_child("system-out").text() = xml_text(one.text).c_str();
    }
  }
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
}

}  // namespace gantry
