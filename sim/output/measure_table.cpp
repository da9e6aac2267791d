// SPDX-License-Identifier: Apache-2.0
#include "output/measure_table.h"

namespace gantry {
namespace {

std::string count_row(const std::string& block, const char* kind, const char* unit, const Measure& measure) {
  return "| `" + block + "` | `" + kind + '.' + measure.name + "` | " + unit + " | " + std::string(measure.meaning) +
         " |";
}

}  // namespace

MeasureTables measure_tables(const std::vector<Unit*>& units) {
  MeasureTables tables;
  for (const Unit* unit : units) {
    for (const Measure& measure : unit->measures()) {
      switch (measure.kind) {
        case Measure::Kind::queue:
          tables.counts.push_back(count_row(unit->name(), "queues", "entries", measure));
          break;
        case Measure::Kind::stall:
          tables.counts.push_back(count_row(unit->name(), "stalls", "cycles", measure));
          break;
        case Measure::Kind::counter:
          tables.counts.push_back(count_row(unit->name(), "counters", "number", measure));
          break;
        case Measure::Kind::signal:
          tables.wires.push_back("| `" + unit->name() + '.' + measure.name + "` | " + std::string(measure.meaning) +
                                 " |");
          break;
      }
    }
  }
  return tables;
}

}  // namespace gantry
