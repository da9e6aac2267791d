// SPDX-License-Identifier: Apache-2.0
// Stored values of cases: the file beside a suite that `gantry regress --update` writes.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "regress/table_digest.h"

namespace gantry {

struct StoredCase {
  std::optional<std::uint32_t> exit;  ///< exit status, unless the suite defines it
  std::map<std::string, nlohmann::json> metrics;
  std::map<std::string, TableDigest> tables;
};

using StoredValues = std::map<std::string, StoredCase>;  ///< by name of the case

nlohmann::ordered_json stored_json(const StoredCase& one);
/// Returns the file's text: the cases of `order` in that order; others are left out.
std::string stored_text(const StoredValues& values, const std::vector<std::string>& order);

/// Reads the file. A missing file has no values. Returns nothing after a problem.
std::optional<StoredValues> read_stored(const std::string& path, Diagnostics& diagnostics);
/// Reads one case of the form that stored_json() writes.
StoredCase stored_case(const nlohmann::json& json);

}  // namespace gantry
