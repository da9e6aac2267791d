// SPDX-License-Identifier: Apache-2.0
// A search proposes the configurations of a study. It proposes a batch, and the next one when all results of the batch
// are known, so that proposals do not depend on the number of concurrent runs. Each search is one file with a function
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

/// A configuration: the number of a choice for each axis.
using Configuration = std::vector<std::uint32_t>;

/// The space of a search.
struct SearchSpace {
  const Study& study;
  /// Whether the configuration is a point, which `exclude` does not match.
  std::function<bool(const Configuration&)> allowed;
  /// Directory of the points: ID/summary.json for each row that is done.
  std::string points = {};
};

/// Results of a configuration.
struct Tried {
  Configuration configuration;
  /// A row for each workload, in their order; valid until the next batch is proposed.
  std::vector<const PointRow*> rows;
};

class Search {
 public:
  virtual ~Search() = default;
  /// Returns the next configurations, allowed and not proposed before; nothing: the search has ended. `tried`: all
  /// configurations so far, in order of proposal.
  virtual std::vector<Configuration> propose(const std::vector<Tried>& tried) = 0;
  /// Part of the workload, in millionths, with which the last batch is run. A configuration may be proposed again with
  /// a larger part.
  [[nodiscard]] virtual std::uint64_t part() const { return kWholeWorkload; }
};

struct SearchEntry {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  std::unique_ptr<Search> (*make)(const SearchSpace& space, const SearchOptions& options) = nullptr;
  bool learns = false;                    ///< its proposals depend on earlier results
  std::vector<std::string> reports = {};  ///< reports of each point that it reads, in the point's summary
  bool parts = false;                     ///< it runs parts of the workload before the complete one
  std::vector<std::string> keys = {};     ///< keys of `search` that other searches do not read
};

using SearchCatalogue = NamedList<SearchEntry>;

/// The searches of the folder searches/.
const SearchCatalogue& searches();

/// Advances to the next configuration in order, the last axis fastest. Returns false after the last one.
bool next_configuration(const Study& study, Configuration& configuration);

}  // namespace gantry
