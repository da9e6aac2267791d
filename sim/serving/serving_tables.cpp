// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_tables.h"

#include <iterator>

#include "readback/output_names.h"
#include "text/escape.h"

namespace gantry {
namespace {

std::string csv_field(const std::string& name) {
  fmt::memory_buffer field;
  append_csv(field, name);
  return fmt::to_string(field);
}

template <class... Values>
void append(OutputFile& file, const char* format, const Values&... values) {
  if (!file.on()) return;
  fmt::format_to(std::back_inserter(file.text()), fmt::runtime(format), values...);
  file.written();
}

}  // namespace

ServingTables::ServingTables(const Paths& paths, const ServingConfig& config)
    : sessions_(paths.sessions), batches_(paths.batches), visits_(paths.visits) {
  for (const SessionKind& kind : config.kinds) kinds_.push_back(csv_field(kind.name));
  for (const InferenceNodeConfig& node : config.nodes) nodes_.push_back(csv_field(node.name));
  append(sessions_, "{}\n", kSessionsHeader);
  append(batches_, "{}\n", kBatchesHeader);
  append(visits_, "{}\n", kVisitsHeader);
}

void ServingTables::session_done(const SessionRecord& session) {
  append(sessions_, "{},{},{},{}\n", session.number, kinds_[session.kind], session.arrived,
         session.completed == kNever ? std::string() : std::to_string(session.completed));
}

void ServingTables::batch_done(const BatchRecord& batch) {
  append(batches_, "{},{},{},{},{},{},{}\n", nodes_[batch.node], batch.number, batch.selected, batch.started,
         batch.finished(), batch.requests, batch.priority_requests);
}

void ServingTables::visit_done(const VisitRecord& visit, const BatchRecord& batch) {
  append(visits_, "{},{},{},{},{},{},{}\n", visit.session, nodes_[visit.node], visit.pass, visit.queued, batch.started,
         batch.finished(), batch.number);
}

void ServingTables::finish(Diagnostics& problems) {
  sessions_.finish(problems);
  batches_.finish(problems);
  visits_.finish(problems);
}

}  // namespace gantry
