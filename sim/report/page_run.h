// SPDX-License-Identifier: Apache-2.0
// Data of a run that several parts of a page need: its names, and the list of what was left out.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "report/page_limits.h"

namespace gantry {

using PageJson = nlohmann::ordered_json;

enum class PageKind : std::uint8_t { machine, serving, network };
inline constexpr std::array<const char*, 3> kPageKindNames = {"machine", "serving", "network"};

/// Returns at most `most` bytes of `text`, an ellipsis included.
std::string shortened(std::string_view text, std::size_t most);

/// Numbers for names, so that each name is written once.
class PageNames {
 public:
  PageNames() = default;
  PageNames(const PageNames&) = delete;
  PageNames& operator=(const PageNames&) = delete;

  std::uint32_t number(std::string_view name) {
    const auto [at, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(order_.size()));
    if (is_new) order_.push_back(&at->first);
    return at->second;
  }
  /// Number of a name; kNone: it has none.
  [[nodiscard]] std::uint32_t find(std::string_view name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? kNone : at->second;
  }
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] PageJson json(std::size_t most_bytes) const {
    PageJson list = PageJson::array();
    for (const std::string* name : order_) list.push_back(shortened(*name, most_bytes));
    return list;
  }

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<const std::string*> order_;
};

struct PageRun {
  std::string directory;
  PageKind kind = PageKind::machine;
  PageLimits limits;
  PageJson summary;  ///< summary.json, or network.json of a network
  Cycle cycles = 0;
  PageNames names;  ///< names of tasks and terminals
  PageJson left_out = PageJson::array();

  [[nodiscard]] std::string path(const char* file) const { return directory + '/' + file; }
  /// Returns why a table is missing, as a sentence for the page; nothing: it is not. `key`: the experiment's key that
  /// switches it on.
  [[nodiscard]] std::optional<std::string> missing_table(const char* file, const char* key) const;
  void leave_out(const std::string& what) { left_out.push_back(what); }
};

inline PageJson missing(const std::string& reason) { return {{"missing", reason}}; }

}  // namespace gantry
