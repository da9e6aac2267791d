// SPDX-License-Identifier: Apache-2.0
// Descriptions of file kinds for editors and checks: JSON Schemas (draft 7), and the tables of keys in docs/. Each
// module describes its own files.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "text/key_schema.h"

namespace gantry {

struct SchemaKind {
  std::string name;  ///< its name for `gantry schema`
  std::string what;  ///< the file in a few words
  std::string text;  ///< text of the schema
};

/// One table of a page.
struct KeySection {
  std::string page;   ///< file name of the page in docs/
  std::string title;  ///< title of the page's section
  std::vector<std::string> rows;
};

/// Returns the schema of a map of keys; `usual` has the defaults, `times` as in KeySchema.
template <class Config>
nlohmann::ordered_json schema_of(Config usual, bool times = false) {
  KeySchema keys(times);
  describe(keys, usual);
  return keys.take();
}

/// Returns the complete schema text of a file.
std::string schema_text(const std::string& title, const nlohmann::ordered_json& schema);

template <class Config>
KeySection key_section(const std::string& page, const std::string& title, Config usual) {
  KeyTable keys;
  describe(keys, usual);
  return {page, title, keys.rows()};
}

/// Removes the rows of keys that begin with `prefix`, for sections with tables of their own.
void leave_out(KeySection& section, const std::string& prefix);

}  // namespace gantry
