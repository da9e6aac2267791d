// SPDX-License-Identifier: Apache-2.0
#include "text/schema_kind.h"

#include <algorithm>

namespace gantry {

std::string schema_text(const std::string& title, const nlohmann::ordered_json& schema) {
  nlohmann::ordered_json whole = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  whole.update(schema);
  return whole.dump(2) + '\n';
}

void leave_out(KeySection& section, const std::string& prefix) {
  const auto begins = [&](const std::string& row) { return row.rfind("| `" + prefix, 0) == 0; };
  section.rows.erase(std::remove_if(section.rows.begin(), section.rows.end(), begins), section.rows.end());
}

}  // namespace gantry
