// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/data_directory.h"

namespace gantry {
inline namespace scheduler {

Cycle DataDirectory::step(Cycle now) {
  advance(now);
  take_questions(now);
  for (const PartQuestion& question : questions_) look_up(question, now);
  take_news(now);
  note(now);
  update_gauges(now, 0);
  return next_run(now);
}

void DataDirectory::look_up(const PartQuestion& question, Cycle now) {
  if (!question.written) return answer(question, find_source(question), false, now);
  const bool wants_entry = question.store != kNone && question.readers > 0;
  answer(question, kGlobalMemory, wants_entry && !take_entry(question.part), now);
}

StoreId DataDirectory::find_source(const PartQuestion& question) const {
  StoreId nearest = kGlobalMemory;
  for (const Known& known : data_[question.part].known) {
    if (known.store == question.store) return known.store;
    nearest = stores_.nearer(known.store, nearest, question.processor);
  }
  return nearest;
}

}  // namespace scheduler
}  // namespace gantry
