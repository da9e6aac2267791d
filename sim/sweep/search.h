// SPDX-License-Identifier: Apache-2.0
// A search says which configurations of a study are tried next. It is asked for a batch, and again when all of that
// batch is known, so that what it proposes does not depend on how many run at a time. Each is one file with a function
// that adds it to a catalogue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiment/workload_part.h"
#include "gantry/base/catalogue.h"
#include "sweep/study.h"

namespace gantry {

struct PointRow;

/// A choice of each axis, by number.
using Configuration = std::vector<std::uint32_t>;

/// What a search may choose from.
struct SearchSpace {
  const Study& study;
  /// Whether it is a point: `exclude` does not name it.
  std::function<bool(const Configuration&)> allowed;
  /// Where the points are: ID/summary.json of each row that is done.
  std::string points = {};
};

/// What became of a configuration.
struct Tried {
  Configuration configuration;
  /// Of each workload, in their order; valid until the next batch is proposed.
  std::vector<const PointRow*> rows;
};

class Search {
 public:
  virtual ~Search() = default;
  /// The next configurations, allowed ones and none that was proposed before; nothing: the search is at its end.
  /// `tried`: all so far, in the order in which they were proposed.
  virtual std::vector<Configuration> propose(const std::vector<Tried>& tried) = 0;
  /// The part of the workload that those proposed last are run with, in millionths. A configuration may be proposed
  /// again with a larger one.
  [[nodiscard]] virtual std::uint64_t part() const { return kWholeWorkload; }
};

struct SearchEntry {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  std::unique_ptr<Search> (*make)(const SearchSpace& space, const SearchOptions& options) = nullptr;
  bool learns = false;                    ///< it proposes more than once, by what came out
  std::vector<std::string> reports = {};  ///< that it reads of each point, in its summary
  bool parts = false;                     ///< it runs parts of the workload before the whole
};

using SearchCatalogue = NamedList<SearchEntry>;

/// Those of searches/.
const SearchCatalogue& searches();

/// The next configuration in order, the last axis fastest; false: that was the last one.
bool next_configuration(const Study& study, Configuration& configuration);

}  // namespace gantry
