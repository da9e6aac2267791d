// SPDX-License-Identifier: Apache-2.0
#include "pins/pinned_directory.h"

#include <algorithm>

namespace gantry {

namespace directory_pin = pins::directory;

Cycle PinnedDirectory::step(Cycle now) {
  advance(now);
  take_questions(now);
  for (const PartQuestion& question : questions_) {
    pins_.input(pack(directory_pin::parts, pins::Part(question)));
    open_.push(question);
    if (question.last) ++jobs_;
  }
  take_news(now);
  for (const PartUse& use : uses_) pins_.input(pack(directory_pin::uses, pins::Use(use)));
  for (const PartLeft& left : departures_) pins_.input(pack(directory_pin::departures, pins::Departure(left)));
  pins_.clock(now);
  pins_.outputs<pins::Source>(directory_pin::sources, now,
                              [&](const pins::Source& source) { take_source(source.answer, now); });
  note(now);
  update_gauges(now, jobs_);
  return std::min(next_run(now), pins_.due());
}

void PinnedDirectory::take_source(const PartAnswer& source, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("sources: part " + std::to_string(source.index) + " of job " + std::to_string(source.job) +
                          ' ' + fault);
  };
  if (open_.empty()) refuse("is not asked for");
  const PartQuestion question = open_.front();
  if (source.job != question.job || source.index != question.index) {
    refuse("goes before part " + std::to_string(question.index) + " of job " + std::to_string(question.job));
  }
  const bool names_store = source.store != kGlobalMemory;
  if (question.written) {
    if (names_store) refuse("is written, and has a store");
    const bool takes_entry = !source.through && question.store != kNone && question.readers > 0;
    if (takes_entry && !take_entry(question.part)) refuse("takes an entry, and none is free");
  } else {
    if (source.through) refuse("is read, and goes to global memory");
    if (names_store && source.store >= stores_.stores()) {
      refuse("is in store " + std::to_string(source.store) + ", which there is not");
    }
    if (!names_store && !data_[question.part].in_memory) refuse("is not in global memory");
  }
  open_.drop();
  if (question.last) --jobs_;
  answer(question, source.store, source.through, now);
  mark_busy(now);
}

std::string PinnedDirectory::state() const {
  return DataDirectoryBase::state() + ", " + std::to_string(jobs_) + " jobs without an answer";
}

}  // namespace gantry
