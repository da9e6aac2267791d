// SPDX-License-Identifier: Apache-2.0
// A search that draws `count` different allowed configurations, independent of results.
#pragma once

#include <set>

#include "sweep/search.h"

namespace gantry {

class DrawnSearch : public Search {
 public:
  DrawnSearch(const SearchSpace& space, const SearchOptions& options) : space_(space), options_(options) {}
  std::vector<Configuration> propose(const std::vector<Tried>& tried) final;

 protected:
  [[nodiscard]] const SearchSpace& space() const { return space_; }

 private:
  virtual Configuration draw() = 0;

  SearchSpace space_;
  SearchOptions options_;
};

}  // namespace gantry
