// SPDX-License-Identifier: Apache-2.0
#include "text/experiment_head.h"

#include <exception>

#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {

bool ExperimentDocument::run(YamlNode document, const std::string& path, const std::vector<std::string>& sets) {
  const std::size_t before = diagnostics_.size();
  head_.name = stem_of(path);
  head_.path = path;
  head_.overrides = sets;
  if (refuse_other_kind(document, kind_, diagnostics_)) return false;
  for (const std::string& set : sets) {
    apply_set(
        document, set, [this](YamlNode& node, const std::string& at) { return expand(node, at); }, diagnostics_,
        [this](const YamlNode& item, const std::string& at) { return item_name(item, at); });
  }
  if (diagnostics_.size() != before) return false;
  if (!document.is_map()) {
    diagnostics_.error(document.where(),
                       std::string(name_of(kind_)) + " must be a map of keys, not " + describe(document));
    return false;
  }
  prepare(document);
  head_.given = std::make_shared<const YamlNode>(std::move(document));
  try {
    read(*head_.given);
  } catch (const std::exception& problem) {
    diagnostics_.error({path, 0, 0}, std::string("cannot be read: ") + problem.what());
  }
  head_.inputs.push_back(path);
  return diagnostics_.size() == before;
}

std::optional<YamlNode> load_document(const std::string& path, Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics);
  if (!text) return std::nullopt;
  return parse_yaml(*text, shown_path(path), diagnostics);
}

}  // namespace gantry
