// SPDX-License-Identifier: Apache-2.0
// What a page of `gantry report` holds.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"

namespace gantry {

/// The text between the two, the first of which stands in `page` once.
inline std::string between(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  CHECK(page.find(begin, from + 1) == std::string::npos);
  const std::size_t to = page.find(end, from + begin.size());
  REQUIRE(to != std::string::npos);
  return page.substr(from + begin.size(), to - from - begin.size());
}

/// What the page draws.
inline nlohmann::json data_of(const std::string& page) {
  return nlohmann::json::parse(between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
}

inline std::size_t times(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

}  // namespace gantry
