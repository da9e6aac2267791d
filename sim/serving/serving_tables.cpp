// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_tables.h"

namespace gantry {

ServingTables::ServingTables(const Paths& paths, const ServingConfig& config)
    : sessions_(paths.sessions), batches_(paths.batches), visits_(paths.visits) {
  for (const SessionKind& kind : config.kinds) kinds_.push_back(kind.name);
  for (const InferenceNodeConfig& node : config.nodes) nodes_.push_back(node.name);
}

void ServingTables::session_done(const SessionRecord& session) {
  if (!sessions_.on()) return;
  SessionCells row{kinds_[session.kind], {session.number, session.arrived, session.completed}};
  sessions_.add(row);
}

void ServingTables::batch_done(const BatchRecord& batch) {
  if (!batches_.on()) return;
  BatchCells row{nodes_[batch.node], {}};
  row.stations = {batch.number,     batch.selected, batch.started,
                  batch.finished(), batch.requests, batch.priority_requests};
  batches_.add(row);
}

void ServingTables::visit_done(const VisitRecord& visit, const BatchRecord& batch) {
  if (!visits_.on()) return;
  VisitCells row{nodes_[visit.node], {}};
  row.stations = {visit.session, visit.pass, visit.queued, batch.started, batch.finished(), batch.number};
  visits_.add(row);
}

void ServingTables::finish(Diagnostics& problems) {
  sessions_.finish(problems);
  batches_.finish(problems);
  visits_.finish(problems);
}

}  // namespace gantry
