// SPDX-License-Identifier: Apache-2.0
#include "compare/stations.h"

namespace gantry {

template <>
const std::vector<OwnedStation<TaskRecord>>& stations_of<TaskRecord>() {
  using Choice = OwnedStation<TaskRecord>::Choice;
  static const std::vector<OwnedStation<TaskRecord>> kStations = {
      {&TaskRecord::submitted, "host"},         {&TaskRecord::announced, "host"},
      {&TaskRecord::asked, "task_cache"},       {&TaskRecord::cached, "task_cache"},
      {&TaskRecord::shown, "decomposer"},       {&TaskRecord::ready, "decomposer"},
      {&TaskRecord::slot_taken, "decomposer"},  {&TaskRecord::registered, "decomposer", Choice::id},
      {&TaskRecord::split, "decomposer"},       {&TaskRecord::requested, "dispatcher"},
      {&TaskRecord::entered, "dispatcher"},     {&TaskRecord::admitted, "dispatcher"},
      {&TaskRecord::first_issue, "dispatcher"}, {&TaskRecord::last_issue, "dispatcher"},
      {&TaskRecord::slot_freed, "decomposer"},  {&TaskRecord::completed, "monitor"},
  };
  return kStations;
}

template <>
const std::vector<OwnedStation<JobRecord>>& stations_of<JobRecord>() {
  using Choice = OwnedStation<JobRecord>::Choice;
  static const std::vector<OwnedStation<JobRecord>> kStations = {
      {&JobRecord::matched, "dispatcher", Choice::processor},
      {&JobRecord::picked, "dispatcher", Choice::processor},
      {&JobRecord::issued, "dispatcher"},
      {&JobRecord::sent, "dispatcher"},
      {&JobRecord::arrived, "processors"},
      {&JobRecord::ready, "processors"},
      {&JobRecord::started, "processors"},
      {&JobRecord::finished, "processors"},
      {&JobRecord::written, "processors"},
      {&JobRecord::completed, "monitor"},
  };
  return kStations;
}

}  // namespace gantry
