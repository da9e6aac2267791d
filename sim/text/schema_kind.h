// SPDX-License-Identifier: Apache-2.0
// What files look like, for editors and checks: JSON Schemas (draft 7), and the tables of keys that docs/ shows. Each
// room tells those of its own files.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "text/key_schema.h"

namespace gantry {

struct SchemaKind {
  std::string name;  ///< for `gantry schema`
  std::string what;  ///< in a few words
  std::string text;  ///< the schema
};

/// One table of a page.
struct KeySection {
  std::string page;   ///< of docs/
  std::string title;  ///< of the page's section
  std::vector<std::string> rows;
};

/// Of a map of keys: `usual` has the defaults.
template <class Config>
nlohmann::ordered_json schema_of(Config usual) {
  KeySchema keys;
  describe(keys, usual);
  return keys.take();
}

/// The text of a file's whole schema.
std::string schema_text(const std::string& title, const nlohmann::ordered_json& schema);

template <class Config>
KeySection key_section(const std::string& page, const std::string& title, Config usual) {
  KeyTable keys;
  describe(keys, usual);
  return {page, title, keys.rows()};
}

/// Leaves out the rows of keys that begin with `prefix`, of sections that have tables of their own.
void leave_out(KeySection& section, const std::string& prefix);

}  // namespace gantry
