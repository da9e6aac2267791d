// SPDX-License-Identifier: Apache-2.0
// sessions.csv, batches.csv and visits.csv, written while the run goes on. result/tables.h has the columns.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/serving/serving_records.h"
#include "report/output_place.h"
#include "report/table_file.h"
#include "result/tables.h"
#include "serving/serving_experiment.h"

namespace gantry {

class ServingTables final : public ServingSink {
 public:
  struct Paths {
    OutputPlace sessions;
    OutputPlace batches;
    OutputPlace visits;
  };

  ServingTables(const Paths& paths, const ServingConfig& config);

  void session_done(const SessionRecord& session) override;
  void batch_done(const BatchRecord& batch) override;
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override;

  [[nodiscard]] bool ok() const { return sessions_.ok() && batches_.ok() && visits_.ok(); }
  /// Call once, after the last record.
  void finish(Diagnostics& problems);

 private:
  std::vector<std::string> kinds_;  // names
  std::vector<std::string> nodes_;
  TableFile<SessionCells> sessions_;
  TableFile<BatchCells> batches_;
  TableFile<VisitCells> visits_;
};

}  // namespace gantry
