// SPDX-License-Identifier: Apache-2.0
// What a run left behind, in memory or in a directory, as Python is handed it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output/output_place.h"
#include "python/table_columns.h"

namespace gantry {

class RunOutputs {
 public:
  explicit RunOutputs(KeptOutputs kept) : kept_(std::move(kept)) {}
  explicit RunOutputs(std::string directory) : directory_(std::move(directory)) {}

  /// The text of an output; nothing if it is not there, or cannot be read.
  [[nodiscard]] std::optional<std::string> text(const std::string& file) const;
  /// ... and a table by its columns. Nothing, and a problem, if it cannot be read.
  [[nodiscard]] std::vector<TableColumn> columns(const std::string& file, Diagnostics& problems) const;
  /// Nothing: they are in the directory.
  [[nodiscard]] const std::optional<KeptOutputs>& kept() const { return kept_; }
  [[nodiscard]] const std::string& directory() const { return directory_; }

 private:
  std::optional<KeptOutputs> kept_;
  std::string directory_;
};

}  // namespace gantry
