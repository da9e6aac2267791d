// SPDX-License-Identifier: Apache-2.0
#include "result/json_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace gantry {
namespace {

/// Line and column of a byte, both from 1.
SourcePosition position(const std::string& path, const std::string& text, std::size_t byte) {
  SourcePosition where{path, 1, 1};
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++where.column;
    if (text[i] != '\n') continue;
    ++where.line;
    where.column = 1;
  }
  return where;
}

/// As of YAML: what walks through a summary may then be recursive.
constexpr int kDeepest = 64;

struct TooDeep {};

template <class Json>
std::optional<Json> parse(const std::string& path, Diagnostics& problems) {
  std::error_code error;
  std::ifstream file;
  if (!std::filesystem::is_directory(path, error)) file.open(path, std::ios::binary);
  if (!file.is_open()) {
    problems.error({path, 1, 1}, "cannot be read (expected the summary of a finished run)");
    return std::nullopt;
  }
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  try {
    return Json::parse(text, [](int depth, typename Json::parse_event_t /*event*/, Json& /*parsed*/) {
      if (depth > kDeepest) throw TooDeep();
      return true;
    });
  } catch (const TooDeep&) {
    problems.error({path, 1, 1}, "nested deeper than " + std::to_string(kDeepest) + " levels");
  } catch (const nlohmann::json::parse_error& fault) {
    problems.error(position(path, text, fault.byte), "not valid JSON (expected the summary of a finished run)");
  } catch (const nlohmann::json::exception&) {
    problems.error({path, 1, 1}, "a number is out of range");
  }
  return std::nullopt;
}

}  // namespace

std::optional<nlohmann::json> parse_summary(const std::string& path, Diagnostics& problems) {
  return parse<nlohmann::json>(path, problems);
}

std::optional<nlohmann::ordered_json> parse_ordered_json(const std::string& path, Diagnostics& problems) {
  return parse<nlohmann::ordered_json>(path, problems);
}

}  // namespace gantry
