// SPDX-License-Identifier: Apache-2.0
// What cases are held to: the file beside a suite that `gantry regress --update` writes.
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
  std::optional<std::uint32_t> exit;  ///< where the suite does not say it
  std::map<std::string, nlohmann::json> metrics;
  std::map<std::string, TableDigest> tables;
};

using StoredValues = std::map<std::string, StoredCase>;  ///< by the names of cases

nlohmann::ordered_json stored_json(const StoredCase& one);
/// The file's text: cases of `order` in that order, others left out.
std::string stored_text(const StoredValues& values, const std::vector<std::string>& order);

/// Nothing after a problem. A file that is not there has no values.
std::optional<StoredValues> read_stored(const std::string& path, Diagnostics& diagnostics);
/// Of one case that stored_json() made.
StoredCase stored_case(const nlohmann::json& json);

}  // namespace gantry
