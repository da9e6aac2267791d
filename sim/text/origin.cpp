// SPDX-License-Identifier: Apache-2.0
#include "text/origin.h"

#include "text/yaml_writer.h"

namespace gantry {

void read_origin(MapReader& map, std::vector<std::string>& overrides, std::string* workload) {
  const YamlNode* found = map.find("provenance");
  if (found == nullptr) return;
  MapReader section(*found, "provenance", map.diagnostics());
  std::vector<std::string> before;
  if (const YamlNode* list = section.find("overrides"); list != nullptr && !list->is_null()) {
    if (!list->is_sequence()) section.error("overrides", "must be a list of texts, not " + describe(*list));
    for (std::size_t i = 0; list->is_sequence() && i < list->items.size(); ++i) {
      const auto text = read_text(list->items[i], "provenance.overrides[" + std::to_string(i) + ']', map.diagnostics());
      before.push_back(text.value_or(""));
    }
  }
  overrides.insert(overrides.begin(), before.begin(), before.end());
  if (workload != nullptr) section.text("workload", *workload);
  section.finish();
}

std::string origin_text(const std::vector<std::string>& overrides, const std::string& workload) {
  std::string text = "provenance:\n  overrides: [";
  for (const std::string& override_text : overrides) {
    text += (&override_text == &overrides.front() ? "" : ", ") + yaml_text(override_text);
  }
  text += "]\n";
  if (!workload.empty()) text += "  workload: " + yaml_text(workload) + '\n';
  return text;
}

}  // namespace gantry
