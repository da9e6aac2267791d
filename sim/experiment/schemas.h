// SPDX-License-Identifier: Apache-2.0
// What files look like, for editors and checks: JSON Schemas (draft 7) and the tables of keys that docs/ shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gantry {

/// Kinds of files of which there is a schema, for `gantry schema`.
const std::vector<std::string>& schema_kinds();
/// The schema as text; `kind` is one of schema_kinds().
std::string schema(std::string_view kind);

struct KeySection {
  std::string title;  ///< of the section in docs/configuration.md
  std::vector<std::string> rows;
};
/// The tables of docs/configuration.md: those of an experiment or of an architecture, section by section.
std::vector<KeySection> key_tables();

}  // namespace gantry
