// SPDX-License-Identifier: Apache-2.0
#include "run/experiment_provenance.h"

#include "run/versions.h"

namespace gantry {

Provenance experiment_provenance(const Experiment& experiment) {
  Provenance from;
  from.versions = versions();
  from.picker = experiment.picker;
  from.processor_choice = experiment.processor_choice;
  from.overrides = experiment.overrides;
  if (experiment.workload_file) {
    from.workload_path = experiment.workload_file->path;
    from.workload_sha256 = experiment.workload_file->sha256;
  }
  return from;
}

}  // namespace gantry
